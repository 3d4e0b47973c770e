/**
 * The facts about the machine and the moment that a session needs. A command's context is such a world; a
 * test makes its own.
 */
import type { TargetWorld } from '../target/index.ts';
import { cacheFolder, withAdded } from '../build/index.ts';

export interface SessionContext {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970, for dates that people read. */
  readonly dateMs: () => number;
  /** Milliseconds since some moment; never goes back. */
  readonly monotonicMs: () => number;
  /** Aborted if the session must end: it saves everything that matters and returns. */
  readonly signal: AbortSignal;
  /** True if the person agrees to code that came with the campaign. */
  readonly isTrusted?: boolean;
}

export function worldOf({
  env,
  cwd,
}: Pick<SessionContext, 'env'> & Partial<Pick<SessionContext, 'cwd'>>): TargetWorld {
  const cache = cacheFolder(env);
  const searchPath = withAdded(env['PATH'] ?? '/usr/bin:/bin', cache);
  return { cache, searchPath, env, ...(cwd === undefined ? {} : { cwd }) };
}
