/** How similar two texts are. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sharedPercent, withoutComments } from '../../../src/source/check/similar.ts';

const statement = fc
  .tuple(fc.constantFrom('x', 'y', 'z', 'total'), fc.constantFrom('+', '-', '*'), fc.nat(99))
  .map(([name, operator, value]) => `${name} = ${name} ${operator} ${value};`);
const text = fc.array(statement, { minLength: 10, maxLength: 60 }).map((lines) => lines.join('\n'));

describe("the share of a text that is another one's", () => {
  it('is a percentage, and all of it for the text itself', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(sharedPercent(a, a)).toBe(100);
        const percent = sharedPercent(a, b);
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('is all where the other one only has more before and behind', () => {
    fc.assert(
      fc.property(text, text, text, (a, before, behind) => {
        expect(sharedPercent(a, `${before}\n${a}\n${behind}`)).toBe(100);
      }),
    );
  });

  it('falls with every statement that is new, by what that has of the tokens', () => {
    const old = Array.from({ length: 50 }, (_, i) => `old_${i} = call(${i}, other) + 1;`).join('\n');
    const fresh = Array.from({ length: 50 }, (_, i) => `while (fresh${i}--) { goto out; continue; }`);
    expect(sharedPercent(`${old}\n${fresh.join('\n')}`, old)).toBeLessThan(60);
    expect(sharedPercent(fresh.join('\n'), old)).toBe(0);
  });

  it('does not fall because names are numbered anew', () => {
    const numbered = (from: number): string =>
      Array.from({ length: 30 }, (_, i) => `int g_${from + i} = f${from}(${i}u, g_${i});`).join('\n');
    expect(sharedPercent(numbered(0), numbered(17))).toBe(100);
  });
});

it('leaves comments out', () => {
  expect(withoutComments('/* seed\n 7 */int x; // seven\nint y;')).toBe(' int x;  \nint y;');
});
