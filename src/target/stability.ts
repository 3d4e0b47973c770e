/**
 * Finds what is not stable: features that the same program shows on one execution and not on the next.
 *
 * One cell (edge) that came and went is masked for good, so that it never makes a program look new.
 */
import type { ServerTarget } from './server-target.ts';
import type { ExecuteRequest } from './target.ts';

/** Executes the request `times` times, masks every cell that differed, and says which. */
export async function maskUnstable(
  target: ServerTarget,
  request: ExecuteRequest,
  times: number,
): Promise<number[]> {
  const first: Set<number>[] = [];
  const unstable = new Set<number>();
  for (let turn = 0; turn < times; turn++) {
    const executions = await target.execute({ ...request, wholeSet: true, remember: false });
    for (const [index, { features }] of executions.entries()) {
      const now = new Set(features?.all);
      const before = (first[index] ??= now);
      for (const feature of symmetricDifference(before, now)) unstable.add(feature >>> 3);
    }
  }
  await target.server.mask(unstable);
  return [...unstable].toSorted((a, b) => a - b);
}

function* symmetricDifference(a: ReadonlySet<number>, b: ReadonlySet<number>): Generator<number> {
  for (const each of a) if (!b.has(each)) yield each;
  for (const each of b) if (!a.has(each)) yield each;
}
