/**
 * Facts about the options of a compiler, learnt once for each version of it and kept in the cache.
 *
 * Invariant: everything that the facts follow from is in the name of their file; an option that is new is learnt alone.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashOf } from '../build/places.ts';
import { runTool } from '../build/run-tool.ts';
import { Laboratory } from '../oracle/index.ts';
import type { OptionTier } from '../program/index.ts';
import type { TargetWorld } from '../target/index.ts';
import { makeFolder } from '../util/make-folder.ts';
import { aText, fieldsOf, mapOf, oneOf, parseJsonAs, type Shape } from '../util/shape.ts';
import { writeFileAtomic } from '../util/write-file-atomic.ts';
import { wayElsewhere } from './machines.ts';
import { type OptionList, textOfWay, type Way } from './option.ts';
import { wayOfPass } from './passes.ts';
import { type Effect, effects, probeWays } from './probe.ts';
import { probePrograms } from './probe-programs.ts';

/** Changed whenever the same option would be judged otherwise. */
const RULES = 'options-1';

/** Learning thousands of options takes an hour; what was learnt is kept so often that little is lost when it is interrupted. */
const KEPT_AT_ONCE = 120;

export interface OptionFacts {
  /** The compiler's own words about its version. */
  readonly compiler: string;
  /** By the words of the option. */
  readonly effects: Readonly<Record<string, Effect>>;
}

const factsShape: Shape<OptionFacts> = fieldsOf<OptionFacts>({
  compiler: aText,
  effects: mapOf(oneOf(...effects)),
});

export interface FactsWanted {
  /** A target's name. */
  readonly target: string;
  /** The compiler that a person would call. */
  readonly program: string;
  readonly list: OptionList;
  readonly tiers: readonly OptionTier[];
  readonly world: TargetWorld;
  readonly say: (text: string) => void;
  /** So many are learnt before they are kept. */
  readonly atOnce?: number;
}

/** Learns what is not known yet. */
export async function factsOf({
  target,
  program,
  list,
  tiers,
  world,
  say,
  atOnce = KEPT_AT_ONCE,
}: FactsWanted): Promise<OptionFacts> {
  const version = await runTool(program, ['--version']);
  const waysOfOptions = list.options
    .filter(({ tier }) => tiers.includes(tier))
    .flatMap((option) => option.ways);
  const elsewhere =
    list.otherMachines === undefined
      ? []
      : [...list.otherMachines.flatMap((machine) => machine.ways), ...waysOfOptions.map(wayElsewhere)];
  const waysOfPasses = (list.passes ?? []).flatMap(({ level, spellings }) =>
    spellings.map((spelling) => wayOfPass(level, spelling)),
  );
  const checks = tiers.length > 1 ? (list.checks ?? []) : [];
  const ways = [...list.machines, ...checks, ...waysOfOptions, ...elsewhere, ...waysOfPasses];
  const programs = probePrograms.flatMap(({ files }) => files.map(({ bytes }) => bytes));
  const file = join(world.cache, 'options', `${target}-${hashOf(RULES, target, version, ...programs)}.json`);
  const known = readFacts(file)?.effects ?? {};
  const unknown = ways.filter((way) => !Object.hasOwn(known, textOfWay(way)));
  const compiler = version.split('\n', 1)[0] ?? '';
  if (unknown.length === 0) return { compiler, effects: pick(known, ways) };
  const laboratory = await Laboratory.open(world);
  try {
    let all = known;
    for (let from = 0; from < unknown.length; from += atOnce) {
      const some = unknown.slice(from, from + atOnce);
      const seen = await probeWays(laboratory, target, some, (done) => {
        say(`${target}: learning what its options do, ${from + done} of ${unknown.length}`);
      });
      const learnt = Object.fromEntries(some.map((way, index) => [textOfWay(way), seen[index]!]));
      // Another process may have learnt others meanwhile.
      all = { ...all, ...readFacts(file)?.effects, ...learnt };
      makeFolder(dirname(file));
      writeFileAtomic(file, `${JSON.stringify({ compiler, effects: all }, undefined, 1)}\n`);
    }
    return { compiler, effects: pick(all, ways) };
  } finally {
    await laboratory.close();
  }
}

/** The effects of these ways, in their order. */
function pick(all: OptionFacts['effects'], ways: readonly Way[]): OptionFacts['effects'] {
  return Object.fromEntries(ways.map((way) => [textOfWay(way), all[textOfWay(way)]!]));
}

/** A file that is damaged is as good as none. */
function readFacts(file: string): OptionFacts | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  try {
    return parseJsonAs(factsShape, text);
  } catch {
    return undefined;
  }
}
