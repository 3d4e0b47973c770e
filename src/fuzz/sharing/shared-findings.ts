/**
 * Shared findings: the whole fleet knows each failure at once, and one worker reduces it.
 *
 * A worker sends a finding when it is new, and again after each step of its reduction. Invariant: no worker
 * reduces a finding that another living worker claimed, and none takes over a finding that would run somebody
 * else's command.
 */
import { hash } from 'node:crypto';
import type { Manifest } from '../../campaign/index.ts';
import { type Finding, type FindingRecord, type Findings, foreignCommand } from '../../finding/index.ts';
import type { Arrival, Exchange, Parcel } from './exchange.ts';

export interface SharedFindingsParts {
  readonly exchange: Exchange;
  readonly findings: Findings;
  /** Reduces the finding of a dead worker. */
  readonly reduceLater: (record: FindingRecord) => void;
  readonly manifest: Pick<Manifest, 'target' | 'args'>;
}

interface Foreign {
  readonly arrival: Arrival;
  readonly record: FindingRecord;
}

export class SharedFindings {
  readonly #parts: SharedFindingsParts;
  /** For each signature, the state that was last sent. */
  readonly #sent = new Map<string, string>();
  /** For each signature, the last note from another worker. */
  readonly #foreign = new Map<string, Foreign>();

  constructor(parts: SharedFindingsParts) {
    this.#parts = parts;
  }

  /** Number of failures that other workers found and this worker did not. */
  get elsewhere(): number {
    const here = this.#parts.findings.all();
    return [...this.#foreign.keys()].filter((key) => !here.some(({ record }) => record.signature === key))
      .length;
  }

  /** Hears that the fleet has nothing any more: each finding of this worker is due again. */
  forget(): void {
    this.#sent.clear();
  }

  hear(arrival: Arrival, record: FindingRecord, state: string): void {
    const { exchange, findings } = this.#parts;
    if (arrival.from === exchange.worker) this.#sent.set(record.signature, state);
    else this.#foreign.set(record.signature, { arrival, record });
    findings.knowElsewhere(record.signature);
  }

  /** Findings of this worker whose present state the fleet has not seen. */
  due(): Parcel[] {
    return this.#parts.findings
      .all()
      .filter(({ record }) => this.#sent.get(record.signature) !== stateOf(record))
      .map(parcelOf);
  }

  /** Notes that parcels of `due` were acknowledged. */
  acknowledge(parcels: readonly Parcel[]): void {
    for (const { note } of parcels)
      if (note.kind === 'finding') this.#sent.set(note.record.signature, note.state);
  }

  /** True if this worker should reduce the finding. */
  mayReduce(signature: string): Promise<boolean> {
    return this.#parts.exchange.claim(claimKey(signature));
  }

  /** Takes over unfinished findings of workers that are gone. */
  async takeOver(living: ReadonlySet<string>): Promise<void> {
    const { findings, reduceLater, manifest } = this.#parts;
    for (const [signature, { arrival, record }] of this.#foreign) {
      if (living.has(arrival.from) || isSmall(record)) continue;
      if (foreignCommand(record, manifest) !== undefined) continue;
      if (findings.all().some((each) => each.record.signature === signature)) continue;
      if (!(await this.mayReduce(signature))) continue;
      const files = await filesOf(arrival);
      if (files === undefined) continue;
      reduceLater(findings.adopt(record, files).record);
    }
  }
}

/** The key of the reduction of a finding: a signature may hold any letters, and be long. */
function claimKey(signature: string): string {
  return hash('sha256', signature).slice(0, 24);
}

/** The files of a finding that arrived; undefined if one of them cannot be read. */
export async function filesOf(arrival: Arrival): Promise<Parcel['files'] | undefined> {
  const files = [];
  for (const path of arrival.paths) {
    const bytes = await arrival.read(path);
    if (bytes === undefined) return undefined;
    files.push({ path, bytes });
  }
  return files;
}

function parcelOf({ record, folder }: Finding): Parcel {
  return { note: { kind: 'finding', record, state: stateOf(record) }, files: folder.files() };
}

/** The count of a finding changes all the time, and is not worth sending. */
function stateOf(record: FindingRecord): string {
  return hash('sha256', JSON.stringify({ ...record, count: 0 })).slice(0, 16);
}

function isSmall({ reduction, textReduction }: FindingRecord): boolean {
  const state = textReduction?.state ?? reduction?.state;
  return state === 'minimal' || state === 'budget';
}
