/**
 * Explore: lets an explorer search the choice tree of each source; the sources take turns.
 *
 * A proposal is a list of answers, replayed by position, since a path in the tree
 * has no scopes. An explorer learns the generator's questions from the returned record. A step that ran out of
 * time is repeated with a far longer limit, since a busy machine says nothing about the generator.
 */
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { type Alphabet, type ChoiceSequence, sequenceOfAnswers } from '../../choice/index.ts';
import type { GenerationRequest } from '../../source/index.ts';
import { type Proposal, type Purpose, SEARCH } from '../arm.ts';
import type { Knowledge } from '../knowledge.ts';
import type { Ending, Result, Strategy } from '../strategy.ts';
import { tuning } from '../tuning.ts';

/** A step: a place in the tree to go to. */
export interface Step {
  /** The answers to give; after them the generator gets random answers. */
  readonly answers: readonly bigint[];
  readonly maxChoices?: number;
  /** Says whether to execute a finished test; without it, every test is executed. */
  readonly isWanted?: (record: ChoiceSequence) => boolean;
}

/** Searches the choice tree of one source. */
export interface Explorer<Taken extends Step = Step> {
  next(rng: RandomGenerator): Taken | 'later' | undefined;
  learn(step: Taken, record: ChoiceSequence, ending: Ending): void;
  /** A sentence about the result, once nothing is left. */
  conclusion(): string;
  /** The state for a later run, in a form that JSON can hold. */
  readonly state?: unknown;
  restore?(state: unknown): void;
}

/** Makes the explorer of one source; its messages for people go to `note`. */
export type MakeExplorer = (note: (text: string) => void) => Explorer;

export function explore(name: string, knowledge: Knowledge, make: MakeExplorer): Strategy {
  return new Exploration(name, knowledge, make);
}

interface Explored {
  readonly source: string;
  readonly alphabet: Alphabet;
  readonly explorer: Explorer;
  readonly note: (text: string) => void;
  hasConcluded: boolean;
}

interface Try {
  readonly explored: Explored;
  readonly step: Step;
  readonly isPatient: boolean;
}

class Exploration implements Strategy {
  readonly #name: string;
  readonly #explored: readonly Explored[];
  /** Steps whose results are still outstanding. */
  readonly #underWay = new Map<Proposal, Try>();
  readonly #again: Try[] = [];
  #turn = 0;

  constructor(name: string, knowledge: Knowledge, make: MakeExplorer) {
    this.#name = name;
    this.#explored = knowledge.sources.map((source) => {
      const prefix = knowledge.sources.length > 1 ? `${source}: ` : '';
      const note = (text: string): void => knowledge.note(`${prefix}${text}`);
      const alphabet = knowledge.alphabetOf(source);
      return { source, alphabet, note, explorer: make(note), hasConcluded: false };
    });
  }

  next(rng: RandomGenerator, seed: number): Proposal | 'later' | undefined {
    const again = this.#again.shift();
    if (again !== undefined) return this.#propose(again, seed);
    let mayComeLater = false;
    for (let tried = 0; tried < this.#explored.length; tried++) {
      const explored = this.#explored[this.#turn++ % this.#explored.length]!;
      const step = explored.explorer.next(rng);
      if (step === 'later') mayComeLater = true;
      else if (step === undefined) conclude(explored);
      else return this.#propose({ explored, step, isPatient: false }, seed);
    }
    return mayComeLater ? 'later' : undefined;
  }

  learn({ proposal, record, ending }: Result): void {
    const taken = this.#underWay.get(proposal);
    // The campaign made this test by itself, without the explorer.
    if (taken === undefined) return;
    this.#underWay.delete(proposal);
    const { explored, step, isPatient } = taken;
    if (ending === 'time' && !isPatient) this.#again.push({ explored, step, isPatient: true });
    else explored.explorer.learn(step, record, ending);
  }

  get state(): unknown {
    return Object.fromEntries(this.#explored.map(({ source, explorer }) => [source, explorer.state]));
  }

  restore(state: unknown): void {
    const states = state as Readonly<Record<string, unknown>>;
    for (const { source, explorer } of this.#explored) {
      if (states[source] !== undefined) explorer.restore?.(states[source]);
    }
  }

  #propose(taken: Try, seed: number): Proposal {
    const { source, alphabet } = taken.explored;
    const { answers, maxChoices, isWanted } = taken.step;
    const request: GenerationRequest = {
      seed,
      ...(answers.length === 0 ? {} : { sequence: sequenceOfAnswers(alphabet, answers), resync: 'position' }),
      limits: {
        ...(maxChoices === undefined ? {} : { maxChoices }),
        ...(taken.isPatient ? { maxTimeMs: tuning.patientMs.value } : {}),
      },
    };
    const purpose: Purpose = isWanted === undefined ? SEARCH : { kind: 'search', isWanted };
    const proposal = { arm: this.#name, source, request, purpose };
    this.#underWay.set(proposal, taken);
    return proposal;
  }
}

function conclude(explored: Explored): void {
  if (explored.hasConcluded) return;
  explored.hasConcluded = true;
  explored.note(explored.explorer.conclusion());
}
