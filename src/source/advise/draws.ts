/**
 * Draws: finds by trial the functions that answer a bounded question from raw words, such as `below(count)`.
 *
 * A line says which question a function asks. A line is right if it does not change the program of a record
 * of words that was made without the line. From a recorded word the library computes the function's own
 * answer. So cgfuzz tries each argument as the bound, with each way of computing an answer. A bound that is
 * equal in every call shows as a period of the words. Words that differ by a multiple of the bound give the
 * same program.
 *
 * Invariant: a line is kept if changed answers have no effect less often than changed words, or if fewer are
 * drawn.
 */
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { Alphabet, applyEdits, type ChoiceSequence, type Edit, makeRandom } from '../../choice/index.ts';
import { OPTIONS_LABEL, type ProcessDefinition } from '../definition.ts';
import type { Made, MadeProgram } from '../made.ts';
import type { Source } from '../source.ts';
import { below, changeAt, isSameText, withAnswer } from './influence.ts';
import { profileFunctions } from './profile.ts';
import {
  type AdviseSettings,
  cheapest,
  EVERYTHING,
  isMade,
  programsOf,
  type TableLine,
  withTable,
} from './variant.ts';

export interface DrawLine extends TableLine {
  readonly kind: 'draw';
  readonly asks: string;
  /** Mean number of calls in a program. */
  readonly calls: number;
  /** Share of this function's words among all choices. */
  readonly sharePercent: number;
  /** Share of changed words that changed nothing in the program; then the same share for changed answers. */
  readonly idleWordsPercent: number;
  readonly idleAnswersPercent: number;
}

const PROGRAMS = 12;
const SAMPLES = 8;
/** Limit of choices in a program. */
const MOST_CHOICES = 400_000;
/** A function with a smaller share of the choices is not worth a line. */
const LEAST_SHARE = 0.005;
/** Mean number of words in a call above which a function counts as making something. */
const MOST_WORDS = 32;
/** From this bound on an answer is a number with similar neighbours, and not a choice among a few. */
const NUMBERS = 100n;
/** A larger constant bound does not count as a bound. */
const MOST_VALUES = 65_536;
/** Number of changed words, and of changed answers, for judging a line. */
const CHANGES = 32;
const ARGUMENTS = ['arg1', 'arg2', 'arg3', 'arg4', 'arg5', 'arg6'] as const;

/** A function that draws only words. */
interface Suspect {
  readonly label: string;
  readonly calls: number;
  readonly words: number;
}

/** Programs in which every function is a scope, and a source whose functions are none. */
interface Trial {
  readonly flats: FlatsOf;
  readonly plain: Source;
  /** Replays with one line more. */
  readonly withLine: <T>(line: TableLine, work: (source: Source) => Promise<T>) => Promise<T>;
}

/** A program's choices without scopes, and the ops of one function's words. */
interface Flat {
  readonly parent: MadeProgram;
  readonly sequence: ChoiceSequence;
  readonly own: readonly number[];
}

/** Programs with calls of the function, those with the fewest choices first. */
type FlatsOf = (label: string, isEach: boolean) => readonly Flat[];

/**
 * A `draw` line for each function that makes a bounded answer out of raw random words. There is no line if
 * every choice already has bounds.
 */
export async function findDraws(
  definition: ProcessDefinition,
  settings: AdviseSettings,
): Promise<readonly DrawLine[]> {
  const lines: DrawLine[] = [];
  const judged = new Set<string>();
  let seen: Seen | undefined;
  // Percents come first, since a function that is true with some probability also draws a number below a
  // hundred.
  for (const asks of [askedPercent, askedBelow])
    for (;;) {
      seen ??= await lookedAt(definition, lines, settings);
      const found = await nextDraw(definition, lines, { asks, judged, seen });
      if (found === undefined) break;
      lines.push(found);
      seen = undefined;
    }
  return lines;
}

/** Programs made with the known lines, in which every other function is a scope. */
interface Seen {
  readonly settings: AdviseSettings & { readonly alphabet: Alphabet };
  readonly made: readonly Made[];
  readonly suspects: readonly Suspect[];
}

async function lookedAt(
  definition: ProcessDefinition,
  lines: readonly DrawLine[],
  options: AdviseSettings,
): Promise<Seen> {
  const settings = { ...options, alphabet: new Alphabet() };
  const made = await withTable(definition, [...lines, EVERYTHING], settings, (source) =>
    programsOf(source, PROGRAMS, settings, { maxChoices: MOST_CHOICES }),
  );
  return { settings, made, suspects: suspectsIn(made.map(({ record }) => record)) };
}

type Asks = (trial: Trial, suspect: Suspect) => Promise<string | undefined>;

interface Search {
  readonly asks: Asks;
  readonly judged: Set<string>;
  readonly seen: Seen;
}

async function nextDraw(
  definition: ProcessDefinition,
  lines: readonly DrawLine[],
  { asks, judged, seen }: Search,
): Promise<DrawLine | undefined> {
  const { settings, made, suspects } = seen;
  const choices = made.reduce((sum, { record }) => sum + record.choiceCount, 0);
  return withTable(definition, lines, settings, async (plain) => {
    const withLine: Trial['withLine'] = (line, work) =>
      withTable(definition, [...lines, line], settings, work);
    const trial = { flats: flatsIn(cheapest(made, PROGRAMS)), plain, withLine };
    for (const suspect of suspects) {
      const key = `${asks.name} ${suspect.label}`;
      if (suspect.words < choices * LEAST_SHARE || judged.has(key)) continue;
      judged.add(key);
      settings.onProgress(`${lines.length + 1}: does ${suspect.label} answer a question?`);
      const said = await asks(trial, suspect);
      const worth = said === undefined ? undefined : await worthOf(trial, suspect.label, said);
      if (said === undefined || worth === undefined) continue;
      const calls = suspect.calls / made.filter(isMade).length;
      const sharePercent = (100 * suspect.words) / choices;
      return { kind: 'draw', symbol: suspect.label, asks: said, calls, sharePercent, ...worth };
    }
    return undefined;
  });
}

/** Inner functions first: the callers of an answering function draw the same words. */
function suspectsIn(records: readonly ChoiceSequence[]): readonly Suspect[] {
  const { functions } = profileFunctions(records);
  const mixed = new Set<string>();
  const heights = new Map<string, number>();
  for (const record of records) noteScopes(record, { mixed, heights });
  return [...functions.values()]
    .filter(({ label, inside, outermost, isRecursive }) => {
      return !isRecursive && !mixed.has(label) && inside > 0 && inside <= outermost * MOST_WORDS;
    })
    .toSorted((a, b) => heights.get(a.label)! - heights.get(b.label)!)
    .map(({ label, outermost, inside }) => ({ label, calls: outermost, words: inside }));
}

interface Noted {
  /** Labels of scopes that also draw something else than words. */
  readonly mixed: Set<string>;
  /** The greatest depth of scopes inside a scope of that label. */
  readonly heights: Map<string, number>;
}

function noteScopes(record: ChoiceSequence, { mixed, heights }: Noted): void {
  const open: { readonly label: string; height: number }[] = [];
  for (let op = 0; op < record.ops.length; op++) {
    if (record.isScope(op)) {
      open.push({ label: record.alphabet.labelOf(record.ops[op]!), height: 0 });
    } else if (record.isChoice(op)) {
      if (record.choiceAt(op).kind !== 'word') for (const { label } of open) mixed.add(label);
    } else {
      const { label, height } = open.pop()!;
      heights.set(label, Math.max(height, heights.get(label) ?? 0));
      const around = open.at(-1);
      if (around !== undefined) around.height = Math.max(around.height, height + 1);
    }
  }
}

async function askedPercent(trial: Trial, { label }: Suspect): Promise<string | undefined> {
  for (const argument of ARGUMENTS) {
    const said = `percent ${argument}`;
    if ((await boundsOf(trial, label, said)) !== undefined) return said;
  }
  return undefined;
}

async function askedBelow(trial: Trial, { label, calls, words }: Suspect): Promise<string | undefined> {
  const behind = words > calls ? ['', ' each', ' scaled'] : ['', ' scaled'];
  const fixed = await periodOf(trial, label);
  const limits = [...ARGUMENTS, ...(fixed === undefined ? [] : [`${fixed}`])];
  const asks = limits.flatMap((limit) => behind.map((word) => `pick ${limit}${word}`));
  const right: { readonly said: string; readonly largest: bigint; readonly sum: number }[] = [];
  for (const said of asks) {
    const bounds = await boundsOf(trial, label, said);
    if (bounds === undefined) continue;
    const sum = bounds.reduce((total, bound) => total + Math.log2(Number(bound)), 0);
    right.push({ said, sum, largest: bounds.reduce((a, b) => (a > b ? a : b)) });
  }
  const [best] = right.toSorted((a, b) => a.sum - b.sum);
  if (best === undefined || best.largest < 2n) return undefined;
  return best.largest > NUMBERS ? best.said.replace('pick', 'integer') : best.said;
}

/**
 * True if each inner word is an answer; otherwise only the last word is, and the function rejected the
 * others.
 */
function keepsAll(asks: string): boolean {
  return asks.endsWith(' each');
}

/** The number of answers for each question, if all programs stay the same; undefined if the line is wrong. */
async function boundsOf(trial: Trial, label: string, asks: string): Promise<readonly bigint[] | undefined> {
  return trial.withLine({ kind: 'draw', symbol: label, asks }, async (source) => {
    const bounds: bigint[] = [];
    for (const flat of trial.flats(label, keepsAll(asks))) {
      const record = await replayed(source, flat);
      if (record === undefined) return undefined;
      for (const op of flat.own) {
        const { min, max } = record.choiceAt(op);
        bounds.push(max - min + 1n);
      }
    }
    return bounds.length === 0 ? undefined : bounds;
  });
}

/** The record of a replay that makes the same program with the same number of choices. */
async function replayed(
  source: Source,
  { parent, sequence, own }: Flat,
): Promise<ChoiceSequence | undefined> {
  const made = await source.run({ sequence });
  const isExact = made.freshCount === 0 && made.record.ops.length === sequence.ops.length;
  if (!isExact || own.some((op) => made.record.choiceAt(op).kind === 'word')) return undefined;
  return (await isSameText(source, made.record, parent)) ? made.record : undefined;
}

/**
 * Keeps the list for one function until another is asked for, so that each kind of question is tried on the
 * same list.
 */
function flatsIn(parents: readonly MadeProgram[]): FlatsOf {
  let current: string | undefined;
  const known = new Map<boolean, readonly Flat[]>();
  return (label, isEach) => {
    if (label !== current) known.clear();
    current = label;
    const flats = known.get(isEach) ?? flattened(parents, label, isEach);
    known.set(isEach, flats);
    return flats;
  };
}

function flattened(parents: readonly MadeProgram[], label: string, isEach: boolean): readonly Flat[] {
  return parents
    .map((parent) => flatOf(parent, label, isEach))
    .filter(({ own }) => own.length > 0)
    .toSorted((a, b) => a.sequence.choiceCount - b.sequence.choiceCount)
    .slice(0, SAMPLES);
}

/** Removes all scopes of functions and, unless each word is an answer, the rejected words. */
function flatOf(parent: MadeProgram, label: string, isEach: boolean): Flat {
  const { record } = parent;
  const symbol = (op: number): string => record.alphabet.labelOf(record.ops[op]!);
  const edits: Edit[] = [];
  const own: number[] = [];
  let end = -1;
  for (let op = 0; op < record.ops.length; op++) {
    if (record.isChoice(op)) {
      if (op > end) continue;
      if (!isEach && hasChoice(record, op + 1, end)) edits.push({ from: op, to: op + 1 });
      else own.push(op - edits.length);
    } else if (record.isScope(op) && symbol(op) === OPTIONS_LABEL) {
      op = record.outline.match[op]!;
    } else {
      if (op > end && record.isScope(op) && symbol(op) === label) end = record.outline.match[op]!;
      edits.push({ from: op, to: op + 1 });
    }
  }
  return { parent, sequence: applyEdits(record, edits), own };
}

function hasChoice(record: ChoiceSequence, from: number, to: number): boolean {
  for (let op = from; op < to; op++) if (record.isChoice(op)) return true;
  return false;
}

/** Together they have most small numbers as divisors, and no word of 31 bits is too small for both ways. */
const MULTIPLES = [2 ** 4 * 3 ** 2 * 5 ** 2 * 7 * 11 * 13 * 17, 2 ** 24, 10 ** 8] as const;

/**
 * The smallest number whose multiples can be added to all words of the function without effect; undefined if
 * there is no small one.
 */
async function periodOf(trial: Trial, label: string): Promise<number | undefined> {
  const flats = trial.flats(label, true);
  const isPeriod = async (step: number): Promise<boolean> => {
    for (const flat of flats) {
      const moved = flat.own.reduce((sequence, op) => movedBy(sequence, op, BigInt(step)), flat.sequence);
      if (!(await isSameText(trial.plain, moved, flat.parent))) return false;
    }
    return true;
  };
  for (const multiple of MULTIPLES) {
    if (!(await isPeriod(multiple))) continue;
    let period: number = multiple;
    for (const prime of [2, 3, 5, 7, 11, 13, 17])
      while (period % prime === 0 && (await isPeriod(period / prime))) period /= prime;
    return period > 1 && period <= MOST_VALUES ? period : undefined;
  }
  return undefined;
}

function movedBy(sequence: ChoiceSequence, op: number, step: bigint): ChoiceSequence {
  const { max, value } = sequence.choiceAt(op);
  return withAnswer(sequence, op, value + step <= max ? value + step : value - step);
}

/** Worth of a line; undefined if it has none. */
async function worthOf(
  trial: Trial,
  label: string,
  asks: string,
): Promise<Pick<DrawLine, 'idleWordsPercent' | 'idleAnswersPercent'> | undefined> {
  const all = trial.flats(label, true);
  const words = await idleOf(trial.plain, all, makeRandom(CHANGES));
  const kept = trial.flats(label, keepsAll(asks));
  const answers = await trial.withLine({ kind: 'draw', symbol: label, asks }, async (source) => {
    const typed: Flat[] = [];
    for (const flat of kept) {
      const sequence = await replayed(source, flat);
      if (sequence !== undefined) typed.push({ ...flat, sequence });
    }
    return idleOf(source, typed, makeRandom(CHANGES));
  });
  const count = (flats: readonly Flat[]): number => flats.reduce((sum, { own }) => sum + own.length, 0);
  const isAlive = answers < 100;
  if (!isAlive || (answers >= words && count(kept) === count(all))) return undefined;
  return { idleWordsPercent: words, idleAnswersPercent: answers };
}

/** Share of some choices of the function that change nothing, each changed by itself. */
async function idleOf(source: Source, flats: readonly Flat[], rng: RandomGenerator): Promise<number> {
  let [asked, idle] = [0, 0];
  for (let sample = 0; sample < CHANGES; sample++) {
    const { parent, sequence, own } = flats[sample % flats.length]!;
    const changed = changeAt(sequence, own[below(rng, own.length)]!, rng);
    if (changed === undefined) continue;
    asked++;
    if (await isSameText(source, changed, parent)) idle++;
  }
  return asked === 0 ? 100 : (100 * idle) / asked;
}
