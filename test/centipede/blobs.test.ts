/** Laws of the blobs that Centipede's protocol is made of. */
import { array, assert, integer, oneof, property, record, tuple, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Blob,
  BlobError,
  executionRequest,
  readBlobs,
  readReply,
  wordOf,
  writeBlobs,
  writeFlags,
} from '../../src/centipede/index.ts';

const blob = record({
  tag: integer({ min: 1, max: 255 }),
  bytes: uint8Array({ maxLength: 40 }),
});
const EMPTY = new Uint8Array();

describe('blobs', () => {
  it('are read as they were written, whatever lies behind them', () => {
    assert(
      property(array(blob), uint8Array(), (blobs, old) => {
        const read = readBlobs(Buffer.concat([writeBlobs(blobs), old]));
        expect(read.blobs.map(({ tag, bytes }) => ({ tag, bytes: Uint8Array.from(bytes) }))).toEqual(blobs);
      }),
    );
  });

  it('are read from a beginning that is too short by asking for more, a few times', () => {
    assert(
      property(array(blob), (blobs) => {
        const memory = Buffer.concat([writeBlobs(blobs), Buffer.alloc(1_000)]);
        let length = 1;
        for (let times = 0; ; times++) {
          expect(times).toBeLessThanOrEqual(2 * blobs.length + 1);
          const { blobs: read, needed } = readBlobs(memory.subarray(0, length), memory.length);
          if (needed === undefined) {
            expect(read).toHaveLength(blobs.length);
            return;
          }
          expect(needed).toBeGreaterThan(length);
          length = needed;
        }
      }),
    );
  });

  it('of any bytes at all end in a reply or in an error that names them', () => {
    const replies = oneof(
      uint8Array({ maxLength: 200 }),
      tuple(array(blob), uint8Array()).map(([blobs, more]) => {
        const written = writeBlobs(blobs);
        return Uint8Array.from([...written.subarray(0, -16), ...more]);
      }),
    );
    assert(
      property(replies, (bytes) => {
        try {
          const reply = readReply(readBlobs(bytes).blobs);
          expect(reply.hasBegun || !reply.hasEnded).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(BlobError);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('a reply', () => {
  const reply = (begin: number, ...more: readonly Blob[]): readonly Blob[] => [
    { tag: begin, bytes: EMPTY },
    ...more,
  ];

  it.each([2, 3])('is understood where tag %i begins an input', (begin) => {
    const features = { tag: 1, bytes: Buffer.concat([wordOf(7), wordOf(2 ** 32 - 1)]) };
    const stats = { tag: begin + 2, bytes: Buffer.concat([wordOf(1), wordOf(20), wordOf(3), wordOf(12)]) };
    const end = { tag: begin + 1, bytes: EMPTY };
    expect(readReply(reply(begin, features, stats))).toMatchObject({ hasBegun: true, hasEnded: false });
    expect(readReply(reply(begin, features, stats, end))).toEqual({
      hasBegun: true,
      hasEnded: true,
      features: Uint32Array.of(7, 2 ** 32 - 1),
      peakMegabytes: 12,
      microseconds: 24,
    });
  });

  it('of another age, with a feature beyond 32 bits or half a feature is an error', () => {
    expect(() => readReply(reply(4))).toThrow('no release writes');
    expect(() => readReply(reply(2, { tag: 1, bytes: wordOf(2n ** 32n) }))).toThrow('more than 32 bits');
    expect(() => readReply(reply(2, { tag: 1, bytes: Uint8Array.of(1) }))).toThrow('has 1 bytes');
  });
});

describe('what an engine says', () => {
  it('is a request of blobs and a line of flags', () => {
    const { blobs } = readBlobs(executionRequest([Uint8Array.of(5, 6), EMPTY]));
    expect(blobs.map(({ tag, bytes }) => [tag, ...bytes])).toEqual([
      [1],
      [3, 2, 0, 0, 0, 0, 0, 0, 0],
      [6, 5, 6],
      [6],
    ]);
    expect(writeFlags({ shmem: true, arg1: '/proc/1/fd/2', callstack_level: 3 })).toBe(
      ':shmem:arg1=/proc/1/fd/2:callstack_level=3:',
    );
    expect(() => writeFlags({ arg1: '/a:b' })).toThrow('a colon');
  });
});
