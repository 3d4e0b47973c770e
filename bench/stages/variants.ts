/**
 * Variants of `emi`: how much do 1, 2, 5 and 10 of them reach that their program did not? Once they only drop
 * statements, and once they put statements in as well. The other race is a walk against a search that continues from
 * variants with something new.
 */
import {
  Alphabet,
  type ChoiceSequence,
  type Draw,
  makeRandom,
  replay,
  uniformUnit,
} from '../../src/choice/index.ts';
import { FactFinder, type Facts } from '../../src/facts/index.ts';
import { mutate, operatorNames } from '../../src/mutate/index.ts';
import type { Program } from '../../src/program/index.ts';
import { Laboratory } from '../../src/oracle/index.ts';
import { emi } from '../../src/stage/index.ts';
import { programSize } from '../../src/program/index.ts';
import type { Target } from '../../src/target/index.ts';
import type { Measurement } from '../harness.ts';
import { compilerArgs, freshPrograms } from '../planted/programs.ts';
import { isPlanted } from '../planted/truth.ts';
import { LEAST_COMPILE_MS } from './ratio.ts';
import { ShownBeside } from './shown.ts';
import { edited, openStarter, ranFacts, type Seen, seenIn, textOf, world } from './seen.ts';

const counts = [1, 2, 5, 10];
export const ways = ['dropping', 'dropping and putting in'] as const;

interface Base {
  readonly program: Program;
  readonly facts: Facts;
  readonly seen: Seen;
}

interface Variant {
  readonly program: Program;
  readonly record: ChoiceSequence;
}

const alphabet = new Alphabet();

/** `PROGRAMS` from `SEED` on. */
export async function* measureVariants(): AsyncIterable<Measurement> {
  const reached = new Map<string, { edges: number; features: number }>();
  let all = 0;
  for await (const [base, target] of bases(Number(process.env['PROGRAMS'] ?? 20))) {
    all++;
    for (const way of ways) {
      const found = newFound(base);
      for (let index = 1; index <= counts.at(-1)!; index++) {
        const { program } = variantOf(base, { seed: index }, way === 'dropping');
        found.add(await seenIn(target, program, compilerArgs));
        if (!counts.includes(index)) continue;
        const key = `${index} ${index === 1 ? 'variant' : 'variants'}, ${way}`;
        const before = reached.get(key) ?? { edges: 0, features: 0 };
        reached.set(key, { edges: before.edges + found.edges, features: before.features + found.features });
      }
    }
    console.error(`${all} programs`);
  }
  for (const [key, { edges, features }] of reached) {
    const how = `new beside the program alone, mean of ${all} programs`;
    yield { name: `edges of ${key}`, value: edges / all, unit: 'edges', how };
    yield { name: `features of ${key}`, value: features / all, unit: 'features', how };
  }
}

/**
 * `SECONDS` for each side, which take turns, over `PROGRAMS` from `SEED` on. With a `TARGET` that has planted defects, the
 * sides are judged by these as well.
 */
export async function* measureWalks(): AsyncIterable<Measurement> {
  const laboratory = isJudgedInBugs ? await Laboratory.open(world) : undefined;
  try {
    yield* walksOf(laboratory);
  } finally {
    await laboratory?.close();
  }
}

const isJudgedInBugs = process.env['TARGET'] !== undefined && isPlanted;

async function* walksOf(laboratory: Laboratory | undefined): AsyncIterable<Measurement> {
  const programs = Number(process.env['PROGRAMS'] ?? 6);
  const eachMs = (Number(process.env['SECONDS'] ?? 60) * 1_000) / programs;
  const sums = { walk: 0, search: 0, steps: 0, accepted: 0, ratios: [] as number[] };
  const shown = { walk: [] as string[], search: [] as string[] };
  for await (const [base, target] of bases(programs)) {
    const random = makeRandom(1);
    const [walk, search] = [await newSide(base, laboratory), await newSide(base, laboratory)];
    const pool = [variantOf(base, { seed: 1 }, false)];
    let [state, stateValue] = [pool[0]!, distance(pool[0]!, base)];
    while (walk.cpuMs < eachMs || search.cpuMs < eachMs) {
      const side = walk.cpuMs <= search.cpuMs ? walk : search;
      const next = await charged(side, async () => {
        if (side === walk) {
          const mutant = mutantOf(base, state, random);
          const value = distance(mutant, base);
          sums.steps++;
          await walk.take(target, mutant);
          if (uniformUnit(random) < Math.exp(STEEPNESS * (value - stateValue))) {
            sums.accepted++;
            [state, stateValue] = [mutant, value];
          }
          return mutant;
        }
        const mutant = mutantOf(base, pool[Math.floor(uniformUnit(random) * pool.length)]!, random);
        if ((await search.take(target, mutant)) > 0) pool.push(mutant);
        return mutant;
      });
      await side.bugs?.take(next.program);
    }
    sums.walk += walk.found.features;
    sums.search += search.found.features;
    sums.ratios.push(walk.found.features / search.found.features);
    shown.walk.push(...(walk.bugs?.shown ?? []));
    shown.search.push(...(search.bugs?.shown ?? []));
    for (const side of [walk, search]) side.bugs?.close();
    console.error(`walk ${walk.found.features}, search ${search.found.features}, kept ${pool.length}`);
  }
  const how = `${programs} programs, ${eachMs / 1_000} CPU s each and side`;
  yield {
    name: 'features of a walk to those of a search that goes on from what was new',
    value: sums.walk / sums.search,
    unit: 'times',
    how: `${how}; by program ${sums.ratios.map((each) => each.toFixed(2)).join(', ')}; the walk accepted ${sums.accepted} of ${sums.steps}`,
  };
  if (laboratory === undefined) return;
  for (const side of ['walk', 'search'] as const)
    yield {
      name: `defects that variants of the ${side} show and their program does not`,
      value: shown[side].length,
      unit: 'defects',
      how: `${shown[side].join(', ') || 'none'}; ${how}`,
    };
}

/** Work of this process counts for the side as well as the compiles. */
async function charged<T>(side: WalkSide, work: () => Promise<T>): Promise<T> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  side.cpuMs += (user + system) / 1_000;
  return result;
}

/** Chosen so that some 40% of the steps are accepted, and variants keep to 1 to 1.5 times the size. */
const STEEPNESS = 60;
const WEIGHT_OF_SIZE = 0.5;

/** Lines and pairs of lines that are in one and not in the other, less what it has grown. */
function distance({ program }: Variant, base: Base): number {
  const [a, b] = [program, base.program].map((each) =>
    textOf(each)
      .split('\n')
      .map((line) => line.trim()),
  );
  const pairs = (lines: readonly string[]): string[] =>
    lines.map((line, index) => `${line}\n${lines[index + 1] ?? ''}`);
  const size = programSize(base.program);
  const grown = Math.abs(programSize(program) - size) / size;
  return 0.5 * apart(a!, b!) + 0.5 * apart(pairs(a!), pairs(b!)) - WEIGHT_OF_SIZE * grown;
}

/** The Jaccard distance. */
function apart(a: readonly string[], b: readonly string[]): number {
  const [left, right] = [new Set(a), new Set(b)];
  const both = [...left].filter((each) => right.has(each)).length;
  return 1 - both / (left.size + right.size - both);
}

const decisions = ['replace', 'scatter', 'redraw', 'havoc'];
const weights = Object.fromEntries(operatorNames.map((name) => [name, decisions.includes(name) ? 1 : 0]));

function mutantOf(base: Base, { record }: Variant, random: ReturnType<typeof makeRandom>): Variant {
  const { sequence } = mutate(record, random, { weights, structurePreference: 1 });
  return variantOf(base, { sequence, seed: Math.floor(uniformUnit(random) * 2 ** 31) }, false);
}

export function variantOf(
  { program, facts }: Pick<Base, 'program' | 'facts'>,
  options: Partial<Parameters<typeof replay>[1]>,
  dropsOnly: boolean,
): Variant {
  const drawn = replay(
    (draw) => emi.edit(dropsOnly ? dropping(draw) : draw, { program, text: textOf(program), facts }),
    { alphabet, ...options },
  );
  if (drawn.outcome !== 'ok') return { program, record: drawn.record };
  const edits = 'edits' in drawn.value ? drawn.value.edits : drawn.value;
  return { program: edited(program, edits), record: drawn.record };
}

/** Settings that put nothing in: the second of the two numbers that a function draws is 0. */
function dropping(draw: Draw): Draw {
  let asked = 0;
  let isSettings = false;
  return new Proxy(draw, {
    get(whole, name) {
      if (name === 'scope')
        return <T>(label: string, body: () => T): T =>
          whole.scope(label, () => {
            const before = isSettings;
            isSettings = label === 'settings';
            asked = 0;
            try {
              return body();
            } finally {
              isSettings = before;
            }
          });
      if (name === 'integer')
        return (low: number, high: number): number => {
          const drawn = whole.integer(low, high);
          return isSettings && ++asked === 2 ? 0 : drawn;
        };
      const value: unknown = Reflect.get(whole, name, whole);
      return typeof value === 'function' ? value.bind(whole) : value;
    },
  });
}

interface FoundBeside {
  edges: number;
  features: number;
  add(seen: Seen | undefined): number;
}

/** The features of variants that their program does not have. */
function newFound({ seen }: Base): FoundBeside {
  const [edges, features] = [new Set(seen.edges), new Set(seen.features)];
  return {
    edges: 0,
    features: 0,
    add(more) {
      const before = features.size;
      for (const edge of more?.edges ?? []) edges.add(edge);
      for (const feature of more?.features ?? []) features.add(feature);
      this.edges = edges.size - seen.edges.length;
      this.features = features.size - seen.features.length;
      return features.size - before;
    },
  };
}

interface WalkSide {
  readonly found: FoundBeside;
  readonly bugs: ShownBeside | undefined;
  cpuMs: number;
  take(target: Target, variant: Variant): Promise<number>;
}

async function newSide(base: Base, laboratory: Laboratory | undefined): Promise<WalkSide> {
  const bugs = laboratory && (await ShownBeside.beside(laboratory, base.program));
  const side: WalkSide = {
    found: newFound(base),
    bugs,
    cpuMs: 0,
    async take(target, { program }) {
      const seen = await seenIn(target, program, [...compilerArgs, ...(bugs?.telling ?? [])]);
      side.cpuMs += seen?.cpuMs ?? 50;
      return side.found.add(seen);
    },
  };
  return side;
}

async function* bases(wanted: number): AsyncIterable<readonly [Base, Target]> {
  const target = await openStarter();
  const finder = await FactFinder.open(world);
  let found = 0;
  try {
    for await (const program of freshPrograms(Infinity, Number(process.env['SEED'] ?? 1))) {
      const facts = await ranFacts(finder, program, compilerArgs);
      if (facts === undefined || facts.run!.ran.every(Boolean)) continue;
      const seen = await seenIn(target, program, compilerArgs);
      if (seen === undefined || seen.cpuMs < LEAST_COMPILE_MS) continue;
      yield [{ program, facts, seen }, target];
      if (++found === wanted) return;
    }
  } finally {
    await Promise.all([target.close(), finder.close()]);
  }
}
