/** Whether programs are as large as they are wished to be, in bytes, over all languages. */
import { Alphabet, replay } from '../../src/choice/index.ts';
import { loomWith } from '../../src/generators/loom.ts';
import type { Measurement } from '../harness.ts';
import { fromEnvironment } from './programs.ts';

const wishes = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000];
const alphabet = new Alphabet();

export function* size(): Iterable<Measurement> {
  const programs = fromEnvironment('SIZED', 100);
  for (const wish of wishes) {
    const source = loomWith([`size=${wish}B`]);
    // The largest take a second each.
    const count = Math.max(20, Math.min(programs, Math.round((programs * 20_000) / wish)));
    const sizes = Array.from({ length: count }, (_, seed) => {
      const made = replay((draw) => source.generate(draw), { alphabet, seed });
      if (made.outcome !== 'ok') throw new Error(`seed ${seed}: ${JSON.stringify(made)}`);
      return (made.value as { files: readonly { bytes: Uint8Array }[] }).files[0]!.bytes.length;
    }).toSorted((a, b) => a - b);
    const near = sizes.filter((bytes) => bytes >= wish / 2 && bytes <= wish * 2).length;
    yield {
      name: `programs of ${wish} bytes within a factor of two of that`,
      value: (100 * near) / count,
      unit: '%',
      goal: { atLeast: 90 },
      how: `${count} programs; median ${sizes[Math.floor(count / 2)]}, ${sizes[0]} to ${sizes.at(-1)}`,
    };
  }
}
