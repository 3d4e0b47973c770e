import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { firstWrong } from '../../../src/oracle/compare/first-wrong.ts';

const cases = fc
  .record({ right: fc.integer({ min: 0, max: 1_000 }), size: fc.integer({ min: 1, max: 100_000 }) })
  .chain(({ right, size }) =>
    fc.record({
      right: fc.constant(right),
      wrong: fc.constant(right + size),
      first: fc.integer({ min: right + 1, max: right + size }),
    }),
  );

async function search(first: number, right: number, wrong: number, near?: number) {
  const asked: number[] = [];
  const isWrong = (at: number): Promise<boolean> => {
    asked.push(at);
    return Promise.resolve(at >= first);
  };
  const found = await firstWrong(isWrong, { right, wrong, ...(near === undefined ? {} : { near }) });
  return { found, asked };
}

describe('the first that is wrong', () => {
  it('is found, whatever the guess, and what is known is never asked', async () => {
    await fc.assert(
      fc.asyncProperty(
        cases,
        fc.option(fc.integer({ max: 200_000 })),
        async ({ first, right, wrong }, near) => {
          const { found, asked } = await search(first, right, wrong, near ?? undefined);
          expect(found).toBe(first);
          for (const at of asked) expect(at > right && at < wrong).toBe(true);
          expect(new Set(asked).size).toBe(asked.length);
        },
      ),
    );
  });

  it('takes as many questions as the guess was far off, in digits', async () => {
    await fc.assert(
      fc.asyncProperty(cases, fc.integer({ min: -500, max: 500 }), async ({ first, right, wrong }, off) => {
        const { asked } = await search(first, right, wrong, first + off);
        expect(asked.length).toBeLessThanOrEqual(3 + 2 * Math.ceil(Math.log2(Math.abs(off) + 1)));
      }),
    );
  });
});
