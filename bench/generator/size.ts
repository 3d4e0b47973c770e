/** Whether programs are as large as they wish to be: each asks for a number of statements first. */
import type { Measurement } from '../harness.ts';
import { make } from './programs.ts';

const SEEDS = 40;

export function* size(): Iterable<Measurement> {
  for (const maxSize of [2, 4, 6, 8, 10]) {
    // The first pick of a program is its size; the largest answers are cut down to the limit.
    const sizes = Array.from(
      { length: SEEDS },
      (_, i) => make({ seed: i, options: { maxSize, minSize: maxSize } }).text.length,
    );
    sizes.sort((a, b) => a - b);
    const middle = sizes[SEEDS / 2]!;
    const near = sizes.filter((bytes) => bytes >= middle / 2 && bytes <= middle * 2).length;
    yield {
      name: `programs of ${2 ** maxSize} statements within a factor of two of their median`,
      value: (100 * near) / SEEDS,
      unit: '%',
      goal: { atLeast: 90 },
      how: `${SEEDS} programs; median ${middle} bytes, ${sizes[0]} to ${sizes.at(-1)}`,
    };
  }
}
