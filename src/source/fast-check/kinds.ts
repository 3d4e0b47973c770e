/**
 * Kinds: properties of fast-check's own classes of arbitraries, by name.
 *
 * Nothing depends on this knowledge but quality. An arbitrary of an unknown class, or of one that has changed, still
 * draws typed choices inside a scope of its own.
 */

export interface Kind {
  /** Label of its scopes; by default the name of the class. */
  readonly label?: string;
  /** Asks exactly one question. */
  readonly isLeaf?: boolean;
  /** Runs one child exactly once and draws nothing itself; needs no scope beside the child's. */
  readonly isTransparent?: boolean;
  /** Runs each child a fixed number of times, at most once, in a fixed order. Unknown classes are taken to repeat. */
  readonly runsOnce?: boolean;
  /** Its numbers decide the shape of the value. Those of leaves are constants by default. */
  readonly isStructural?: boolean;
  readonly clonesToShrink?: boolean;
  /** Bias would cost it a choice of its own. */
  readonly isUnbiased?: boolean;
}

export const kinds: Readonly<Record<string, Kind>> = {
  AdapterArbitrary: { isTransparent: true },
  AlwaysShrinkableArbitrary: { isTransparent: true },
  ArrayArbitrary: {},
  BigIntArbitrary: { isLeaf: true },
  ChainArbitrary: { clonesToShrink: true, runsOnce: true },
  ChainUntilArbitrary: { clonesToShrink: true },
  CloneArbitrary: { clonesToShrink: true },
  CommandsArbitrary: {},
  ConstantArbitrary: { isLeaf: true, isStructural: true },
  FilterArbitrary: {},
  FrequencyArbitrary: { label: 'oneof', clonesToShrink: true, runsOnce: true },
  GeneratorArbitrary: { label: 'gen' },
  IntegerArbitrary: { isLeaf: true },
  LazyArbitrary: { isTransparent: true },
  LimitedShrinkArbitrary: { isTransparent: true },
  MapArbitrary: { isTransparent: true },
  MixedCaseArbitrary: { runsOnce: true },
  NoBiasArbitrary: { isTransparent: true },
  NoShrinkArbitrary: { isTransparent: true },
  SchedulerArbitrary: { isStructural: true },
  StreamArbitrary: { isUnbiased: true },
  SubarrayArbitrary: { runsOnce: true, isStructural: true, isUnbiased: true },
  TupleArbitrary: { runsOnce: true },
  WithShrinkFromOtherArbitrary: { isTransparent: true },
};

export function defaultLabel(className: string): string {
  const name = className.replace(/Arbitrary$/, '') || 'arbitrary';
  return name[0]!.toLowerCase() + name.slice(1);
}
