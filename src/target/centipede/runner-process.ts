/**
 * One process of a binary with Centipede's runner. It connects to our socket, and then executes a request at
 * each message. A binary of an older release never connects; it executes the waiting request and ends.
 *
 * Invariant: the process is gone after `stop`, and every wait ends with it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ExecutionLimits } from '../../serve/index.ts';
import { readdirSync, readFileSync } from 'node:fs';

const RUN = Uint8Array.of(1);
const LOOK_MS = 20;
const ANSWER_BYTES = 4;

/** How one request ended. */
export type RequestEnd =
  /** The process lives and reports its result: 0 means success. */
  | { readonly how: 'answered'; readonly code: number }
  | { readonly how: 'ended'; readonly exitCode: number; readonly signal: string | undefined }
  /** cgfuzz ended it. */
  | { readonly how: 'stopped'; readonly over: 'time' | 'memory'; readonly cpuMs: number };

export interface RunnerCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  /** The file that standard error goes to. */
  readonly errors: number;
}

/** The socket to which processes connect, one after the other. */
export class Meeting {
  readonly path: string;
  readonly #server: Server;
  #onConnection: ((socket: Socket) => void) | undefined;

  private constructor(path: string) {
    this.path = path;
    this.#server = createServer((socket) => {
      socket.on('error', () => {}); // the end of the process is told by the process
      if (this.#onConnection === undefined) socket.destroy();
      else this.#onConnection(socket);
      this.#onConnection = undefined;
    });
  }

  static async open(folder: string): Promise<Meeting> {
    const meeting = new Meeting(join(folder, 'socket'));
    await new Promise<void>((resolve, reject) => {
      meeting.#server.once('error', reject);
      meeting.#server.listen(meeting.path, resolve);
    });
    return meeting;
  }

  /** Hands the next connection over. */
  expect(onConnection: (socket: Socket) => void): void {
    this.#onConnection = onConnection;
  }

  close(): void {
    this.#onConnection = undefined;
    this.#server.close();
  }
}

export class RunnerProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<RequestEnd>;
  #socket: Socket | undefined;
  /** Receives the answers for the waiting call. */
  #onAnswer: ((code: number) => void) | undefined;
  #isAsked = false;
  requests = 0;

  /** The caller must have put the request into memory: the process may read it at once. */
  constructor(command: RunnerCommand, meeting: Meeting) {
    const { file, args, env, folder, errors } = command;
    meeting.expect((socket) => this.#meet(socket));
    this.#child = spawn(file, args, {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', errors],
      // A session of its own: its signals to its process group do not reach the engine.
      detached: true,
    });
    this.#ended = new Promise((resolve) => {
      this.#child.once('error', () => resolve({ how: 'ended', exitCode: 127, signal: undefined }));
      this.#child.once('exit', (code, signal) =>
        resolve({ how: 'ended', exitCode: code ?? 0, signal: signal ?? undefined }),
      );
    });
  }

  get isConnected(): boolean {
    return this.#socket !== undefined;
  }

  get cpuMs(): number | undefined {
    return this.#child.pid === undefined ? undefined : cpuMsOf(this.#child.pid);
  }

  /** Executes the request in the memory. A process that does not connect executes the first one by itself. */
  async run(limits: ExecutionLimits): Promise<RequestEnd> {
    const { cpuMs, wallMs, memoryBytes } = limits;
    this.requests++;
    const answered = new Promise<RequestEnd>((resolve) => {
      this.#onAnswer = (code) => resolve({ how: 'answered', code });
    });
    this.#isAsked = true;
    this.#ask();
    const before = this.cpuMs ?? 0;
    let timer: NodeJS.Timeout | undefined;
    let waitedMs = 0;
    const stopped = new Promise<RequestEnd>((resolve) => {
      timer = setInterval(() => {
        waitedMs += LOOK_MS;
        const { pid } = this.#child;
        const total = this.cpuMs ?? 0;
        const isOverTime = waitedMs > wallMs || total - before > cpuMs;
        const isOverMemory = pid !== undefined && residentBytesOf(pid) > memoryBytes;
        if (isOverTime || isOverMemory)
          resolve({ how: 'stopped', over: isOverMemory ? 'memory' : 'time', cpuMs: total });
      }, LOOK_MS);
    });
    const end = await Promise.race([answered, this.#ended, stopped]);
    clearInterval(timer);
    if (end.how === 'stopped') await this.stop();
    return end;
  }

  /** Waits until the process ends by itself. */
  async end(): Promise<RequestEnd> {
    return this.#ended;
  }

  async stop(): Promise<void> {
    this.#socket?.destroy();
    try {
      if (this.#child.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null)
        process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // Nothing is left of its session.
    }
    await this.#ended;
  }

  #meet(socket: Socket): void {
    this.#socket = socket;
    let heard = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk]);
      if (heard.length < ANSWER_BYTES) return;
      const code = heard.readInt32LE(0);
      heard = heard.subarray(ANSWER_BYTES);
      this.#onAnswer?.(code);
    });
    this.#ask();
  }

  #ask(): void {
    if (!this.#isAsked || this.#socket === undefined) return;
    this.#isAsked = false;
    this.#socket.write(RUN);
  }
}

const PAGE_BYTES = 4_096;

/** CPU time of all its threads. */
function cpuMsOf(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const nanoseconds = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]),
    );
    return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
  } catch {
    return undefined;
  }
}

/** Its memory now. */
function residentBytesOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
