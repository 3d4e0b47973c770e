/** What targets need to know of the machine. */
import { cacheFolder, type TargetWorld } from '../target/index.ts';
import type { Context } from './command.ts';

export function worldOf({ env }: Pick<Context, 'env'>): TargetWorld {
  return { cache: cacheFolder(env), searchPath: env['PATH'] ?? '/usr/bin:/bin' };
}
