/** The machine and the moment, as a session needs to know them. A command's context is one; a test makes its own. */
import type { TargetWorld } from '../target/index.ts';
import { cacheFolder, withAdded } from '../build/index.ts';

export interface SessionContext {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Since 1970, for dates that people read. */
  readonly dateMs: () => number;
  /** Milliseconds since some moment; never goes back. */
  readonly monotonicMs: () => number;
  /** Aborted when the session must end: it saves what matters and returns. */
  readonly signal: AbortSignal;
  /** The person agrees to code that came with the campaign. */
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
