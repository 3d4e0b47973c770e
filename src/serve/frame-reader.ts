/**
 * Frames as they arrive: cuts the stream of a server into frames, and keeps them until somebody takes them.
 *
 * Invariant: bytes that are no frame of the protocol are told as the end of the server, and never thrown.
 */
import type { Readable } from 'node:stream';
import { decodeFrame, type ServerFrame } from './protocol.ts';
import { Mailbox } from '../util/mailbox.ts';

/** The server ended, or had to be ended; the message says why. */
export class ServerDied extends Error {
  override readonly name: string = 'ServerDied';
}

/** The server gave no answer within the limit of the request. */
export class ServerLate extends ServerDied {
  override readonly name = 'ServerLate';
}

/** No answer is longer: a server that claims so would fill the memory. */
const longestFrame = 2 ** 30;

export interface FrameListener {
  readonly onFrame: (frame: ServerFrame) => void;
  readonly onBreach: (why: string) => void;
}

/** A frame that comes in many chunks is joined once. Nothing is heard after the first breach. */
export function readFrames(from: Readable, { onFrame, onBreach }: FrameListener): void {
  let chunks: Buffer[] = [];
  let have = 0;
  let need = 4;
  let isBroken = false;
  const hear = (chunk: Buffer): void => {
    chunks.push(chunk);
    have += chunk.length;
    if (have < need) return;
    let bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    for (;;) {
      const length = bytes.length < 4 ? 0 : bytes.readUInt32LE(0);
      if (length > longestFrame) throw new RangeError(`a frame of ${length} bytes`);
      need = 4 + length;
      if (bytes.length < need) break;
      onFrame(decodeFrame(bytes.subarray(4, need)));
      bytes = bytes.subarray(need);
    }
    chunks = bytes.length > 0 ? [bytes] : [];
    have = bytes.length;
  };
  from.on('data', (chunk: Buffer) => {
    if (isBroken) return;
    try {
      hear(chunk);
    } catch (error) {
      isBroken = true;
      onBreach(`it does not keep to the protocol: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}

/** Frames that have arrived; a death is the last to arrive. */
export class Inbox extends Mailbox<ServerFrame | ServerDied> {
  /** The next frame; a death is thrown. */
  async nextFrame(): Promise<ServerFrame> {
    const frame = await this.next();
    if (frame instanceof ServerDied) throw frame;
    return frame;
  }
}
