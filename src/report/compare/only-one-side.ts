/** Places in the target's source of the edges that only one of two sides reached. */
import type { EdgeNames } from '../../target/index.ts';
import type { Pair } from './compare.ts';
import { functionsOfEdges } from '../page/coverage-by-place.ts';
import { shortPath } from '../plain-name.ts';

export interface PlaceDifference {
  readonly file: string;
  /** Empty for a whole file. */
  readonly function: string;
  readonly edges: Pair<number>;
}

/** The largest difference first. */
export function differencesByPlace(
  names: EdgeNames,
  onlyEdges: Pair<Uint32Array>,
  sourceTree: string | undefined,
): { readonly files: PlaceDifference[]; readonly functions: PlaceDifference[] } {
  const files = new Map<string, Counted>();
  const functions = new Map<string, Counted>();
  const compiled = functionsOfEdges(names);
  for (const side of [0, 1] as const) {
    for (const edge of onlyEdges[side]) {
      const place = compiled[edge];
      const file = shortPath(place?.file ?? '', sourceTree) || '?';
      count(files, file, { file, function: '', edges: [0, 0] }, side);
      const name = place?.name || '?';
      count(functions, `${file}\n${name}`, { file, function: name, edges: [0, 0] }, side);
    }
  }
  return { files: largestFirst(files), functions: largestFirst(functions) };
}

interface Counted extends PlaceDifference {
  readonly edges: [number, number];
}

function count(places: Map<string, Counted>, key: string, fresh: Counted, side: 0 | 1): void {
  const there = places.get(key) ?? fresh;
  places.set(key, there);
  there.edges[side]++;
}

function largestFirst(places: ReadonlyMap<string, Counted>): Counted[] {
  const sum = ({ edges: [first, second] }: Counted): number => first + second;
  return [...places]
    .toSorted(([a, x], [b, y]) => sum(y) - sum(x) || (a < b ? -1 : 1))
    .map(([, place]) => place);
}
