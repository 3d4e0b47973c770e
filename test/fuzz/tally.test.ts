import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CampaignEvent, TestFate } from '../../src/campaign/index.ts';
import { NOTHING, Tally } from '../../src/fuzz/tally.ts';

const around = { atMs: 0, wallMs: 0, cpuMs: 1e9, features: 0, edges: 0, corpus: 0, findings: 0, unstable: 0 };
const fates: readonly TestFate[] = [
  'passed',
  'known-program',
  'avoided',
  'overrun',
  'generator-failed',
  'rejected',
  'cut-off',
  'target-failed',
];
const tested = fc.record({
  type: fc.constant('tested' as const),
  fate: fc.constantFrom(...fates),
  arm: fc.constantFrom('fresh', 'mutate'),
  operator: fc.constantFrom(undefined, 'replace', 'splice'),
  gain: fc.record({
    executions: fc.nat(3),
    cpuMs: fc.nat(99),
    features: fc.nat(9),
    edges: fc.nat(9),
    kept: fc.nat(1),
  }),
});
const spent = fc.record({
  type: fc.constant('spent' as const),
  on: fc.constantFrom('generate' as const, 'compile' as const, 'compare' as const, 'reduce' as const),
  ms: fc.nat(500),
  isCheck: fc.boolean(),
});
const events: fc.Arbitrary<CampaignEvent[]> = fc.array(fc.oneof(tested, spent));

function tallied(list: readonly CampaignEvent[], tally = new Tally()): Tally {
  for (const event of list) tally.hear(event);
  return tally;
}

it('counts a test once, as executed, known, cut off by a limit, or not made', () => {
  fc.assert(
    fc.property(events, (list) => {
      const { executions, duplicates, overruns, failures } = tallied(list).counts;
      const tests = list.filter(({ type }) => type === 'tested').length;
      expect(executions + duplicates + overruns + failures).toBe(tests);
    }),
  );
});

it("shares out all CPU time: what nobody else spent is the engine's", () => {
  fc.assert(
    fc.property(events, (list) => {
      const { cpu, cpuMs } = tallied(list).line(around);
      expect(Object.values(cpu).reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(cpuMs);
    }),
  );
});

it('counts programs that were checked by the way of checking, and has no count if there are none', () => {
  const check = (on: 'compare' | 'truth' | 'compile', isCheck: boolean): CampaignEvent => ({
    type: 'spent',
    on,
    ms: 5,
    isCheck,
  });
  const checks = [check('truth', true), check('truth', true), check('truth', false), check('compile', true)];
  expect(tallied(checks).line(around).checked).toMatchObject({ compare: 0, truth: 2, invariance: 0, ir: 0 });
  expect(tallied([check('compare', false)]).line(around).checked).toBeUndefined();
});

it('adds up what each arm and each operator gained', () => {
  fc.assert(
    fc.property(events, (list) => {
      const { arms, operators } = tallied(list).line(around);
      const sum = (of: typeof arms): number =>
        Object.values(of).reduce((all, { features }) => all + features, 0);
      const gains = list.flatMap((event) => (event.type === 'tested' ? [event] : []));
      expect(sum(arms)).toBe(gains.reduce((all, { gain }) => all + gain.features, 0));
      const operated = gains.filter(({ operator }) => operator !== undefined);
      expect(sum(operators)).toBe(operated.reduce((all, { gain }) => all + gain.features, 0));
    }),
  );
});

it('goes on from a line as if it had never been interrupted', () => {
  fc.assert(
    fc.property(events, events, (before, after) => {
      const resumed = new Tally();
      resumed.restore(tallied(before).line(around));
      expect(tallied(after, resumed).line(around)).toEqual(tallied([...before, ...after]).line(around));
    }),
  );
});

it('begins with nothing', () => {
  expect(Object.values(NOTHING).every((value) => value === 0)).toBe(true);
  expect(new Tally().line(around)).toMatchObject({ tests: 0, arms: {}, operators: {} });
});
