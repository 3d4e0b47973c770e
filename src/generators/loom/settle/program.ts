/** Settles a program: what is called is looked at first, so that all of it has types; then all is executed. */
import type { LoomProgram } from '../ir/nodes.ts';
import type { Settling } from './settling.ts';

export function settleProgram({ helpers, functions }: LoomProgram, settling: Settling): void {
  for (const { body } of helpers)
    settling.repeatedly(() => settling.where(false, () => settling.block(body)));
  for (const { body } of functions) settling.block(body);
}
