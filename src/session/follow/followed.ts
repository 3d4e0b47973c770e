/**
 * Targets that a campaign can follow through their versions: compilers as Debian ships them, and instrumented
 * builds of Debian's LLVM. A compiler is another one as soon as its program is. A build is another one only
 * after cgfuzz has built it: until then the campaign goes on with the build of the LLVM before.
 */
import { realpathSync, statSync } from 'node:fs';
import { compilerVersion } from '../../build/index.ts';
import { type FindingFolder, type FindingRecord, type Verified, verifyFinding } from '../../finding/index.ts';
import type { SourceDefinition } from '../../source/index.ts';
import {
  type BuildVersions,
  buildVersions,
  type FoundTarget,
  nameOfSpec,
  type TargetWorld,
} from '../../target/index.ts';
import { openFailureTest } from '../../triage/index.ts';
import { UserError } from '../../util/user-error.ts';
import { driverOf } from '../driver-of.ts';
import type { SessionEvent } from '../session-event.ts';
import { Upgrade } from '../upgrade/upgrade.ts';
import type { SessionContext } from '../world.ts';

export interface Followed {
  /** The version that the target's name means now. */
  version(): Promise<string>;
  /** Asks whether this version still shows a finding. A finding of another compiler is unclear. */
  ask(record: FindingRecord, folder: FindingFolder): Promise<Verified>;
  /** Calls once another version can take over. The returned function ends what `watch` began. */
  watch(onChange: () => void): () => Promise<void>;
}

export interface FollowedOptions {
  readonly world: TargetWorld;
  readonly context: Pick<SessionContext, 'env' | 'signal'>;
  readonly sources: readonly SourceDefinition[];
  readonly onNotice: (event: SessionEvent) => void;
}

const LOOK_MS = 30_000;

export async function followed(target: FoundTarget, options: FollowedOptions): Promise<Followed> {
  if (target.kind === 'stock') return new FollowedRelease(target, options);
  const versions = await buildVersions(target.name, options.world.cache);
  if (versions !== undefined) return new FollowedBuild(target.name, options);
  throw new UserError(`--follow needs a compiler of Debian, and ${target.name} is none`, [
    'name one: --target clang-24, after cgfuzz compiler add newest; or an instrumented clang of Debian, such as clang-23-passes',
    `or go on with newer sources by hand: end the campaign, build ${target.name} again, and run it again`,
  ]);
}

class FollowedRelease implements Followed {
  readonly #target: FoundTarget;
  readonly #options: FollowedOptions;

  constructor(target: FoundTarget, options: FollowedOptions) {
    this.#target = target;
    this.#options = options;
  }

  async version(): Promise<string> {
    return (await compilerVersion(this.#target.program)) ?? 'unknown';
  }

  async ask(record: FindingRecord, folder: FindingFolder): Promise<Verified> {
    if (record.compiler !== this.#target.name) return 'unclear';
    const { context, world } = this.#options;
    const compiler = driverOf(this.#target.name, record.program.language);
    return verifyFinding(folder, compiler, { signal: context.signal, searchPath: world.searchPath });
  }

  watch(onChange: () => void): () => Promise<void> {
    const { program } = this.#target;
    const before = identityOf(program);
    const timer = setInterval(() => {
      if (identityOf(program) !== before) onChange();
    }, LOOK_MS);
    return async () => clearInterval(timer);
  }
}

class FollowedBuild implements Followed {
  readonly #name: string;
  readonly #options: FollowedOptions;
  /** The LLVM that could not be built: nobody tries it twice. */
  #failed: string | undefined;

  constructor(name: string, options: FollowedOptions) {
    this.#name = name;
    this.#options = options;
  }

  async version(): Promise<string> {
    const { now, before } = await this.#versions();
    return (now ?? before)!.sourceVersion;
  }

  /** Asks the build itself: a compiler as Debian ships it has no assertions. */
  async ask(record: FindingRecord, folder: FindingFolder): Promise<Verified> {
    const names = [this.#name, nameOfSpec((await this.#versions()).spec)];
    if (!names.includes(record.compiler)) return 'unclear';
    const program = folder.program('reduced', record.program) ?? folder.program('original', record.program);
    const source = this.#options.sources.find(({ name }) => name === record.origin.source);
    if (program === undefined || source === undefined) return 'unclear';
    const { test } = await openFailureTest(record, folder, source, this.#options.world);
    try {
      return (await test.ask(program)).isInteresting ? 'there' : 'gone';
    } finally {
      await test.close();
    }
  }

  watch(onChange: () => void): () => Promise<void> {
    let upgrade: Upgrade | undefined;
    let hasEnded = false;
    let began: string | undefined;
    const look = async (): Promise<void> => {
      const versions = await this.#versions();
      const { now, version } = versions;
      began ??= (now ?? versions.before)?.file;
      if (hasEnded) return;
      if (now !== undefined && now.file !== began) onChange();
      if (now !== undefined || upgrade !== undefined || this.#failed === version) return;
      upgrade = this.#build(versions, () => {
        if (hasEnded) return;
        if (upgrade!.isReady) onChange();
        else this.#failed = version;
        upgrade = undefined;
      });
    };
    // A look fails while `compiler update` is still installing a newer LLVM. The next look succeeds.
    const tryToLook = (): void => void look().catch(() => undefined);
    const timer = setInterval(tryToLook, LOOK_MS);
    tryToLook();
    return async () => {
      hasEnded = true;
      clearInterval(timer);
      await upgrade?.stop();
    };
  }

  #build({ spec, version }: BuildVersions, onOver: () => void): Upgrade {
    const { context, onNotice } = this.#options;
    onNotice({ type: 'note', text: `LLVM ${version} is here` });
    const upgrade = new Upgrade(spec, context, onNotice);
    upgrade.over.addEventListener('abort', onOver, { once: true });
    return upgrade;
  }

  async #versions(): Promise<BuildVersions> {
    const versions = await buildVersions(this.#name, this.#options.world.cache);
    if (versions === undefined) throw new UserError(`${this.#name} is not built any more`);
    return versions;
  }
}

/** Changes if another program replaces the present one; undefined if there is none. */
function identityOf(program: string): string | undefined {
  try {
    const file = realpathSync(program);
    const { mtimeMs, size, ino } = statSync(file);
    return [file, mtimeMs, size, ino].join('\0');
  } catch {
    return undefined;
  }
}
