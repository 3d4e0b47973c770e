/** Values that are kept as long as there is room, against a plain list that is searched. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Recent } from '../../src/util/recent.ts';

const LIMIT = 20;
const steps = fc.array(
  fc.record({
    what: fc.constantFrom('get', 'take', 'put'),
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    size: fc.integer({ min: 1, max: 25 }),
  }),
);

it('keeps those that were used last and fit together, and says what had to go', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const recent = new Recent<number>(LIMIT);
      let model: { key: string; value: number; size: number }[] = [];
      for (const [value, { what, key, size }] of all.entries()) {
        const known = model.find((each) => each.key === key);
        const others = model.filter((each) => each.key !== key);
        if (what === 'get') {
          expect(recent.get(key)).toBe(known?.value);
          model = known === undefined ? others : [...others, known];
        } else if (what === 'take') {
          expect(recent.take(key)).toBe(known?.value);
          model = others;
        } else {
          model = [...others, { key, value, size }];
          const gone: [string, number][] = [];
          while (model.reduce((sum, each) => sum + each.size, 0) > LIMIT) {
            const oldest = model.shift()!;
            gone.push([oldest.key, oldest.value]);
          }
          expect(recent.put(key, value, size)).toEqual(gone);
        }
      }
    }),
  );
});
