import { describe, expect, it } from 'vitest';
import { Alphabet, ChoiceSequence } from '../../src/choice/index.ts';
import { countingMeter } from '../../src/fuzz/meter.ts';
import type { Made } from '../../src/source/index.ts';

const alphabet = new Alphabet();
const coin = alphabet.pick(2);
const cost = { cpuUs: 0, wallUs: 0, peakRssBytes: 0 };

function overrun(limit: 'time' | 'choices', choices: number): Made {
  const record = new ChoiceSequence(alphabet, new Uint16Array(choices).fill(coin), new Uint32Array(choices));
  return { outcome: 'overrun', limit, record, freshCount: choices, cost };
}

describe('counted work', () => {
  it('is the same however far a test came before its time was over', () => {
    expect(countingMeter.generationMs(overrun('time', 1_000))).toBe(
      countingMeter.generationMs(overrun('time', 2_000)),
    );
  });

  it('grows with the choices of a test that met its limit of choices, and is less than all the time there is', () => {
    const [less, more] = [1_000, 2_000].map((choices) =>
      countingMeter.generationMs(overrun('choices', choices)),
    );
    expect(less).toBeLessThan(more!);
    expect(more).toBeLessThan(countingMeter.generationMs(overrun('time', 2_000)));
  });
});
