/** Runs the program of seeds, and reads its lines. */
import { runTool } from '../../build/index.ts';
import {
  aFlag,
  aNumber,
  aText,
  fieldsOf,
  listOf,
  mapOf,
  optional,
  parseJsonAs,
  type Shape,
} from '../../util/shape.ts';

/** A test that the compiler gets wrong. */
export interface SeedFault {
  readonly kind: string;
  readonly why: string;
  /** The file of the test and the function, as `InstCombine/icmp.ll:test1`. */
  readonly seed: string;
  readonly changes: readonly string[];
  readonly passes: string;
  readonly options: readonly string[];
  readonly cpu: string;
  /** Its passes that neither -O1 to -O3 nor the code generator run. Absent if `passes` is a whole command. */
  readonly noLevelRuns?: readonly string[];
  /** The command that shows it, if it is no `opt`. */
  readonly command?: string;
  readonly before: string;
  readonly after: string;
  /** CPU seconds after which it was seen. */
  readonly cpuSeconds: number;
}

/** A seed whose result a change alters, with costs of the function. */
export interface ChangedSeed {
  readonly seed: string;
  readonly cost: number;
  readonly controlCost: number;
}

export interface SeedVariant {
  readonly seed: string;
  readonly variant: string;
  readonly fires: boolean;
  readonly before: string;
}

export interface SeedCounts {
  readonly cpuSeconds: number;
  readonly seeds: number;
  /** Number of tests by their fates. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Why tests could not be judged. */
  readonly reasons: Readonly<Record<string, number>>;
  readonly folders: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Faults that the compiler without the change has, too. */
  readonly known: number;
}

export interface SeedsRun {
  readonly faults: readonly SeedFault[];
  readonly changed: readonly ChangedSeed[];
  readonly variants: readonly SeedVariant[];
  readonly counts: SeedCounts;
}

const faultShape = fieldsOf<SeedFault>({
  kind: aText,
  why: aText,
  seed: aText,
  changes: listOf(aText),
  passes: aText,
  options: listOf(aText),
  cpu: aText,
  noLevelRuns: optional(listOf(aText)),
  command: optional(aText),
  before: aText,
  after: aText,
  cpuSeconds: aNumber,
});
const changedShape = fieldsOf<ChangedSeed>({ seed: aText, cost: aNumber, controlCost: aNumber });
const variantShape = fieldsOf<SeedVariant>({ seed: aText, variant: aText, fires: aFlag, before: aText });
const countsShape = fieldsOf<SeedCounts>({
  cpuSeconds: aNumber,
  seeds: aNumber,
  kinds: mapOf(aNumber),
  reasons: mapOf(aNumber),
  folders: mapOf(mapOf(aNumber)),
  known: aNumber,
});
const headShape: Shape<{ readonly type?: string }> = fieldsOf<{ readonly type?: string }>({
  type: optional(aText),
});

export const noCounts: SeedCounts = {
  cpuSeconds: 0,
  seeds: 0,
  kinds: {},
  reasons: {},
  folders: {},
  known: 0,
};

/** Words after `run` or `variants`; the program ends by itself after its CPU seconds. */
export async function runSeeds(
  program: string,
  words: readonly string[],
  signal: AbortSignal,
): Promise<SeedsRun> {
  const said = await runTool(program, words, { signal });
  const faults: SeedFault[] = [];
  const changed: ChangedSeed[] = [];
  const variants: SeedVariant[] = [];
  let counts = noCounts;
  for (const line of said.split('\n')) {
    if (line === '') continue;
    const { type } = parseJsonAs(headShape, line);
    if (type === 'fault') faults.push(parseJsonAs(faultShape, line));
    if (type === 'changed') changed.push(parseJsonAs(changedShape, line));
    if (type === 'variant') variants.push(parseJsonAs(variantShape, line));
    if (type === 'done') counts = parseJsonAs(countsShape, line);
  }
  return { faults: byWeight(faults), changed, variants, counts };
}

/** Faults of passes that no level runs come last: no user of clang meets these. */
function byWeight(faults: readonly SeedFault[]): SeedFault[] {
  const isOfLevel = ({ noLevelRuns = [] }: SeedFault): boolean => noLevelRuns.length === 0;
  return [...faults.filter(isOfLevel), ...faults.filter((fault) => !isOfLevel(fault))];
}
