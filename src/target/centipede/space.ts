/**
 * The features of Centipede, in our numbers. Edges with counts already have our form. Each other domain gets
 * cells of its own; numbers beyond the cells share places by a fixed hash.
 */
import { domainNumbers, domainOfNumber, indexInDomain } from '../../centipede/index.ts';
import { BUCKETS, type Feature, featureAt } from '../../serve/index.ts';
import { type Domain, type DomainSize, FeatureSpace, sparseFeature } from '../features/feature-space.ts';

const { edges, counters, dataFlow, comparisons, callStacks, paths, pairs, users } = domainNumbers;

const CELLS_OF_COMPARISONS = 2 ** 15;
const CELLS_OF_OTHERS = 2 ** 17;

export interface CollectedDomains {
  readonly edges: number;
  readonly hasCallStacks: boolean;
  readonly hasPaths: boolean;
  readonly hasUsers: boolean;
}

export class CentipedeSpace {
  readonly space: FeatureSpace;
  readonly #domains = new Map<number, Domain>();

  constructor({ edges: count, hasCallStacks, hasPaths, hasUsers }: CollectedDomains) {
    const others: (readonly [number, DomainSize])[] = [
      [dataFlow, { name: 'data flow', cells: CELLS_OF_COMPARISONS }],
      ...comparisons.map(
        (number, index) => [number, { name: comparisonNames[index]!, cells: CELLS_OF_COMPARISONS }] as const,
      ),
      ...(hasCallStacks ? [[callStacks, { name: 'call stacks', cells: CELLS_OF_OTHERS }] as const] : []),
      ...(hasPaths ? [[paths, { name: 'paths', cells: CELLS_OF_OTHERS }] as const] : []),
      ...(hasUsers
        ? [pairs, ...users].map(
            (number) => [number, { name: `domain ${number}`, cells: CELLS_OF_OTHERS }] as const,
          )
        : []),
    ];
    this.space = new FeatureSpace([
      { name: 'edges', cells: count, isEdges: true },
      ...others.map(([, size]) => size),
    ]);
    for (const [number, { name }] of others) this.#domains.set(number, this.space.domain(name));
  }

  /** Features in our numbers, without the features of unwanted domains. */
  translate(features: Uint32Array): Uint32Array {
    const edgeFeatures = this.space.edgeCells * BUCKETS;
    const ours = new Uint32Array(features.length);
    let count = 0;
    for (const feature of features) {
      const number = domainOfNumber(feature);
      const index = indexInDomain(feature);
      if (number === counters && index < edgeFeatures) ours[count++] = index;
      else if (number === edges && index < this.space.edgeCells) ours[count++] = index * BUCKETS;
      else {
        const domain = this.#domains.get(number);
        if (domain !== undefined) ours[count++] = placeIn(domain, index);
      }
    }
    return ours.subarray(0, count);
  }
}

const comparisonNames: readonly string[] = [
  'comparisons',
  'equal comparisons',
  'differences',
  'bits in common',
  'differences by size',
];

function placeIn(domain: Domain, index: number): Feature {
  return index < domain.cells * BUCKETS
    ? featureAt(domain.first, 0) + index
    : sparseFeature(domain, 0, index);
}
