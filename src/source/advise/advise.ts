/**
 * Advise: writes a first table for a generator that the wrappers built.
 *
 * First every function is a scope, which shows how much each draws. A function that draws much and decides
 * little becomes a seed, or is fixed if it decides nothing. Outer functions come before inner ones, and all
 * are examined again after each line. A remaining function that makes one thing becomes a scope. At the end
 * each line is left out once, to find its worth.
 */
import type { ProcessDefinition } from '../definition.ts';
import { findDraws } from './draws.ts';
import { type Influence, influenceOf } from './influence.ts';
import { type FunctionProfile, type DrawProfile, profileFunctions } from './profile.ts';
import {
  type AdviseSettings,
  cheapest,
  EVERYTHING,
  measureTable,
  programsOf,
  type TableFigures,
  type TableLine,
  withTable,
} from './variant.ts';

/** A line, with facts about its function. */
export interface WeighedLine extends TableLine {
  /** Mean number of calls in a program in which something is drawn. */
  readonly calls: number;
  /** Share of all choices that were drawn in it at its examination. */
  readonly sharePercent: number;
}

export interface AdvisedLine extends WeighedLine {
  /** Figures of the table without this line. */
  readonly without: TableFigures;
}

/** A finished table, before the worth of its lines is known. */
export interface FoundTable {
  readonly lines: readonly WeighedLine[];
  readonly before: TableFigures;
  readonly after: TableFigures;
}

export interface Advice extends FoundTable {
  readonly lines: readonly AdvisedLine[];
  /** Figures of the whole table during that examination, with fewer mutants. */
  readonly whole: TableFigures;
}

export interface AdviseOptions extends AdviseSettings {
  readonly programs: number;
  readonly mutants: number;
  /** Called as soon as there is a table; finding the worth of each line takes longer. */
  readonly onTable: (found: FoundTable) => void;
}

const PROFILED_PROGRAMS = 12;
const SAMPLED_PROGRAMS = 8;
/** Limit of choices in a program while functions are examined. */
const PROFILED_CHOICES = 400_000;
/** A function with a smaller share of the choices is not worth a line that takes its choices away. */
const LEAST_SHARE = 0.01;
/** A seed for fewer choices hardly shortens the sequence, and makes mutations less local. */
const LEAST_CHOICES_OF_A_SEED = 8;
/** Mean number of choices in a call at which a function counts as making something. */
const LEAST_CHOICES_OF_A_SCOPE = 2;
/** A function that is called once and draws nearly everything is the program itself, not a part of it. */
const WHOLE = 0.9;
/** Share of calls in which a function draws the same as its caller, at which one of the two is enough. */
const ALWAYS = 0.9;
/** Numbers for finding the worth of each line. */
const WORTH = { programs: 10, parents: 6, mutants: 20, maxTimeMs: 300 };

export async function adviseSource(definition: ProcessDefinition, options: AdviseOptions): Promise<Advice> {
  const { programs, mutants, onProgress, onTable } = options;
  const measured = { programs, parents: programs, mutants };
  onProgress('measuring the source without a table');
  const before = await measureTable(definition, [], { ...measured, parents: SAMPLED_PROGRAMS }, options);
  const draws = await findDraws(definition, options);
  const found = await findWaste(definition, draws, options);
  onProgress('choosing scopes');
  const profile = await profiled(definition, found, options);
  const scopes = scopesOf(profile).map((own) => weighed({ kind: 'scope', symbol: own.label }, own, profile));
  const lines = [...found, ...scopes];
  onProgress(`measuring the table of ${lines.length} lines`);
  const after = await measureTable(definition, lines, measured, options);
  onTable({ lines, before, after });
  const whole = await measureTable(definition, lines, WORTH, options);
  const advised: AdvisedLine[] = [];
  for (const [index, line] of lines.entries()) {
    onProgress(`line ${index + 1} of ${lines.length}: measuring the table without it`);
    const without = await measureTable(definition, lines.toSpliced(index, 1), WORTH, options);
    advised.push({ ...line, without });
  }
  return { lines: advised, before, after, whole };
}

function weighed(line: TableLine, own: FunctionProfile, { programs, choices }: DrawProfile): WeighedLine {
  return { ...line, calls: own.times / programs, sharePercent: (100 * own.inside) / choices };
}

async function profiled(
  definition: ProcessDefinition,
  lines: readonly TableLine[],
  options: AdviseOptions,
): Promise<DrawProfile> {
  return withTable(definition, [...lines, EVERYTHING], options, async (source) => {
    const made = await programsOf(source, PROFILED_PROGRAMS, options, { maxChoices: PROFILED_CHOICES });
    return profileFunctions(made.map(({ record }) => record));
  });
}

/** Lines for functions that draw much and decide little, added to the known lines. */
async function findWaste(
  definition: ProcessDefinition,
  draws: readonly WeighedLine[],
  options: AdviseOptions,
): Promise<WeighedLine[]> {
  const lines = [...draws];
  const judged = new Map<string, Influence>();
  for (;;) {
    const next = await nextWaste(definition, lines, judged, options);
    if (next === undefined) return lines;
    lines.push(next);
  }
}

async function nextWaste(
  definition: ProcessDefinition,
  lines: readonly WeighedLine[],
  judged: Map<string, Influence>,
  options: AdviseOptions,
): Promise<WeighedLine | undefined> {
  return withTable(definition, [...lines, EVERYTHING], options, async (source) => {
    const made = await programsOf(source, PROFILED_PROGRAMS, options, { maxChoices: PROFILED_CHOICES });
    const profile = profileFunctions(made.map(({ record }) => record));
    const parents = cheapest(made, SAMPLED_PROGRAMS);
    for (const own of suspectsIn(profile, lines)) {
      const known = judged.get(own.label);
      if (known === 'alive') continue;
      options.onProgress(`${lines.length + 1}: does ${own.label} decide anything?`);
      const influence = await influenceOf(source, parents, own.label);
      judged.set(own.label, influence);
      const isLarge = own.inside / own.outermost >= LEAST_CHOICES_OF_A_SEED;
      if (influence === 'dead') return weighed({ kind: 'fixed', symbol: own.label }, own, profile);
      if (influence === 'idle' && isLarge) return weighed({ kind: 'seed', symbol: own.label }, own, profile);
    }
    return undefined;
  });
}

/**
 * Functions that may draw without effect, outer ones first. A function that contains recursion makes the
 * program itself.
 */
function suspectsIn(
  { functions, choices }: DrawProfile,
  lines: readonly TableLine[],
): readonly FunctionProfile[] {
  const taken = new Set(lines.map(({ symbol }) => symbol));
  return [...functions.values()]
    .filter(({ label, inside, isRecursive, holdsRecursion }) => {
      return !taken.has(label) && !isRecursive && !holdsRecursion && inside >= choices * LEAST_SHARE;
    })
    .toSorted((a, b) => a.depths / a.outermost - b.depths / b.outermost);
}

/** Functions that make one thing each, in the order of their names. */
function scopesOf({ functions, choices, programs }: DrawProfile): readonly FunctionProfile[] {
  const kept = [...functions.values()].filter((own) => {
    const isWhole = own.times <= programs && own.inside >= choices * WHOLE;
    return !isWhole && (own.isRecursive || own.inside / own.outermost >= LEAST_CHOICES_OF_A_SCOPE);
  });
  const labels = new Set(kept.map(({ label }) => label));
  const isDouble = ({ times, sameAs, label }: FunctionProfile): boolean => {
    const doubles = [...sameAs].filter(([around]) => around !== label && labels.has(around));
    return doubles.reduce((sum, [, count]) => sum + count, 0) >= times * ALWAYS;
  };
  // One after the other: of two equal functions one stays.
  for (const own of kept.toSorted((a, b) => b.depths / b.outermost - a.depths / a.outermost))
    if (isDouble(own)) labels.delete(own.label);
  return kept.filter(({ label }) => labels.has(label)).toSorted((a, b) => (a.label < b.label ? -1 : 1));
}
