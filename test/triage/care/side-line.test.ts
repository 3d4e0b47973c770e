import { describe, expect, it } from 'vitest';
import type { SideWork } from '../../../src/triage/care/side-job.ts';
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
        await line.work(100);
        await line.work(100);
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
    await line.work(100);
    await line.finish();
    expect(begun).toBe(1);
  });

  it('that fails otherwise fails', async () => {
    const work = (): Promise<void> => Promise.reject(failing('EIO'));
    const line = new RunningLine(lineOf(work), 0, () => Promise.resolve(true));
    await expect(line.work(100)).rejects.toThrow('EIO');
  });
});
