/**
 * Messages of a source to its thread, and the thread's answers. Numbers and arrays of a round are packed.
 *
 * Both sides append to one table of symbols and so use the same numbers, see ../record/symbol-table.ts.
 */
import type { Limits, OverrunLimit, ResyncStrategy, Swarm } from '../../choice/index.ts';
import type { Program } from '../../program/index.ts';
import type { FailureReason } from '../record/generator-failure.ts';
import { type Packed, Packer, Unpacker } from './packing.ts';

/** Requests that the thread answers one after the other, with one message at the end. */
export interface ThreadRound {
  /** Number of the first request. */
  readonly first: number;
  readonly requests: PackedRound<RareRequest>;
}

/** A round in two arrays; parts that most tests of a round lack stay objects. */
export interface PackedRound<Rare> {
  readonly packed: Packed;
  readonly rare: readonly (Rare | undefined)[];
}

export type RareRequest = Pick<ThreadRequest, 'swarm' | 'answers'>;

/** New entries of the table of symbols. */
export interface SymbolNews {
  readonly bytes: Uint8Array;
  readonly count: number;
}

export interface ThreadRequest {
  readonly symbols: SymbolNews;
  readonly sequence: { readonly ops: Uint16Array; readonly words: Uint32Array } | undefined;
  readonly seed: number;
  readonly resync: ResyncStrategy | undefined;
  readonly swarm: Swarm | undefined;
  readonly answers: ReadonlyMap<number, number> | undefined;
  readonly limits: Required<Omit<Limits, 'maxTimeMs'>>;
  /**
   * Limit after which the thread stops the generator from inside, even if it draws nothing; with 0 only the
   * source stops it.
   */
  readonly watchMs: number;
}

export type ThreadOutcome =
  | { readonly outcome: 'ok'; readonly program: Program }
  | { readonly outcome: 'overrun'; readonly limit: OverrunLimit }
  | {
      readonly outcome: 'failed';
      /** Undefined for an error that the generator threw by itself. */
      readonly reason: FailureReason | undefined;
      readonly name: string;
      readonly message: string;
      /** Line in the generator's own module, if the stack shows one. */
      readonly line: string | undefined;
      readonly scopePath: readonly string[];
    };

/** An answer about a test; its program may be a plain text. */
export interface ThreadAnswer {
  readonly outcome: ThreadOutcome | PlainText;
  readonly symbols: SymbolNews;
  readonly ops: Uint16Array;
  readonly words: Uint32Array;
  readonly freshCount: number;
  /** Wall time, which divides the CPU time of a round. */
  readonly tookMs: number;
}

/** The text of a program that has nothing else, in the language of the source. */
export interface PlainText {
  readonly outcome: 'text';
  readonly bytes: Uint8Array;
}

const resyncs: readonly (ResyncStrategy | undefined)[] = [undefined, 'scopes', 'depth', 'position'];

export function packRequests(requests: readonly ThreadRequest[]): PackedRound<RareRequest> {
  const packer = new Packer();
  packer.number(requests.length);
  for (const { symbols, sequence, seed, resync, limits, watchMs } of requests) {
    for (const number of [seed, resyncs.indexOf(resync), watchMs, symbols.count]) packer.number(number);
    for (const number of [limits.maxChoices, limits.maxScopes, limits.maxDepth]) packer.number(number);
    packer.array(symbols.bytes);
    packer.number(sequence === undefined ? 0 : 1);
    if (sequence === undefined) continue;
    packer.array(sequence.ops);
    packer.array(sequence.words);
  }
  const rare = requests.map(({ swarm, answers }) =>
    swarm === undefined && answers === undefined ? undefined : { swarm, answers },
  );
  return { packed: packer.packed(), rare };
}

export function unpackRequests({ packed, rare }: PackedRound<RareRequest>): readonly ThreadRequest[] {
  const from = new Unpacker(packed);
  return Array.from({ length: from.number() }, (_, index): ThreadRequest => {
    const seed = from.number();
    const resync = resyncs[from.number()];
    const watchMs = from.number();
    const count = from.number();
    const limits = { maxChoices: from.number(), maxScopes: from.number(), maxDepth: from.number() };
    const symbols = { bytes: from.bytes(), count };
    const sequence = from.number() === 0 ? undefined : { ops: from.ops(), words: from.words() };
    const { swarm, answers } = rare[index] ?? { swarm: undefined, answers: undefined };
    return { seed, resync, watchMs, limits, symbols, sequence, swarm, answers };
  });
}

export function packAnswers(answers: readonly ThreadAnswer[]): PackedRound<ThreadOutcome> {
  const packer = new Packer();
  packer.number(answers.length);
  for (const { outcome, symbols, ops, words, freshCount, tookMs } of answers) {
    for (const number of [freshCount, tookMs, symbols.count]) packer.number(number);
    packer.array(symbols.bytes);
    packer.array(ops);
    packer.array(words);
    if (outcome.outcome === 'text') packer.array(outcome.bytes);
  }
  const rare = answers.map(({ outcome }) => (outcome.outcome === 'text' ? undefined : outcome));
  return { packed: packer.packed(), rare };
}

/** Throws if the message is none of {@link packAnswers}: a generator may post messages of its own. */
export function unpackAnswers({ packed, rare }: PackedRound<ThreadOutcome>): readonly ThreadAnswer[] {
  const from = new Unpacker(packed);
  return Array.from({ length: from.number() }, (_, index): ThreadAnswer => {
    const freshCount = from.number();
    const tookMs = from.number();
    const count = from.number();
    const symbols = { bytes: from.bytes(), count };
    const ops = from.ops();
    const words = from.words();
    const outcome = rare[index] ?? { outcome: 'text', bytes: from.bytes() };
    return { outcome, symbols, ops, words, freshCount, tookMs };
  });
}

/** The first message of a thread: it has loaded the generator; it also names the thread for the system. */
export type ThreadHello =
  | { readonly isReady: true; readonly threadId: number | undefined }
  | { readonly isReady: false; readonly why: string };

export interface ThreadSettings {
  /** URL of the module whose default export is the definition. */
  readonly entry: string;
  /** Settings after the name of the source. */
  readonly words: readonly string[];
  readonly maxIntegerSites: number;
  readonly outputBytes: number;
  /** Two numbers of requests: the request whose time is up, which the source sets; and the request under way. */
  readonly stop: SharedArrayBuffer;
}
