/** The real Csmith of the machine, as it is. */
import { afterAll, describe, expect, it } from 'vitest';

import { choicesOf, sequenceOfAnswers } from '../../src/choice/index.ts';
import { csmith } from '../../src/generators/index.ts';
import { processSource } from '../../src/source/index.ts';
import { textOf } from '../source/text-of.ts';

const source = processSource(csmith);
afterAll(() => source.close());

describe("Debian's csmith", () => {
  it('makes the same program again from the record of its choices', { timeout: 60_000 }, async () => {
    for (let seed = 0; seed < 12; seed++) {
      const first = await source.run({ seed });
      const again = await source.run({ seed: seed + 1_000, sequence: first.record });
      expect(first.outcome).toBe('ok');
      expect(again.record.equals(first.record)).toBe(true);
      expect(textOf(again)).toBe(textOf(first));
      expect(again.freshCount).toBe(0);
      expect(first.record.scopeCount).toBeGreaterThan(10);
    }
    expect([...source.seen().keys()]).toContain('lrand48 and its family');
  });

  it('keeps the choices in front of the options that it was given', async () => {
    const { record } = await source.run({ seed: 3 });
    expect(source.alphabet.labelOf(record.ops[0]!)).toBe('options');
  });

  it('makes the same program from the bare answers, its options among them', async () => {
    const first = await source.run({ seed: 4 });
    const answers = choicesOf(first.record).map(({ value }) => value);
    const sequence = sequenceOfAnswers(source.alphabet, answers);
    const again = await source.run({ seed: 5, sequence, resync: 'position' });
    expect(textOf(again)).toBe(textOf(first));
    expect(again.record.equals(first.record)).toBe(true);
  });

  it.each([1, 20])('counts its options among the choices where only %i are allowed', async (maxChoices) => {
    const { outcome, record } = await source.run({ seed: 6, limits: { maxChoices } });
    expect(outcome).toBe('overrun');
    expect(record.choiceCount).toBe(maxChoices);
  });
});
