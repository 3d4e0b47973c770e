/**
 * What is simplest at a label is learnt, never assumed: in many generators option 0 is the one that explodes.
 *
 * For each question (label of the scope, kind and bounds) it counts how many choices the rest of that scope took after
 * each answer. Questions that a reduced sequence leaves open get the answer that was followed by least.
 */

import { type ChoiceSequence, type LearntAnswers, questionKey } from '../../choice/index.ts';

interface Followed {
  total: number;
  times: number;
}

/** More options than this are not told apart. */
const MAX_OPTIONS = 1_024;

export class Simplest {
  readonly #seen = new Map<number, Map<number, Followed>>();
  readonly #answers = new Map<number, number>();

  get answers(): LearntAnswers {
    return this.#answers;
  }

  /** Looks at a sequence that a generator really drew. */
  learn(sequence: ChoiceSequence): void {
    const { ops, words, alphabet } = sequence;
    const { word } = sequence.outline;
    const labels: number[] = [0];
    // Own structural choices of each open scope, with the number of choices that had been drawn when they were.
    const pending: { key: number; answer: number; at: number }[][] = [[]];
    let drawn = 0;
    const settle = (): void => {
      for (const { key, answer, at } of pending.pop()!) this.#note(key, answer, drawn - at);
      labels.pop();
    };
    for (let op = 0; op < ops.length; op++) {
      const symbol = ops[op]!;
      if (sequence.isScope(op)) {
        labels.push(symbol);
        pending.push([]);
      } else if (sequence.isChoice(op)) {
        drawn++;
        if (alphabet.counts[symbol]! <= MAX_OPTIONS && alphabet.widths[symbol] === 1) {
          pending.at(-1)!.push({
            key: questionKey({ label: labels.at(-1)!, symbol }),
            answer: words[word[op]!]!,
            at: drawn,
          });
        }
      } else {
        settle();
      }
    }
    settle();
    this.#choose();
  }

  #note(key: number, answer: number, size: number): void {
    let answers = this.#seen.get(key);
    if (answers === undefined) this.#seen.set(key, (answers = new Map()));
    const followed = answers.get(answer);
    if (followed === undefined) answers.set(answer, { total: size, times: 1 });
    else {
      followed.total += size;
      followed.times++;
    }
  }

  #choose(): void {
    for (const [key, answers] of this.#seen) {
      let best = -1;
      let least = Infinity;
      for (const [answer, { total, times }] of answers) {
        const size = total / times;
        if (size < least || (size === least && answer < best)) {
          least = size;
          best = answer;
        }
      }
      this.#answers.set(key, best);
    }
  }
}
