/** The laws of admission, over whatever a test may have reached and cost. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admit, type Admissible, type AdmissionParent } from '../../src/fuzz/admit.ts';
import { packFeatures, unpackFeatures } from '../../src/target/index.ts';
import { runs } from '../runs.ts';

const features = fc.uniqueArray(fc.nat(8)).map((numbers) => Uint32Array.from(numbers).toSorted());
const hash = fc.bigInt(0n, 2n);
const passed: fc.Arbitrary<Admissible> = fc.record({
  costMs: fc.nat(4),
  reached: fc.record({ all: features.map((all) => packFeatures(all)), hash }),
});
const parent: fc.Arbitrary<AdmissionParent> = fc.record({
  hash,
  isGone: fc.boolean(),
  keptFor: features,
  info: fc.record({ id: fc.constant('parent'), costMs: fc.nat(4) }),
});
const purpose = fc.constantFrom(
  { kind: 'search' as const },
  { kind: 'minimise' as const },
  { kind: 'relearn' as const, id: 'entry' },
  { kind: 'arrival' as const },
);
const news = fc.nat(2);

function holds(
  law: (
    admission: ReturnType<typeof admit>,
    given: {
      passed: Admissible;
      purpose: Parameters<typeof admit>[1];
      parent: AdmissionParent | undefined;
      news: number;
    },
  ) => void,
): void {
  fc.assert(
    fc.property(passed, purpose, fc.option(parent, { nil: undefined }), news, (...given) => {
      const [test, why, of, fresh] = given;
      law(admit(test, why, of, fresh), { passed: test, purpose: why, parent: of, news: fresh });
    }),
    { numRuns: runs(2_000) },
  );
}

describe('admission', () => {
  it('keeps whatever reached something new', () => {
    holds((admission, given) => {
      if (given.news > 0) expect(admission).not.toBe('drop');
    });
  });

  it('drops what is neither new, nor better than its parent, nor learnt anew', () => {
    holds((admission, given) => {
      if (given.news === 0 && given.parent === undefined && given.purpose.kind !== 'relearn')
        expect(admission).toBe('drop');
    });
  });

  it('lets nothing take the place of a parent that costs no less, or is gone', () => {
    holds((admission, { parent: of, passed: { costMs } }) => {
      if (admission !== 'drop' && admission.replaces === 'parent') {
        expect(of!.isGone).toBe(false);
        expect(costMs).toBeLessThan(of!.info.costMs);
      }
    });
  });

  it('loses no feature that a parent was kept for', () => {
    holds((admission, { parent: of, passed: { reached } }) => {
      if (admission === 'drop' || admission.replaces !== 'parent') return;
      const isEqual = of!.hash !== 0n && of!.hash === reached.hash;
      const all = new Set(unpackFeatures(reached.all));
      expect(isEqual || [...of!.keptFor].every((feature) => all.has(feature))).toBe(true);
      if (admission.keep === 'the-parents') expect(isEqual).toBe(true);
    });
  });

  it('keeps what is learnt anew, under its own name', () => {
    holds((admission, { purpose: why, parent: of }) => {
      if (why.kind === 'relearn' && of === undefined)
        expect(admission).toEqual({ keep: 'its-own', replaces: 'entry' });
    });
  });

  it('takes a cheaper test with an equal set of features, and says that the set is there already', () => {
    const better = { costMs: 1, reached: { all: packFeatures(new Uint32Array()), hash: 7n } };
    const dear = { hash: 7n, isGone: false, keptFor: Uint32Array.of(1), info: { id: 'parent', costMs: 2 } };
    expect(admit(better, { kind: 'search' }, dear, 0)).toEqual({ keep: 'the-parents', replaces: 'parent' });
    expect(admit(better, { kind: 'search' }, { ...dear, hash: 0n }, 0)).toBe('drop');
  });
});
