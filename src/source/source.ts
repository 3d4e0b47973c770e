/**
 * Source: turns a choice sequence into a test, and says which choices it really used.
 *
 * One interface serves functions in a thread and generators in other processes. A caller of a busy source
 * waits until it is free (in-turn.ts). Invariant: a sequence or a generator that misbehaves never leads to an
 * exception. Every end is an outcome, and in every case the record holds the draws until then.
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
  /** Seed for draws that the sequence does not answer. Default 0. */
  readonly seed?: number;
  /** Only for sources in this process. */
  readonly filler?: Filler;
  /** Replaces a filler, for generators in other processes; other sources ignore it. */
  readonly answers?: LearntAnswers;
  /** A bias for this test, for every source. */
  readonly swarm?: Swarm;
  readonly resync?: ResyncStrategy;
  /** Limits that replace the source's own. */
  readonly limits?: Limits;
  readonly meanings?: Meanings;
  /** True if no remembered result may answer the request, such as an earlier program of the same choices. */
  readonly isAnew?: boolean;
}

export interface Source {
  readonly name: string;
  /** The alphabet of all its sequences. Sources share an alphabet if their sequences are mixed. */
  readonly alphabet: Alphabet;
  run(request: GenerationRequest): Promise<Made>;
  /** Several tests at once, where that costs less than one after the other. The results come in the same order. */
  runAll?(requests: readonly GenerationRequest[]): Promise<readonly Made[]>;
  /** Number of requests for each kind of randomness so far; empty if unknown. */
  seen(): ReadonlyMap<string, number>;
  /** Frees processes, threads and memory; a later `run` starts them again. */
  close(): Promise<void>;
}

/** Numbers of one alphabet mean something else in another; mixing them is a mistake of the caller. */
export function checkAlphabet(
  { name, alphabet }: Pick<Source, 'name' | 'alphabet'>,
  { sequence }: GenerationRequest,
): void {
  if (sequence === undefined || sequence.alphabet === alphabet) return;
  throw new Error(
    `the sequence is of another alphabet than the source ${name}: open the source with the alphabet of the sequence, or read the sequence into that of the source`,
  );
}

export async function runAll(
  source: Source,
  requests: readonly GenerationRequest[],
): Promise<readonly Made[]> {
  if (source.runAll !== undefined) return source.runAll(requests);
  const all: Made[] = [];
  for (const request of requests) all.push(await source.run(request));
  return all;
}

export interface SourceSettings {
  /** Default is a new one. */
  readonly alphabet?: Alphabet;
  /** Folder for working folders. Default is the system's. */
  readonly temporaryFolder?: string;
  /** Receives progress if the generator must be built first. */
  readonly say?: (text: string) => void;
  /** Receives messages for a person while programs are made, for example that their facts cannot be found. */
  readonly tell?: (text: string) => void;
  /** True to hide the engine from the generator, to see how it works by itself. */
  readonly isAlone?: boolean;
  /** True to let libc answer the generator as usual, and to record libc's answers as words. */
  readonly listens?: boolean;
}
