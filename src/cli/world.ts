/** The machine, as targets need to know it. */
import type { TargetWorld } from '../target/index.ts';
import type { Context } from './command.ts';
import { cacheFolder } from '../build/index.ts';

export function worldOf({ env }: Pick<Context, 'env'>): TargetWorld {
  return { cache: cacheFolder(env), searchPath: env['PATH'] ?? '/usr/bin:/bin' };
}
