/**
 * A stand-in for Centipede's engine, as a program of its own. It starts a binary and asks it for mutants. The binary
 * executes them, and the stand-in keeps the inputs that reach something new.
 *
 * It is no copy of the engine. It has the protocol, and one rule of the engine that matters to a binary. With reduction,
 * a mutant of fewer bytes with all features of its origin takes the origin's place.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import {
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Blob,
  END_OF_BLOBS,
  engineAges,
  executionRequest,
  FLAGS_VARIABLE,
  readBlobs,
  writeBlobs,
  writeFlags,
  wordOf,
} from '../../src/centipede/index.ts';
import { makeRandom, uniformBelow } from '../../src/choice/index.ts';

export interface EngineTask {
  /** The binary's command line. */
  readonly words: readonly string[];
  /** Kept inputs are written to `inputs` in this folder. */
  readonly folder: string;
  readonly seedsFolder: string;
  readonly seed: number;
  readonly hasReduction: boolean;
  /** The engine stops once it keeps so many inputs. */
  readonly enough?: number;
}

interface Kept {
  bytes: Uint8Array;
  features: ReadonlySet<number>;
}

const age = engineAges['2026-08-17'];
const FEATURES = 1;
const BATCH = 20;
const PARENTS = 20;
const MEMORY_BYTES = 2 ** 26;

/** A binary that lives on, and the memory that both sides share. */
class Binary {
  readonly #words: readonly string[];
  readonly #memory: readonly { readonly name: string; readonly fd: number }[];
  readonly #server = createServer();
  readonly #socketPath: string;
  #process: ChildProcess | undefined;
  #socket: Socket | undefined;
  #answered = (): void => {};

  constructor({ words, folder }: EngineTask) {
    this.#words = words;
    this.#memory = ['request', 'reply'].map((name) => {
      const called = `/cgfuzz-bench-${process.pid}-${name}`;
      return { name: called, fd: openSync(`/dev/shm${called}`, 'w+') };
    });
    this.#socketPath = join(folder, 'socket');
    this.#server.listen(this.#socketPath);
  }

  async ask(request: Uint8Array): Promise<readonly Blob[]> {
    const [input, output] = this.#memory;
    writeSync(input!.fd, request, 0, request.length, 0);
    writeSync(output!.fd, END_OF_BLOBS, 0, END_OF_BLOBS.length, 0);
    const socket = (this.#socket ??= await this.#start());
    await new Promise<void>((resolve) => {
      this.#answered = resolve;
      socket.write(Uint8Array.of(1));
    });
    const bytes = Buffer.alloc(MEMORY_BYTES);
    return readBlobs(bytes.subarray(0, readSync(output!.fd, bytes, 0, MEMORY_BYTES, 0))).blobs;
  }

  close(): void {
    this.#socket?.end(Uint8Array.of(0));
    this.#process?.kill();
    this.#server.close();
    for (const { name } of this.#memory) rmSync(`/dev/shm${name}`, { force: true });
  }

  #start(): Promise<Socket> {
    const [request, reply] = this.#memory;
    const flags = writeFlags({
      shmem: true,
      arg1: request!.name,
      arg2: reply!.name,
      persistent_mode_socket: this.#socketPath,
    });
    const env = { ...process.env, [FLAGS_VARIABLE]: flags };
    const [command = '', ...words] = this.#words;
    this.#process = spawn(command, words, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    return new Promise((resolve, reject) => {
      this.#process!.once('exit', () => reject(new Error('the binary ended before it connected')));
      this.#server.once('connection', (socket) => {
        socket.on('data', () => this.#answered());
        socket.on('close', () => {
          this.#socket = undefined;
          this.#answered();
        });
        resolve(socket);
      });
    });
  }
}

class StandInEngine {
  readonly #task: EngineTask;
  readonly #binary: Binary;
  readonly #random: ReturnType<typeof makeRandom>;
  readonly #kept: Kept[] = [];
  readonly #seen = new Set<number>();
  #isStopped = false;

  constructor(task: EngineTask) {
    this.#task = task;
    this.#binary = new Binary(task);
    this.#random = makeRandom(task.seed);
  }

  async run(): Promise<void> {
    const { seedsFolder, folder } = this.#task;
    const seeds = readdirSync(seedsFolder).map((name) => readFileSync(join(seedsFolder, name)));
    await this.#execute(seeds.map((bytes) => ({ bytes, origin: undefined })));
    while (!this.#isStopped) await this.#execute(await this.#mutants());
    this.#binary.close();
    const inputs = join(folder, 'inputs');
    mkdirSync(inputs);
    for (const [index, { bytes }] of this.#kept.entries()) writeFileSync(join(inputs, String(index)), bytes);
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #mutants(): Promise<{ readonly bytes: Uint8Array; readonly origin: Kept | undefined }[]> {
    const parents = this.#kept.length === 0 ? [] : Array.from({ length: PARENTS }, () => this.#pick());
    const nothing = new Uint8Array();
    const request = [
      { tag: 2, bytes: nothing },
      { tag: 4, bytes: wordOf(BATCH) },
      { tag: 3, bytes: wordOf(parents.length) },
      ...parents.flatMap(({ bytes }) => [
        { tag: 5, bytes: nothing },
        { tag: 6, bytes },
      ]),
    ];
    const blobs = await this.#binary.ask(writeBlobs(request));
    return blobs.flatMap(({ tag, bytes }, index) => {
      if (tag !== age.mutant) return [];
      const place = Buffer.from(blobs[index - 1]!.bytes).readBigUInt64LE();
      return [{ bytes, origin: parents[Number(place)] }];
    });
  }

  #pick(): Kept {
    return this.#kept[uniformBelow(this.#random, this.#kept.length)]!;
  }

  async #execute(
    inputs: readonly { readonly bytes: Uint8Array; readonly origin: Kept | undefined }[],
  ): Promise<void> {
    for (let left = inputs; left.length > 0 && !this.#isStopped;) {
      const blobs = await this.#binary.ask(executionRequest(left.map(({ bytes }) => bytes)));
      const ended = endedInputs(blobs);
      for (const [index, features] of ended.entries()) this.#takeIn(left[index]!, features);
      // The input after the last ended one failed.
      left = left.slice(ended.length + 1);
    }
  }

  #takeIn(
    { bytes, origin }: { readonly bytes: Uint8Array; readonly origin: Kept | undefined },
    features: ReadonlySet<number>,
  ): void {
    const before = this.#seen.size;
    for (const feature of features) this.#seen.add(feature);
    const isBetter =
      this.#task.hasReduction &&
      origin !== undefined &&
      bytes.length < origin.bytes.length &&
      [...origin.features].every((feature) => features.has(feature));
    if (isBetter) Object.assign(origin, { bytes, features });
    else if (this.#seen.size > before) this.#kept.push({ bytes, features });
    if (this.#kept.length >= (this.#task.enough ?? Infinity)) this.stop();
  }
}

/** The features of each input that was executed to its end; a failure ends a reply. */
export function endedInputs(blobs: readonly Blob[]): ReadonlySet<number>[] {
  const ended: Set<number>[] = [];
  let features = new Set<number>();
  for (const { tag, bytes } of blobs) {
    if (tag === age.begin) features = new Set();
    if (tag === FEATURES)
      features = new Set([...new BigUint64Array(Uint8Array.from(bytes).buffer)].map(Number));
    if (tag === age.begin + 1) ended.push(features);
  }
  return ended;
}

export async function runStandInEngine(task: EngineTask, signal: AbortSignal): Promise<void> {
  const engine = new StandInEngine(task);
  signal.addEventListener('abort', () => engine.stop());
  await engine.run();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  await runStandInEngine(JSON.parse(process.argv[2] ?? '') as EngineTask, interrupted.signal);
}
