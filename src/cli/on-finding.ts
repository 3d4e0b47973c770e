/** Gives each finding to a command that the person chose: a line of JSON on its standard input. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { FindingRecord } from '../finding/index.ts';

export class FindingHook {
  readonly #command: string;
  readonly #cwd: string;
  readonly #tell: (text: string) => void;
  readonly #running = new Set<Promise<unknown>>();

  /** An empty text means no command. `tell` gets a message if a command failed. */
  constructor(command: string, cwd: string, tell: (text: string) => void) {
    this.#command = command;
    this.#cwd = cwd;
    this.#tell = tell;
  }

  hear(finding: FindingRecord): void {
    if (this.#command === '') return;
    const run = this.#run(finding).finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /** Resolves when all commands have ended. */
  async end(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #run(finding: FindingRecord): Promise<void> {
    const child = spawn('sh', ['-c', this.#command], { cwd: this.#cwd, stdio: ['pipe', 'ignore', 'ignore'] });
    // It is no error if a command does not read its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${JSON.stringify(finding)}\n`);
    const [code] = (await once(child, 'close').catch(() => [1])) as [number | null];
    if (code !== 0) this.#tell(`--on-finding "${this.#command}" failed for finding ${finding.id}`);
  }
}
