/**
 * One worker thread with a generator in it: starts it, asks it, and stops it.
 *
 * Invariant: each question ends exactly once, whatever happens to the thread; after any end except an answer
 * the thread is over.
 */
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type Alphabet, ChoiceSequence, type LearntAnswers } from '../../choice/index.ts';
import { UserError } from '../../util/user-error.ts';
import type { InProcessDefinition } from '../definition.ts';
import { GeneratorFailure } from '../record/generator-failure.ts';
import { SymbolTable } from '../record/symbol-table.ts';
import { LOADING_MS, tooLong } from '../trial-load.ts';
import {
  packRequests,
  type PackedRound,
  type ThreadAnswer,
  type ThreadHello,
  type ThreadOutcome,
  type ThreadRequest,
  type ThreadRound,
  type ThreadSettings,
  unpackAnswers,
} from './messages.ts';
import { givenAway } from './packing.ts';
import { closeSync, openSync, readSync } from 'node:fs';

/** A request before its symbols are translated for the thread. */
export interface ThreadQuestion extends Omit<ThreadRequest, 'sequence' | 'symbols' | 'answers'> {
  readonly sequence: ChoiceSequence | undefined;
  readonly answers: LearntAnswers | undefined;
  readonly timeMs: number;
}

export interface ThreadAnswered {
  readonly end: 'answered';
  readonly us: number;
  readonly answer: ThreadAnswer;
  readonly record: ChoiceSequence;
}

/** The answers to a round of questions, and the CPU time that the thread spent on it. */
export type ThreadEnd = { readonly us: number } & (
  | { readonly end: 'all'; readonly answers: readonly ThreadAnswered[] }
  /** It neither answered nor stopped when told to. */
  | { readonly end: 'stuck' }
  | { readonly end: 'gone'; readonly failure: GeneratorFailure }
);

type Settled = { readonly answers: PackedRound<ThreadOutcome> } | { readonly failure: GeneratorFailure };

/** Time for a generator that draws to notice that its time is up. */
const GRACE_MS = 100;
/** A thread that gets no processor time is waited for, up to this multiple of its limit. */
const MOST_WAITING = 10;
const MIB = 2 ** 20;

export class GeneratorThread {
  readonly #worker: Worker;
  /** The request whose time is up, and the request under way; see messages.ts. */
  readonly #turns: Int32Array;
  readonly #alphabet: Alphabet;
  readonly #symbols: SymbolTable;
  readonly #cpu: CpuOfThread;
  readonly #memoryBytes: number;
  /** The reason for the thread's end, once it has ended. */
  #over: GeneratorFailure | undefined;
  /** Receives the next answer, or the end of the thread. */
  #settle: ((settled: Settled) => void) | undefined;

  private constructor(
    worker: Worker,
    turns: Int32Array,
    alphabet: Alphabet,
    cpu: CpuOfThread,
    memoryBytes: number,
  ) {
    this.#worker = worker;
    this.#turns = turns;
    this.#alphabet = alphabet;
    this.#symbols = new SymbolTable(alphabet);
    this.#cpu = cpu;
    this.#memoryBytes = memoryBytes;
    worker.on('message', (answers: PackedRound<ThreadOutcome>) => this.#settle?.({ answers }));
    worker.on('error', (error) => this.#end(this.#failureOf(error)));
    worker.on('exit', (code) =>
      this.#end(new GeneratorFailure('exit', `the generator ended its thread with exit code ${code}`)),
    );
  }

  static async start(
    { name, entry, words = [] }: InProcessDefinition,
    alphabet: Alphabet,
    { outputBytes, memoryBytes }: { readonly outputBytes: number; readonly memoryBytes: number },
  ): Promise<GeneratorThread> {
    if (entry === undefined) {
      throw new UserError(`the source ${name} does not say where a thread finds it`, [
        'its definition must be the default export of a module; add: entry: import.meta.url',
      ]);
    }
    const stop = new SharedArrayBuffer(8);
    const { maxIntegerSites } = alphabet;
    const settings: ThreadSettings = { entry, words, maxIntegerSites, outputBytes, stop };
    const worker = spawn(settings, memoryBytes);
    const hello = await helloOf(worker);
    if (!hello.isReady) {
      await worker.terminate();
      throw new UserError(`cannot load the source ${name}: ${hello.why}`, [`it lies in ${entry}`]);
    }
    worker.unref();
    return new GeneratorThread(
      worker,
      new Int32Array(stop),
      alphabet,
      new CpuOfThread(hello.threadId),
      memoryBytes,
    );
  }

  /** Asks all questions of a round with one message: a message costs as much as making a small test. */
  async ask(round: readonly ThreadQuestion[]): Promise<ThreadEnd> {
    if (this.#over !== undefined) return { end: 'gone', us: 0, failure: this.#over };
    const worker = this.#worker;
    worker.ref();
    const ended = new Promise<Settled>((resolve) => (this.#settle = resolve));
    const first = Atomics.load(this.#turns, 1) + 1;
    const requests = packRequests(round.map((question) => this.#requestOf(question)));
    const message: ThreadRound = { first, requests };
    Atomics.store(this.#turns, 1, first);
    worker.postMessage(message, givenAway(requests.packed));
    const alarm = this.#alarm(first, round);
    const end = await Promise.race([ended, alarm.stuck]);
    alarm.cancel();
    this.#settle = undefined;
    // A thread that is ending keeps the process alive, since a caller waits for its end.
    if (this.#over === undefined) worker.unref();
    const us = this.#cpu.takeUs();
    if (end === 'stuck') return { end, us };
    if ('failure' in end) return { end: 'gone', us, failure: end.failure };
    return this.#answered(end.answers, round.length, us);
  }

  async close(): Promise<void> {
    this.#end(new GeneratorFailure('exit', 'the source was closed'));
    this.#cpu.close();
    await this.#worker.terminate();
  }

  #requestOf({ sequence, answers, ...rest }: ThreadQuestion): ThreadRequest {
    const before = this.#symbols.count;
    const bytes = this.#symbols.appendNews();
    return {
      ...rest,
      symbols: { bytes, count: this.#symbols.count - before },
      sequence:
        sequence === undefined
          ? undefined
          : { ops: this.#symbols.toGenerator(sequence.ops), words: sequence.words },
      answers: answers === undefined ? undefined : this.#symbols.translated(answers),
    };
  }

  #answered(packed: PackedRound<ThreadOutcome>, count: number, us: number): ThreadEnd {
    try {
      const answers = unpackAnswers(packed);
      if (answers.length !== count) throw new Error(`${answers.length} answers to ${count} requests`);
      const nothing = ChoiceSequence.empty(this.#alphabet);
      const tookMs = answers.reduce((sum, answer) => sum + answer.tookMs, 0);
      const all = answers.map((answer): ThreadAnswered => {
        this.#symbols.takeIn(Buffer.from(answer.symbols.bytes), answer.symbols.count);
        const record = this.#symbols.toSequence(nothing, answer.ops, answer.words);
        const share = tookMs > 0 ? answer.tookMs / tookMs : 1 / answers.length;
        return { end: 'answered', us: us * share, answer, record };
      });
      return { end: 'all', us, answers: all };
    } catch (error) {
      // The generator itself sent a message to the engine.
      const failure = new GeneratorFailure(
        'protocol',
        `the thread's answer makes no sense: ${String(error)}`,
      );
      return { end: 'gone', us, failure };
    }
  }

  /** The first reason is the true one; later ones are consequences. */
  #end(failure: GeneratorFailure): void {
    this.#over ??= failure;
    this.#settle?.({ failure: this.#over });
  }

  /**
   * Tells the generator to stop after the time of the question under way; the end is `stuck` if it does not. A
   * thread that waits for the processor has time left; a sleeping thread is not waited for.
   */
  #alarm(
    first: number,
    round: readonly ThreadQuestion[],
  ): { readonly stuck: Promise<'stuck'>; readonly cancel: () => void } {
    let timer: NodeJS.Timeout | undefined;
    const stuck = new Promise<'stuck'>((resolve) => {
      const watch = (number: number, beforeUs: number): void => {
        const { timeMs, watchMs } = round[number - first]!;
        const graceMs = watchMs > 0 ? Math.max(timeMs, GRACE_MS) : GRACE_MS;
        const goesOn = (): boolean => {
          const now = Atomics.load(this.#turns, 1);
          const isNext = now !== number && round[now - first] !== undefined;
          if (isNext) watch(now, this.#cpu.us ?? 0);
          return isNext;
        };
        const look = (waitedMs: number): void => {
          if (goesOn()) return;
          const leftMs = timeMs - ((this.#cpu.us ?? Infinity) - beforeUs) / 1_000;
          const nextMs = Math.max(leftMs, GRACE_MS);
          if (leftMs > 0 && waitedMs + nextMs <= timeMs * MOST_WAITING)
            timer = setTimeout(look, nextMs, waitedMs + nextMs);
          else {
            Atomics.store(this.#turns, 0, number);
            timer = setTimeout(() => {
              if (!goesOn()) resolve('stuck');
            }, graceMs);
          }
        };
        timer = setTimeout(look, timeMs, timeMs);
      };
      watch(first, 0);
    });
    return { stuck, cancel: () => clearTimeout(timer) };
  }

  #failureOf(error: unknown): GeneratorFailure {
    const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    return isMemory
      ? new GeneratorFailure(
          'memory',
          `the generator needed more than ${Math.round(this.#memoryBytes / MIB)} MiB of memory`,
        )
      : new GeneratorFailure('crash', `the generator ended its thread: ${String(error)}`);
  }
}

/** The thread's first message, or the reason why there is none. */
async function helloOf(worker: Worker): Promise<ThreadHello> {
  const limit = new AbortController();
  const { signal } = limit;
  const not = (why: string): ThreadHello => ({ isReady: false, why });
  try {
    return await Promise.race([
      once(worker, 'message', { signal }).then(([hello]) => hello as ThreadHello),
      once(worker, 'exit', { signal }).then(() => not('its thread ended while it was loaded')),
      tooLong(LOADING_MS, signal).then(not),
    ]);
  } catch (error) {
    return not(String(error));
  } finally {
    limit.abort();
  }
}

/**
 * Compiled files start as they are; TypeScript sources, which Node cannot load by itself, start through jiti.
 */
function spawn(settings: ThreadSettings, memoryBytes: number): Worker {
  const ending = extname(import.meta.url);
  const main = new URL(`./thread-main${ending}`, import.meta.url);
  const options = {
    workerData: settings,
    // Nobody reads the thread's output: standard output belongs to the command.
    stdout: true,
    stderr: true,
    ...(memoryBytes === 0
      ? {}
      : { resourceLimits: { maxOldGenerationSizeMb: Math.max(8, Math.floor(memoryBytes / MIB)) } }),
  };
  if (ending !== '.ts') return silenced(new Worker(main, options));
  const jiti = pathToFileURL(createRequire(import.meta.url).resolve('jiti')).href;
  const code = `import('${jiti}').then(({ createJiti }) => createJiti('${main.href}').import('${main.href}'))`;
  return silenced(new Worker(code, { ...options, eval: true }));
}

/** Discards the thread's output, which would otherwise fill the memory. */
function silenced(worker: Worker): Worker {
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
}

const ENOUGH_BYTES = 96;

/**
 * CPU time of one thread of this process, as the kernel counts it. Node 20 has a function for this only for
 * whole processes.
 *
 * The kernel brings the count up to date when a thread goes to sleep. It is read after the thread has
 * answered and waits for the next request; the next reading contains any missed time.
 */
class CpuOfThread {
  readonly #buffer = Buffer.alloc(ENOUGH_BYTES);
  #fd: number | undefined;
  #takenUs = 0;

  constructor(threadId: number | undefined) {
    if (threadId === undefined) return;
    try {
      this.#fd = openSync(`/proc/self/task/${threadId}/schedstat`, 'r');
      this.takeUs();
    } catch {
      // If the kernel does not tell, measured costs are 0, and counted work replaces measured work.
    }
  }

  /** CPU time that was spent and not yet taken; undefined if it is unknown, or if the thread is gone. */
  get us(): number | undefined {
    if (this.#fd === undefined) return undefined;
    try {
      const length = readSync(this.#fd, this.#buffer, 0, ENOUGH_BYTES, 0);
      return Number(this.#buffer.toString('latin1', 0, length).split(' ', 1)[0]) / 1_000 - this.#takenUs;
    } catch {
      return undefined;
    }
  }

  /** CPU time since the last call. */
  takeUs(): number {
    const us = this.us ?? 0;
    this.#takenUs += us;
    return us;
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }
}
