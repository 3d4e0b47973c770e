/** The time that a campaign has used up, whatever happens to the clock on the wall. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StatsLine } from '../../src/campaign/index.ts';
import { Account } from '../../src/fuzz/account.ts';

const around = { features: 0, edges: 0, corpus: 0, findings: 0, unstable: 0 };

interface Hands {
  dateMs: number;
  monotonicMs: number;
}

function accountAt(hands: Hands, budget: { wallMs?: number; executions?: number } = {}): Account {
  const clock = { dateMs: () => hands.dateMs, monotonicMs: () => hands.monotonicMs, cpuMs: () => 0 };
  return new Account({ clock, budget, signal: new AbortController().signal });
}

describe('the account of a campaign', () => {
  it('does not depend on the date, whenever that is set', () => {
    const step = fc.record({ dateMs: fc.integer(), byMs: fc.nat(1_000) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), (steps) => {
        const hands = { dateMs: 0, monotonicMs: 5 };
        const account = accountAt(hands, { wallMs: 2_000 });
        let passedMs = 0;
        for (const { dateMs, byMs } of steps) {
          hands.dateMs = dateMs;
          hands.monotonicMs += byMs;
          passedMs += byMs;
          expect(account.line(around)).toMatchObject({ atMs: dateMs, wallMs: passedMs });
        }
        expect(account.isOutOfTime).toBe(passedMs >= 2_000);
      }),
    );
  });

  it('goes on from an earlier run, and takes no time back for one that was stored wrongly', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.nat(1_000), (wallMs, cpuMs, laterMs) => {
        const hands = { dateMs: 0, monotonicMs: 0 };
        const earlier = accountAt(hands).line(around);
        const account = accountAt(hands);
        account.restore({ ...earlier, wallMs, cpuMs } satisfies StatsLine);
        hands.monotonicMs = laterMs;
        expect(account.wallMs).toBe(Math.max(0, wallMs) + laterMs);
        expect(account.cpuMs).toBe(Math.max(0, cpuMs));
      }),
    );
  });

  it('counts judging as comparing, and not against the share of what compares', () => {
    const account = accountAt({ dateMs: 0, monotonicMs: 0 });
    expect(account.line(around)).not.toHaveProperty('judged');
    account.hear({ type: 'spent', on: 'compare', ms: 5 });
    account.hear({ type: 'judged', isAsked: true, ms: 20 });
    account.hear({ type: 'judged', isAsked: false, ms: 10 });
    const again = accountAt({ dateMs: 0, monotonicMs: 0 });
    again.restore(account.line(around));
    for (const each of [account, again]) {
      expect(each.line(around)).toMatchObject({
        judged: { tests: 2, notAsked: 1, cpuMs: 30 },
        cpu: { compare: 35, engine: 0 },
      });
      expect(each.owedMs.compare).toBe(5);
    }
  });

  it('counts what is under way as executed, and no test begins that would be one too many', () => {
    const account = accountAt({ dateMs: 0, monotonicMs: 0 }, { executions: 2 });
    const gain = { executions: 1, cpuMs: 1, features: 0, edges: 0, kept: 0 };
    expect(account.mustStop(1)).toBe(false);
    account.hear({ type: 'tested', fate: 'passed', arm: 'fresh', operator: undefined, gain });
    expect(account.mustStop(0)).toBe(false);
    expect(account.mustStop(1)).toBe(true);
    account.hear({ type: 'tested', fate: 'known-program', arm: 'fresh', operator: undefined, gain });
    expect(account.mustStop(0)).toBe(false);
    expect(account.line(around)).toMatchObject({
      executions: 1,
      duplicates: 1,
      arms: { fresh: { cpuMs: 2 } },
    });
  });
});
