/**
 * A binary with Centipede's runner: executes one input at a time, in a process that lives on if possible.
 *
 * Invariant: a failure is reported as a fresh process shows it.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  END_OF_BLOBS,
  executionRequest,
  FLAGS_VARIABLE,
  readBlobs,
  readReply,
  type Reply,
  type RunnerFlags,
  writeFlags,
} from '../../centipede/index.ts';
import { type ExecutionLimits, usualExecutionLimits } from '../../serve/index.ts';
import { makeWorkFolder } from '../../util/work-folder.ts';
import { Meeting, type RequestEnd, RunnerProcess } from './runner-process.ts';
import { SharedFile } from './shared-file.ts';
import { readStackReport, type StackReport } from './stack-library.ts';

export interface RunnerOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The library that writes stacks and costs. */
  readonly library: string;
  /** True if the library catches signals; a sanitizer writes stacks itself. */
  readonly catchesSignals: boolean;
  /** Flags for the data to collect, and for the test. */
  readonly flags: RunnerFlags;
  /** Time limit for finding out the kind of binary; by default 10 s. */
  readonly startMs?: number;
}

export interface SeenRequest {
  readonly end: RequestEnd;
  readonly reply: Reply;
  readonly description: string;
  readonly errors: string;
  readonly stack: StackReport;
  /** True if the same process executed no other input before. */
  readonly isFresh: boolean;
  readonly cpuMs: number;
  readonly peakBytes: number;
}

/** The runner silently cuts longer inputs. */
export const MOST_INPUT_BYTES: number = 2 ** 20;
const REQUEST_BYTES = 2 * MOST_INPUT_BYTES;
const REPLY_BYTES = 2 ** 25;
const FIRST_READ_BYTES = 2 ** 16;
const MOST_REQUESTS = 10_000;
const MEGABYTE = 2 ** 20;
const START_MS = 10_000;
const KEPT_BYTES = 2 ** 16;

export class Runner {
  readonly #options: RunnerOptions;
  readonly #folder: string;
  readonly #meeting: Meeting;
  readonly #memory = {
    request: new SharedFile(REQUEST_BYTES),
    reply: new SharedFile(REPLY_BYTES),
    errors: new SharedFile(),
    stack: new SharedFile(),
  };
  #process: RunnerProcess | undefined;
  #firstPeakMegabytes = 0;
  /** True if a failure's description may lie in the folder; an old one would count for the next input. */
  #mayHaveFailed = false;
  #isClosed = false;

  private constructor(options: RunnerOptions, folder: string, meeting: Meeting) {
    this.#options = options;
    this.#folder = folder;
    this.#meeting = meeting;
  }

  static async open(options: RunnerOptions): Promise<Runner> {
    const folder = makeWorkFolder();
    return new Runner(options, folder, await Meeting.open(folder));
  }

  /** Makes the binary write some data into files, and returns their paths. */
  async dump(
    what: string,
    count: number,
  ): Promise<{ readonly end: RequestEnd; readonly files: readonly string[]; readonly errors: string }> {
    const files = Array.from({ length: count }, (_, index) => join(this.#folder, `${what}-${index + 1}`));
    const args = Object.fromEntries(files.map((path, index) => [`arg${index + 1}`, path]));
    const named: RunnerFlags = what === 'list_tests' ? { test_listing_output: files[0]! } : {};
    await this.#drop();
    const process = this.#start({ ...this.#options.flags, [what]: true, ...args, ...named });
    const end = await process.run({
      ...usualExecutionLimits,
      wallMs: this.#options.startMs ?? START_MS,
    });
    await process.stop();
    return { end, files, errors: this.#errors() };
  }

  /** Executes one input of at most `MOST_INPUT_BYTES`. */
  async execute(input: Uint8Array, limits: ExecutionLimits): Promise<SeenRequest> {
    const { request, reply, stack } = this.#memory;
    reply.write(END_OF_BLOBS);
    request.write(executionRequest([input]));
    this.#forgetFailure();
    const isFresh = this.#process === undefined;
    const process = (this.#process ??= this.#start(this.#requestFlags));
    const before = process.cpuMs ?? 0;
    const end = await process.run(limits);
    const after = end.how === 'answered' ? process.cpuMs : undefined;
    const report = readStackReport(end.how === 'ended' ? stack.text(KEPT_BYTES) : '');
    const answer = readReply(this.#readReply());
    this.#mayHaveFailed = end.how !== 'answered' || end.code !== 0;
    if (end.how !== 'answered') await this.#drop();
    else if (this.#isUsedUp(process, answer)) await this.#drop();
    // CPU clocks may be coarse, so the time in the reply is a lower bound.
    const floorMs = before + answer.microseconds / 1_000;
    const spentMs = end.how === 'stopped' ? end.cpuMs : Math.max(report.cpuMs ?? 0, floorMs);
    const wholeMs = after ?? spentMs;
    return {
      end,
      reply: answer,
      description: this.#mayHaveFailed ? this.#description() : '',
      errors: withoutWordsOfRunner(this.#errors()),
      stack: report,
      isFresh,
      cpuMs: Math.max(wholeMs - before, 0),
      peakBytes: Math.max(answer.peakMegabytes * MEGABYTE, report.peakBytes ?? 0),
    };
  }

  /** Starts a new process for the next input. */
  async renew(): Promise<void> {
    await this.#drop();
  }

  /** The process, for tests that kill it. */
  get isPersistent(): boolean {
    return this.#process?.isConnected === true;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#drop();
    this.#meeting.close();
    for (const file of Object.values(this.#memory)) file.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #descriptionPath(): string {
    return join(this.#folder, 'description');
  }

  get #signaturePath(): string {
    return join(this.#folder, 'signature');
  }

  get #requestFlags(): RunnerFlags {
    return {
      ...this.#options.flags,
      shmem: true,
      arg1: this.#memory.request.path,
      arg2: this.#memory.reply.path,
      persistent_mode_socket: this.#meeting.path,
      failure_description_path: this.#descriptionPath,
      failure_signature_path: this.#signaturePath,
    };
  }

  #start(flags: RunnerFlags): RunnerProcess {
    const { file, args, env, library, catchesSignals } = this.#options;
    this.#memory.errors.clear();
    this.#memory.stack.clear();
    this.#firstPeakMegabytes = 0;
    return new RunnerProcess(
      {
        file,
        args,
        folder: this.#folder,
        errors: this.#memory.errors.fd,
        env: {
          ...env,
          HOME: this.#folder,
          TMPDIR: this.#folder,
          LD_PRELOAD: library,
          CGFUZZ_STACK: this.#memory.stack.path,
          ...(catchesSignals ? {} : { CGFUZZ_NO_SIGNALS: '1' }),
          [FLAGS_VARIABLE]: writeFlags(flags),
        },
      },
      this.#meeting,
    );
  }

  #readReply(): ReturnType<typeof readBlobs>['blobs'] {
    for (let length = FIRST_READ_BYTES; ;) {
      const { blobs, needed } = readBlobs(this.#memory.reply.read(length), REPLY_BYTES);
      if (needed === undefined) return blobs;
      length = Math.min(needed + FIRST_READ_BYTES, REPLY_BYTES);
    }
  }

  #forgetFailure(): void {
    if (!this.#mayHaveFailed) return;
    for (const path of [this.#descriptionPath, this.#signaturePath]) rmSync(path, { force: true });
  }

  #description(): string {
    try {
      return readFileSync(this.#descriptionPath, 'utf8').slice(0, KEPT_BYTES);
    } catch {
      return '';
    }
  }

  #errors(): string {
    return this.#memory.errors.text(KEPT_BYTES);
  }

  /** A process that lives long keeps the memory that its code forgets to free. */
  #isUsedUp({ requests }: RunnerProcess, { peakMegabytes }: Reply): boolean {
    this.#firstPeakMegabytes ||= peakMegabytes;
    return requests >= MOST_REQUESTS || peakMegabytes > 2 * this.#firstPeakMegabytes + 1;
  }

  async #drop(): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    await process?.stop();
  }
}

/** Removes lines that the runner writes about itself. */
function withoutWordsOfRunner(text: string): string {
  const own =
    /^(?:Centipede fuzz target runner|section\("__centipede|Not using RLIMIT_AS|Centipede(?:Set|Begin|End)\w+|Starting watchdog thread|Disabling stack limit|MainObjectLazyInit|Got worker flags|Emitted f|Persistent mode:|FuzzTest engine worker)/;
  return text
    .split('\n')
    .filter((line) => !own.test(line))
    .join('\n');
}
