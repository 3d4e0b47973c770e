/**
 * Missed optimisations: a block that never runs, which an older release or a lower level removes, and the compiler
 * keeps.
 *
 * Invariant: both sides compiled the same program. A run without optimisation proves that the block is dead and
 * that its function runs. A signature holds the family, the kind of loss and the pass by which the
 * better side removes the block.
 */
import { familyOfName, otherMachineOf, stockCompilers } from '../../build/index.ts';
import {
  languageArgs,
  markerFacts,
  markerWords,
  type Program,
  programOf,
  tellingReached,
  withMarkersUnit,
} from '../../program/index.ts';
import { plainName, stockName } from '../../target/index.ts';
import {
  type CompilerConfiguration,
  installedCompilers,
  isOptimised,
  type Laboratory,
} from '../../laboratory/index.ts';
import type { Signature } from '../crash/crash-signature.ts';
import { findDroppingPass } from './dropping-pass.ts';
import { keptBy, type KeptMarkers } from './kept-markers.ts';

export const lossKinds = ['regression', 'inversion', 'refinement'] as const;

/** A block that is not removed any more. */
export interface MissedBlock {
  readonly marker: string;
  /**
   * `regression`: an older release removes the block. `inversion`: a lower level removes it. `refinement`: the
   * compiler itself removes it, if it is told fewer facts.
   */
  readonly how: (typeof lossKinds)[number];
  /** The configuration that removes the block. */
  readonly removing: CompilerConfiguration;
  /** The pass by which it does so; absent if unknown. */
  readonly pass?: string | undefined;
  /** Options that each make the compiler remove the block; known once the program is small. */
  readonly mends?: readonly string[] | undefined;
  /** True if such an option is about inlining, unrolling or guesses at branches. */
  readonly isHeuristic?: boolean | undefined;
}

export interface MissedFound {
  readonly missed: MissedBlock;
  readonly signature: Signature;
}

/** Looks for a dead marker that `asked` keeps and one of `better` removes. */
export async function findMissed(
  laboratory: Laboratory,
  program: Program,
  asked: CompilerConfiguration,
  better: readonly CompilerConfiguration[],
): Promise<MissedBlock | undefined> {
  const [own, ...theirs] = await keptBy(laboratory, program, [asked, ...better]);
  for (const [index, removing] of better.entries()) {
    const marker = firstLost(own, theirs[index]);
    if (marker === undefined) continue;
    const within = asked.args.includes(markerFacts.told) ? 'refinement' : 'inversion';
    const how = removing.compiler === asked.compiler ? within : 'regression';
    return { marker, how, removing };
  }
  return undefined;
}

function firstLost(own: KeptMarkers | undefined, better: KeptMarkers | undefined): string | undefined {
  if (own === undefined || better === undefined) return undefined;
  return [...own.dead].find((marker) => !better.dead.has(marker));
}

/** Undefined if nothing is missed, or if a run does not prove it. */
export async function inspectMissed(
  laboratory: Laboratory,
  program: Program,
  asked: CompilerConfiguration,
  better: readonly CompilerConfiguration[],
): Promise<MissedFound | undefined> {
  const found = await findMissed(laboratory, program, asked, better);
  if (found === undefined || !(await isDead(laboratory, program, asked, found.marker))) return undefined;
  const pass = await findDroppingPass(laboratory, program, found);
  const family = familyOfName(asked.compiler) ?? asked.compiler;
  const key = ['missed', `${family} ${found.how}`, pass ?? 'no pass that is known'].join(' | ');
  return {
    missed: { ...found, pass },
    signature: { kind: 'missed', key, message: '', frames: [], pass },
  };
}

/** The same configuration, which is told the facts of the program. */
export function withFacts({ compiler, args }: CompilerConfiguration): CompilerConfiguration {
  return { compiler, args: [...args, markerFacts.told] };
}

export function withoutFacts({ compiler, args }: CompilerConfiguration): CompilerConfiguration {
  return { compiler, args: args.filter((arg) => arg !== markerFacts.told) };
}

/** True if the block never runs in a program whose function with the block does. */
export async function isDead(
  laboratory: Laboratory,
  program: Program,
  { compiler, args }: CompilerConfiguration,
  marker: string,
): Promise<boolean> {
  const telling = tellingReached(program, marker);
  if (telling === undefined) return false;
  const plain = { compiler, args: [...languageArgs(args), '-O0', markerFacts.checked] };
  const [behaviour] = await laboratory.behave(withMarkersUnit(telling), [plain]);
  if (behaviour?.kind !== 'ran' || behaviour.run.signal !== undefined) return false;
  const { stdout } = behaviour.run;
  return stdout.includes(markerWords.reached) && !stdout.includes(markerWords.deadRan);
}

/** `-Os` and `-Oz` have no level below. */
const LOWER: Readonly<Record<string, string>> = { '-O3': '-O2', '-O2': '-O1' };

/**
 * The configurations that a compiler must not fall behind: the release before it with the same arguments, and the
 * level below. A reference of its family that is older counts as that release.
 */
export function configurationsToBeat(
  asked: CompilerConfiguration,
  references: readonly CompilerConfiguration[],
  searchPath: string,
): readonly CompilerConfiguration[] {
  const { compiler, args } = asked;
  if (!isOptimised(asked) || otherMachineOf(compiler, args) !== undefined) return [];
  const before = releaseBefore(
    compiler,
    references.map((each) => each.compiler),
    searchPath,
  );
  const lower = levelBelow(asked);
  return [
    ...(before === undefined ? [] : [{ compiler: before, args }]),
    ...(lower === undefined ? [] : [lower]),
  ];
}

/** The same configuration at the level below; undefined if there is none. */
export function levelBelow({ compiler, args }: CompilerConfiguration): CompilerConfiguration | undefined {
  const level = args.findLast((arg) => arg.startsWith('-O')) ?? '';
  const lower = LOWER[level];
  return lower === undefined
    ? undefined
    : { compiler, args: args.map((arg) => (arg === level ? lower : arg)) };
}

function releaseBefore(
  compiler: string,
  references: readonly string[],
  searchPath: string,
): string | undefined {
  const name = plainName(compiler);
  const family = stockCompilers.filter((each) => each.family === familyOfName(name));
  const own = family.findIndex((each) => each.name === name);
  const older = family.slice(0, Math.max(0, own)).map(stockName);
  const named = older.findLast((each) => references.includes(each));
  if (named !== undefined) return named;
  const here = installedCompilers(searchPath);
  return older.findLast((each) => here.includes(each));
}

/** Any compiler keeps both calls without optimisation, and only one of them with it. */
const example = programOf(`void cgfuzz_dead_0(void);
void cgfuzz_live_0(void);
int main(void) {
  int one = 1;
  if (one == 1) cgfuzz_live_0(); else cgfuzz_dead_0();
  return 0;
}
`);

/** Undefined if the markers of a small program show which blocks a compiler removed; otherwise the reason. */
export async function findMarkerBlindness(
  laboratory: Laboratory,
  compiler: string,
): Promise<string | undefined> {
  const [plain, optimised] = await keptBy(laboratory, example, [
    { compiler, args: ['-O0'] },
    { compiler, args: ['-O2'] },
  ]);
  const isSeen = plain?.dead.size === 1 && plain.live.size === 1;
  const isGone = optimised?.dead.size === 0 && optimised.live.size === 1;
  return isSeen && isGone ? undefined : `${compiler} gives no object whose symbols tell what was removed`;
}
