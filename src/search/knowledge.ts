/** The material for a strategy: the kept tests, and the knowledge about them. */
import type { Alphabet, ChoiceSequence } from '../choice/index.ts';
import type { Parent, Parents } from './parents.ts';

export interface Knowledge {
  readonly sources: readonly string[];
  /** The build of the target that the features belong to. */
  readonly build: string;
  readonly parents: Parents;
  readonly sequenceOf: (parent: Parent) => ChoiceSequence;
  /** The alphabet of all sequences of a source. */
  readonly alphabetOf: (source: string) => Alphabet;
  /** Tells a person something. */
  readonly note: (text: string) => void;
}
