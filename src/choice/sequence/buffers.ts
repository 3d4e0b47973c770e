/**
 * Recording buffers that survive from one replay to the next, so that a test allocates its record once, at
 * its exact size. Replays may nest (a generator that runs another one): each takes a pair and gives it back.
 */
import { choiceTuning } from '../tuning.ts';
export interface Buffers {
  readonly ops: Uint16Array;
  readonly words: Uint32Array;
}

const spare: Buffers[] = [];
const MAX_SPARE_LENGTH = choiceTuning.maxSpareLength.value;

export function takeBuffers(): Buffers {
  return spare.pop() ?? { ops: new Uint16Array(4_096), words: new Uint32Array(4_096) };
}

/** Takes buffers back, which may have grown meanwhile. */
export function giveBuffersBack(buffers: Buffers): void {
  if (Math.max(buffers.ops.length, buffers.words.length) <= MAX_SPARE_LENGTH) spare.push(buffers);
}
