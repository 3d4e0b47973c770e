/**
 * Builds a frame: small things side by side in one buffer, large ones separately.
 *
 * The engine's own part of an execution runs with cold caches, since a compile has just been through them.
 * Every saved buffer or call counts several times as much as in a warm loop.
 */
import { keepShape } from '../util/keep-shape.ts';

/** A frame in parts, which are written one after the other: a program of 100 KB need not be copied. */
export type Frame = readonly Uint8Array[];

/** Longer bytes are a part of their own. */
const copiedBytes = 16_384;
const lengthBytes = 4;

export class FrameWriter {
  readonly #parts: Uint8Array[] = [];
  #buffer: Buffer;
  /** The start of the present part, and its end so far. */
  #from = 0;
  #at = lengthBytes;
  #finishedBytes = 0;

  /** `expectedBytes` is only an estimate: the buffer grows. */
  constructor(expectedBytes: number) {
    this.#buffer = Buffer.allocUnsafe(expectedBytes + lengthBytes);
  }

  u8(value: number): void {
    this.#makeRoom(1);
    this.#buffer[this.#at++] = value;
  }

  u32(value: number): void {
    this.#makeRoom(4);
    this.#at = this.#buffer.writeUInt32LE(value, this.#at);
  }

  u64(value: number): void {
    this.#makeRoom(8);
    this.#at = this.#buffer.writeBigUInt64LE(BigInt(value), this.#at);
  }

  bytes(bytes: Uint8Array): void {
    if (bytes.length > copiedBytes) {
      this.#endPart();
      this.#parts.push(bytes);
      this.#finishedBytes += bytes.length;
      return;
    }
    this.#makeRoom(bytes.length);
    this.#buffer.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** Its length, then the text. */
  text(text: string): void {
    const before = this.#openLength();
    this.#utf8(text);
    this.#closeLength(before);
  }

  /** One length for all words; each word ends with a zero byte, which it cannot contain. */
  words(words: readonly string[]): void {
    const before = this.#openLength();
    for (const word of words) {
      this.#utf8(word.replaceAll('\0', ''));
      this.u8(0);
    }
    this.#closeLength(before);
  }

  finish(): Frame {
    this.#endPart();
    const [first] = this.#parts;
    if (first)
      new DataView(first.buffer, first.byteOffset).setUint32(0, this.#finishedBytes - lengthBytes, true);
    return this.#parts;
  }

  #utf8(text: string): void {
    this.#makeRoom(3 * text.length);
    this.#at += this.#buffer.write(text, this.#at);
  }

  #openLength(): number {
    this.u32(0);
    return this.#at;
  }

  #closeLength(from: number): void {
    this.#buffer.writeUInt32LE(this.#at - from, from - 4);
  }

  #endPart(): void {
    if (this.#at === this.#from) return;
    this.#parts.push(this.#buffer.subarray(this.#from, this.#at));
    this.#finishedBytes += this.#at - this.#from;
    this.#from = this.#at;
  }

  /** Finished parts keep their buffer. */
  #makeRoom(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(2 * this.#buffer.length + bytes);
    grown.set(this.#buffer.subarray(0, this.#at));
    this.#buffer = grown;
  }
}

/** Number of bytes that `bytes` will copy from these. */
export function bytesCopied(all: Iterable<{ readonly bytes: Uint8Array }>): number {
  let sum = 0;
  for (const { bytes } of all) if (bytes.length <= copiedBytes) sum += bytes.length;
  return sum;
}

keepShape(new FrameWriter(0));
