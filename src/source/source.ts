/**
 * Source: turns a choice sequence into a test, and says which choices it really used.
 *
 * One interface for functions in this process and for generators in other processes, hence the promise. A source may be
 * asked for one test at a time. Invariant: it never throws because of a sequence or of a generator that misbehaves; what
 * came of it is an outcome, and the record of what was drawn until then is there in every case.
 */

import type {
  Alphabet,
  ChoiceSequence,
  Filler,
  LearntAnswers,
  Limits,
  Meanings,
  Replayed,
  ResyncStrategy,
  Swarm,
} from '../choice/index.ts';
import type { Program } from '../program/index.ts';

/** What to make. An empty request asks for a fresh test. */
export interface GenerationRequest {
  /** What to follow, as far as it goes. */
  readonly sequence?: ChoiceSequence;
  /** Seed of what the sequence does not answer. Default 0. */
  readonly seed?: number;
  /** Only for sources in this process. */
  readonly filler?: Filler;
  /** In place of a filler, for generators in other processes; other sources ignore it. */
  readonly answers?: LearntAnswers;
  /** A bias for this test, for every source. */
  readonly swarm?: Swarm;
  readonly resync?: ResyncStrategy;
  /** In place of the source's own limits. */
  readonly limits?: Limits;
  readonly meanings?: Meanings;
}

/** A test, an overrun or a failure; with the record. */
export type Generated<T = Program> = Replayed<T>;

export interface Source<T = Program> {
  readonly name: string;
  /** The alphabet of all its sequences. Sources whose sequences are mixed share one. */
  readonly alphabet: Alphabet;
  run(request: GenerationRequest): Promise<Generated<T>>;
  /** Lets go of processes and memory; nothing can be run afterwards. */
  close(): Promise<void>;
}
