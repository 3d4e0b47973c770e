/**
 * The gain of policies: LLVM's own counters (`-mllvm -stats`), with the policies of the preset classic against none of
 * them; and how many counters all of loom reaches.
 *
 * All sides get the same CPU time, for making programs and for compiling them, and take turns. Only files built with
 * assertions count. In the profile `passes` these are those of Transforms and Analysis. Rule, written down before:
 * counters of loops and vectors are those of passes whose names have one of `loopNames` in them, all others are scalar.
 * `SECONDS` is the CPU time of one side in one turn, `TURNS` how often each has one, `TARGET` the compiler.
 */
import { presetOf, type Switch } from '../../src/generators/loom/policy/switches.ts';
import { C } from '../../src/generators/loom/rules/language.ts';
import type { Target } from '../../src/target/index.ts';
import { openUsualTarget, TARGET } from '../campaigns/campaign-side.ts';
import { cpuMs, type Measurement } from '../harness.ts';
import { fromEnvironment, make } from './programs.ts';

const data: readonly Switch[] = ['structs', 'pointers'];
const sides = { on: presetOf('classic', C), off: new Set(data), all: presetOf('all', C) } as const;
type Side = keyof typeof sides;
const sideNames = Object.keys(sides) as readonly Side[];
type Counters = Map<string, number>;

const loopNames = /loop|licm|indvars|lcssa|scalar-evolution|slp|vector|unroll|irce/i;

/** A line of LLVM: `84 licm - Number of instructions hoisted out of loop`. */
function read(text: string, to: Counters): void {
  for (const [, value, pass, what] of text.matchAll(/^ *(\d+) (\S+) +- (.*)$/gm)) {
    const name = `${pass}: ${what}`;
    to.set(name, (to.get(name) ?? 0) + Number(value));
  }
}

/** Programs of one side until its time is up; each seed is used once. */
async function turn(target: Target, side: Side, from: number, ms: number, to: Counters): Promise<number> {
  let spent = 0;
  let seed = from;
  for (; spent < ms; seed++) {
    const before = cpuMs();
    const { program } = make({ seed, options: { rules: C, switches: sides[side] } }).result;
    spent += cpuMs() - before;
    const march = seed % 3 === 0 ? ['-march=x86-64-v3'] : [];
    const args = [
      '-O3',
      '-w',
      '-Wno-parentheses',
      ...(program.compilerArgs ?? []),
      ...march,
      '-mllvm',
      '-stats',
    ];
    const [execution] = await target.execute({
      program,
      configurations: [{ args, emit: 'discarded-object' }],
    });
    if (execution!.outcome === 'rejected') throw new Error(`seed ${seed}: ${execution!.text}`);
    spent += execution!.cpuMs;
    read(execution!.text, to);
  }
  return seed;
}

/** The geometric mean of on over off, over the counters that both sides reach. */
function ratioOf(names: readonly string[], { on, off }: Readonly<Record<Side, Counters>>): number {
  const logs = names.map((name) => Math.log(on.get(name)! / off.get(name)!));
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}

export async function* counters(): AsyncIterable<Measurement> {
  const ms = 1_000 * fromEnvironment('SECONDS', 45);
  const turns = fromEnvironment('TURNS', 4);
  const target = await openUsualTarget();
  const found: Record<Side, Counters> = { on: new Map(), off: new Map(), all: new Map() };
  const seeds: Record<Side, number> = { on: 0, off: 0, all: 0 };
  for (let i = 0; i < turns; i++)
    for (const side of sideNames) seeds[side] = await turn(target, side, seeds[side], ms, found[side]);
  await target.close();
  const names = [...new Set(sideNames.flatMap((side) => [...found[side].keys()]))].toSorted();
  const how = `${turns} turns of ${ms / 1_000} CPU s a side, ${seeds.on} programs with policies, ${seeds.off} without, ${seeds.all} of all of loom, -O3, a third for x86-64-v3, ${TARGET}`;
  for (const isLoop of [false, true]) {
    const what = isLoop ? 'loop and vector' : 'scalar';
    const mine = names.filter((name) => loopNames.test(name.split(': ', 1)[0]!) === isLoop);
    const both = mine.filter((name) => found.on.has(name) && found.off.has(name));
    const better = both.filter((name) => found.on.get(name)! > found.off.get(name)!).length;
    yield {
      name: `${what} counters, policies over none`,
      value: ratioOf(both, found),
      unit: 'times',
      goal: { atLeast: isLoop ? 9 : 1.4 },
      how: `${both.length} counters, ${better} of them higher with policies; ${how}`,
    };
    const reached = mine.filter((name) => found.all.has(name) || found.on.has(name));
    yield {
      name: `${what} counters reached`,
      value: reached.length,
      unit: 'counters',
      ...(isLoop ? { goal: { atLeast: 80 } } : {}),
      how: reached.join(', '),
    };
    const only = (side: Side, other: Side): readonly string[] =>
      mine.filter((name) => found[side].has(name) && !found[other].has(name));
    yield {
      name: `${what} counters reached with policies alone`,
      value: only('on', 'off').length,
      unit: 'counters',
      how: `${only('on', 'off').join(', ')}; without alone: ${only('off', 'on').join(', ')}`,
    };
  }
}
