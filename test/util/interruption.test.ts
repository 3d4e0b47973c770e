import { describe, expect, it } from 'vitest';
import { Interruption } from '../../src/util/interruption.ts';

describe('an interruption', () => {
  it('ends every wait at once, and leaves those alone that had an end before', async () => {
    const end = new AbortController();
    const interruption = new Interruption(end.signal);
    const never = new Promise<number>(() => undefined);
    await expect(interruption.wait(Promise.resolve(1))).resolves.toBe(1);
    await expect(interruption.wait(Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    const waits = [interruption.wait(never), interruption.wait(never)];
    end.abort(new Error('enough'));
    for (const wait of waits) await expect(wait).rejects.toThrow('enough');
  });

  it('lets nobody wait after it, and hears nothing of work that fails later', async () => {
    const end = new AbortController();
    const interruption = new Interruption(end.signal);
    end.abort(new Error('enough'));
    await expect(interruption.wait(Promise.reject(new Error('failed')))).rejects.toThrow('enough');
    await expect(interruption.wait(Promise.resolve(1))).rejects.toThrow('enough');
  });
});
