import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { OneAtATime } from '../../src/util/one-at-a-time.ts';

describe('one at a time', () => {
  it('never runs two pieces of work at once, and keeps the order of the calls', async () => {
    const turns = new OneAtATime();
    let running = 0;
    const order: number[] = [];
    const work = (n: number) => async (): Promise<number> => {
      expect(++running).toBe(1);
      await sleep(n % 3);
      order.push(n);
      running--;
      return n;
    };
    const results = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => turns.do(work(5 - n))));
    expect(results).toEqual([5, 4, 3, 2, 1, 0]);
    expect(order).toEqual(results);
  });

  it('goes on after a failure, which only its caller hears of', async () => {
    const turns = new OneAtATime();
    const failing = turns.do(() => Promise.reject(new Error('no')));
    const next = turns.do(() => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});
