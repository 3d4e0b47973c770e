/**
 * Incoming frames: cuts the stream of a server into frames, and keeps them until somebody takes them.
 *
 * Invariant: bytes that are no frame of the protocol count as the server's end, and never lead to an
 * exception.
 */
import type { Readable } from 'node:stream';
import { decodeFrame, type ServerFrame } from './protocol.ts';
import { Mailbox } from '../util/mailbox.ts';

/** The server ended by itself, or cgfuzz ended it; the message tells the reason. */
export class ServerDied extends Error {
  override readonly name: string = 'ServerDied';
}

/** The server gave no answer within the limit of the request. */
export class ServerLate extends ServerDied {
  override readonly name = 'ServerLate';
}

/** Limit of an answer's length: a server that claims more would fill the memory. */
const longestFrame = 2 ** 30;

export interface FrameListener {
  readonly onFrame: (frame: ServerFrame) => void;
  readonly onBreach: (why: string) => void;
}

/** A frame in many chunks is joined once. After the first breach nothing is read. */
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

/** Arrived frames; a death comes last. */
export class Inbox extends Mailbox<ServerFrame | ServerDied> {
  /** The next frame; throws `ServerDied` if the server has died. */
  async nextFrame(): Promise<ServerFrame> {
    const frame = await this.next();
    if (frame instanceof ServerDied) throw frame;
    return frame;
  }
}
