/**
 * Verdict on a source: whether a campaign can use it, and what would improve it.
 *
 * A source that only replays well is not yet good. A source whose only choice is the seed of its own engine
 * replays exactly, but leaves nothing to mutate. If most choices decide nothing, a campaign spends its time
 * on known programs.
 */
import { enginesOf, isInProcess, type ProcessDefinition, type SourceDefinition } from '../definition.ts';
import { constantNames } from '../process/memory-layout.ts';
import { grouped, percent } from '../../util/text.ts';
import type { Recognised } from './engines.ts';
import type { MutantFigures } from './mutants.ts';
import type { UsageFigures } from './usage.ts';

export type SourceVerdict = 'good' | 'weak' | 'one choice decides everything' | 'not good';

export interface JudgedSource {
  readonly verdict: SourceVerdict;
  /** The reason why it is no better, and advice. */
  readonly lines: readonly string[];
}

export interface Evidence {
  readonly definition: SourceDefinition;
  readonly usage: UsageFigures;
  readonly single: MutantFigures | undefined;
  readonly mixed: MutantFigures | undefined;
  readonly recognised: Recognised;
  /** Number of functions inside the program that the library answers in place. */
  readonly places: number;
  /** Names of the requested kinds of randomness; empty if they are unknown. */
  readonly asked: readonly string[];
}

/** Kinds of randomness that programs use to seed an engine: slow ones, for secrets. */
const SEEDS: ReadonlySet<string> = new Set(['getrandom', 'getentropy', '/dev/urandom', 'std::random_device']);

/** If there are only this many choices, and each decides this many bytes, they are seeds. */
const FEW_CHOICES = 8;
const BYTES_OF_A_SEED = 300;
/** More bytes than an ordinary draw decides. */
const BYTES_OF_A_DRAW = 40;
/** Above this number the source is weak; see docs/plug-in-a-generator.md for usual figures. */
const MOST_CHOICES = 20_000;
/** Bytes of a program for each choice, if the generator writes its draws down instead of discarding them. */
const LEAST_BYTES = 2;
const MOST_OVERRUNS = 0.05;
/** Two in three of Csmith's choices change nothing if replaced alone; campaigns rarely replace one alone. */
const MOST_IDLE = { single: 0.8, mixed: 0.25 } as const;
const LEAST_SIMILAR = 0.5;
/** Least percent of the text that a seed changes; the rest occurs in every program of the generator. */
const MUCH_CHANGED = 30;
/** Share of mutants similar to their parent although a seed made both: some small programs are alike. */
const MOST_SIMILAR_BY_CHANCE = 0.1;
/** In a smaller program one choice is a tenth of the text. */
const LARGE_BYTES = 500;
/** A share of fewer mutants or programs than this says nothing. */
const ENOUGH = 10;

export function judgeSource(evidence: Evidence): JudgedSource {
  const { usage, single, mixed } = evidence;
  const own = usage.ownChoices.median;
  // Drawn options make programs different, whatever the generator itself draws.
  const drawn = own === 0 ? usage.choices.median : own;
  if (drawn === 0)
    return {
      verdict: 'not good',
      lines: ['it draws nothing: every program is the same', ...wayIn(evidence)],
    };
  if (drawn <= FEW_CHOICES && usage.bytes.median >= drawn * BYTES_OF_A_SEED) {
    const choices = own === 0 ? 'of its options' : '';
    const what =
      drawn === 1
        ? `one choice ${choices}`.trim() + ' makes'
        : `${grouped(Math.round(drawn))} choices ${choices}`.trim() + ' make';
    const why =
      own === 0
        ? 'the generator itself draws nothing, so that there is hardly anything to mutate'
        : 'it seeds an engine of its own, and there is nothing to mutate';
    return seedsAlone(evidence, `${what} ${grouped(Math.round(usage.bytes.median))} bytes: ${why}`);
  }
  const seeded = seedOf(evidence);
  if (seeded !== undefined) return seedsAlone(evidence, seeded);
  if (changesAll(evidence))
    return seedsAlone(
      evidence,
      'hardly a mutant has much of its parent left: the choices seed an engine of its own',
    );
  const lines = [...weaknesses(evidence), ...tooFew(single, mixed)];
  return { verdict: lines.length === 0 ? 'good' : 'weak', lines };
}

function seedsAlone(evidence: Evidence, why: string): JudgedSource {
  return { verdict: 'one choice decides everything', lines: [why, ...wayIn(evidence)] };
}

/** The sentence for a generator that asks only for a seed, and contains an engine that needs one. */
function seedOf({ usage, single, mixed, recognised, places, asked }: Evidence): string | undefined {
  const seeds = asked.filter((name) => SEEDS.has(name));
  const others = asked.filter((name) => !SEEDS.has(name) && !constantNames.has(name));
  const [engine] = recognised.engines;
  if (seeds.length === 0 || others.length > 0 || places > 0 || engine === undefined) return undefined;
  // If a generator asks the machine for each choice, its mutants are similar to their parents.
  const figures = [single, mixed].filter((each) => each !== undefined);
  const alike = sum(figures.map((each) => each.similar));
  const changed = sum(figures.map((each) => each.different));
  if (alike / Math.max(1, alike + changed) > MOST_SIMILAR_BY_CHANCE) return undefined;
  return `all ${grouped(Math.round(usage.ownChoices.median))} choices come from ${seeds.join(' and ')}, as a seed does, and there is an engine inside (${engine}): there is nothing to mutate`;
}

/** Words for a judgement from too few mutants. */
function tooFew(single: MutantFigures | undefined, mixed: MutantFigures | undefined): string[] {
  const mutants = Math.max(single?.mutants ?? 0, mixed?.mutants ?? 0);
  if (mutants >= ENOUGH) return [];
  return [`${mutants} mutants are too few to call it good: ask for ${ENOUGH} or more, with --mutants`];
}

/** True if hardly any mutant keeps much of its parent, as with every generator that draws while it writes. */
function changesAll({ usage, single, mixed }: Evidence): boolean {
  const asked = [single, mixed].filter((each) => each !== undefined && each.different > 0) as MutantFigures[];
  const changed = sum(asked.map((each) => each.different));
  const alike = sum(asked.map((each) => each.similar));
  if (changed < ENOUGH || alike / (alike + changed) > MOST_SIMILAR_BY_CHANCE) return false;
  return (
    usage.bytes.median >= leastBytes(usage) && asked.every((each) => each.changedPercent! >= MUCH_CHANGED)
  );
}

/** If every program has the same few choices, a smaller program is enough to see that they are a seed. */
function leastBytes({ ownChoices: { tenth, median, ninetieth } }: UsageFigures): number {
  const isSame = tenth === ninetieth && median > 0 && median <= FEW_CHOICES;
  return isSame ? median * BYTES_OF_A_DRAW : LARGE_BYTES;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

const PYTHON_ADVICE =
  "its engine is Python's random: run it by clients/cgfuzz-python, which answers it: docs/plug-in-a-generator.md";

/** Advice for scripts, by the engine of their interpreter. */
const interpreterAdvice: Readonly<Record<string, readonly string[]>> = {
  "Perl's rand": [
    "its engine is Perl's rand: answer it where it stands, with engines: ['Perl_drand48_r unit']; or 'std' beside it",
  ],
  "JavaScript's random": [
    'its engine is that of JavaScript: make it a function over draw, which runs in cgfuzz: docs/in-process-sources.md',
  ],
};

/** Advice for a source without choices, or with only a seed. */
function wayIn({ definition, recognised, places }: Evidence): string[] {
  if (isInProcess(definition)) return ['ask for choices: draw.pick, draw.integer and the like'];
  const { engines, obstacle, draws, isStripped } = recognised;
  if (engines.includes("Python's random")) return [PYTHON_ADVICE];
  const known = engines.flatMap((engine) => interpreterAdvice[engine] ?? []);
  if (known.length > 0) return known;
  if (definition.reach === 'linked')
    return [
      'wrappers and tables answer what libc and <random> are asked; an engine of its own is answered in place, unmodified: ' +
        "reach: 'preload', scopes: 'stack', and engines: ['my_next word 64']",
      'or let it draw from cgfuzz.h: docs/plug-in-a-generator.md',
    ];
  if (definition.reach !== 'preload')
    return ['ask for choices: cgfuzz.h, the wrappers cgfuzz-cc and cgfuzz-c++, or the stream protocol'];
  const named = engines.length === 0 ? 'an engine that nothing is known of' : engines.slice(0, 3).join(', ');
  const isStandard = engines.some((engine) => engine.startsWith('std::'));
  return [
    `inside: ${named}; ${answeredInPlace(definition, places, isStandard)}`,
    ...(obstacle === undefined ? [] : [obstacle]),
    ...(isStandard
      ? [
          'build it with cgfuzz-c++, sources untouched: engines and distributions of <random> are answered then; cgfuzz source advise goes on from there',
        ]
      : []),
    ...(isStripped
      ? ['its file is stripped: nm shows no names; use a build that is not, or addresses from a disassembler']
      : []),
    draws.length === 0
      ? "name the functions that draw, as nm shows them, in the definition: engines: ['my_next word 64', 'below pick arg1']"
      : `name the functions that draw in the definition; by their names these may: engines: [${draws.map((line) => `'${line}'`).join(', ')}]`,
    'or let it draw from cgfuzz.h: docs/plug-in-a-generator.md',
  ];
}

function answeredInPlace(definition: ProcessDefinition, places: number, isStandard: boolean): string {
  if (places > 0) return `${places} of its functions are answered where they stand`;
  if (!enginesOf(definition).includes('std'))
    return "its functions are left alone, since the definition's engines do not have std";
  return isStandard
    ? 'none of its functions can be answered where they stand: inlined, or without names'
    : 'functions of <random>, which would be answered where they stand, are not in it';
}

function weaknesses(evidence: Evidence): string[] {
  const { usage, single, mixed } = evidence;
  return [
    ...tooMany(evidence),
    ...withoutScopes(evidence),
    ...overruns(usage),
    ...idle('single', single),
    ...idle('mixed', mixed),
    ...far(single),
  ];
}

function tooMany({ usage: { choices, bytes }, definition }: Evidence): string[] {
  if (choices.median <= MOST_CHOICES) return [];
  const drawn = `${grouped(Math.round(choices.median))} choices in a program`;
  if (choices.median <= bytes.median / LEAST_BYTES)
    return [`${drawn}, which is large: make smaller ones, with options of its own`];
  return [
    `${drawn}: most will decide nothing. What is drawn in bulk (shuffles, tables, hash seeds) should be one choice${adviceFor(definition)}`,
  ];
}

/** The command that writes such lines by itself, if it can. */
function adviceFor(definition: SourceDefinition): string {
  const isAdvisable =
    !isInProcess(definition) && definition.reach === 'linked' && definition.table === undefined;
  return isAdvisable ? ': cgfuzz source advise writes a table that makes it so' : '';
}

function withoutScopes({ usage, definition }: Evidence): string[] {
  if (usage.scopes.median > 2 || usage.choices.median < 50) return [];
  const help =
    isInProcess(definition) || definition.reach === 'stream'
      ? 'open one around each thing that is made: a statement, an expression'
      : definition.reach === 'preload' && definition.scopes !== 'stack'
        ? "scopes: 'stack' takes them from the call stack"
        : 'build with CGFUZZ_SCOPES=functions or with a table that names the functions that make statements: cgfuzz source advise writes one';
  return [`no scopes: a choice more moves all that follow. ${help[0]!.toUpperCase()}${help.slice(1)}`];
}

function overruns({ programs, overrun }: UsageFigures): string[] {
  if (overrun === 0 || overrun / programs <= MOST_OVERRUNS) return [];
  return [
    `${overrun} of ${programs} fresh programs are overruns: bound what it makes, with options of its own or with more simple answers; or raise limits in the definition`,
  ];
}

function idle(kind: 'single' | 'mixed', figures: MutantFigures | undefined): string[] {
  if (figures === undefined || figures.mutants < ENOUGH) return [];
  const nothing = figures.sameRecord + figures.identical;
  if (nothing / figures.mutants <= MOST_IDLE[kind]) return [];
  return [
    `${percent(nothing, figures.mutants)} of ${kind} mutants change nothing: see with --scopes where choices are drawn that decide nothing`,
  ];
}

function far(single: MutantFigures | undefined): string[] {
  if (single === undefined) return [];
  const others = single.similar + single.different;
  if (others < ENOUGH || single.similar / others >= LEAST_SIMILAR) return [];
  return [
    `only ${percent(single.similar, others)} of the mutants that differ are 90% like their parent: scopes are missing around what one choice changes`,
  ];
}
