import { array, assert, boolean, integer, nat, property, record, uuid } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSlice, type Slice } from '../../../src/triage/care/reduce-line.ts';

const slices = record({
  signature: uuid(),
  sliceMs: integer({ min: 1, max: 100_000 }),
  isOnText: boolean(),
  isCostly: boolean(),
  bytes: integer({ min: 1, max: 200_000 }),
  idle: nat(3),
});
const large = slices.map((slice) => ({ ...slice, bytes: 2_001 + slice.bytes }));

describe('the finding that is reduced next', () => {
  it('is none that a person can read, while another one cannot be read', () => {
    assert(
      property(array(slices), large, (some, one) => {
        expect(nextSlice([...some, one])!.bytes).toBeGreaterThan(2_000);
      }),
    );
  });

  it('is, of those that shrink, the one that can be read soonest', () => {
    assert(
      property(array(large, { minLength: 1 }), (some) => {
        const shrinking = some.map((slice): Slice => ({ ...slice, idle: 0, isCostly: true }));
        expect(nextSlice(shrinking)!.bytes).toBe(Math.min(...some.map(({ bytes }) => bytes)));
      }),
    );
  });

  it('is one that a compile alone shows, while both shrink', () => {
    assert(
      property(large, large, (a, b) => {
        const [crash, wrong] = [
          { ...a, idle: 0, isCostly: false },
          { ...b, idle: 0, isCostly: true },
        ];
        expect(nextSlice([wrong, crash])).toBe(crash);
      }),
    );
  });

  it('is each of them at last, though none of them shrinks', () => {
    assert(
      property(array(large, { maxLength: 20 }), (some) => {
        let waiting: readonly Slice[] = some;
        const taken = new Set<string>();
        for (let turn = 0; turn < some.length * 5; turn++) {
          const next = nextSlice(waiting)!;
          taken.add(next.signature);
          waiting = [...waiting.filter((each) => each !== next), { ...next, idle: next.idle + 1 }];
        }
        expect(taken.size).toBe(new Set(some.map(({ signature }) => signature)).size);
      }),
    );
  });
});
