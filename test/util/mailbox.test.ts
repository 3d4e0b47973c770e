import { describe, expect, it } from 'vitest';
import { Mailbox } from '../../src/util/mailbox.ts';

describe('a mailbox', () => {
  it('gives messages in the order in which they arrived, before and after somebody waits', async () => {
    const box = new Mailbox<number>();
    box.deliver(1);
    box.deliver(2);
    expect([await box.next(), await box.next()]).toEqual([1, 2]);
    const waiting = box.next();
    box.deliver(3);
    box.deliver(4);
    expect([await waiting, await box.next(), box.isEmpty]).toEqual([3, 4, true]);
  });

  it('gives a message again that was only looked at, also if it arrived later', async () => {
    const box = new Mailbox<string | undefined>();
    const looked = box.peek();
    box.deliver(undefined);
    box.deliver('b');
    expect([await looked, await box.next(), await box.next()]).toEqual([undefined, undefined, 'b']);
  });

  it('is empty after it was cleared', async () => {
    const box = new Mailbox<number>();
    box.deliver(1);
    box.clear();
    box.deliver(2);
    expect(await box.next()).toBe(2);
  });
});
