/**
 * Upgrade: a better build of the target, made while a campaign runs on the one that is there.
 *
 * Invariant: once `stop` has returned, nothing of it runs any more.
 */
import { instrumentedVersions } from '../../build/index.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { allSpecs, findBuiltByName, findProfile, nameOfSpec, type TargetSpec } from '../../target/index.ts';
import { usableCores } from '../cores.ts';
import { type SessionContext, worldOf } from '../world.ts';

/** News of the process that builds, one object a line. */
export type BuildNews =
  | { readonly type: 'progress'; readonly text: string }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly lines: readonly string[] };

export interface UpgradeListener {
  /** How far it is. */
  readonly onProgress: (text: string) => void;
  readonly onFailure: (lines: readonly string[]) => void;
}

/**
 * The target that has to be built so that a name means at least this profile. Undefined if it does so already, or if
 * the name means one certain build.
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

/** The campaign works on one core meanwhile. */
function buildJobs(): number {
  return Math.max(1, usableCores() - 1);
}

export class Upgrade {
  readonly #over = new AbortController();
  readonly #child: ChildProcess;
  readonly #gone: Promise<void>;
  #isReady = false;

  constructor(
    spec: TargetSpec,
    { env }: Pick<SessionContext, 'env'>,
    { onProgress, onFailure }: UpgradeListener,
  ) {
    const program = fileURLToPath(new URL('build-process.js', import.meta.url));
    const words = [program, `clang-${spec.llvmVersion}`, spec.profile, String(buildJobs())];
    // The shell ends at once, and what it started is no child of ours: the CPU time of our children is the campaign's.
    this.#child = spawn('sh', ['-c', '"$@" <&3 3<&- &', 'sh', process.execPath, ...words], {
      env,
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    });
    // It may be gone before we are done with it.
    this.#child.stdio[3]!.on('error', () => undefined);
    const lines = createInterface({ input: this.#child.stdout! });
    lines.on('line', (line) => {
      const news = JSON.parse(line) as BuildNews;
      if (news.type === 'progress') return onProgress(news.text);
      this.#isReady = news.type === 'done';
      if (news.type === 'failed') onFailure(news.lines);
      this.#over.abort();
    });
    this.#gone = new Promise((resolve) => {
      lines.on('close', () => {
        if (!this.#over.signal.aborted) onFailure(['what built it was killed']);
        this.#over.abort();
        resolve();
      });
    });
  }

  /** Aborted as soon as the build is there, or has failed. */
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
  }
}
