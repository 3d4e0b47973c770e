/** Source places of the edges that only one side reached. */
import type { EdgeNames } from '../../target/index.ts';
import { functionsOfEdges } from '../page/coverage-by-place.ts';
import { shortPath } from '../plain-name.ts';

export interface PlaceDifference {
  readonly file: string;
  /** Empty for a whole file. */
  readonly function: string;
  /** For each side: how many edges only it reached. */
  readonly edges: readonly number[];
}

/** The largest difference first. */
export function differencesByPlace(
  names: EdgeNames,
  onlyEdges: readonly Uint32Array[],
  sourceTree: string | undefined,
): { readonly files: PlaceDifference[]; readonly functions: PlaceDifference[] } {
  const files = new Map<string, Counted>();
  const functions = new Map<string, Counted>();
  const compiled = functionsOfEdges(names);
  for (const [side, its] of onlyEdges.entries()) {
    for (const edge of its) {
      const place = compiled[edge];
      const file = shortPath(place?.file ?? '', sourceTree) || '?';
      count(files, file, { file, function: '', edges: onlyEdges.map(() => 0) }, side);
      const name = place?.name || '?';
      count(functions, `${file}\n${name}`, { file, function: name, edges: onlyEdges.map(() => 0) }, side);
    }
  }
  return { files: largestFirst(files), functions: largestFirst(functions) };
}

interface Counted extends PlaceDifference {
  readonly edges: number[];
}

function count(places: Map<string, Counted>, key: string, fresh: Counted, side: number): void {
  const there = places.get(key) ?? fresh;
  places.set(key, there);
  there.edges[side]!++;
}

function largestFirst(places: ReadonlyMap<string, Counted>): Counted[] {
  const sum = ({ edges }: Counted): number => edges.reduce((all, its) => all + its, 0);
  return [...places]
    .toSorted(([a, x], [b, y]) => sum(y) - sum(x) || (a < b ? -1 : 1))
    .map(([, place]) => place);
}
