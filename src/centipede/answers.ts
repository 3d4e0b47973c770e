/**
 * Replies as a binary writes them, with the tags of the engine's age. An engine that reads wrong tags ignores
 * our mutants without a word.
 */
import { type Blob, wordOf } from './blobs.ts';

export interface EngineAge {
  readonly begin: number;
  readonly hasMutator: number;
  /** Absent from ages in which a mutant has no origin. */
  readonly origin?: number;
  readonly mutant: number;
}

export type EngineDate = '2025-06-17' | '2026-03-02' | '2026-08-17';

/** Ages of the engine, by the day on which each began. */
export const engineAges: Readonly<Record<EngineDate, EngineAge>> = {
  '2025-06-17': { begin: 3, hasMutator: 7, mutant: 8 },
  '2026-03-02': { begin: 3, hasMutator: 7, origin: 8, mutant: 9 },
  '2026-08-17': { begin: 2, hasMutator: 6, origin: 7, mutant: 8 },
};

const NOTHING = new Uint8Array();
const FEATURES = 1;

/** The origin of a test that was made of no input. */
const NO_ORIGIN = 2n ** 64n - 1n;

export function beginOfInput({ begin }: EngineAge): Blob {
  return { tag: begin, bytes: NOTHING };
}

/** The blobs after the "begin" of an input that was executed to its end. */
export function endOfInput({ begin }: EngineAge, features: readonly number[], milliseconds: number): Blob[] {
  const words = new BigUint64Array(features.map(BigInt));
  const microseconds = Math.round(milliseconds * 1_000);
  return [
    { tag: FEATURES, bytes: new Uint8Array(words.buffer) },
    { tag: begin + 3, bytes: NOTHING },
    { tag: begin + 2, bytes: Buffer.concat([0, microseconds, 0, 0].map(wordOf)) },
    { tag: begin + 1, bytes: NOTHING },
  ];
}

export interface Mutant {
  readonly bytes: Uint8Array;
  /** The place of the input that the mutant was made from; undefined if it was made from none. */
  readonly origin: number | undefined;
}

export function mutantsReply({ hasMutator, origin, mutant }: EngineAge, mutants: readonly Mutant[]): Blob[] {
  return [
    { tag: hasMutator, bytes: Uint8Array.of(1) },
    ...mutants.flatMap(({ bytes, origin: place }) => [
      ...(origin === undefined ? [] : [{ tag: origin, bytes: wordOf(place ?? NO_ORIGIN) }]),
      { tag: mutant, bytes },
    ]),
  ];
}
