/**
 * One llvm-symbolizer for many questions about a program: its start and the reading of debug information cost more than
 * an answer.
 *
 * It ends when nobody asked for a while, since it may hold a gigabyte for a compiler. Invariant: if it dies or does not
 * answer, a process for this question alone answers.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { OneAtATime } from '../../util/one-at-a-time.ts';
import {
  type CodePlace,
  findSymbolizer,
  placesOfAnswer,
  symbolize,
  symbolizerArguments,
} from './symbolizer.ts';

const IDLE_MS = 10_000;
const ANSWER_MS = 120_000;

type Process = ChildProcessByStdio<Writable, Readable, null>;

class KeptSymbolizer {
  readonly #program: string;
  readonly #turns = new OneAtATime();
  #process: Process | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(program: string) {
    this.#program = program;
  }

  /** For each address its inlined places, innermost first. */
  async places(addresses: readonly bigint[], searchPath: string): Promise<CodePlace[][]> {
    if (addresses.length === 0) return [];
    return this.#turns.do(async () => {
      clearTimeout(this.#idle);
      const answers = await this.#ask(addresses, searchPath);
      this.#idle = setTimeout(() => this.close(), IDLE_MS);
      this.#idle.unref();
      return (
        answers?.map(placesOfAnswer) ?? symbolize(this.#program, addresses, { inlined: true, searchPath })
      );
    });
  }

  close(): void {
    clearTimeout(this.#idle);
    this.#process?.kill('SIGKILL');
    this.#process = undefined;
  }

  /** A blank line ends each answer. Undefined if the process died or is late. */
  async #ask(addresses: readonly bigint[], searchPath: string): Promise<string[] | undefined> {
    const asked = (this.#process ??= this.#start(searchPath));
    const { stdin, stdout } = asked;
    // An earlier question may have learnt nothing of its end.
    if (asked.exitCode !== null || asked.signalCode !== null) {
      this.close();
      return undefined;
    }
    return new Promise((resolve) => {
      let said = '';
      const end = (answers: string[] | undefined): void => {
        clearTimeout(late);
        stdout.off('data', hear);
        asked.off('close', die);
        if (answers === undefined) this.close();
        resolve(answers);
      };
      const die = (): void => end(undefined);
      const hear = (text: string): void => {
        said += text;
        const answers = said.split('\n\n');
        if (answers.length > addresses.length) end(answers.slice(0, addresses.length));
      };
      const late = setTimeout(die, ANSWER_MS);
      stdout.on('data', hear);
      asked.on('close', die);
      stdin.write(addresses.map((address) => `0x${address.toString(16)}\n`).join(''));
    });
  }

  #start(searchPath: string): Process {
    const started = spawn(findSymbolizer(searchPath), symbolizerArguments(this.#program, true), {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    started.stdout.setEncoding('utf8');
    // Its end is told by `close`.
    started.on('error', () => undefined);
    started.stdin.on('error', () => undefined);
    return started;
  }
}

/** A symbolizer for each of the programs that a target asks about. */
export class Symbolizers {
  readonly #kept = new Map<string, KeptSymbolizer>();

  /** Names for return addresses, each with the places inlined there, innermost first. */
  nameAddresses(program: string, addresses: readonly bigint[], searchPath: string): Promise<CodePlace[][]> {
    let kept = this.#kept.get(program);
    if (kept === undefined) this.#kept.set(program, (kept = new KeptSymbolizer(program)));
    // A return address belongs to the call before it.
    const calls = addresses.map((address) => (address > 0n ? address - 1n : address));
    return kept.places(calls, searchPath);
  }

  close(): void {
    for (const kept of this.#kept.values()) kept.close();
  }
}
