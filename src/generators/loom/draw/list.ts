/** Lists of any length: a run of scopes of one label, each of which begins with the answer whether it is there. */
import type { Draw } from '../../../choice/index.ts';

export interface Length {
  /** How likely there is another one after so many. */
  readonly chance: number | ((count: number) => number);
  /** So many are there whatever the answers are. */
  readonly least?: number;
  readonly most?: number;
}

export function drawList<T>(draw: Draw, label: string, length: Length, item: (count: number) => T): T[] {
  const { chance, least = 0, most = Infinity } = length;
  const items: T[] = [];
  while (
    draw.scope(label, () => {
      const count = items.length;
      const isThere = draw.boolean(count >= most ? 0 : typeof chance === 'number' ? chance : chance(count));
      if (!isThere && count >= least) return false;
      items.push(item(count));
      return true;
    })
  );
  return items;
}

/** How likely one more is drawn, if so many are missing. */
export function another(missing: number, usual: number): number {
  return Math.max(0.1, Math.min(1, missing) * usual);
}
