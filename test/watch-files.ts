import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** How often a run says which files it still waits for, if no file has begun or ended since. */
const quietMs = 120_000;

/**
 * Says at once what failed, and which files a silent run waits for. Past `CGFUZZ_TESTS_UNTIL` (seconds since 1970) it
 * names the files that still run, and ends the run as failed. A machine that stops the run from outside names none.
 */
export default class WatchFiles implements Reporter {
  readonly #since = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #changedMs = Date.now();

  onTestRunStart(): void {
    this.#timer = setInterval(() => this.#look(), 5_000);
    this.#timer.unref();
  }

  onTestModuleQueued(module: TestModule): void {
    this.#changedMs = Date.now();
    this.#since.set(nameOf(module), this.#changedMs);
  }

  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    if (result.state !== 'failed') return;
    console.log(`failed: ${nameOf(test.module)} > ${test.fullName}`);
    for (const error of result.errors) {
      const hints = 'hints' in error && Array.isArray(error.hints) ? error.hints : [];
      console.log([error.message, ...hints].join('\n').slice(0, 2_000).replace(/^/gm, '    '));
    }
  }

  onTestModuleEnd(module: TestModule): void {
    this.#changedMs = Date.now();
    this.#since.delete(nameOf(module));
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = Date.now();
    const until = Number(process.env['CGFUZZ_TESTS_UNTIL'] ?? Number.POSITIVE_INFINITY) * 1_000;
    if (now < until && now < this.#changedMs + quietMs) return;
    this.#changedMs = now;
    for (const [name, sinceMs] of this.#since)
      console.log(`still running: ${name}, ${Math.round((now - sinceMs) / 1_000)} s`);
    if (now < until) return;
    console.log('error: the tests have used the time that CGFUZZ_TESTS_UNTIL gives them');
    process.exit(1);
  }
}

function nameOf(module: TestModule): string {
  return relative(process.cwd(), module.moduleId);
}
