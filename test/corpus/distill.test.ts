import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distill, type EntryInfo } from '../../src/corpus/index.ts';
import { entryOf } from './entries.ts';

interface Small {
  readonly costMs: number;
  readonly features: readonly number[];
}

const smalls: fc.Arbitrary<Small[]> = fc.array(
  fc.record({
    costMs: fc.integer({ min: 1, max: 50 }),
    features: fc.uniqueArray(fc.nat({ max: 12 }), { minLength: 1, maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 9 },
);

async function run(list: readonly Small[]): Promise<{ ids: number[]; costMs: number }> {
  const infos = list.map(({ costMs, features }, i): EntryInfo => ({
    ...entryOf(i),
    id: String(i),
    costMs,
    featureCount: features.length,
  }));
  const { chosen, costMs } = await distill(infos, (id) =>
    Uint32Array.from(list[Number(id)]!.features).toSorted(),
  );
  return { ids: chosen.map(({ id }) => Number(id)), costMs };
}

/** Of all covers the cheapest, by trying them all. */
function least(list: readonly Small[]): number {
  const all = new Set(list.flatMap(({ features }) => features)).size;
  let best = Infinity;
  for (let subset = 0; subset < 1 << list.length; subset++) {
    const taken = list.filter((_, i) => subset & (1 << i));
    if (new Set(taken.flatMap(({ features }) => features)).size < all) continue;
    best = Math.min(
      best,
      taken.reduce((sum, { costMs }) => sum + costMs, 0),
    );
  }
  return best;
}

describe('distilling', () => {
  it('keeps every feature, and no entry that is superfluous', async () => {
    await fc.assert(
      fc.asyncProperty(smalls, async (list) => {
        const { ids } = await run(list);
        const covered = (chosen: readonly number[]): number =>
          new Set(chosen.flatMap((i) => list[i]!.features)).size;
        expect(covered(ids)).toBe(covered(list.map((_, i) => i)));
        for (const id of ids) expect(covered(ids.filter((other) => other !== id))).toBeLessThan(covered(ids));
      }),
    );
  });

  it('costs little more than the cheapest cover there is', async () => {
    let ours = 0;
    let best = 0;
    await fc.assert(
      fc.asyncProperty(smalls, async (list) => {
        ours += (await run(list)).costMs;
        best += least(list);
      }),
      { seed: 7, numRuns: 300 },
    );
    expect(ours / best).toBeLessThan(1.08);
  });
});
