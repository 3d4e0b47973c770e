/** Usefulness: watches the first tests of a campaign, and ends it if none of them was usable. */
import type { Execution } from '../serve/index.ts';
import {
  type MadeNothing,
  type MadeTooMuch,
  type SourceDefinition,
  describeGenerated,
} from '../source/index.ts';
import { UserError } from '../util/user-error.ts';
import { type Proposal, endingOf } from '../search/index.ts';
import { fuzzTuning } from './tuning.ts';

export class Usefulness {
  readonly #definitions: ReadonlyMap<string, Pick<SourceDefinition, 'module'>>;
  #useless = 0;
  #isProven = false;

  constructor(definitions: ReadonlyMap<string, Pick<SourceDefinition, 'module'>>) {
    this.#definitions = definitions;
  }

  prove(): void {
    this.#isProven = true;
  }

  /** Counts a request that gave no test. */
  complainOf({ source, request }: Proposal, made: MadeNothing | MadeTooMuch): void {
    // The strategy wanted the test cut off, which says nothing about the generator.
    if (request.limits?.maxChoices !== undefined && endingOf(made) === 'choices') return;
    this.#complain(source, describeGenerated(made));
  }

  /** Counts a program that the target refuses. */
  complainOfRefusal({ source }: Proposal, { text }: Pick<Execution, 'text'>): void {
    this.#complain(source, ['the target rejects the program:', ...text.split('\n').slice(0, 5)]);
  }

  #complain(source: string, complaint: readonly string[]): void {
    if (this.#isProven || ++this.#useless < fuzzTuning.maxUseless.value) return;
    throw new UserError(`none of the first ${fuzzTuning.maxUseless.value} tests of ${source} can be used`, [
      ...complaint,
      `look into it: cgfuzz source check ${this.#definitions.get(source)?.module ?? source}`,
    ]);
  }
}
