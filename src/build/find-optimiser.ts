/** The `opt` that belongs to a clang: the one beside it, of the same release. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Undefined if no `opt` lies beside the clang; the `opt` of another release would find other bugs. */
export function findOptimiser(clang: string): string | undefined {
  const file = join(dirname(realpathSync(clang)), 'opt');
  return existsSync(file) ? file : undefined;
}
