/**
 * Facts about the options of a compiler, learnt once for each of its versions and kept in the cache.
 *
 * Invariant: the name of the file contains everything that the facts depend on. Only new options are learnt,
 * and by one process: other processes wait for it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, runTool } from '../build/index.ts';
import { Laboratory } from '../laboratory/index.ts';
import type { OptionTier } from '../program/index.ts';
import type { TargetWorld } from '../target/index.ts';
import type { SayStep } from '../util/progress-text.ts';
import { withLock } from '../ownership/index.ts';
import { aText, fieldsOf, mapOf, oneOf, parseJsonAs, type Shape } from '../util/shape.ts';
import { writeFileAtomic } from '../util/write-file-atomic.ts';
import { plainestMachine, wayElsewhere } from './machines.ts';
import { type OptionList, textOfWay, type Way } from './option.ts';
import { wayOfPass } from './passes.ts';
import { AT_ONCE, type Effect, effects, effectsHere, probeWays } from './probe.ts';
import { probePrograms } from './probe-programs.ts';
import { shippedEffects } from './shipped-facts.ts';

/** Version of the rules: raise it when an option would now be judged differently. */
const RULES = 'options-1';

export interface OptionFacts {
  /** The compiler's own words about its version. */
  readonly compiler: string;
  /** Effects by the words of the option. */
  readonly effects: Readonly<Record<string, Effect>>;
}

const factsShape: Shape<OptionFacts> = fieldsOf<OptionFacts>({
  compiler: aText,
  effects: mapOf(oneOf(...effects)),
});

export interface FactsWanted {
  /** A target's name. */
  readonly target: string;
  /** The compiler's program, as a person would call it. */
  readonly program: string;
  readonly list: OptionList;
  readonly tiers: readonly OptionTier[];
  readonly world: TargetWorld;
  readonly say: SayStep;
  /** Ends learning, and waiting for another process; facts learnt so far are kept. */
  readonly signal?: AbortSignal;
  /** After this is true, unknown options are left for another time, and have no effect in the answer. */
  readonly isLate?: () => boolean;
  /**
   * Number of options to learn before saving: by default one request, since thousands of options take an
   * hour.
   */
  readonly atOnce?: number;
  /** The folder of facts that come with cgfuzz. */
  readonly shippedIn?: string;
}

/** Learns unknown facts. */
export async function factsOf(wanted: FactsWanted): Promise<OptionFacts> {
  const { target, program, list, tiers, world, shippedIn } = wanted;
  const version = await runTool(program, ['--version']);
  const programs = probePrograms.flatMap(({ files }) => files.map(({ bytes }) => bytes));
  const compiler = version.split('\n', 1)[0] ?? '';
  const rules = hashOf(RULES, ...programs);
  const place: Place = {
    compiler,
    rules,
    shipped: shippedEffects(target, { compiler, rules }, shippedIn),
    file: join(world.cache, 'options', `${target}-${hashOf(RULES, target, version, ...programs)}.json`),
  };
  const checks = tiers.length > 1 ? (list.checks ?? []) : [];
  const waysOfOptions = list.options
    .filter(({ tier }) => tiers.includes(tier))
    .flatMap((option) => option.ways);
  const waysOfPasses = (list.passes ?? []).flatMap(({ level, spellings }) =>
    spellings.map((spelling) => wayOfPass(level, spelling)),
  );
  const otherMachines = (list.otherMachines ?? []).flatMap((machine) => machine.ways);
  const ways = [...otherMachines, ...list.machines, ...checks, ...waysOfOptions, ...waysOfPasses];
  const effectsOfAll = await effectsOf(ways, wanted, place);
  const plainest = plainestMachine((way) => effectsOfAll[textOfWay(way)] === 'refused');
  const elsewhere = otherMachines.length === 0 ? [] : waysOfOptions.map((way) => wayElsewhere(plainest, way));
  const effectsElsewhere = await effectsOf(elsewhere, wanted, place);
  return { compiler: place.compiler, effects: { ...effectsOfAll, ...effectsElsewhere } };
}

interface Place {
  readonly compiler: string;
  readonly rules: string;
  readonly shipped: ReadonlyMap<string, Effect>;
  readonly file: string;
}

/** The effects of these ways, in the same order. */
async function effectsOf(
  ways: readonly Way[],
  { target, world, say, signal, isLate, atOnce = AT_ONCE }: FactsWanted,
  { compiler, rules, shipped, file }: Place,
): Promise<OptionFacts['effects']> {
  const unknownIn = (all: OptionFacts['effects']): readonly Way[] =>
    ways.filter((way) => !Object.hasOwn(all, textOfWay(way)));
  const there = readFacts(file)?.effects ?? {};
  if (unknownIn(there).length === 0) return pick(there, ways);
  const onWait = (who: string): void =>
    say(`${target}: waiting for ${who}, which is learning what its options do`);
  const learnAll = async (): Promise<OptionFacts['effects']> => {
    // The other process may have learnt some of the effects.
    let all = readFacts(file)?.effects ?? {};
    await learn(unknownIn(all), { target, world, say, atOnce, signal, isLate, shipped }, (learnt) => {
      all = { ...all, ...learnt };
      writeFileAtomic(file, `${JSON.stringify({ compiler, rules, effects: all }, undefined, 1)}\n`);
    });
    return pick(all, ways);
  };
  return withLock(`${file}.lock`, onWait, learnAll, { signal });
}

interface Learning extends Required<Pick<FactsWanted, 'target' | 'world' | 'say' | 'atOnce'>> {
  readonly signal: AbortSignal | undefined;
  readonly isLate: FactsWanted['isLate'] | undefined;
  readonly shipped: ReadonlyMap<string, Effect>;
}

/** Tries options with unknown effects, and passes on results along the way. */
async function learn(
  asked: readonly Way[],
  { target, world, say, atOnce, signal, isLate = () => false, shipped }: Learning,
  keep: (learnt: OptionFacts['effects']) => void,
): Promise<void> {
  if (asked.length === 0) return;
  const unknown = asked.filter((way) => !shipped.has(textOfWay(way)));
  const laboratory = await Laboratory.open(world);
  try {
    const known = asked.filter((way) => shipped.has(textOfWay(way)));
    const effectOf = (way: Way): Effect => shipped.get(textOfWay(way))!;
    const adopted = await effectsHere(laboratory, target, known, effectOf, isLate);
    if (adopted.size > 0) keep(byWords(adopted));
    for (let from = 0; from < unknown.length && !isLate(); from += atOnce) {
      signal?.throwIfAborted();
      const some = unknown.slice(from, from + atOnce);
      const seen = await probeWays(laboratory, target, some, (done) => {
        say(`${target}: learning what its options do`, { done: from + done, total: unknown.length });
      });
      keep(byWords(some.map((way, index) => [way, seen[index]!])));
    }
  } finally {
    await laboratory.close();
  }
}

/** Unknown effects are left out. */
function pick(all: OptionFacts['effects'], ways: readonly Way[]): OptionFacts['effects'] {
  const known = ways.filter((way) => Object.hasOwn(all, textOfWay(way)));
  return byWords(known.map((way) => [way, all[textOfWay(way)]!]));
}

function byWords(learnt: Iterable<readonly [Way, Effect]>): OptionFacts['effects'] {
  return Object.fromEntries(Array.from(learnt, ([way, effect]) => [textOfWay(way), effect]));
}

/** A damaged file counts as missing. */
function readFacts(file: string): OptionFacts | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  try {
    return parseJsonAs(factsShape, text);
  } catch {
    return undefined;
  }
}
