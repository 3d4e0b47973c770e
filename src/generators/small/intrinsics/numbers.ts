/** Numbers that are likely to be special, alone and as elements of vectors. */
import type { Draw } from '../../../choice/index.ts';

export const numberText = (draw: Draw, bits: number): string => wordText(drawNumber(draw, bits));

export const wordText = (word: bigint): string => `0x${word.toString(16)}ULL`;

const floats = ['0.0', '-0.0', '1.0', '-2.5', '3.0', '1e10', '0.5', '-100.25', '1e-3', '7.0'] as const;
/** The floats that 16 bits can hold, too. */
const halves = floats.filter((text) => text !== '1e10');

export const specialFloat = (draw: Draw, isHalf = false): string => draw.pick(isHalf ? halves : floats);

/** Words of 64 bits, made of elements of one width. */
export function vectorWords(draw: Draw, bytes: number): bigint[] {
  const bits = draw.pick([8, 16, 32, 64]);
  const element = elementsOf(draw, () => drawNumber(draw, bits));
  return Array.from({ length: bytes / 8 }, () =>
    Array.from({ length: 64 / bits }, element).reduce((word, each) => (word << BigInt(bits % 64)) | each),
  );
}

/** Draws elements of a vector: always the same, one of two, or any. */
export function elementsOf<T>(draw: Draw, drawn: () => T): () => T {
  const same = drawn();
  const how = draw.pick(['same', 'few', 'any'] as const);
  const few = [same, drawn()];
  return () => (how === 'same' ? same : how === 'few' ? draw.pick(few) : drawn());
}

function drawNumber(draw: Draw, bits: number): bigint {
  const largest = (1n << BigInt(bits)) - 1n;
  return draw.weighted<() => bigint>([
    [2, () => 0n],
    [1, () => 1n],
    [1, () => largest],
    [1, () => largest >> 1n],
    [1, () => (largest >> 1n) + 1n],
    [1, () => largest - 1n],
    [1, () => BigInt(draw.pick(bits + 2)) & largest],
    [2, () => draw.integer(0n, largest)],
  ])();
}
