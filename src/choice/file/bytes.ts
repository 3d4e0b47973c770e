/**
 * Numbers and texts as bytes, for the parts of a sequence file that are small. The many choices have loops of
 * their own.
 *
 * Each byte holds 7 bits of a number, lowest first; its top bit says that more bytes follow. A text is its
 * UTF-16 code units, each such a number, so that every JavaScript string survives.
 */
import { malformed } from './sequence-file-error.ts';
import { keepShape } from '../../util/keep-shape.ts';

export class ByteWriter {
  #bytes = new Uint8Array(1_024);
  #length = 0;

  byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = value;
  }

  /** A whole number from 0, below 2^53. */
  number(value: number): void {
    let left = value;
    for (; left >= 0x80; left = Math.floor(left / 0x80)) this.byte((left & 0x7f) | 0x80);
    this.byte(left);
  }

  bigNumber(value: bigint): void {
    let left = value;
    for (; left >= 0x80n; left >>= 7n) this.byte(Number(left & 0x7fn) | 0x80);
    this.byte(Number(left));
  }

  text(text: string): void {
    this.number(text.length);
    for (let i = 0; i < text.length; i++) this.number(text.charCodeAt(i));
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** Reads what {@link ByteWriter} wrote, and refuses to read past its end. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  at: number;

  constructor(bytes: Uint8Array, from: number, end: number) {
    this.#bytes = bytes;
    this.at = from;
    this.#end = end;
  }

  /** Number of bytes left: no list can be longer. */
  get left(): number {
    return this.#end - this.at;
  }

  byte(): number {
    if (this.at >= this.#end) throw malformed('it ends too early');
    return this.#bytes[this.at++]!;
  }

  /** Reads a number; refuses numbers above `most`. */
  number(most: number, what: string): number {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (value > most || scale > 2 ** 49) throw malformed(`${what} is too large`);
      if (byte < 0x80) return value;
    }
  }

  bigNumber(most: bigint, what: string): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (value > most || shift > 63n) throw malformed(`${what} is too large`);
      if (byte < 0x80) return value;
    }
  }

  text(what: string): string {
    const length = this.number(this.left, what);
    const units = new Uint16Array(length);
    for (let i = 0; i < length; i++) units[i] = this.number(0xffff, what);
    let text = '';
    for (let i = 0; i < length; i += 4_096) text += String.fromCharCode(...units.subarray(i, i + 4_096));
    return text;
  }
}

keepShape(new ByteWriter(), new ByteReader(new Uint8Array(), 0, 0));
