/**
 * Source: turns a choice sequence into a test, and says which choices it really used.
 *
 * One interface for functions in a thread and for generators in other processes. A caller that asks a source at work
 * waits until it is free (in-turn.ts). Invariant: it never throws because of a sequence or of a generator that
 * misbehaves. Any end is an outcome, and the record of the draws until then is there in every case.
 */

import type {
  Alphabet,
  ChoiceSequence,
  Filler,
  LearntAnswers,
  Limits,
  Meanings,
  ResyncStrategy,
  Swarm,
} from '../choice/index.ts';
import type { Made } from './made.ts';

/** A request for a test. An empty one asks for a fresh test. */
export interface GenerationRequest {
  /** The sequence to follow, as far as it goes. */
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
  /** Nothing that is remembered may answer it, such as a program that was made before of the same choices. */
  readonly isAnew?: boolean;
}

export interface Source {
  readonly name: string;
  /** The alphabet of all its sequences. Sources whose sequences are mixed share one. */
  readonly alphabet: Alphabet;
  run(request: GenerationRequest): Promise<Made>;
  /** How often the generator asked for each kind of randomness, so far; empty if that cannot be seen. */
  seen(): ReadonlyMap<string, number>;
  /** Lets go of processes, threads and memory; a later `run` starts them again. */
  close(): Promise<void>;
}

/** Numbers of one alphabet mean something else in another one; a caller that mixes them has a mistake. */
export function checkAlphabet(
  { name, alphabet }: Pick<Source, 'name' | 'alphabet'>,
  { sequence }: GenerationRequest,
): void {
  if (sequence === undefined || sequence.alphabet === alphabet) return;
  throw new Error(
    `the sequence is of another alphabet than the source ${name}: open the source with the alphabet of the sequence, or read the sequence into that of the source`,
  );
}

export interface SourceSettings {
  /** Default is a new one. */
  readonly alphabet?: Alphabet;
  /** Folder in which working folders are made. Default is the system's. */
  readonly temporaryFolder?: string;
  /** Hears how far it is when the generator must be built first. */
  readonly say?: (text: string) => void;
  /** Is told what a person should know while programs are made, such as that facts of them cannot be found. */
  readonly tell?: (text: string) => void;
  /** The generator is kept from finding the engine, to see what it does by itself. */
  readonly isAlone?: boolean;
  /** The generator is answered by libc as it would be without us, and what libc answers is recorded, as words. */
  readonly listens?: boolean;
}
