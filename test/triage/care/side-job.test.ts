import { describe, expect, it } from 'vitest';
import { SideJob } from '../../../src/triage/care/side-job.ts';

describe('a side job', () => {
  it('does nothing between two steps', async () => {
    const done: string[] = [];
    const job = new SideJob(async (pause) => {
      done.push('first');
      await pause();
      done.push('second');
      await pause();
      done.push('third');
    });
    expect(done).toEqual([]);
    for (const last of ['first', 'second', 'third']) {
      expect(job.isOver).toBe(false);
      await job.step();
      await new Promise((resolve) => setImmediate(resolve));
      expect(done.at(-1)).toBe(last);
    }
    expect(job.isOver).toBe(true);
  });

  it('tells whoever steps it what went wrong', async () => {
    const job = new SideJob(async (pause) => {
      await pause();
      throw new Error('no more');
    });
    await job.step();
    await expect(job.step()).rejects.toThrow('no more');
    expect(job.isOver).toBe(true);
  });
});
