/**
 * Finds unstable features, which the same program shows in one execution and not in the next.
 *
 * A cell (edge) that differs is masked for good, so that it never makes a program look new.
 */
import { unpackFeatures } from './feature-list.ts';
import { cellOf, type ExecuteRequest, type Execution } from '../../serve/index.ts';
import type { Target } from '../target.ts';

/**
 * Executes the request once more, masks every cell that differs, and returns these cells. A target without
 * coverage has nothing to mask, and is not executed.
 */
export async function maskUnstable(
  target: Target,
  request: ExecuteRequest,
  before: readonly Execution[],
): Promise<{ readonly cells: readonly number[]; readonly again: readonly Execution[] }> {
  if (target.coverage === undefined) return { cells: [], again: [] };
  const again = await target.execute({ ...request, wholeSet: true, remember: false });
  const unstable = new Set<number>();
  for (const [index, { features }] of again.entries()) {
    const first = before[index]?.features;
    if (first?.all === undefined || features?.all === undefined || first.hash === features.hash) continue;
    for (const feature of symmetricDifference(unpackFeatures(first.all), unpackFeatures(features.all)))
      unstable.add(cellOf(feature));
  }
  await target.coverage.mask(unstable);
  return { cells: [...unstable].toSorted((a, b) => a - b), again };
}

/** Features in only one of two ascending lists. */
function* symmetricDifference(a: Uint32Array, b: Uint32Array): Generator<number> {
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [x, y] = [a[i] ?? Infinity, b[j] ?? Infinity];
    if (x !== y) yield Math.min(x, y);
    if (x <= y) i++;
    if (y <= x) j++;
  }
}
