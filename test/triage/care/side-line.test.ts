import { array, assert, asyncProperty, double, integer } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SideWork } from '../../../src/triage/care/side-job.ts';
import { triageTuning } from '../../../src/triage/tuning.ts';
import { RunningLine, type SideLine } from '../../../src/triage/care/side-line.ts';

/** A line with one piece of work. */
function lineOf(work: SideWork): SideLine {
  const waiting = [work];
  return { name: 'reduce', share: 0.5, next: () => waiting.shift(), interrupt: () => Promise.resolve() };
}

function failing(code: string): Error {
  return Object.assign(new Error(code), { code });
}

describe('work beside the search', () => {
  it('that finds the disk full, wherever it writes, is done when there is room', async () => {
    for (const code of ['ENOSPC', 'EDQUOT']) {
      for (let full = 0; full < 4; full++) {
        let begun = 0;
        let waits = 0;
        let done = 0;
        const work = async (pause: () => Promise<void>): Promise<void> => {
          const number = begun++;
          if (number === 0) await pause();
          if (number < full) throw failing(code);
          done++;
          line.spend(1_000);
        };
        const line = new RunningLine(lineOf(work), 0, async () => {
          waits++;
          return true;
        });
        await line.work(1_000);
        await line.work(1_000);
        expect({ code, begun, waits, done }).toEqual({ code, begun: full + 1, waits: full, done: 1 });
      }
    }
  });

  it('ends in order when the campaign ends before there is room', async () => {
    let begun = 0;
    const work = async (): Promise<void> => {
      begun++;
      throw failing('ENOSPC');
    };
    const line = new RunningLine(lineOf(work), 0, () => Promise.resolve(false));
    await line.work(1_000);
    await line.finish();
    expect(begun).toBe(1);
  });

  it('takes no further step once the campaign is out of time, whatever it is owed', async () => {
    let steps = 0;
    const work = async (pause: () => Promise<void>): Promise<void> => {
      for (;;) {
        steps++;
        line.spend(10);
        await pause();
      }
    };
    const line = new RunningLine({ ...lineOf(work), beginsAtOnce: true }, 0, () => Promise.resolve(true));
    await line.work(1_000, () => steps >= 3);
    expect(steps).toBe(3);
  });

  it('that fails otherwise fails', async () => {
    const work = (): Promise<void> => Promise.reject(failing('EIO'));
    const line = new RunningLine(lineOf(work), 0, () => Promise.resolve(true));
    await expect(line.work(1_000)).rejects.toThrow('EIO');
  });
});

const lines = [
  ['compare', true],
  ['reduce', true],
  ['truth', false],
  ['ir', false],
  ['judge', false],
  ['invariance', false],
  ['volatile', false],
] as const;

describe('the share of a side line', () => {
  const jobs = array(array(integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 4 }), {
    maxLength: 20,
  });
  const moments = array(integer({ min: 0, max: 2_000 }), { maxLength: 20 });

  it.each(lines)(
    'of %s holds from the first moment on, but for what a step costs more than usual',
    async (name, beginsAtOnce) => {
      await assert(
        asyncProperty(
          double({ min: 0.01, max: 0.9, noNaN: true }),
          jobs,
          moments,
          async (share, costs, times) => {
            const waiting = [...costs];
            const taken: number[] = [];
            const first = triageTuning.firstStepMs.value;
            const mean = (): number =>
              taken.length === 0 ? first : taken.reduce((sum, each) => sum + each, 0) / taken.length;
            const usual = (): number => (beginsAtOnce ? 0 : mean());
            let wholeMs = 0;
            let spentMs = 0;
            const next = (): SideWork | undefined => {
              const steps = waiting.shift();
              return (
                steps &&
                (async (pause) => {
                  for (const [index, ms] of steps.entries()) {
                    if (index > 0) await pause();
                    expect(spentMs + usual()).toBeLessThan(wholeMs * share);
                    spentMs += ms;
                    taken.push(ms);
                    line.spend(ms);
                  }
                })
              );
            };
            const interrupt = (): Promise<void> => Promise.resolve();
            const line = new RunningLine({ name, share, beginsAtOnce, next, interrupt }, 0, () =>
              Promise.resolve(true),
            );
            for (const ms of times) {
              wholeMs += ms;
              await line.work(wholeMs);
            }
            // A line with work waiting has had its share, but for one step.
            if (waiting.length > 0) expect(spentMs + usual()).toBeGreaterThanOrEqual(wholeMs * share);
          },
        ),
      );
    },
  );
});
