/**
 * Upgrade: a better build of the target, made while a campaign runs on the present build.
 *
 * Invariant: after `stop` returns, nothing of it runs.
 */
import { instrumentedVersions } from '../../build/index.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { allSpecs, findBuiltByName, findProfile, nameOfSpec, type TargetSpec } from '../../target/index.ts';
import { usableCores } from '../cores.ts';
import type { SessionEvent } from '../session-event.ts';
import { type SessionContext, worldOf } from '../world.ts';

/** Messages of the building process, one object a line. */
export type BuildNews =
  | { readonly type: 'progress'; readonly text: string }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly lines: readonly string[] };

/**
 * The target to build, so that a name then means at least this profile. Undefined if it already does, or if
 * the name means one exact build.
 */
export async function betterThan(
  name: string,
  profile: string,
  context: Pick<SessionContext, 'env'>,
): Promise<TargetSpec | undefined> {
  const llvmVersion = instrumentedVersions.find((version) => name === `clang-${version}`);
  if (llvmVersion === undefined) return undefined;
  const names = allSpecs()
    .filter((spec) => spec.llvmVersion === llvmVersion)
    .map(nameOfSpec);
  const wanted: TargetSpec = {
    llvmVersion,
    profile: findProfile(profile),
    coverage: 'edges',
    assertions: true,
  };
  const best = await findBuiltByName(name, worldOf(context).cache);
  const isThere = best !== undefined && names.indexOf(best.name) <= names.indexOf(nameOfSpec(wanted));
  return isThere ? undefined : wanted;
}

/** Meanwhile the campaign uses one core. */
function buildJobs(): number {
  return Math.max(1, usableCores() - 1);
}

export class Upgrade {
  /** The build's name. */
  readonly name: string;
  readonly #onNotice: (event: SessionEvent) => void;
  readonly #over = new AbortController();
  readonly #child: ChildProcess;
  readonly #gone: Promise<void>;
  #isReady = false;

  constructor(
    spec: TargetSpec,
    { env }: Pick<SessionContext, 'env'>,
    onNotice: (event: SessionEvent) => void,
  ) {
    this.name = nameOfSpec(spec);
    this.#onNotice = onNotice;
    this.#note(`${this.name} is built meanwhile, at low priority; the campaign goes over to it by itself`);
    const program = fileURLToPath(new URL('build-process.js', import.meta.url));
    const words = [program, JSON.stringify(spec), String(buildJobs())];
    // The shell ends at once, so that its process is no child of ours: the CPU time of our children counts as
    // the campaign's.
    this.#child = spawn('sh', ['-c', '"$@" <&3 3<&- &', 'sh', process.execPath, ...words], {
      env,
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    });
    // The process may end before we finish writing.
    this.#child.stdio[3]!.on('error', () => undefined);
    const lines = createInterface({ input: this.#child.stdout! });
    lines.on('line', (line) => {
      const news = JSON.parse(line) as BuildNews;
      if (news.type === 'progress')
        return onNotice({ type: 'meanwhile', text: `building ${this.name}: ${news.text}` });
      this.#isReady = news.type === 'done';
      if (news.type === 'failed') this.#noteFailure(news.lines.join('; '));
      this.#over.abort();
    });
    this.#gone = new Promise((resolve) => {
      lines.on('close', () => {
        if (!this.#over.signal.aborted) this.#noteFailure('what built it was killed');
        this.#over.abort();
        resolve();
      });
    });
  }

  /** Aborted once the build is ready, or has failed. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  async stop(): Promise<void> {
    this.#over.abort();
    this.#child.stdio[3]!.destroy();
    await this.#gone;
    this.#onNotice({ type: 'meanwhile', text: undefined });
  }

  #noteFailure(reason: string): void {
    this.#note(`${this.name} could not be built: ${reason}`);
  }

  #note(text: string): void {
    this.#onNotice({ type: 'note', text });
  }
}
