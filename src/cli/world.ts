/** The machine, as targets need to know it. */
import type { TargetWorld } from '../target/index.ts';
import type { Context } from './command.ts';
import { withAdded } from '../build/added/index.ts';
import { cacheFolder } from '../build/index.ts';

export function worldOf({ env }: Pick<Context, 'env'>): TargetWorld {
  const cache = cacheFolder(env);
  return { cache, searchPath: withAdded(env['PATH'] ?? '/usr/bin:/bin', cache) };
}
