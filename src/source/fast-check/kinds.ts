/**
 * Kinds: known properties of fast-check's own classes of arbitraries, by name.
 *
 * Only quality depends on this knowledge. An arbitrary of an unknown or changed class still draws typed
 * choices inside its own scope.
 */

export interface Kind {
  /** Label of its scopes; by default the name of the class. */
  readonly label?: string;
  /** Asks exactly one question. */
  readonly isLeaf?: boolean;
  /** True if it runs one child exactly once and draws nothing itself, so that the child's scope is enough. */
  readonly isTransparent?: boolean;
  /**
   * True if it runs each child at most once, in a fixed order. Unknown classes count as repeating.
   */
  readonly runsOnce?: boolean;
  /** True if its numbers decide the shape of the value. By default the numbers of leaves are constants. */
  readonly isStructural?: boolean;
  readonly clonesToShrink?: boolean;
  /** True if a bias would need a choice of its own. */
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
