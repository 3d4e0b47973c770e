/**
 * Tells whether a finding shows a bug that comes with cgfuzz, by running. The finding's compiler compiles the trophy's
 * program with the finding's flags. Then it compiles both programs with the trophy's flags. The same failure of both,
 * by the same pass, is the same bug.
 *
 * The finding's own test answers both questions, as in a reduction. So flags that only look alike decide
 * nothing. Different flags decide it if they show the same bug.
 */
import {
  type Finding,
  type FindingRecord,
  programOfTrophy,
  trophies,
  trophiesLike,
  type Trophy,
} from '../../finding/index.ts';
import { Laboratory } from '../../laboratory/index.ts';
import { type Signature, unnamedCaller } from '../../oracle/index.ts';
import type { Program } from '../../program/index.ts';
import type { TargetWorld } from '../../target/index.ts';
import { UserError } from '../../util/user-error.ts';
import { triageKinds } from '../kinds/index.ts';
import type { FailureTest } from '../kinds/kind.ts';
import { LazyValidity } from '../reduction/lazy-validity.ts';
import { triageTuning } from '../tuning.ts';

const MOST_CPU_MS = triageTuning.recogniseCpuMs.value;

/** Changed with the rules below: findings are then asked about again. */
const RULES = 'and the place';

/** The facts to keep: the known bug, if there is one, and the build and the number of bugs that were asked. */
type Recognised = Pick<FindingRecord, 'shipped' | 'heldAgainst'>;

/** Undefined if this build was asked about all of these bugs before, or if the compiler is not here. */
export async function recogniseBug(finding: Finding, world: TargetWorld): Promise<Recognised | undefined> {
  const { record, folder } = finding;
  const heldAgainst = heldAgainstBy(record.build);
  if (record.heldAgainst === heldAgainst || record.targetKind !== undefined) return undefined;
  const program = folder.program(folder.smallest(record.program), record.program);
  if (program === undefined) return undefined;
  try {
    const bug = await askedTrophy(record, program, world);
    // An older cgfuzz may have taken it for a bug that it is not.
    return { heldAgainst, shipped: bug && { name: bug.name, title: bug.title, address: bug.address } };
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** The mark of a finding of this build that was held against all bugs that come with this cgfuzz. */
export function heldAgainstBy(build: string): string {
  return `${build}; ${trophies().length} bugs, ${RULES}`;
}

/** The trophy that a failure shows; undefined if it shows none, or if the compiler is not here. */
export async function trophyOf(
  record: FindingRecord,
  program: Program,
  world: TargetWorld,
): Promise<Trophy | undefined> {
  try {
    return await askedTrophy(record, program, world);
  } catch (error) {
    // A compiler that is not here says nothing.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

async function askedTrophy(
  record: FindingRecord,
  program: Program,
  world: TargetWorld,
): Promise<Trophy | undefined> {
  const alike = trophiesLike(record);
  if (alike.length === 0) return undefined;
  const used = { cpuMs: 0 };
  const isLeft = (): boolean => used.cpuMs < MOST_CPU_MS;
  const forward = await asking(record, world, used, async (shows) => {
    for (const trophy of alike)
      if (isLeft() && (await showsAlike(shows, program, trophy, true))) return trophy;
    return undefined;
  });
  if (forward !== undefined) return forward;
  for (const trophy of alike) {
    if (!isLeft() || !isTelling(record, trophy)) continue;
    const asked = { ...withoutDrawn(record), args: flagsFor(trophy, record.args) };
    if (await asking(asked, world, used, (shows) => showsAlike(shows, program, trophy, false))) return trophy;
  }
  return undefined;
}

/** The compiler's words if the program fails in the finding's way. */
type Shows = (program: Program) => Promise<string | undefined>;

/**
 * True if both programs fail in the finding's way. If a helper without a named caller reported the failure,
 * both programs must have reached the helper from the same place. With the finding's flags, its own program
 * surely fails.
 */
async function showsAlike(
  shows: Shows,
  program: Program,
  trophy: Trophy,
  isOwnSure: boolean,
): Promise<boolean> {
  const its = await shows(programOfTrophy(trophy));
  if (its === undefined) return false;
  const place = unnamedCaller(its);
  if (isOwnSure && place === undefined) return true;
  const own = await shows(program);
  return own !== undefined && unnamedCaller(own) === place;
}

/** A record of a failure that is no finding, as far as its test needs one. */
export function recordOfFailure(
  { kind, key, message, frames }: Signature,
  about: Pick<FindingRecord, 'compiler' | 'args' | 'references' | 'culprit' | 'difference'>,
  { language, main }: Program,
): FindingRecord {
  return {
    id: '',
    kind,
    signature: key,
    title: '',
    count: 1,
    message,
    frames,
    build: '',
    origin: { source: '' },
    program: { language, main, isOneFile: true, includes: [] },
    ...about,
  };
}

/** Calls back with the finding's own test. */
async function asking<T>(
  record: FindingRecord,
  world: TargetWorld,
  used: { cpuMs: number },
  ask: (shows: Shows) => Promise<T>,
): Promise<T> {
  let asked: Program | undefined;
  const { tests } = await triageKinds[record.kind].openTests({
    record,
    world,
    jobs: 1,
    isPromised: false,
    validityBy: (laboratory) =>
      new LazyValidity({
        laboratory,
        argsFor: () => record.args,
        isPromised: false,
        original: asked ?? { files: [], main: '', language: 'c' },
        mayMeanNothing: true,
      }),
    laboratories: async () => [await Laboratory.open(world)],
  });
  const [test] = tests as [FailureTest];
  let before = test.cpuMs;
  try {
    return await ask(async (program) => {
      asked = program;
      const { isInteresting, said } = await test.ask(program);
      used.cpuMs += test.cpuMs - before;
      before = test.cpuMs;
      return isInteresting ? said : undefined;
    });
  } finally {
    await test.close();
  }
}

/**
 * The finding's program shows its bug with plain flags too, whichever trophy they belong to. So the trophy's flags tell
 * something only if the signature of the finding names a place, and a pass for wrong code.
 */
function isTelling({ kind, signature, culprit }: FindingRecord, { signatures }: Trophy): boolean {
  const namesPlace = !signature.endsWith('| ') && signatures.every((each) => !each.endsWith('| '));
  return namesPlace && (triageKinds[kind].isToldByPass !== true || culprit?.kind === 'pass');
}

function withoutDrawn(record: FindingRecord): FindingRecord {
  const { given: _, options: __, ...rest } = record;
  return rest;
}

const machine = /^(?:--target=|-m(?:arch|cpu|mcu|abi)=)/;

/** The trophy's flags for the finding's machine. */
function flagsFor(trophy: Pick<Trophy, 'args'>, args: readonly string[]): string[] {
  const targetIn = (words: readonly string[]): string | undefined =>
    words.findLast((word) => word.startsWith('--target='));
  if (targetIn(trophy.args) === targetIn(args)) return [...trophy.args];
  return [...trophy.args.filter((arg) => !machine.test(arg)), ...args.filter((arg) => machine.test(arg))];
}
