/**
 * Lists of any length: a series of scopes with one label, each of which begins with the answer whether it is
 * there.
 */
import type { Draw } from '../../../choice/index.ts';

export interface Length {
  /** Probability of another element after this number of elements. */
  readonly chance: number | ((count: number) => number);
  /** The list has at least this many, whatever the answers are. */
  readonly least?: number;
  readonly most?: number;
}

/** The most items where the chance of another stays the same: without bias, a list hardly ever gets so long. */
const USUAL_MOST = 40;

export interface ListDrawing {
  readonly draw: Draw;
  /** True if the program may have nothing more. */
  readonly isFull: boolean;
}

export function drawList<T>(
  drawing: ListDrawing,
  label: string,
  length: Length,
  item: (count: number) => T,
): T[] {
  const { draw } = drawing;
  const { chance, least = 0, most = typeof chance === 'number' ? USUAL_MOST : Infinity } = length;
  const items: T[] = [];
  while (
    draw.scope(label, () => {
      const count = items.length;
      const isLast = count >= most || drawing.isFull;
      const isThere = draw.boolean(isLast ? 0 : typeof chance === 'number' ? chance : chance(count));
      if (!isThere && count >= least) return false;
      items.push(item(count));
      return true;
    })
  );
  return items;
}

/** Probability of one more, given the number that is missing. */
export function another(missing: number, usual: number): number {
  return Math.max(0.1, Math.min(1, missing) * usual);
}
