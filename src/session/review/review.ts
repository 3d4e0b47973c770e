/**
 * A review of a patch to LLVM: tests of the compiler, the patch's own first, changed and judged by themselves.
 *
 * The compiler without the patch is asked first. A test whose result is the same with and without the patch costs a
 * compile and no judgement. Invariant: a fault that both compilers have is never told as one of the patch.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { prepareJudge } from '../../oracle/index.ts';
import {
  changedFiles,
  changedLines,
  nameEdges,
  packSeeds,
  packTests,
  prepareSeeds,
  type Progress,
  readPatches,
  seedFolders,
  type SeedsProgram,
  type SeedsSpec,
  testsTree,
} from '../../target/index.ts';
import { counted } from '../../util/text.ts';
import { type SessionContext, worldOf } from '../world.ts';
import {
  type ChangedSeed,
  type SeedCounts,
  type SeedFault,
  type SeedVariant,
  noCounts,
} from './seeds-run.ts';
import { Stages } from './stages.ts';
import { foldersFor, testsOfPatch } from './tests-of-patch.ts';

export interface ReviewOptions {
  readonly spec: SeedsSpec & { readonly patches: NonNullable<SeedsSpec['patches']> };
  /** CPU seconds after building. */
  readonly seconds: number;
  readonly seed: number;
  readonly nowMs: () => number;
  readonly say: (text: string) => void;
}

/** A question whether a rewrite still happens. */
export interface Generalises {
  readonly variant: string;
  readonly asked: number;
  readonly fires: number;
  /** A variant for which the patch changes nothing. */
  readonly example?: string;
}

export interface ReviewVerdict {
  readonly patch: string;
  readonly compiler: string;
  readonly changedFiles: readonly string[];
  readonly testsOfPatch: number;
  /** Tests of the patch that do not fit the source that is here. */
  readonly left: readonly string[];
  readonly folders: readonly string[];
  readonly faults: readonly SeedFault[];
  readonly suite: {
    readonly better: number;
    readonly worse: number;
    readonly other: number;
    readonly worst: readonly ChangedSeed[];
  };
  readonly generalises: readonly Generalises[];
  /** Changed lines that no test reached, `GVN.cpp:12-14`. */
  readonly notReached: readonly string[];
  /** All stages together. */
  readonly counts: SeedCounts;
}

const MOST_WORST = 10;

export async function review(context: SessionContext, options: ReviewOptions): Promise<ReviewVerdict> {
  const { spec, say, nowMs } = options;
  const { cache } = worldOf(context);
  const { signal } = context;
  const packing = { cache, say, signal };
  const building = { cache, signal, nowMs, onProgress: progressInWords(say) };
  const { patches, ...unpatched } = spec;
  const stock = await prepareSeeds(unpatched, building);
  const changed = await prepareSeeds(spec, building);
  const judge = await prepareJudge({ cache }, say, signal);
  const suite = await packTests(unpatched, stock.file, packing);
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-review-'));
  try {
    const tree = await testsTree(unpatched, packing);
    const own = await testsOfPatch(readPatches(patches.folder), { tree, into: folder, signal });
    const pool = own.files.length === 0 ? undefined : await packSeeds(stock.file, [folder], packing);
    const files = changedFiles(patches.folder);
    const folders = foldersFor(files, seedFolders(suite));
    const where = folders.length === 0 ? 'all folders' : folders.join(', ');
    say(
      `${counted(own.files.length, 'test')} in the patch; ${where} of the suite; ${options.seconds} CPU seconds`,
    );
    const coverage = join(folder, 'reached');
    const stages = new Stages({
      program: changed.file,
      words: ['--judge', judge, '--control', stock.file],
      coverage,
      seconds: options.seconds,
      seed: options.seed,
      signal,
    });
    const changedTests = await stages.all({
      suite: suite.file,
      own: pool?.functions === 0 ? undefined : pool?.file,
      folders,
    });
    const { runs } = stages;
    return {
      patch: patches.name,
      compiler: `LLVM ${spec.llvmVersion}`,
      changedFiles: files,
      testsOfPatch: own.files.length,
      left: own.left,
      folders,
      faults: runs.flatMap(({ faults }) => faults),
      suite: suiteOf(changedTests),
      generalises: generalisesOf(runs.flatMap(({ variants }) => variants)),
      notReached: await notReached(context, options, changed, stages.reached),
      counts: runs.map(({ counts }) => counts).reduce(added, noCounts),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function progressInWords(say: (text: string) => void): (progress: Progress) => void {
  let last = '';
  return ({ step, done, total, leftMs }) => {
    const left = leftMs === undefined ? '' : `, about ${Math.ceil(leftMs / 1000)} s left`;
    const text = total === 0 ? step : `${step}, ${done} of ${total}${left}`;
    if (text !== last) say(text);
    last = text;
  };
}

export function suiteOf(changed: readonly ChangedSeed[]): ReviewVerdict['suite'] {
  const gain = ({ cost, controlCost }: ChangedSeed): number => cost - controlCost;
  const worse = changed.filter((each) => gain(each) > 0).toSorted((a, b) => gain(b) - gain(a));
  return {
    better: changed.filter((each) => gain(each) < 0).length,
    worse: worse.length,
    other: changed.filter((each) => gain(each) === 0).length,
    worst: worse.slice(0, MOST_WORST),
  };
}

function generalisesOf(variants: readonly SeedVariant[]): Generalises[] {
  const kinds = [...new Set(variants.map(({ variant }) => variant))];
  return kinds.map((variant) => {
    const asked = variants.filter((each) => each.variant === variant);
    const example = asked.find(({ fires }) => !fires)?.before;
    const fires = asked.filter((each) => each.fires).length;
    return { variant, asked: asked.length, fires, ...(example === undefined ? {} : { example }) };
  });
}

/** Changed lines that have code of their own, none of which ran. */
async function notReached(
  context: SessionContext,
  { spec }: ReviewOptions,
  { file: program, sourceTree }: SeedsProgram,
  reached: ReadonlyMap<bigint, boolean>,
): Promise<string[]> {
  if (reached.size === 0) return [];
  const { cache, searchPath } = worldOf(context);
  const addresses = [...reached.keys()];
  const pairs = BigUint64Array.from(addresses.flatMap((address) => [address, 0n]));
  const tree = sourceTree === undefined ? {} : { sourceTree };
  const names = await nameEdges([{ path: program, base: 0n, pairs }], { cache, searchPath, ...tree });
  const lines = changedLines(spec.patches.folder, sourceTree);
  return lines.flatMap(({ file, from, to }) => {
    const inside = addresses.filter((_, edge) => {
      const place = names.place(edge);
      return basename(place.file) === file && place.line >= from && place.line <= to;
    });
    if (inside.length === 0 || inside.some((address) => reached.get(address) === true)) return [];
    return [from === to ? `${file}:${from}` : `${file}:${from}-${to}`];
  });
}

type Counts = Readonly<Record<string, number>>;

function sumOf(a: Counts, b: Counts): Counts {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(names.map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]));
}

function added(a: SeedCounts, b: SeedCounts): SeedCounts {
  return {
    cpuSeconds: a.cpuSeconds + b.cpuSeconds,
    seeds: Math.max(a.seeds, b.seeds),
    kinds: sumOf(a.kinds, b.kinds),
    reasons: sumOf(a.reasons, b.reasons),
    folders: {},
    known: a.known + b.known,
  };
}
