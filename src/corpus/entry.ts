/** An entry of the corpus: the sequence of a test, its features, its cost, and its origin. */
import { aNumber, aText, listOf, fieldsOf, optional, type Shape } from '../util/shape.ts';

/** How a test came about. */
export interface TestOrigin {
  /** Number of the test in its campaign. */
  readonly test: number;
  readonly arm: string;
  readonly operator?: string;
  /** Ids of the entries that the test was made from. */
  readonly parents?: readonly string[];
}

/** In place of a build: the next run executes this entry to learn its features. */
export const NOT_EXECUTED = '';

/** Everything that is known without reading the sequence and its features. */
export interface EntryInfo {
  /** Hash of the content: the bytes of the sequence. */
  readonly id: string;
  readonly source: string;
  /** The owner of the features: a build of a target with the compiler's flags; or {@link NOT_EXECUTED}. */
  readonly build: string;
  /** CPU time of making and executing the test. */
  readonly costMs: number;
  readonly choices: number;
  readonly programBytes: number;
  readonly featureCount: number;
  /** Number of its features that were new when it came. */
  readonly freshCount: number;
  readonly origin: TestOrigin;
  /** The entry that it replaced, because it has all of that entry's features at a lower cost. */
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
