/**
 * Trial: loads a person's module in a thread first. A module that never finishes loading would block this
 * process for ever, and even Ctrl-C would have no effect. A module that ends its process would end the
 * command silently.
 */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { isLeftToUs, library } from './load-module.ts';

/** Time to load a module: far more than imports take, and short enough for a waiting person. */
export const LOADING_MS = 30_000;

/** A computer with too much other work gets up to this multiple of the time. */
const MOST_WAITING = 20;

/** Modules that were loaded before, which need no second trial. */
const loaded = new Set<string>();

/**
 * Says what is wrong if loading does not end normally; an error that the module throws is reported elsewhere.
 * `ours` is the file that the module gets for `cgfuzz`.
 */
export async function tryLoading(
  url: string,
  limitMs: number = LOADING_MS,
  ours: string = library(),
): Promise<string | undefined> {
  if (loaded.has(url)) return undefined;
  const worker = new Worker(codeThatLoads(url, ours), { eval: true, stdout: true, stderr: true });
  worker.stdout.resume();
  worker.stderr.resume();
  // The thread may throw after nobody waits any more, before its end.
  worker.on('error', () => undefined);
  const timer = new AbortController();
  const { signal } = timer;
  try {
    const problem = await Promise.race([
      once(worker, 'message', { signal }).then(
        () => undefined,
        // An error that is thrown while nothing waits for it.
        () => undefined,
      ),
      once(worker, 'exit', { signal }).then(
        () => 'its top level ends the process, or waits for what never comes',
        () => undefined,
      ),
      tooLong(limitMs, signal),
    ]);
    if (problem === undefined) loaded.add(url);
    return problem;
  } finally {
    timer.abort();
    await worker.terminate();
  }
}

/**
 * Ends with a complaint after the time to load. Time in which threads of this process waited for the processor does
 * not count: a campaign at the lowest priority hardly runs beside other work.
 */
export async function tooLong(limitMs: number, signal: AbortSignal): Promise<string> {
  let ownMs = 0;
  for (let waitedMs = 0; ownMs < limitMs && waitedMs < limitMs * MOST_WAITING;) {
    const beforeMs = starvedMs();
    const nextMs = Math.max(1, limitMs - ownMs);
    await setTimeout(nextMs, undefined, { signal });
    waitedMs += nextMs;
    ownMs += Math.max(0, nextMs - (starvedMs() - beforeMs));
  }
  return `loading it takes more than ${limitMs / 1_000} s`;
}

/** The time that threads of this process were ready to run and did not; 0 if the kernel does not tell. */
function starvedMs(): number {
  try {
    const threads = readdirSync('/proc/self/task');
    const waits = threads.map(
      (id) => readFileSync(`/proc/self/task/${id}/schedstat`, 'latin1').split(' ')[1],
    );
    return waits.reduce((sum, ns) => sum + Number(ns) / 1e6, 0);
  } catch {
    return 0;
  }
}

/** The code does not load this package, so that the thread starts at once. */
function codeThatLoads(url: string, ours: string): string {
  const loading = isLeftToUs(url)
    ? `import(${json(jitiUrl())}).then(({ createJiti }) => createJiti(${json(import.meta.url)}, { fsCache: false, alias: { cgfuzz: ${json(ours)} } }).import(${json(fileURLToPath(url))}))`
    : `import(${json(url)})`;
  // The message waits one turn: an endless chain of promises would leave no turn to other code.
  const tell = `() => setImmediate(() => require('node:worker_threads').parentPort.postMessage('loaded'))`;
  return `const tell = ${tell};\n${loading}.then(tell, tell);\n`;
}

function jitiUrl(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('jiti')).href;
}

function json(text: string): string {
  return JSON.stringify(text);
}
