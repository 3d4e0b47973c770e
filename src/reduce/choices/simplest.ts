/**
 * Simplest: learns the simplest answer at each label and assumes nothing, since option 0 makes the largest
 * tests in many generators.
 *
 * For each question (label of the scope, kind and bounds) this counts how many choices the rest of that scope
 * took after each answer. Questions that a reduced sequence leaves open get the answer with the fewest later
 * choices.
 *
 * A list of the greatest possible length has never said that it ends. So the ending answer stays unknown:
 * after a deletion the generator adds another item. Therefore cgfuzz also learns answers from sequences that
 * led nowhere. The first candidate that says "no more" teaches it, and then deletions shorten the list.
 */

import { type ChoiceSequence, type LearntAnswers, questionKey } from '../../choice/index.ts';
import { reduceTuning } from '../tuning.ts';

interface Followed {
  total: number;
  times: number;
}

/** An answer that a generator got, and how many choices the rest of the scope took after it. */
export interface SeenAnswer {
  readonly key: number;
  readonly answer: number;
  readonly size: number;
}

const MAX_OPTIONS = reduceTuning.maxAnswersTold.value;

export class Simplest {
  readonly #seen = new Map<number, Map<number, Followed>>();
  readonly #answers = new Map<number, number>();
  #discoveries = 0;

  get answers(): LearntAnswers {
    return this.#answers;
  }

  /**
   * Counts answers that were the simplest at their first observation. Candidates that were tried before such
   * a discovery are worth another try. There are finitely many answers, so this count stops growing at some
   * point.
   */
  get discoveries(): number {
    return this.#discoveries;
  }

  /** Learns from a sequence that a generator really drew. */
  learn(sequence: ChoiceSequence): void {
    this.#note(observe(sequence, () => true));
  }

  /** New answers in a sequence that led nowhere. */
  unseenIn(sequence: ChoiceSequence): SeenAnswer[] {
    return observe(sequence, (key, answer) => this.#seen.get(key)?.has(answer) !== true);
  }

  /**
   * Learns new answers; the first observation of each counts, since sequences that lead nowhere are alike.
   */
  learnUnseen(observations: readonly SeenAnswer[]): void {
    const first = new Map<string, SeenAnswer>();
    for (const observation of observations) {
      const { key, answer } = observation;
      const pair = `${key} ${answer}`;
      if (this.#seen.get(key)?.has(answer) !== true && !first.has(pair)) first.set(pair, observation);
    }
    this.#note([...first.values()]);
  }

  #note(observations: readonly SeenAnswer[]): void {
    const changed = new Set<number>();
    const found = new Set<Followed>();
    for (const { key, answer, size } of observations) {
      changed.add(key);
      let answers = this.#seen.get(key);
      if (answers === undefined) this.#seen.set(key, (answers = new Map()));
      let followed = answers.get(answer);
      if (followed === undefined) {
        answers.set(answer, (followed = { total: 0, times: 0 }));
        found.add(followed);
      }
      followed.total += size;
      followed.times++;
    }
    for (const key of changed) {
      const answers = this.#seen.get(key)!;
      const best = leastFollowed(answers);
      if (found.has(answers.get(best)!)) this.#discoveries++;
      this.#answers.set(key, best);
    }
  }
}

function leastFollowed(answers: ReadonlyMap<number, Followed>): number {
  let best = -1;
  let least = Infinity;
  for (const [answer, { total, times }] of answers) {
    const size = total / times;
    if (size < least || (size === least && answer < best)) {
      least = size;
      best = answer;
    }
  }
  return best;
}

/** Walks through a sequence, and notes for each wanted answer the number of later choices. */
function observe(sequence: ChoiceSequence, isWanted: (key: number, answer: number) => boolean): SeenAnswer[] {
  const { ops, words, alphabet } = sequence;
  const { word } = sequence.outline;
  const observations: SeenAnswer[] = [];
  const labels: number[] = [0];
  // Structural choices of each open scope, each with the number of choices before it.
  const pending: { key: number; answer: number; at: number }[][] = [[]];
  let drawn = 0;
  const settle = (): void => {
    for (const { key, answer, at } of pending.pop()!) observations.push({ key, answer, size: drawn - at });
    labels.pop();
  };
  for (let op = 0; op < ops.length; op++) {
    const symbol = ops[op]!;
    if (sequence.isScope(op)) {
      labels.push(symbol);
      pending.push([]);
    } else if (sequence.isChoice(op)) {
      drawn++;
      if (alphabet.counts[symbol]! > MAX_OPTIONS || alphabet.widths[symbol] !== 1) continue;
      const key = questionKey({ label: labels.at(-1)!, symbol });
      const answer = words[word[op]!]!;
      if (isWanted(key, answer)) pending.at(-1)!.push({ key, answer, at: drawn });
    } else {
      settle();
    }
  }
  settle();
  return observations;
}
