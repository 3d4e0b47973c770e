/**
 * Two compilers, old and new: blocks that the old one removes and the new one keeps, for a CPU minute of compiling.
 *
 * `PAIRS` has pairs of names with semicolons between them, and `LEVELS` the levels (`-O2;-O3`). Each lost block is
 * proved dead, and classes are told apart by the pass that removes the block.
 */
import type { Laboratory } from '../../src/laboratory/index.ts';
import { findMends } from '../../src/oracle/missed/dropping-pass.ts';
import { inspectMissed } from '../../src/oracle/missed/inspect-missed.ts';
import { keptBy } from '../../src/oracle/missed/kept-markers.ts';
import { markersCalled, type Program } from '../../src/program/index.ts';
import type { Measurement } from '../harness.ts';

const PAIRS = (process.env['PAIRS'] ?? 'gcc-15 gcc-16;gcc-16 gcc-snapshot;clang-22 clang-24').split(';');
const LEVELS = (process.env['LEVELS'] ?? '-O2;-O3').split(';');

export interface MarkedProgram extends Program {
  readonly args: string[];
  readonly seed: number;
  /** The program with no other function than the one with the marker. */
  readonly alone?: (marker: string) => MarkedProgram;
}

interface Sums {
  programs: number;
  dead: number;
  kept: number;
  live: number;
  gone: number;
  lossy: number;
  lost: number;
  readonly classes: Map<string, number>;
  /** The class of each pass; its options were tried once. */
  readonly mended: Map<string, string>;
}

export async function* pairs(
  laboratory: Laboratory,
  source: string,
  programs: () => AsyncIterable<MarkedProgram>,
): AsyncIterable<Measurement> {
  for (const pair of PAIRS) {
    const [old = '', compiler = ''] = pair.split(' ');
    const beforeMs = laboratory.cpuMs;
    const sums: Sums = {
      programs: 0,
      dead: 0,
      kept: 0,
      live: 0,
      gone: 0,
      lossy: 0,
      lost: 0,
      classes: new Map(),
      mended: new Map(),
    };
    for await (const program of programs()) await ask(laboratory, program, { old, compiler }, sums);
    const seconds = (laboratory.cpuMs - beforeMs) / 1_000;
    const classes = [...sums.classes].map(([key, many]) => `${key} (${many})`).join('; ');
    const { programs: count, dead, kept, live, gone, lossy, lost } = sums;
    yield {
      name: `${old} to ${compiler}, ${source}: programs with a lost block`,
      value: lossy,
      unit: `in ${Math.round(seconds)} CPU s`,
      how: `${count} programs with ${dead} dead markers at ${LEVELS.join(' and ')}, ${kept} of them kept by the new one, ${lost} lost; ${gone} of ${live} live markers gone; ${classes || 'no class'}`,
    };
  }
}

async function ask(
  laboratory: Laboratory,
  program: MarkedProgram,
  { old, compiler }: { readonly old: string; readonly compiler: string },
  sums: Sums,
): Promise<void> {
  const { dead, live } = markersCalled(program);
  if (dead.size + live.size === 0) return;
  sums.programs++;
  const sides = LEVELS.map((level) => ({
    asked: { compiler, args: [...program.args, level] },
    before: { compiler: old, args: [...program.args, level] },
  }));
  const kept = await keptBy(
    laboratory,
    program,
    sides.flatMap(({ asked, before }) => [asked, before]),
  );
  const found = new Set<string>();
  for (const [index, { asked, before }] of sides.entries()) {
    const [own, theirs] = kept.slice(2 * index);
    sums.dead += dead.size;
    sums.live += live.size;
    sums.kept += own?.dead.size ?? 0;
    for (const each of [own, theirs])
      sums.gone += each === undefined ? 0 : [...live].filter((marker) => !each.live.has(marker)).length;
    const lost = [...(own?.dead ?? [])].filter((marker) => theirs?.dead.has(marker) === false);
    const small = lost[0] === undefined ? undefined : (program.alone?.(lost[0]) ?? program);
    const loss = small && (await inspectMissed(laboratory, small, asked, [before]));
    if (small === undefined || loss === undefined) continue;
    sums.lost += lost.length;
    const { marker, pass } = loss.missed;
    const name = pass ?? 'no pass';
    const isNew = !sums.mended.has(name);
    if (isNew) {
      const { mends, isHeuristic } = await findMends(laboratory, small, asked, marker);
      sums.mended.set(name, `${name}${isHeuristic ? ', heuristic' : ''}`);
      console.error(`${name} is mended by ${mends.join(' ') || 'no option'}`);
    }
    found.add(sums.mended.get(name)!);
    console.error(`${old} to ${compiler}, seed ${program.seed} ${asked.args.at(-1)} ${marker}: ${name}`);
    const line = textOf(small).find((each) => each.includes(`${marker}();`));
    console.error(line?.trim() ?? '');
  }
  if (found.size > 0) sums.lossy++;
  for (const key of found) sums.classes.set(key, (sums.classes.get(key) ?? 0) + 1);
}

function textOf({ files, main }: Program): readonly string[] {
  return Buffer.from(files.find(({ path }) => path === main)?.bytes ?? [])
    .toString()
    .split('\n');
}
