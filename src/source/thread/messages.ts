/**
 * Messages of a source to its thread, and the thread's answers. Typed arrays are transferred, not copied.
 *
 * Both sides append to one table of symbols and so use the same numbers, see ../record/symbol-table.ts.
 */
import type { Limits, OverrunLimit, ResyncStrategy, Swarm } from '../../choice/index.ts';
import type { Program } from '../../program/index.ts';
import type { FailureReason } from '../record/generator-failure.ts';

/** New entries of the table of symbols. */
export interface SymbolNews {
  readonly bytes: Uint8Array;
  readonly count: number;
}

/** Requests that the thread answers one after the other, with one message at the end. */
export interface ThreadRound {
  /** Number of the first request. */
  readonly first: number;
  readonly requests: readonly ThreadRequest[];
}

export interface ThreadRequest {
  readonly symbols: SymbolNews;
  readonly sequence: { readonly ops: Uint16Array; readonly words: Uint32Array } | undefined;
  readonly seed: number;
  readonly resync: ResyncStrategy | undefined;
  readonly swarm: Swarm | undefined;
  readonly answers: ReadonlyMap<number, number> | undefined;
  readonly limits: Omit<Limits, 'maxTimeMs'>;
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

export type ThreadAnswer = ThreadOutcome & {
  readonly symbols: SymbolNews;
  readonly ops: Uint16Array;
  readonly words: Uint32Array;
  readonly freshCount: number;
  /** Wall time, which divides the CPU time of a round. */
  readonly tookMs: number;
};

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
