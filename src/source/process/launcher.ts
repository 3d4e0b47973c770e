/**
 * Launcher: the engine's end of the process that runs a generator (instrumentation/choices/launcher).
 *
 * The launcher outlives its generators and dies with the engine; it removes every process and file that a
 * generator leaves. Invariant: one run at a time.
 */
import { closeSync, openSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';

import { execa } from 'execa';

import { removeTree } from '../../util/remove-tree.ts';
import { choiceLibrary } from './choice-library.ts';
import { Mailbox } from '../../util/mailbox.ts';

export type LaunchMode = 'exec' | 'fork' | 'persistent' | 'stream';

export interface LauncherOptions {
  readonly command: readonly [string, ...string[]];
  readonly mode: LaunchMode;
  readonly memoryBytes: number;
  /** Limit of every written file, standard output included. */
  readonly outputBytes: number;
  /** Limit of private memory; 0 for none. */
  readonly dataBytes: number;
  readonly folderBytes: number;
  readonly isPreloaded: boolean;
  readonly fixedAddresses: boolean;
  /** True if the generator must not find the engine. */
  readonly isAlone?: boolean;
  readonly temporaryFolder: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

export interface LauncherRunEnd {
  readonly reason: 'exit' | 'time' | 'folder' | 'killed';
  readonly exitCode: number | undefined;
  /** A signal's number. */
  readonly signal: number | undefined;
  readonly cpuUs: number;
  readonly peakRssBytes: number;
  readonly wallUs: number;
  /** True for a persistent generator or a fork server that can take the next request. */
  readonly isAlive: boolean;
}

/** The launcher itself ended, so nothing can run any more. */
export class LauncherGone extends Error {
  override readonly name = 'LauncherGone';
}

const GONE = 'the process that runs the generator is gone';

interface LauncherProcess {
  readonly stdin: Writable;
  readonly ended: Promise<void>;
  readonly kill: () => void;
}

/**
 * A busy run may take four times its limit by the clock; ending its processes takes further time, above all
 * on a busy machine.
 */
const mostWall = 4;
const overMs = 30_000;
/** Longest wait for a launcher that cleans up. */
const closingMs = 12_000;
/** A longer timer would end at once. */
const longestMs = 2 ** 31 - 1;

export class Launcher {
  readonly #process: LauncherProcess;
  readonly #lines: LineReader;
  /** Paths by which the launcher's own descriptors can be opened. */
  readonly memoryPath: string;
  readonly outputPath: string;
  readonly errorsPath: string;
  /** The working folder itself, even if the generator renamed it. */
  readonly folderPath: string;
  readonly #folderName: string;
  /**
   * Timer that ends a launcher which does not keep the limit itself, for example because the generator
   * stopped it.
   */
  #impatient: NodeJS.Timeout | undefined;

  /** `ready` is the launcher's first line: its process, its descriptors and the name of its folder. */
  private constructor(process: LauncherProcess, lines: LineReader, ready: string) {
    const [word, pid, memory, output, errors, work, ...name] = ready.split(' ');
    if (word !== 'ready') throw new Error(`the launcher said: ${ready}`);
    const open = (fd: string | undefined): string => `/proc/${pid}/fd/${fd}`;
    this.#process = {
      ...process,
      kill: () => {
        process.kill();
        killProcess(Number(pid));
      },
    };
    this.#lines = lines;
    this.memoryPath = open(memory);
    this.outputPath = open(output);
    this.errorsPath = open(errors);
    this.folderPath = open(work);
    this.#folderName = name.join(' ');
  }

  static async start(options: LauncherOptions): Promise<Launcher> {
    const library = await choiceLibrary();
    const settings = [
      `mode=${options.mode}`,
      `memory=${options.memoryBytes}`,
      `output=${options.outputBytes}`,
      `data=${options.dataBytes}`,
      `folder=${options.folderBytes}`,
      `tmp=${options.temporaryFolder}`,
      `addresses=${options.fixedAddresses ? 'fixed' : 'random'}`,
      ...(options.isAlone === true ? ['alone=yes'] : []),
      ...(options.isPreloaded ? [`preload=${library.shared}`] : []),
    ];
    const process = execa(library.launcher, [...settings, '--', ...options.command], {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'inherit',
      buffer: false,
      reject: false,
      // A process group of its own, so that a signal to the engine's group leaves the launcher alive to clean
      // up.
      detached: true,
      ...(options.env === undefined ? {} : { env: { ...options.env } }),
    });
    process.stdin.on('error', () => undefined);
    const ended = process.then(() => undefined);
    const lines = new LineReader(process.stdout, ended);
    return new Launcher(
      { stdin: process.stdin, ended, kill: () => void process.kill('SIGKILL') },
      lines,
      await lines.next(),
    );
  }

  async run(timeoutMs: number): Promise<LauncherRunEnd> {
    this.begin(timeoutMs);
    return this.end();
  }

  begin(timeoutMs: number): void {
    const most = Math.min(timeoutMs * mostWall + overMs, longestMs);
    this.#impatient = setTimeout(() => {
      this.#lines.giveUp();
      this.#process.kill();
    }, most);
    this.#process.stdin.write(`run ${Math.ceil(timeoutMs)}\n`);
  }

  /** Opens the pipes to and from the process that was just started, in mode `stream`. */
  async openPipes(): Promise<Pipes> {
    const [stream, to, from] = (await this.#lines.next()).split(' ');
    if (stream !== 'stream') throw new LauncherGone(`the launcher said: ${stream}`);
    const folder = this.memoryPath.replace(/[^/]*$/, '');
    const opened: number[] = [];
    try {
      opened.push(openSync(`${folder}${to}`, 'w'));
      opened.push(openSync(`${folder}${from}`, 'r'));
      return { to: opened[0]!, from: opened[1]! };
    } catch (error) {
      for (const descriptor of opened) closeSync(descriptor);
      // The launcher was killed after it had spoken, and its descriptors are gone with it.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new LauncherGone(GONE);
      throw error;
    }
  }

  /** True if this run began with a new process, since the process before it had died. */
  async isStartedAnew(): Promise<boolean> {
    return (await this.#lines.peek()).startsWith('stream ');
  }

  /** Sends a word to the launcher, and waits until it is on its way. */
  async say(word: 'go' | 'end' | 'kill'): Promise<void> {
    await new Promise((resolve) => this.#process.stdin.write(`${word}\n`, resolve));
  }

  async end(): Promise<LauncherRunEnd> {
    // A process that began with this run and got no message: the run was over before its first question.
    if (await this.isStartedAnew()) await this.#lines.next();
    const [done, reason, ...numbers] = (await this.#lines.next()).split(' ');
    clearTimeout(this.#impatient);
    const [status = 0, cpuUs = 0, peakKb = 0, wallUs = 0, isAlive = 0] = numbers.map(Number);
    if (done !== 'done') throw new Error(`the launcher said: ${done}`);
    const signal = status & 0x7f;
    return {
      reason: reason as LauncherRunEnd['reason'],
      exitCode: signal === 0 ? status >> 8 : undefined,
      signal: signal === 0 ? undefined : signal,
      cpuUs,
      peakRssBytes: peakKb * 1_024,
      wallUs,
      isAlive: isAlive === 1,
    };
  }

  async close(): Promise<void> {
    clearTimeout(this.#impatient);
    const impatient = setTimeout(() => this.#process.kill(), closingMs);
    this.#process.stdin.end();
    await this.#process.ended;
    clearTimeout(impatient);
    // Only a killed launcher leaves the folder.
    removeTree(this.#folderName);
  }
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Descriptors of the pipes to and from a generator in mode `stream`. */
interface Pipes {
  readonly to: number;
  readonly from: number;
}

/** Lines of the launcher, until it is gone. */
class LineReader {
  #unread = '';
  readonly #lines = new Mailbox<string | undefined>();
  #isGone = false;

  constructor(stdout: Readable, ended: Promise<void>) {
    stdout.setEncoding('utf8');
    stdout.on('data', (text: string) => this.#hear(text));
    void ended.then(() => {
      this.#isGone = true;
      this.#lines.deliver(undefined);
    });
  }

  async next(): Promise<string> {
    const line = this.#lines.isEmpty && this.#isGone ? undefined : await this.#lines.next();
    if (line === undefined) throw new LauncherGone(GONE);
    return line;
  }

  /** The next line, without taking it. */
  async peek(): Promise<string> {
    const line = this.#lines.isEmpty && this.#isGone ? undefined : await this.#lines.peek();
    if (line === undefined) throw new LauncherGone(GONE);
    return line;
  }

  /** Lines that were heard and not read say nothing any more: the launcher is killed, and its files go with it. */
  giveUp(): void {
    this.#lines.clear();
    this.#isGone = true;
    this.#lines.deliver(undefined);
  }

  #hear(text: string): void {
    const lines = (this.#unread + text).split('\n');
    this.#unread = lines.pop() ?? '';
    for (const line of lines) this.#lines.deliver(line);
  }
}
