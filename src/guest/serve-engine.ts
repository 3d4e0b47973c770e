/**
 * Answers an engine of Centipede, as a binary with its runner does. Requests and replies lie in shared
 * memory. Requests come over a socket, many to one process, or one for each start of the process. The
 * engine's flags say what it wants.
 */
import { closeSync, existsSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import {
  beginOfInput,
  type Blob,
  BlobError,
  endOfInput,
  type EngineAge,
  engineAges,
  mutantsReply,
  readBlobs,
  readRequest,
  writeBlobs,
} from '../centipede/index.ts';
import { UserError } from '../util/user-error.ts';
import type { Guest } from './guest.ts';

export interface EngineFlags {
  readonly flags: ReadonlyMap<string, string>;
  readonly age: EngineAge;
  /** The name of the target's build. */
  readonly build: string;
}

const SEEDS = 32;
const MOST_REQUEST_BYTES = 2 ** 30;
const FIRST_READ_BYTES = 2 ** 20;

/**
 * The age of the engine: newer engines set no time for a batch, and the engine's program distinguishes the
 * others.
 */
export function ageOfEngine(flags: ReadonlyMap<string, string>): EngineAge {
  if (!flags.has('timeout_per_batch')) return engineAges['2026-08-17'];
  const [, pid] = /^\/proc\/(\d+)\//.exec(flags.get('arg1') ?? '') ?? [];
  try {
    if (readFileSync(`/proc/${pid}/exe`).includes('reduce_inputs')) return engineAges['2026-03-02'];
  } catch {
    // The file belongs to another person, or is gone.
  }
  return engineAges['2025-06-17'];
}

/** The code of exit. Without a socket, an engine reads the description of a failure only if the code is 1. */
export async function serveEngine(guest: Guest, asked: EngineFlags): Promise<number> {
  const { flags, build } = asked;
  const output = flags.get('binary_id_output');
  const socket = flags.get('persistent_mode_socket');
  if (flags.has('dump_binary_id') && output !== undefined) writeFileSync(output, build);
  else if (flags.has('dump_seed_inputs')) await dumpSeeds(guest, flags.get('arg1') ?? '');
  else if (flags.has('shmem') && socket === undefined) return answerOnce(guest, asked);
  else if (flags.has('shmem')) await answerOver(socket ?? '', () => answerOnce(guest, asked));
  return 0;
}

async function dumpSeeds(guest: Guest, folder: string): Promise<void> {
  const seeds = await guest.mutants([], SEEDS);
  for (const [index, { bytes }] of seeds.entries())
    writeFileSync(join(folder, String(index).padStart(9, '0')), bytes);
}

/** Byte 1 requests one answer; byte 0 or the end of the socket ends the requests. */
async function answerOver(path: string, answer: () => Promise<number>): Promise<void> {
  const socket = connect(path);
  for await (const chunk of socket as AsyncIterable<Buffer>)
    for (const byte of chunk) {
      if (byte === 0) {
        socket.destroy();
        return;
      }
      const code = Buffer.alloc(4);
      code.writeInt32LE(await answer());
      socket.write(code);
    }
}

/** Answers the request in the memory. Returns 1 if an input failed. */
async function answerOnce(guest: Guest, { flags, age }: EngineFlags): Promise<number> {
  const blobs = readMemory(memoryPath(flags.get('arg1')));
  const request = readRequest(blobs);
  const reply = new Reply(memoryPath(flags.get('arg2')));
  try {
    if (request.kind === 'mutate') {
      reply.add(mutantsReply(age, await guest.mutants(request.inputs, request.mutants)));
      return 0;
    }
    for (const input of request.inputs) {
      reply.add([beginOfInput(age)]);
      const executed = await guest.execute(input);
      if (executed.kind !== 'executed') {
        const told =
          executed.kind === 'failed'
            ? executed
            : { description: `SETUP FAILURE: ${FOREIGN}`, signature: 'foreign' };
        writeIfAsked(flags.get('failure_description_path'), told.description);
        writeIfAsked(flags.get('failure_signature_path'), told.signature);
        return 1;
      }
      reply.add(endOfInput(age, executed.features, executed.cpuMs));
    }
    return 0;
  } finally {
    reply.close();
  }
}

const FOREIGN =
  'an input is no sequence of choices; does the engine make its own mutants? try --engine-from with its date';

function writeIfAsked(path: string | undefined, text: string): void {
  if (path !== undefined) writeFileSync(path, text);
}

/** Names outside /proc are names of shared memory. */
function memoryPath(name: string | undefined): string {
  const path = name?.startsWith('/proc/') === true ? name : join('/dev/shm', name ?? '');
  if (name === undefined || !existsSync(path))
    throw new UserError(`there is no shared memory ${name ?? ''}`, ['an engine of Centipede makes it']);
  return path;
}

function readMemory(path: string): readonly Blob[] {
  const fd = openSync(path, 'r');
  try {
    for (let length = FIRST_READ_BYTES; ;) {
      const bytes = Buffer.alloc(length);
      const got = readSync(fd, bytes, 0, length, 0);
      const { blobs, needed } = readBlobs(bytes.subarray(0, got), got < length ? got : MOST_REQUEST_BYTES);
      if (needed === undefined) return blobs;
      if (got < length) throw new BlobError('the request is cut off');
      length = needed + FIRST_READ_BYTES;
    }
  } finally {
    closeSync(fd);
  }
}

/** The reply grows; an end of the list follows each part, so that the engine notices a death. */
class Reply {
  readonly #fd: number;
  #at = 0;

  constructor(path: string) {
    this.#fd = openSync(path, 'r+');
  }

  add(blobs: readonly Blob[]): void {
    const bytes = writeBlobs(blobs);
    for (let at = 0; at < bytes.length;)
      at += writeSync(this.#fd, bytes, at, bytes.length - at, this.#at + at);
    this.#at += bytes.length - END_BYTES;
  }

  close(): void {
    closeSync(this.#fd);
  }
}

const END_BYTES = 16;
