/**
 * Exchange: the way in which the workers of a fleet share their results. One exchange is a folder; another is a
 * server of messages.
 *
 * Invariants, which one test suite checks for all exchanges: an acknowledged `send` is not lost, whichever
 * process is killed. Each note of another worker arrives at least once, in any order; a damaged note never
 * arrives. Trouble with a network or a disk is an answer, never an exception.
 */
import type { Manifest, StatsLine } from '../../campaign/index.ts';
import type { EntryInfo } from '../../corpus/index.ts';
import type { FindingRecord } from '../../finding/index.ts';
import type { Earnings } from '../../search/index.ts';

/**
 * A kept test in the form for the fleet: `news` are the features that the fleet did not know, in the format
 * of `packFeatures`.
 */
export interface SharedTest extends Pick<
  EntryInfo,
  'id' | 'source' | 'costMs' | 'choices' | 'programBytes' | 'featureCount'
> {
  readonly build: string;
  /** The arm that made it. */
  readonly arm: string;
  /** Since 1970. */
  readonly atMs: number;
  readonly news: Uint8Array;
}

export type Note =
  | { readonly kind: 'test'; readonly test: SharedTest }
  /** The start of a worker: its campaign, and the first cell of its build that is no edge. */
  | {
      readonly kind: 'worker';
      readonly manifest: Manifest;
      readonly edgeCells?: number | undefined;
    }
  /** Statistics of a worker, and the earnings of its arms since its last line. */
  | {
      readonly kind: 'line';
      readonly build: string;
      readonly line: StatsLine;
      readonly earnings?: Earnings | undefined;
    }
  /** A finding, as far as it is reduced; `state` changes with its files. */
  | { readonly kind: 'finding'; readonly record: FindingRecord; readonly state: string };

/** A file of a note: `sequence` and `features` for a test, or a file in the folder of a finding. */
export interface NoteFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface Parcel {
  readonly note: Note;
  readonly files: readonly NoteFile[];
}

export interface Arrival {
  /** The name of the sender. */
  readonly from: string;
  readonly note: Note;
  /** Paths of its files. */
  readonly paths: readonly string[];
  /** Reads one of the note's files; undefined if it cannot be read now. */
  readonly read: (path: string) => Promise<Uint8Array | undefined>;
}

/**
 * True for a test whose files a service removed, after the collected campaign had it and other tests reached
 * as much.
 */
export function isPruned({ note, paths }: Arrival): boolean {
  return note.kind === 'test' && paths.length === 0;
}

export interface FleetMember {
  readonly name: string;
  /** True if it gave a sign of life within the last minute. */
  readonly isAlive: boolean;
  /** Time since its last sign of life; undefined if it ended in order. */
  readonly silentMs: number | undefined;
  /** Its last report; undefined if there is none. */
  readonly line: StatsLine | undefined;
}

/** A view of a fleet for a reader that takes no part in it. */
export interface FleetView {
  /** Notes that are new to this reader, up to this number of bytes; empty if there are none now. */
  receive(mostBytes: number): Promise<readonly Arrival[]>;
  members(): Promise<readonly FleetMember[]>;
  /** Number of records that were no notes, and were left out. */
  readonly damaged: number;
  close(): Promise<void>;
}

export interface Exchange extends FleetView {
  /** The name of this worker; no other worker has it while this exchange is open. */
  readonly worker: string;
  /**
   * Sends the parcels in order. True once nothing of them can be lost; false if the caller must try again.
   */
  send(parcels: readonly Parcel[]): Promise<boolean>;
  /** Reports this worker's statistics to the others. */
  report(line: StatsLine): Promise<void>;
  /** True if the work with this key belongs to this worker. A worker takes over the keys of a dead worker. */
  claim(key: string): Promise<boolean>;
  /** The trouble that stops this exchange now, in words for a person. */
  readonly trouble: string | undefined;
  /**
   * Grows when the fleet began anew, for example because a server lost its storage: the fleet may lack tests
   * that it acknowledged. Readers then get everything again that the fleet still has.
   */
  readonly generation?: number;
  /** Number of notes that were too large for this exchange, and that only this worker has. */
  readonly leftOut?: number;
}
