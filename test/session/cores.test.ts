/** How many tests a campaign makes at the same time where nobody says. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usableCores, usualJobs } from '../../src/session/cores.ts';

const cores = fc.integer({ min: 1, max: 512 });

describe('the usual number of jobs', () => {
  it('is one for each core', () => {
    fc.assert(
      fc.property(cores, (count) => {
        expect(usualJobs(count, { isRepeatable: false })).toBe(count);
      }),
    );
  });

  it('is one where equal seeds must give equal corpora', () => {
    fc.assert(
      fc.property(cores, (count) => {
        expect(usualJobs(count, { isRepeatable: true })).toBe(1);
      }),
    );
  });
});

describe('usable cores', () => {
  it('are never more than a quota leaves, nor fewer than one', () => {
    fc.assert(
      fc.property(cores, fc.double({ min: 0.1, max: 600, noNaN: true }), (count, quota) => {
        const usable = usableCores(count, quota);
        expect(usable).toBeGreaterThanOrEqual(1);
        expect(usable).toBeLessThanOrEqual(count);
        if (quota >= 1) expect(usable).toBeLessThanOrEqual(quota);
      }),
    );
  });
});
