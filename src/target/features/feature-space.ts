/**
 * The features that a target can show: its cells, one domain (edges, comparisons, ...) after the other.
 *
 * Invariants: the place of a feature follows only from the domains, never from the order in which features
 * arrive. So a number means the same in every run, machine and corpus of one build. Domains of edges come
 * first.
 */
import { BUCKETS, cellOf, type Feature, featureAt } from '../../serve/index.ts';

/** A domain in its written form. */
export interface DomainSize {
  readonly name: string;
  readonly cells: number;
  /** True if its cells are places in the target's code, so that they count as edges. */
  readonly isEdges?: boolean;
}

export interface Domain extends DomainSize {
  /** The number of its first cell. */
  readonly first: number;
}

/** Features are written as 32 bits. */
const MAX_CELLS = 2 ** 32 / BUCKETS;

export class FeatureSpace {
  readonly domains: readonly Domain[];
  readonly cells: number;
  /** Cells below this number are edges. */
  readonly edgeCells: number;

  constructor(sizes: readonly DomainSize[]) {
    let first = 0;
    let edgeCells = 0;
    this.domains = sizes.map((size) => {
      if (size.isEdges === true && edgeCells < first) throw new Error('domains of edges come first');
      const domain = { ...size, first };
      first += size.cells;
      if (size.isEdges === true) edgeCells = first;
      return domain;
    });
    if (first > MAX_CELLS) throw new Error(`${first} cells are more than features of 32 bits can tell apart`);
    this.cells = first;
    this.edgeCells = edgeCells;
  }

  /** Every feature is below this. */
  get featureLimit(): number {
    return this.cells * BUCKETS;
  }

  domainOf(feature: Feature): Domain | undefined {
    const cell = cellOf(feature);
    return this.domains.find(({ first, cells }) => cell >= first && cell < first + cells);
  }

  domain(name: string): Domain {
    const found = this.domains.find((domain) => domain.name === name);
    if (found === undefined) throw new Error(`no domain of features named ${name}`);
    return found;
  }

  /** The edges among sorted features, each once. */
  edgesOf(features: Uint32Array): Uint32Array {
    const edges: number[] = [];
    for (const feature of features) {
      const cell = cellOf(feature);
      if (cell >= this.edgeCells) break;
      if (edges.at(-1) !== cell) edges.push(cell);
    }
    return Uint32Array.from(edges);
  }
}

/** The feature of a domain that counts its own from 0, below eight times its cells. */
export function denseFeature({ first, cells }: Domain, index: number): Feature {
  if (index >= cells * BUCKETS) throw new RangeError(`feature ${index} is beyond its domain`);
  return featureAt(first, 0) + index;
}

/**
 * The feature for one of 2^64 numbers, by a fixed hash, so that no table is needed. Two numbers share a
 * feature only by chance: of n numbers in a domain with m places, about n / 2m share theirs.
 */
export function sparseFeature({ first, cells }: Domain, high: number, low: number): Feature {
  return featureAt(first, 0) + (hash(high, low) % (cells * BUCKETS));
}

/**
 * Each of the 64 bits affects half of the 32: two rounds of a multiply-and-shift mixer, one for each half.
 */
function hash(high: number, low: number): number {
  let mixed = mix(low ^ 0x9e3779b9);
  mixed = mix(mixed ^ high);
  return mixed >>> 0;
}

function mix(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return mixed ^ (mixed >>> 15);
}
