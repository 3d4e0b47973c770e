/** A few lines of fuzzing for the examples: fresh tests until one is wrong, then its reduction. */
import type { ChoiceSequence } from '../../../src/choice/sequence/sequence.ts';
import { reduce } from '../../../src/reduce/choices/reduce.ts';
import { replay } from '../../../src/choice/engine/replay.ts';
import type { InProcessSource } from '../../../src/source/index.ts';

export interface Found<T> {
  readonly executions: number;
  readonly reduced: T;
}

export async function hunt<T>(
  source: InProcessSource<T>,
  generator: Parameters<typeof replay<T>>[0],
  isWrong: (test: T) => boolean,
  maxExecutions: number,
): Promise<Found<T> | undefined> {
  for (let seed = 0; seed < maxExecutions; seed++) {
    const made = source.runNow({ seed });
    if (made.outcome !== 'ok' || !isWrong(made.value)) continue;
    const { alphabet } = source;
    const generate = (sequence: ChoiceSequence, how: object): ReturnType<typeof replay<T>> =>
      replay(generator, { alphabet, sequence, ...how });
    const { test } = await reduce(made.record, isWrong, { generate });
    return { executions: seed + 1, reduced: test };
  }
  return undefined;
}

/** The laws that every example keeps: replay is exact, and any single changed choice gives a test, too. */
export function checkLaws<T>(source: InProcessSource<T>, check: (test: T) => void): void {
  for (let seed = 0; seed < 200; seed++) {
    const first = source.runNow({ seed });
    if (first.outcome !== 'ok') throw new Error(`seed ${seed}: ${first.outcome}`, { cause: first });
    check(first.value);
    const again = source.runNow({ sequence: first.record, seed: seed + 1 });
    if (again.outcome !== 'ok' || again.freshCount > 0 || !again.record.equals(first.record)) {
      throw new Error(`seed ${seed} is not replayed exactly`);
    }
    const at = [...first.record.ops.keys()].filter((op) => first.record.isChoice(op));
    for (const op of at.slice(0, 20)) {
      const words = first.record.words.slice();
      words.fill(0, first.record.outline.word[op], first.record.outline.word[op + 1]);
      const sequence = new (first.record.constructor as typeof ChoiceSequence)(
        source.alphabet,
        first.record.ops,
        words,
      );
      const mutant = source.runNow({ sequence, seed });
      if (mutant.outcome !== 'ok') throw new Error(`seed ${seed}, choice at ${op}`, { cause: mutant });
      check(mutant.value);
    }
  }
}
