/** Seed tests are shared out among the workers of a fleet. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Peers } from '../../../src/fuzz/sharing/peers.ts';

const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 12 });
const KEYS = Array.from({ length: 200 }, (_, index) => String(index));
const campaign = { build: 'b', sources: ['csmith'] };

function fleetOf(workers: readonly string[], gone: readonly string[] = []): Peers[] {
  return workers.map((own) => {
    const peers = new Peers(own);
    for (const worker of workers) peers.hear(worker, campaign);
    peers.members = workers.map((name) => ({
      name,
      isAlive: !gone.includes(name),
      silentMs: 0,
      line: undefined,
    }));
    return peers;
  });
}

function ownersOf(fleet: readonly Peers[], key: string): number[] {
  return fleet.flatMap((peers, index) => (peers.isOwnSeed('csmith', key) ? [index] : []));
}

describe('seed tests in a fleet', () => {
  it('are each of one worker', () => {
    fc.assert(
      fc.property(names, (workers) => {
        const fleet = fleetOf(workers);
        for (const key of KEYS) expect(ownersOf(fleet, key)).toHaveLength(1);
      }),
      { numRuns: 10 },
    );
  });

  it('are shared out evenly', () => {
    const fleet = fleetOf(['p1', 'p2', 'p3', 'p4']);
    const counts = fleet.map((peers) => KEYS.filter((key) => peers.isOwnSeed('csmith', key)).length);
    for (const count of counts) expect(count).toBeGreaterThan(25);
  });

  it('of a worker that is gone fall to others, and no other one moves', () => {
    const workers = ['p1', 'p2', 'p3', 'p4'];
    const [before, after] = [fleetOf(workers), fleetOf(workers, ['p2'])];
    const left = after.filter((_, index) => index !== 1);
    for (const key of KEYS) {
      const [owner] = ownersOf(before, key);
      const [now] = ownersOf(left, key).map((index) => [0, 2, 3][index]);
      if (owner === 1) expect([0, 2, 3]).toContain(now);
      else expect(now).toBe(owner);
    }
  });

  it('are all of a worker whose build or source no other one has', () => {
    const peers = new Peers('a');
    peers.hear('a', campaign);
    peers.hear('b', { ...campaign, build: 'another' });
    peers.hear('c', { ...campaign, sources: ['loom'] });
    peers.members = ['a', 'b', 'c'].map((name) => ({ name, isAlive: true, silentMs: 0, line: undefined }));
    expect(KEYS.every((key) => peers.isOwnSeed('csmith', key))).toBe(true);
  });
});
