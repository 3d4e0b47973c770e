import Formula from 'fparser';
import { describe, expect, it } from 'vitest';

import { type Expression, expression } from '../../../src/generators/index.ts';
import { inProcessSource } from '../../../src/source/index.ts';
import { checkLaws, hunt } from './hunt.ts';

const source = inProcessSource(expression, { timeoutMs: Infinity });

function isWrong({ text, value }: Expression): boolean {
  const got = new Formula(text).evaluate({});
  // Equal, or both not a number; the sign of zero is not asked of an evaluator.
  return got !== value && !(Number.isNaN(got) && Number.isNaN(value));
}

describe('the expression example', () => {
  it('knows the value of what it writes: JavaScript agrees, where it has the same syntax', () => {
    let compared = 0;
    checkLaws(source, ({ text, value }) => {
      // JavaScript refuses a sign before a power, and leaves the last digits of powers open.
      if (text.includes('^')) return;
      // oxlint-disable-next-line no-eval
      expect((0, eval)(text.replaceAll('--', '- -'))).toBe(value);
      compared++;
    });
    expect(compared).toBeGreaterThan(1_000);
  });

  it('finds that fparser 4.2 takes the sign of a power to belong to its base, and reduces it', async () => {
    const found = await hunt(source, expression, isWrong, 1_000);
    expect(found?.reduced).toEqual({ text: '-0 ^ 0', value: -1 });
    // As mathematics has it, -1; just as -2 ^ 2 is -4.
    expect(new Formula('-0 ^ 0').evaluate({})).toBe(1);
    expect(new Formula('-2 ^ 2').evaluate({})).toBe(4);
  });
});
