/**
 * Recording buffers, kept from one replay to the next, so that a test allocates its record once and at its exact size.
 * Replays may nest (a generator that runs another one): each takes a pair and gives it back.
 */
export interface Buffers {
  readonly ops: Uint16Array;
  readonly words: Uint32Array;
}

const spare: Buffers[] = [];
/** Larger ones, as overruns leave behind, are not kept. */
const MAX_SPARE_LENGTH = 2 ** 22;

export function takeBuffers(): Buffers {
  return spare.pop() ?? { ops: new Uint16Array(4_096), words: new Uint32Array(4_096) };
}

/** Takes back what grew out of buffers that were taken. */
export function giveBuffersBack(buffers: Buffers): void {
  if (Math.max(buffers.ops.length, buffers.words.length) <= MAX_SPARE_LENGTH) spare.push(buffers);
}
