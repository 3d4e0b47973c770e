/**
 * Streams of bits, lowest bit of each byte first.
 *
 * The code has no branches, because no processor can predict how many bits come next. Each step writes or
 * reads 32 bits at the byte of the next bit; at least 24 of them are useful.
 */
import { malformed } from './sequence-file-error.ts';
import { keepShape } from '../../util/keep-shape.ts';

/** The most bits that one `put` or `peek` can take. */
export const MAX_BITS_AT_ONCE = 24;

export class BitWriter {
  readonly #bytes: Uint8Array;
  readonly view: DataView;
  // Public for the one loop that is too hot for calls: this loop does the work of `put` itself.
  at = 0;
  held = 0;
  heldBits = 0;

  constructor(totalBits: number) {
    this.#bytes = new Uint8Array(Math.ceil(totalBits / 8) + 4);
    this.view = new DataView(this.#bytes.buffer);
  }

  /** Writes the lowest `bits` of a value whose other bits are zero; at most {@link MAX_BITS_AT_ONCE}. */
  put(value: number, bits: number): void {
    const held = this.held | (value << this.heldBits);
    const heldBits = this.heldBits + bits;
    this.view.setInt32(this.at, held, true);
    this.at += heldBits >>> 3;
    this.held = held >>> (heldBits & 24);
    this.heldBits = heldBits & 7;
  }

  /** At most 32 bits. */
  putLong(value: number, bits: number): void {
    this.put(value & 0xffff, Math.min(bits, 16));
    if (bits > 16) this.put(value >>> 16, bits - 16);
  }

  finish(): Uint8Array {
    const length = this.at + (this.heldBits > 0 ? 1 : 0);
    if (length !== this.#bytes.length - 4) throw new Error('bits were counted wrongly');
    return this.#bytes.subarray(0, length);
  }
}

/**
 * The next {@link MAX_BITS_AT_ONCE} bits or more. Bits beyond the end can be anything, but four bytes must
 * follow the end (the checksum lies there). A caller that used bits beyond the end and reads on gets an
 * error.
 */
export function peekBits(view: DataView, bit: number, endBit: number): number {
  if (bit > endBit) throw endsTooEarly();
  return view.getInt32(bit >>> 3, true) >>> (bit & 7);
}

/** At most 32 bits. */
export function readBits(view: DataView, bit: number, bits: number, endBit: number): number {
  const low = peekBits(view, bit, endBit) & ((1 << Math.min(bits, 16)) - 1);
  if (bits <= 16) return low;
  return (low | ((peekBits(view, bit + 16, endBit) << 16) & (bits === 32 ? -1 : (1 << bits) - 1))) >>> 0;
}

export function endsTooEarly(): Error {
  return malformed('its choices end too early');
}

keepShape(new BitWriter(0));
