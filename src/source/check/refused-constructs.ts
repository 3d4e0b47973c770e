/**
 * Refused constructs: which scopes stand in the tests that a target refuses, and not in the others.
 *
 * A test has a construct if a scope of this label is in its record, however often. Invariant: a construct is told
 * only if tests with it are refused more often than tests without it, and chance hardly explains the difference.
 */
import type { Alphabet, ChoiceSequence } from '../../choice/index.ts';
import { distanceOfShares } from '../../util/numbers.ts';

interface RefusedConstruct {
  readonly source: string;
  /** The label of its scopes. */
  readonly label: string;
  /** Tests with it, and how many of these the target refused. */
  readonly tests: number;
  readonly refused: number;
  /** The same for the tests of this source without it. */
  readonly others: number;
  readonly othersRefused: number;
}

const MOST_TOLD = 3;
/** Standard deviations between the two shares. With 100 labels, chance passes this once in 8 campaigns. */
const LEAST_DISTANCE = 3;
/** Tests with a construct and without it; fewer say nothing. */
const LEAST_TESTS = 5;
const SYMBOLS = 65_536;

interface Counts {
  readonly alphabet: Alphabet;
  tests: number;
  refused: number;
  /** By symbol: tests with it, refused tests with it, and the number of the last test with it. */
  readonly with: Uint32Array;
  readonly refusedWith: Uint32Array;
  readonly last: Uint32Array;
}

export class RefusedConstructs {
  readonly #sources = new Map<string, Counts>();

  hear(source: string, record: ChoiceSequence, isRefused: boolean): void {
    const counts = this.#countsOf(source, record.alphabet);
    const number = ++counts.tests;
    if (isRefused) counts.refused++;
    const { ops } = record;
    for (let op = 0; op < ops.length; op++) {
      const symbol = ops[op]!;
      if (counts.last[symbol] === number || !record.isScope(op)) continue;
      counts.last[symbol] = number;
      counts.with[symbol]!++;
      if (isRefused) counts.refusedWith[symbol]!++;
    }
  }

  /**
   * The constructs that tell most, the clearest first. If several constructs are in the same tests, the list
   * has one of them.
   */
  worst(): RefusedConstruct[] {
    const told = new Map<string, { readonly distance: number; readonly construct: RefusedConstruct }>();
    for (const [source, counts] of this.#sources)
      for (let symbol = 0; symbol < SYMBOLS; symbol++) {
        const tests = counts.with[symbol]!;
        if (tests < LEAST_TESTS || counts.tests - tests < LEAST_TESTS) continue;
        const refused = counts.refusedWith[symbol]!;
        const others = counts.tests - tests;
        const othersRefused = counts.refused - refused;
        const distance = distanceOfShares({ tests, refused, others, othersRefused });
        const key = `${source}\0${tests}\0${refused}`;
        if (distance < LEAST_DISTANCE || told.has(key)) continue;
        const label = counts.alphabet.labelOf(symbol);
        told.set(key, { distance, construct: { source, label, tests, refused, others, othersRefused } });
      }
    return [...told.values()]
      .toSorted((a, b) => b.distance - a.distance)
      .slice(0, MOST_TOLD)
      .map(({ construct }) => construct);
  }

  #countsOf(source: string, alphabet: Alphabet): Counts {
    const known = this.#sources.get(source);
    if (known?.alphabet === alphabet) return known;
    const table = (): Uint32Array => new Uint32Array(SYMBOLS);
    const fresh = { alphabet, tests: 0, refused: 0, with: table(), refusedWith: table(), last: table() };
    this.#sources.set(source, fresh);
    return fresh;
  }
}
