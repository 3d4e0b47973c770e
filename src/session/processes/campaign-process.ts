/**
 * One process of a campaign that has several: started, started again if it dies, and ended.
 *
 * Invariant: `run` returns only after the process is gone, and throws errors with which the process cannot
 * continue.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { StatsLine } from '../../campaign/index.ts';
import { UserError } from '../../util/user-error.ts';
import { sessionTuning } from '../tuning.ts';
import type { FromProcess, ProcessOrder } from './messages.ts';

export interface ProcessParts {
  readonly name: string;
  readonly order: ProcessOrder;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A sentence for the person. */
  readonly onNote: (text: string) => void;
  readonly onDisk: (event: Extract<FromProcess, { type: 'disk-full' | 'disk-free' }>) => void;
}

const PROGRAM = new URL('worker-process.js', import.meta.url);

export class CampaignProcess {
  readonly #parts: ProcessParts;
  readonly #over = new AbortController();
  #child: ChildProcess | undefined;
  #hasBegun = false;
  #line: StatsLine | undefined;

  constructor(parts: ProcessParts) {
    this.#parts = parts;
  }

  get name(): string {
    return this.#parts.name;
  }

  /** Its last reported statistics; undefined before the first report. */
  get line(): StatsLine | undefined {
    return this.#line;
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  /** Runs it until its part of the campaign is over, or somebody ends it. */
  async run(): Promise<void> {
    const { restartMs, mostFailures } = sessionTuning;
    for (let failures = 0; !this.#over.signal.aborted;) {
      const { last, how } = await this.#once();
      if (last?.type === 'done' || this.#over.signal.aborted) return;
      if (last !== undefined) failures++;
      // An earlier process whose parent was killed may hold its name for a moment.
      if (last?.type === 'mistake' && (this.#hasBegun || failures >= mostFailures.value))
        throw new UserError(last.message, last.hints);
      if (last?.type === 'error' && failures >= mostFailures.value) throw new Error(last.stack);
      if (last?.type !== 'mistake')
        this.#parts.onNote(`process ${this.name} ended, ${how}; it is started again`);
      await sleep(restartMs.value, undefined, { signal: this.#over.signal }).catch(() => undefined);
    }
  }

  /** Asks it to end, and kills it if it does not. */
  end(): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    const child = this.#child;
    if (child === undefined) return;
    if (child.connected) child.send('end', () => undefined);
    // The process ends by itself before that, unless it is stopped or hangs.
    setTimeout(() => child.kill('SIGKILL'), sessionTuning.endingMs.value).unref();
  }

  /** The last message of the process, if any, and the way in which it ended. */
  async #once(): Promise<{ readonly last: FromProcess | undefined; readonly how: string }> {
    const child = fork(fileURLToPath(PROGRAM), [], {
      env: this.#parts.env,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child = child;
    let last: FromProcess | undefined;
    let complaint = '';
    child.stderr!.on('data', (bytes: Buffer) => {
      complaint = `${complaint}${bytes.toString()}`.slice(-2_000);
    });
    child.on('error', () => undefined);
    child.on('message', (message: FromProcess) => {
      if (message.type === 'done' || message.type === 'mistake' || message.type === 'error') last = message;
      this.#hear(message);
    });
    child.send(this.#parts.order, () => undefined);
    const how = await new Promise<string>((resolve) => {
      child.once('close', (code, signal) => resolve(signal ?? `with ${code}`));
    });
    this.#child = undefined;
    const why = last?.type === 'error' ? last.stack : complaint;
    const line = why.split('\n').find((text) => text.trim() !== '');
    return { last, how: line === undefined ? how : `${how}: ${line}` };
  }

  #hear(message: FromProcess): void {
    const { onNote, onDisk } = this.#parts;
    if (message.type === 'begun') this.#hasBegun = true;
    else if (message.type === 'progress' || message.type === 'done') this.#line = message.line;
    else if (message.type === 'note') onNote(message.text);
    else if (message.type === 'disk-full' || message.type === 'disk-free') onDisk(message);
  }
}
