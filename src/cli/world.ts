/** The machine, as targets need to know it. */
import type { TargetWorld } from '../target/index.ts';
import type { Context } from './command.ts';
import { withAdded } from '../build/added/index.ts';
import { cacheFolder } from '../build/index.ts';

export function worldOf({ env, cwd }: Pick<Context, 'env'> & Partial<Pick<Context, 'cwd'>>): TargetWorld {
  const cache = cacheFolder(env);
  const searchPath = withAdded(env['PATH'] ?? '/usr/bin:/bin', cache);
  return { cache, searchPath, env, ...(cwd === undefined ? {} : { cwd }) };
}
