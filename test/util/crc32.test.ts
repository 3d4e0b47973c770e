import { crc32 as zlibCrc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../../src/util/crc32.ts';

describe('the checksum', () => {
  it('is the CRC-32 that everybody knows', () => {
    expect(crc32(Buffer.from('123456789'), 0, 9)).toBe(0xcbf43926);
    expect(crc32(new Uint8Array(0), 0, 0)).toBe(0);
  });

  it('agrees with zlib on every part of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(100), fc.nat(100), (bytes, a, b) => {
        const [from, to] = [Math.min(a, b, bytes.length), Math.min(Math.max(a, b), bytes.length)];
        expect(crc32(bytes, from, to)).toBe(zlibCrc32(bytes.subarray(from, to)));
      }),
    );
  });
});
