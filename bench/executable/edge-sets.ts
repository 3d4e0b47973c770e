/** Sets of edges of several sides: what they reach together, and what one of them reaches alone. */

export function unionOf(sets: Iterable<ReadonlySet<number>>): Set<number> {
  const union = new Set<number>();
  for (const set of sets) for (const edge of set) union.add(edge);
  return union;
}

/** Edges of the first set that no other one has. */
export function onlyIn(own: ReadonlySet<number>, others: Iterable<ReadonlySet<number>>): Set<number> {
  const elsewhere = unionOf(others);
  return new Set([...own].filter((edge) => !elsewhere.has(edge)));
}
