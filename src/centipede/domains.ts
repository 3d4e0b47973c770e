/** Centipede's features: one number holds a domain, such as counters of edges, and a number within it. */

const DOMAIN_BITS = 27;
/** Numbers of one domain. */
const DOMAIN_SIZE = 2 ** DOMAIN_BITS;

/** Domains by their number. */
export const domainNumbers: {
  readonly edges: number;
  readonly counters: number;
  readonly dataFlow: number;
  readonly comparisons: readonly number[];
  readonly callStacks: number;
  readonly paths: number;
  readonly pairs: number;
  /** Domains that the code of a target fills itself. */
  readonly users: readonly number[];
} = {
  edges: 1,
  counters: 2,
  dataFlow: 3,
  comparisons: [4, 5, 6, 7, 8],
  callStacks: 9,
  paths: 10,
  pairs: 11,
  users: Array.from({ length: 16 }, (_, index) => 12 + index),
};

export function domainOfNumber(feature: number): number {
  return feature >>> DOMAIN_BITS;
}

export function indexInDomain(feature: number): number {
  return feature & (DOMAIN_SIZE - 1);
}

/** The number of a feature. */
export function featureIn(domain: number, index: number): number {
  return domain * DOMAIN_SIZE + (index % DOMAIN_SIZE);
}
