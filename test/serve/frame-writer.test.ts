import { describe, expect, it } from 'vitest';
import { FrameWriter } from '../../src/serve/frame-writer.ts';

function written(expectedBytes: number, write: (to: FrameWriter) => void): Buffer {
  const to = new FrameWriter(expectedBytes);
  write(to);
  return Buffer.concat(to.finish());
}

describe('a frame', () => {
  it('begins with the length of what follows', () => {
    const frame = written(100, (to) => {
      to.u8(7);
      to.u32(0x01020304);
      to.u64(2 ** 40);
    });
    expect([...frame]).toEqual([13, 0, 0, 0, 7, 4, 3, 2, 1, 0, 0, 0, 0, 0, 1, 0, 0]);
  });

  it('counts the bytes of a text, not its letters', () => {
    expect(written(100, (to) => to.text('é€')).toString('hex')).toBe('0900000005000000c3a9e282ac');
  });

  it('ends each word with a zero, which no word can hold', () => {
    expect(written(100, (to) => to.words(['a\0b', ''])).toString('latin1')).toBe(
      '\b\0\0\0\u0004\0\0\0ab\0\0',
    );
  });

  it('is the same however little room was expected, and wherever something large stands', () => {
    const large = new Uint8Array(100_000).fill(1);
    const write = (to: FrameWriter): void => {
      for (const bytes of [large.subarray(0, 10), large, large, new Uint8Array(), large.subarray(0, 3_000)]) {
        to.text('name');
        to.bytes(bytes);
      }
      to.words(['x'.repeat(500), 'y']);
    };
    const frame = written(1 << 20, write);
    expect(frame.readUInt32LE(0)).toBe(frame.length - 4);
    for (const expectedBytes of [0, 1, 50, 4_000])
      expect(written(expectedBytes, write).equals(frame)).toBe(true);
  });

  it('does not copy what is large', () => {
    const large = new Uint8Array(100_000);
    const to = new FrameWriter(10);
    to.bytes(large);
    expect(to.finish()).toContain(large);
  });
});
