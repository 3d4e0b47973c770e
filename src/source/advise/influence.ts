/**
 * Influence of a function's draws, measured by two questions.
 *
 * First: one choice is changed, and all others stay. Does the text change? If it rarely does, the choices are
 * idle, and most mutants of one choice equal their parents. A table of probabilities is idle in a replay,
 * since recorded choices stay, but it affects later draws. So the second question replaces all choices of a
 * call by those of another call, and draws the rest again from one seed. If that changes nothing either, in
 * any program, the choices are dead, and the generator need not make them.
 */
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { applyEdits, type ChoiceSequence, makeRandom } from '../../choice/index.ts';
import type { MadeProgram } from '../made.ts';
import type { Source } from '../source.ts';
import { textOf } from '../check/mutants.ts';
import { callsIn } from './profile.ts';

export type Influence = 'dead' | 'idle' | 'alive';

/**
 * Number of samples for a verdict; a choice that matters once in twenty times is missed in one of three
 * functions.
 */
const SAMPLES = 24;
/** Enough samples to see that a function is alive. */
const FEW_SAMPLES = 8;

/** Share of changed choices without effect above which they count as idle. */
const IDLE = 0.5;
/** A larger program tells no more, and takes longer. */
const LIMITS = { maxChoices: 400_000, maxTimeMs: 2_000 };

/** Influence of the choices in calls of the function; without any sample it counts as alive. */
export async function influenceOf(
  source: Source,
  parents: readonly MadeProgram[],
  label: string,
): Promise<Influence> {
  const rng = makeRandom(parents.length);
  const calls = parents.map(({ record }) => callsIn(record, label));
  const holders = parents.map((_, index) => index).filter((index) => calls[index]!.length > 0);
  if (holders.length === 0) return 'alive';
  let [asked, idle, dead] = [0, 0, 0];
  let mayBeDead = true;
  for (let sample = 0; sample < SAMPLES; sample++) {
    const index = holders[sample % holders.length]!;
    const parent = parents[index]!;
    const [from, to] = callOf(calls[index]!, rng);
    const changed = changeWithin(parent.record, from, to, rng);
    if (changed === undefined) continue;
    asked++;
    const isIdle = await isSameText(source, changed, parent);
    if (isIdle) idle++;
    mayBeDead &&= isIdle;
    const other = holders[(sample + 1) % holders.length]!;
    const [donorFrom, donorTo] = callOf(calls[other]!, rng);
    const donor = { record: parents[other]!.record, from: donorFrom, to: donorTo };
    const isDead = mayBeDead
      ? await isWithoutEffect(source, { record: parent.record, from, to }, donor, sample)
      : undefined;
    if (isDead === false) mayBeDead = false;
    if (isDead === true) dead++;
    if (asked === FEW_SAMPLES && idle < FEW_SAMPLES / 2) return 'alive';
  }
  if (asked < FEW_SAMPLES) return 'alive';
  if (mayBeDead && dead >= FEW_SAMPLES) return 'dead';
  return idle >= asked * IDLE ? 'idle' : 'alive';
}

type Span = readonly [from: number, to: number];

/** A random call. Calls that draw more are chosen more often, as in mutation. */
function callOf(calls: readonly Span[], rng: RandomGenerator): Span {
  let left = below(
    rng,
    calls.reduce((sum, [from, to]) => sum + to - from, 0),
  );
  return calls.find(([from, to]) => (left -= to - from) < 0)!;
}

/** A call, by the ops at which its scope begins and ends. */
interface Call {
  readonly record: ChoiceSequence;
  readonly from: number;
  readonly to: number;
}

/**
 * The sequence with another answer to one of the choices between two ops; undefined if a few tries find none.
 */
function changeWithin(
  record: ChoiceSequence,
  from: number,
  to: number,
  rng: RandomGenerator,
): ChoiceSequence | undefined {
  for (let attempt = 0; attempt < FEW_SAMPLES; attempt++) {
    let op = from + below(rng, to - from);
    while (op < to && !record.isChoice(op)) op++;
    const changed = op === to ? undefined : changeAt(record, op, rng);
    if (changed !== undefined) return changed;
  }
  return undefined;
}

/** The sequence with another answer at an op; undefined if there is no other. */
export function changeAt(
  record: ChoiceSequence,
  op: number,
  rng: RandomGenerator,
): ChoiceSequence | undefined {
  const { min, max, value } = record.choiceAt(op);
  if (max === min) return undefined;
  const span = max - min;
  return withAnswer(
    record,
    op,
    min + ((value - min + 1n + (BigInt(below(rng, 2 ** 31)) % span)) % (span + 1n)),
  );
}

export function withAnswer(record: ChoiceSequence, op: number, value: bigint): ChoiceSequence {
  const ops = record.ops.subarray(op, op + 1);
  return applyEdits(record, [{ from: op, to: op + 1, ops, words: record.wordsFor(op, value) }]);
}

export async function isSameText(
  source: Source,
  sequence: ChoiceSequence,
  { program }: MadeProgram,
): Promise<boolean> {
  const made = await source.run({ sequence, limits: LIMITS });
  return made.outcome === 'ok' && textOf(made.program) === textOf(program);
}

/**
 * True if two programs are equal. Both continue from one seed: the first after a call, the second after another
 * call in its place.
 */
async function isWithoutEffect(
  source: Source,
  { record, from, to }: Call,
  donor: Call,
  seed: number,
): Promise<boolean | undefined> {
  // A call in its own place shows nothing.
  if (donor.record === record && donor.from === from) return undefined;
  const { word } = donor.record.outline;
  const ops = donor.record.ops.subarray(donor.from, donor.to + 1);
  const words = donor.record.words.subarray(word[donor.from], word[donor.to + 1]);
  const changed = applyEdits(record, [{ from, to: to + 1, ops, words }]);
  const [before, after] = [
    await source.run({ sequence: upTo(record, to), seed, limits: LIMITS }),
    await source.run({ sequence: upTo(changed, from + ops.length - 1), seed, limits: LIMITS }),
  ];
  if (before.outcome !== 'ok' || after.outcome !== 'ok')
    return before.outcome === after.outcome ? undefined : false;
  return textOf(before.program) === textOf(after.program);
}

/** Everything up to and including an op; the enclosing scopes end there. */
function upTo(record: ChoiceSequence, last: number): ChoiceSequence {
  const edits: { from: number; to: number }[] = [];
  let from = last + 1;
  for (let op = from; op < record.ops.length; op++) {
    if (record.isChoice(op)) continue;
    if (record.isScope(op)) op = record.outline.match[op]!;
    else {
      // The end of an enclosing scope.
      if (op > from) edits.push({ from, to: op });
      from = op + 1;
    }
  }
  if (record.ops.length > from) edits.push({ from, to: record.ops.length });
  return applyEdits(record, edits);
}

export function below(rng: RandomGenerator, count: number): number {
  return ((rng.next() >>> 0) % 2 ** 32) % count;
}
