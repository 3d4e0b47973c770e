/**
 * Exchange: how workers of a fleet tell one another what they found. A folder is one; a server of messages is another.
 *
 * Invariants, held by one suite of tests over all exchanges: what `send` acknowledged is not lost, whichever process is
 * killed. Each note of another worker arrives at least once, in any order; a note that is damaged never arrives. The
 * trouble of a network or of a disk is an answer and never an exception.
 */
import type { Manifest, StatsLine } from '../../campaign/index.ts';
import type { EntryInfo } from '../../corpus/index.ts';
import type { FindingRecord } from '../../finding/index.ts';
import type { Earnings } from '../../search/index.ts';

/** A kept test as the fleet hears of it: its features that the fleet did not know, in the format of `packFeatures`. */
export interface SharedTest extends Pick<
  EntryInfo,
  'id' | 'source' | 'costMs' | 'choices' | 'programBytes' | 'featureCount'
> {
  readonly build: string;
  /** The way in which it was made. */
  readonly arm: string;
  /** Since 1970. */
  readonly atMs: number;
  readonly news: Uint8Array;
}

export type Note =
  | { readonly kind: 'test'; readonly test: SharedTest }
  /** A worker begins: what its campaign is, and below which cell features of its build are edges. */
  | {
      readonly kind: 'worker';
      readonly manifest: Manifest;
      readonly edgeCells?: number | undefined;
    }
  /** Statistics of a worker, and what its arms earned since its last line. */
  | {
      readonly kind: 'line';
      readonly build: string;
      readonly line: StatsLine;
      readonly earnings?: Earnings | undefined;
    }
  /** A finding as far as it is reduced; `state` differs whenever its files do. */
  | { readonly kind: 'finding'; readonly record: FindingRecord; readonly state: string };

/** A file that goes with a note: `sequence` and `features` with a test, the folder of a finding. */
export interface NoteFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface Parcel {
  readonly note: Note;
  readonly files: readonly NoteFile[];
}

export interface Arrival {
  /** The name of the worker that sent it. */
  readonly from: string;
  readonly note: Note;
  /** Paths of its files. */
  readonly paths: readonly string[];
  /** Reads one of its files; undefined if it cannot be had now. */
  readonly read: (path: string) => Promise<Uint8Array | undefined>;
}

export interface FleetMember {
  readonly name: string;
  /** Whether it gave a sign of life within the last minute. */
  readonly isAlive: boolean;
  /** Since its last sign of life; undefined if it ended in order. */
  readonly silentMs: number | undefined;
  /** Its last report; undefined if it has not made one. */
  readonly line: StatsLine | undefined;
}

/** A look at a fleet, without taking part in it. */
export interface FleetView {
  /** Notes that this reader has not had, at most so many bytes of them; empty if there are none now. */
  receive(mostBytes: number): Promise<readonly Arrival[]>;
  members(): Promise<readonly FleetMember[]>;
  /** Records that were no notes, and were left out. */
  readonly damaged: number;
  close(): Promise<void>;
}

export interface Exchange extends FleetView {
  /** The name of this worker; nobody else has it as long as this exchange is open. */
  readonly worker: string;
  /** Sends in order. True once nothing of it can be lost; false if it is to be tried again. */
  send(parcels: readonly Parcel[]): Promise<boolean>;
  /** Tells the others how this worker is doing. */
  report(line: StatsLine): Promise<void>;
  /** Whether the work with this key is this worker's to do. A key of a worker that died is taken over. */
  claim(key: string): Promise<boolean>;
  /** The trouble that keeps this exchange from working now, for a person. */
  readonly trouble: string | undefined;
}
