/**
 * Verdict on a source: whether a campaign can do something with it, and what would make it better.
 *
 * Replay alone makes no good source. One whose single choice is the seed of an engine of its own replays exactly, and
 * leaves nothing to mutate; one whose choices mostly decide nothing spends a campaign on programs that it knows.
 */
import { enginesOf, isInProcess, type ProcessDefinition, type SourceDefinition } from '../definition.ts';
import { grouped, percent } from '../../util/text.ts';
import type { Recognised } from './engines.ts';
import type { MutantFigures } from './mutants.ts';
import type { UsageFigures } from './usage.ts';

export type SourceVerdict = 'good' | 'weak' | 'one choice decides everything' | 'not good';

export interface JudgedSource {
  readonly verdict: SourceVerdict;
  /** Why it is no better, and what to do. */
  readonly lines: readonly string[];
}

export interface Evidence {
  readonly definition: SourceDefinition;
  readonly usage: UsageFigures;
  readonly single: MutantFigures | undefined;
  readonly mixed: MutantFigures | undefined;
  readonly recognised: Recognised;
  /** Functions inside the program that are answered where they stand. */
  readonly places: number;
}

/** So few choices that each decides so many bytes are seeds and not choices. */
const FEW_CHOICES = 8;
const BYTES_OF_A_SEED = 300;
/** From here on the source is weak; see docs/plug-in-a-generator.md for what sources reach. */
const MOST_CHOICES = 20_000;
/** Bytes of a program for each of its choices where they are written down and not thrown away. */
const LEAST_BYTES = 2;
const MOST_OVERRUNS = 0.05;
/** Two in three of Csmith's choices, replaced alone, change nothing; campaigns rarely replace one alone. */
const MOST_IDLE = { single: 0.8, mixed: 0.25 } as const;
const LEAST_SIMILAR = 0.5;
/** Percent of the text that a seed changes, at least; the rest stands in every program of the generator. */
const MUCH_CHANGED = 30;
/** Mutants that have nine tenths of their parent though a seed made both: where programs are small, some are alike. */
const MOST_SIMILAR_BY_CHANCE = 0.1;
/** One choice is a tenth of a smaller program. */
const LARGE_BYTES = 500;
/** Below so many mutants or programs a share says nothing. */
const ENOUGH = 10;

export function judgeSource(evidence: Evidence): JudgedSource {
  const { usage } = evidence;
  const own = usage.ownChoices.median;
  if (own === 0)
    return {
      verdict: 'not good',
      lines: ['it draws nothing: every program is the same', ...wayIn(evidence)],
    };
  if (own <= FEW_CHOICES && usage.bytes.median >= own * BYTES_OF_A_SEED) {
    const what = own === 1 ? 'one choice makes' : `${grouped(Math.round(own))} choices make`;
    return {
      verdict: 'one choice decides everything',
      lines: [
        `${what} ${grouped(Math.round(usage.bytes.median))} bytes: it seeds an engine of its own, and there is nothing to mutate`,
        ...wayIn(evidence),
      ],
    };
  }
  if (changesAll(evidence))
    return {
      verdict: 'one choice decides everything',
      lines: [
        'hardly a mutant has much of its parent left: the choices seed an engine of its own',
        ...wayIn(evidence),
      ],
    };
  const lines = weaknesses(evidence);
  return { verdict: lines.length === 0 ? 'good' : 'weak', lines };
}

/** Whether hardly a mutant has much of its parent left, as every generator has that draws as it goes. */
function changesAll({ usage, single, mixed }: Evidence): boolean {
  const asked = [single, mixed].filter((each) => each !== undefined && each.different > 0) as MutantFigures[];
  const changed = sum(asked.map((each) => each.different));
  const alike = sum(asked.map((each) => each.similar));
  if (changed < ENOUGH || alike / (alike + changed) > MOST_SIMILAR_BY_CHANCE) return false;
  return usage.bytes.median >= LARGE_BYTES && asked.every((each) => each.changedPercent! >= MUCH_CHANGED);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** Advice for a source that has no choices, or only a seed. */
function wayIn({ definition, recognised, places }: Evidence): string[] {
  if (isInProcess(definition)) return ['ask for choices: draw.pick, draw.integer and the like'];
  const { engines, obstacle, draws } = recognised;
  if (engines.includes("Python's random"))
    return ["its engine is Python's random: draw with clients/cgfuzz.py instead, with reach: 'stream'"];
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

/** The command that writes such lines by itself, where it can. */
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
