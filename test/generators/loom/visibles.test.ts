import { array, assert, constant as always, nat, oneof, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';

import { bestOf, Visibles, type Visible } from '../../../src/generators/loom/draw/visibles.ts';
import type { DataClass, Variable } from '../../../src/generators/loom/ir/nodes.ts';
import { INT } from '../../../src/generators/loom/ir/types.ts';

function visible(identity: number): Visible {
  const dataClass: DataClass = (['input', 'mixed', 'local', 'iterator'] as const)[identity % 4]!;
  const about = { type: INT, initial: undefined, dimensions: [], slot: 0 };
  const variable: Variable = { name: `v${identity}`, dataClass, ...about };
  return { variable, identity };
}

const purposes = [
  ({ identity }: Visible): boolean => identity % 3 === 0,
  ({ variable: { dataClass } }: Visible): boolean => dataClass === 'local',
];

/** The effects of blocks on a list: declarations, and the end of a block; seldom everything in the list stays. */
const step = oneof(
  { weight: 8, arbitrary: record({ push: nat(2 ** 32 - 1) }) },
  { weight: 2, arbitrary: record({ cut: nat(20) }) },
  { weight: 1, arbitrary: always({ keep: true }) },
);

describe('candidates', () => {
  it('are what was declared and not cut off, for every purpose and every ticket, however they came and went', () => {
    assert(
      property(array(step, { maxLength: 80 }), nat(1023), (steps, ticket) => {
        const candidates = new Visibles();
        const plain: Visible[] = [];
        let kept = 0;
        for (const each of steps) {
          if ('push' in each) {
            candidates.push(visible(each.push));
            plain.push(visible(each.push));
          } else if ('cut' in each) {
            plain.length = Math.max(kept, plain.length - each.cut);
            candidates.cut(plain.length);
          } else {
            kept = plain.length;
            candidates.keep();
          }
          expect(candidates.list()).toEqual(plain);
          expect(candidates.best(ticket)).toEqual(bestOf(plain, ticket));
          for (const fits of purposes) {
            const those = plain.filter(fits);
            expect(candidates.those(fits).list()).toEqual(those);
            expect(candidates.has(fits)).toBe(those.length > 0);
            expect(candidates.those(fits).best(ticket)).toEqual(bestOf(those, ticket));
          }
        }
      }),
    );
  });

  it('give each ticket the same meaning until what it meant is gone or something better came', () => {
    const candidates = new Visibles();
    for (let identity = 0; identity < 40; identity++) candidates.push(visible(identity * 7919));
    for (let ticket = 0; ticket < 50; ticket++) {
      const before = candidates.best(ticket)!;
      candidates.push(visible(1_000_003 + ticket));
      expect([before, candidates.list().at(-1)]).toContain(candidates.best(ticket));
    }
  });
});
