/** A checkout of its own for each test: a copy of setup/, with steps that a test writes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../temporary-folder.ts';

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

export class Checkout {
  readonly folder: string = temporaryFolder();

  constructor() {
    cpSync('setup', join(this.folder, 'setup'), { recursive: true });
  }

  /** The source text of steps, as in `[{ name: ..., run: ... }]`; `sh` runs a shell command, `has` looks for a file. */
  writeSteps(steps: string): void {
    this.write(
      'go.mjs',
      `import { existsSync } from 'node:fs';
      import { runSteps, SetupFailed } from './setup/run-steps.mjs';
      import { compileStep } from './setup/compile.mjs';
      import { npmStep } from './setup/npm-packages.mjs';
      const has = (path) => () => existsSync(path);
      const sh = (script) => ({ exec }) => exec('sh', ['-c', script]);
      const common = { why: 'a test', byHand: () => ['do it yourself'] };
      try {
        await runSteps(${steps});
      } catch (error) {
        if (!(error instanceof SetupFailed)) throw error;
        console.error(error.message);
        process.exitCode = error.exitCode;
      }`,
    );
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  async until(path: string): Promise<void> {
    while (!this.has(path)) await sleep(10);
  }

  start(): { child: ChildProcess; ended: Promise<Ended> } {
    const child = spawn(process.execPath, ['go.mjs'], {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    // Not 'close': what a killed run leaves behind may hold its output open.
    const ended = new Promise<Ended>((resolve) => {
      child.on('exit', (code, signal) => setImmediate(() => resolve({ code, signal, output })));
    });
    return { child, ended };
  }

  run(): Promise<Ended> {
    return this.start().ended;
  }
}
