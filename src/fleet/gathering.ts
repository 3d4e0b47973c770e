/**
 * Gathering: one campaign of all workers of a fleet, kept up to date while they run.
 *
 * It does the work of `collect` in small steps. Notes that do not fit on a full disk wait. Invariants: a test
 * that is in the campaign's folder is not written again. A finding that is reduced further in the folder than
 * in the fleet stays as it is.
 */
import type { CampaignFolder, FleetWorker, Manifest, StatsLine } from '../campaign/index.ts';
import { Corpus } from '../corpus/index.ts';
import type { FindingRecord, Findings } from '../finding/index.ts';
import { type Arrival, BroughtBy, filesOf, type FleetMember, type FleetView } from '../fuzz/index.ts';
import { FeatureSet } from '../serve/index.ts';
import { addTest, bytesOf, LOOK_BYTES } from './collect.ts';
import { featuresIn, sumOf } from './lines-of-fleet.ts';

export interface GatheringParts {
  readonly view: FleetView;
  readonly folder: CampaignFolder;
  /** The build whose features count. */
  readonly build: string;
  readonly findings: Findings;
  readonly onFinding: (record: FindingRecord) => void;
}

/** The latest words of a worker: its statistics, and the campaign of its last start. */
interface Latest {
  readonly line?: StatsLine;
  readonly manifest?: Manifest;
}

export class Gathering {
  readonly corpus: Corpus;
  readonly #parts: GatheringParts;
  readonly #reached = new FeatureSet();
  readonly #brought = new BroughtBy();
  readonly #latest = new Map<string, Latest>();
  readonly #waiting: Arrival[] = [];
  /** Ids of tests that workers sent. */
  readonly #told = new Set<string>();
  readonly #counts = { features: 0, edges: 0, edgeCells: Infinity };

  constructor(parts: GatheringParts) {
    this.#parts = parts;
    this.corpus = Corpus.open(parts.folder.corpus, parts.folder);
    this.#counts.edgeCells = parts.folder.edgeCellsOf(parts.build);
  }

  /**
   * Reads new notes, and keeps the tests and findings that they bring. Throws the system's error if writing
   * fails; nothing is lost then.
   */
  async take(): Promise<void> {
    for (;;) {
      if (this.#waiting.length === 0) this.#waiting.push(...(await this.#parts.view.receive(LOOK_BYTES)));
      if (this.#waiting.length === 0) return;
      for (let arrival = this.#waiting[0]; arrival !== undefined; arrival = this.#waiting[0]) {
        await this.#write(arrival);
        this.#waiting.shift();
        this.#count(arrival);
      }
    }
  }

  /** True if a worker sent this test. */
  hasTold(id: string): boolean {
    return this.#told.has(id);
  }

  /** The latest statistics that a worker sent. */
  lineOf(worker: string): StatsLine | undefined {
    return this.#latest.get(worker)?.line;
  }

  /** The campaign that a worker told of at its last start. */
  manifestOf(worker: string): Manifest | undefined {
    return this.#latest.get(worker)?.manifest;
  }

  workers(members: readonly FleetMember[]): FleetWorker[] {
    return this.#brought.workers(members);
  }

  /**
   * Total work of all workers, with fresher lines for running ones; undefined if no worker did anything yet.
   */
  line(fresh: ReadonlyMap<string, StatsLine>): StatsLine | undefined {
    const told = [...this.#latest].flatMap(([name, { line }]) =>
      line === undefined ? [] : [[name, line] as const],
    );
    const lines = [...new Map([...told, ...fresh]).values()];
    if (lines.length === 0) return undefined;
    const { features, edges } = this.#counts;
    return {
      ...sumOf(lines),
      // A worker makes a test a little earlier than it sends it.
      features: Math.max(features, ...[...fresh.values()].map((line) => line.features)),
      edges: Math.max(edges, ...[...fresh.values()].map((line) => line.edges)),
      corpus: this.corpus.size,
      findings: this.#parts.findings.size,
    };
  }

  close(): void {
    this.corpus.close();
  }

  async #write(arrival: Arrival): Promise<void> {
    const { note } = arrival;
    if (note.kind === 'test') await addTest({ arrival, test: note.test }, this.corpus);
    else if (note.kind === 'finding') await this.#adopt(arrival, note.record);
    else if (note.kind === 'worker' && note.edgeCells !== undefined) {
      const { folder, build } = this.#parts;
      folder.noteEdgeCells(note.manifest.build, note.edgeCells);
      this.#counts.edgeCells = folder.edgeCellsOf(build);
    }
  }

  #count({ note, from }: Arrival): void {
    const latest = this.#latest.get(from) ?? {};
    if (note.kind === 'worker') this.#latest.set(from, { ...latest, manifest: note.manifest });
    // Pruned notes arrive again, after later ones.
    if (note.kind === 'line' && note.line.atMs >= (latest.line?.atMs ?? 0))
      this.#latest.set(from, { ...latest, line: note.line });
    if (note.kind !== 'test') return;
    this.#told.add(note.test.id);
    if (note.test.build !== this.#parts.build) return;
    const { fresh, edges } = this.#reached.add(featuresIn(note.test.news), this.#counts.edgeCells);
    this.#counts.features += fresh.length;
    this.#counts.edges += edges;
    this.#brought.note(from, fresh.length);
  }

  async #adopt(arrival: Arrival, record: FindingRecord): Promise<void> {
    const { findings, onFinding } = this.#parts;
    const here = findings.all().find((each) => each.record.signature === record.signature);
    if (here !== undefined && !isFurther(record, here.record)) return;
    const files = await filesOf(arrival);
    if (files === undefined) return;
    const finding = findings.adopt(
      { ...record, count: Math.max(record.count, here?.record.count ?? 0) },
      files,
    );
    if (here === undefined) onFinding(finding.record);
  }
}

/** True if a finding is reduced further than the finding here, or equally far and with more knowledge. */
function isFurther(told: FindingRecord, here: FindingRecord): boolean {
  const [there, now] = [bytesOf(told), bytesOf(here)];
  if (there !== now) return there < now;
  return JSON.stringify({ ...told, id: here.id, count: 0 }) !== JSON.stringify({ ...here, count: 0 });
}
