/** The limit on the cost of making a candidate, with costs that are counted instead of measured. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Alphabet } from '../../../src/choice/sequence/alphabet.ts';
import type { Draw } from '../../../src/choice/engine/draw.ts';
import { replay } from '../../../src/choice/engine/replay.ts';
import { CostLimit } from '../../../src/reduce/choices/cost-limit.ts';
import { reduce, type Reduced } from '../../../src/reduce/choices/reduce.ts';
import { reduceTuning } from '../../../src/reduce/tuning.ts';
import type { ChoiceSequence } from '../../../src/choice/index.ts';

interface Sum {
  readonly terms: readonly number[];
  readonly cpuMs: number;
}

/** A list of terms: one by one, or, in three choices, a power of a base that takes its time. */
function sum(draw: Draw): Sum {
  if (draw.boolean(0.2)) {
    const [base, exponent] = [draw.integer(1, 9), draw.integer(1, 9)];
    return { terms: [base ** exponent], cpuMs: 10 * base ** exponent };
  }
  const terms: number[] = [];
  while (terms.length < 30 && draw.scope('term', () => draw.boolean(0.9))) terms.push(draw.integer(0, 99));
  return { terms, cpuMs: 100 + terms.length };
}

const isLarge = ({ terms }: Sum): boolean => terms.reduce((all, term) => all + term, 0) >= 500;

const alphabet = new Alphabet();

/** The first list that is large, and made term by term. */
function original(): ChoiceSequence {
  for (let seed = 1; ; seed++) {
    const made = replay(sum, { alphabet, seed });
    if (made.outcome === 'ok' && isLarge(made.value) && made.value.terms.length > 8) return made.record;
  }
}

function reduced(tellsCost: boolean, asked: (number | undefined)[] = []): Promise<Reduced<Sum>> {
  return reduce(original(), isLarge, {
    generate: (sequence, { limits, ...how }) => {
      const { maxTimeMs, ...counts } = limits;
      asked.push(maxTimeMs);
      const made = replay(sum, { alphabet, sequence, limits: counts, ...how });
      if (!tellsCost || made.outcome !== 'ok') return made;
      return { ...made, cpuMs: made.value.cpuMs };
    },
  });
}

describe('a reduction', () => {
  it('does not take a shorter sequence that is far dearer to make', async () => {
    const { test, end } = await reduced(true);
    expect(end).toBe('minimal');
    expect(test.terms.length).toBeGreaterThan(1);
    expect(test.cpuMs).toBeLessThan(500);
  });

  it('takes it where nobody knows what it costs', async () => {
    const { test } = await reduced(false);
    expect(test.terms).toHaveLength(1);
    expect(test.cpuMs).toBeGreaterThan(5_000);
  });

  it('gives the generator a limit once it knows what the original took, with room for a busy machine', async () => {
    const asked: (number | undefined)[] = [];
    await reduced(true, asked);
    const [first, ...others] = asked;
    expect(first).toBeUndefined();
    expect(others.length).toBeGreaterThan(10);
    for (const limit of others) expect(limit).toBe(reduceTuning.graceMs.value);
  });
});

it('a limit of costs never grows, and never falls to nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }), { nil: undefined })),
      (costs) => {
        const costLimit = new CostLimit();
        let [before, least] = [Infinity, Infinity];
        for (const cost of costs) {
          costLimit.learn(cost);
          least = Math.min(least, cost ?? Infinity);
          const now = costLimit.limits.maxTimeMs ?? Infinity;
          expect(now).toBeLessThanOrEqual(before);
          expect(now).toBeGreaterThanOrEqual(reduceTuning.graceMs.value);
          if (least < Infinity) expect(costLimit.isExceededBy(least)).toBe(false);
          const dear = Math.max(reduceTuning.freeMs.value, least * reduceTuning.timesAsDear.value);
          if (dear < Infinity) expect(costLimit.isExceededBy(dear * 1.01)).toBe(true);
          before = now;
        }
      },
    ),
  );
});
