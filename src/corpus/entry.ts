/** An entry of the corpus: the sequence of a test, what it reached, what it cost, and how it came about. */
import { aNumber, aText, listOf, fieldsOf, optional, type Shape } from '../util/shape.ts';

/** How a test came about. */
export interface TestOrigin {
  /** Number of the test in its campaign. */
  readonly test: number;
  readonly arm: string;
  readonly operator?: string;
  /** Ids of the entries it was made from. */
  readonly parents?: readonly string[];
}

/** In place of the build: what this entry reaches is to be learnt when the campaign is next started. */
export const NOT_EXECUTED = '';

/** All that is known without reading the sequence and its features. */
export interface EntryInfo {
  /** Hash of the content: the bytes of the sequence. */
  readonly id: string;
  readonly source: string;
  /** Whose features these are: a build of a target, and the compiler's flags; or {@link NOT_EXECUTED}. */
  readonly build: string;
  /** CPU time of making and executing it. */
  readonly costMs: number;
  readonly choices: number;
  readonly programBytes: number;
  readonly featureCount: number;
  /** How many of them nothing had before it. */
  readonly freshCount: number;
  readonly origin: TestOrigin;
  /** The entry that it took the place of, having all its features for less. */
  readonly replaces?: string;
}

export interface Entry extends EntryInfo {
  /** In the format of `encodeSequence`. */
  readonly sequence: Uint8Array;
  /** In the format of `packFeatures`. */
  readonly features: Uint8Array;
}

export const entryShape: Shape<EntryInfo> = fieldsOf<EntryInfo>({
  id: aText,
  source: aText,
  build: aText,
  costMs: aNumber,
  choices: aNumber,
  programBytes: aNumber,
  featureCount: aNumber,
  freshCount: aNumber,
  origin: fieldsOf<TestOrigin>({
    test: aNumber,
    arm: aText,
    operator: optional(aText),
    parents: optional(listOf(aText)),
  }),
  replaces: optional(aText),
});
