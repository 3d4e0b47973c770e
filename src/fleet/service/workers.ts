/**
 * Workers that a service keeps running: each is a process of its own, and starts again when it ended.
 *
 * A worker that ends with 2 has a wrong flag or no fleet, so it is not started again. The pause before a new
 * start grows with each end that came soon, up to a limit.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';

export interface WorkerOrder {
  readonly name: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
  readonly cwd: string;
  /** Number of a user without rights; undefined for the service's own user. */
  readonly uid: number | undefined;
}

/** Code of exit of a mistake in the command line. */
const MISTAKE = 2;
const LEAST_PAUSE_MS = 1_000;
const MOST_PAUSE_MS = 60_000;

export class KeptWorker {
  readonly #order: WorkerOrder;
  readonly #alarm: (kind: string, text: string) => void;
  #running: ChildProcess | undefined;
  #waiting: NodeJS.Timeout | undefined;
  #pauseMs = LEAST_PAUSE_MS;
  #isEnding = false;
  #isRestarting = false;
  /** Number of starts so far. */
  starts = 0;

  constructor(order: WorkerOrder, alarm: (kind: string, text: string) => void) {
    this.#order = order;
    this.#alarm = alarm;
    this.#start();
  }

  get name(): string {
    return this.#order.name;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  #start(): void {
    const { name, command, cwd, uid } = this.#order;
    const [file = '', ...args] = command;
    this.starts++;
    // A group of its own: Ctrl-C reaches the service alone, which tells its workers.
    const child = spawn(file, args, {
      cwd,
      uid,
      gid: uid,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#running = child;
    let said = '';
    child.stderr.on('data', (bytes: Buffer) => (said = `${said}${bytes.toString()}`.slice(-2_000)));
    child.once('error', (error) => (said = error.message));
    child.once('close', (code) => {
      this.#running = undefined;
      if (this.#isEnding) return;
      if (this.#isRestarting) {
        this.#isRestarting = false;
        this.#start();
        return;
      }
      this.#alarm('worker-ended', `worker ${name} ended with ${code ?? 'a signal'}: ${reasonIn(said)}`);
      if (code === MISTAKE) return;
      this.#waiting = setTimeout(() => this.#start(), this.#pauseMs);
      this.#pauseMs = Math.min(MOST_PAUSE_MS, 2 * this.#pauseMs);
    });
  }

  /** Bytes that the worker's own process has in memory; 0 if the kernel does not tell. */
  get memoryBytes(): number {
    try {
      const status = readFileSync(`/proc/${this.#running?.pid}/status`, 'utf8');
      return 1_024 * Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0);
    } catch {
      return 0;
    }
  }

  /** Ends the worker in order, and starts it again: it goes on with its campaign. */
  async restart(mostMs: number): Promise<void> {
    if (this.#running === undefined || this.#isEnding) return;
    this.#isRestarting = true;
    await this.#interrupt(mostMs);
  }

  /** Ends the worker, which first tells its fleet what it found. */
  async end(mostMs: number): Promise<void> {
    this.#isEnding = true;
    clearTimeout(this.#waiting);
    await this.#interrupt(mostMs);
  }

  async #interrupt(mostMs: number): Promise<void> {
    const child = this.#running;
    if (child === undefined) return;
    const ended = once(child, 'close');
    child.kill('SIGINT');
    const killing = setTimeout(() => child.kill('SIGKILL'), mostMs);
    await ended;
    clearTimeout(killing);
  }
}

/** Hints stand after an error. */
function reasonIn(said: string): string {
  const lines = said.trim().split('\n');
  return lines.findLast((line) => line.startsWith('error: ')) ?? lines.at(-1) ?? '';
}
