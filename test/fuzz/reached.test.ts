import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { covers, reachedBy } from '../../src/fuzz/reached.ts';
import type { Execution } from '../../src/serve/index.ts';
import { packFeatures, unpackFeatures } from '../../src/target/features/feature-list.ts';
import { execution } from '../oracle/behaviours.ts';

const lists = fc
  .uniqueArray(fc.nat(1_000), { maxLength: 50 })
  .map((list) => Uint32Array.from(list).toSorted());

function reaching(all: Uint32Array, fresh: Uint32Array, isSent = true): Execution {
  const sent = isSent ? { all: packFeatures(all) } : {};
  return { ...execution, features: { fresh, hitCount: all.length, hash: 7n, ...sent } };
}

it('passes on what one execution was sent', () => {
  fc.assert(
    fc.property(lists, fc.nat(50), (all, from) => {
      const fresh = all.slice(from);
      const one = reaching(all, fresh);
      expect(reachedBy([one])).toEqual({ fresh, all: packFeatures(all), count: all.length, hash: 7n });
      expect(reachedBy([one]).all).toBe(one.features!.all);
    }),
  );
});

it('joins what several executions reached, each feature once', () => {
  fc.assert(
    fc.property(fc.array(lists, { minLength: 2, maxLength: 4 }), (all) => {
      const reached = reachedBy(all.map((list) => reaching(list, list.slice(1))));
      const expected = Uint32Array.from(new Set(all.flatMap((list) => [...list]))).toSorted();
      expect(unpackFeatures(reached.all)).toEqual(expected);
      expect(reached).toMatchObject({ count: expected.length, hash: 0n });
      expect(covers(expected, reached.fresh)).toBe(true);
    }),
  );
});

it('knows how much was reached where only the hash was asked for', () => {
  const nothing = new Uint32Array();
  const reached = reachedBy([reaching(Uint32Array.of(3, 5), nothing, false)]);
  expect(reached).toEqual({ fresh: nothing, all: new Uint8Array(), count: 2, hash: 7n });
});

it('is nothing without coverage', () => {
  expect(reachedBy([execution])).toMatchObject({ fresh: new Uint32Array(), count: 0, hash: 0n });
});
