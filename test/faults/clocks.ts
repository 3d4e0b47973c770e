/**
 * Clocks that are set: a campaign's account is kept while the wall clock jumps forward and back. Nothing that is counted
 * goes down, and the campaign ends when its time is over.
 */
import { makeRandom, uniformBelow } from '../../src/choice/index.ts';
import { Account } from '../../src/fuzz/account.ts';
import type { StatsLine } from '../../src/campaign/index.ts';
import type { Family } from './family.ts';

const AROUND = { features: 0, edges: 0, corpus: 0, findings: 0, unstable: 0 };
const HOUR_MS = 3_600_000;

export const clocks: Family = {
  name: 'clocks that are set',
  share: 5,
  run: async (seed) => {
    const rng = makeRandom(seed);
    const now = { dateMs: 1_700_000_000_000, monotonicMs: uniformBelow(rng, 1_000_000), cpuMs: 0 };
    const wallMs = 1_000 + uniformBelow(rng, 5_000);
    const clock = { dateMs: () => now.dateMs, monotonicMs: () => now.monotonicMs, cpuMs: () => now.cpuMs };
    const { signal } = new AbortController();
    const open = (): Account => new Account({ clock, budget: { wallMs }, signal });
    const complaints: string[] = [];
    let account = open();
    let earlier: StatsLine | undefined;
    for (let passedMs = 0; passedMs < wallMs;) {
      if (account.isOutOfTime) complaints.push(`it ended after ${passedMs} of ${wallMs} ms`);
      const stepMs = 1 + uniformBelow(rng, 400);
      passedMs += stepMs;
      now.monotonicMs += stepMs;
      now.cpuMs += uniformBelow(rng, stepMs + 1);
      now.dateMs += stepMs + (uniformBelow(rng, 3) - 1) * uniformBelow(rng, 48 * HOUR_MS);
      account.begin();
      account.hear({ type: 'spent', on: 'compile', ms: uniformBelow(rng, 5) });
      const line = account.line(AROUND);
      for (const name of ['wallMs', 'cpuMs', 'tests'] as const)
        if (line[name] < (earlier?.[name] ?? 0))
          complaints.push(`${name} went down from ${earlier?.[name]} to ${line[name]}`);
      earlier = line;
      if (uniformBelow(rng, 8) > 0) continue;
      // It is stopped, and goes on after a while.
      account = open();
      account.restore(line);
      now.cpuMs = 0;
      account = open();
      account.restore(line);
    }
    if (!account.isOutOfTime) complaints.push(`it goes on after ${wallMs} ms`);
    return complaints;
  },
};
