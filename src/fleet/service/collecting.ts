/**
 * Collecting for months: the campaign of a whole fleet, kept up to date in small steps. The fleet's folder is
 * pruned of tests that this campaign has.
 */
import type { CampaignFolder } from '../../campaign/index.ts';
import { distill } from '../../corpus/index.ts';
import { Findings, type FindingRecord, type Render } from '../../finding/index.ts';
import type { FleetMember, FleetView } from '../../fuzz/index.ts';
import { collect } from '../collect.ts';
import { FleetFolder } from '../folder/fleet-folder.ts';
import { pruneFleet } from '../folder/prune.ts';
import { Gathering } from '../gathering.ts';

export interface CollectingOptions {
  readonly openView: () => Promise<FleetView>;
  readonly out: CampaignFolder;
  readonly renderFinding: Render;
  readonly onFinding: (record: FindingRecord) => void;
  readonly signal: AbortSignal;
}

interface Open {
  readonly view: FleetView;
  readonly gathering: Gathering;
  readonly findings: Findings;
  readonly build: string;
}

/** A line of statistics for each such growth of the fleet's CPU time. */
const STEP = 1.02;

export class Collecting {
  readonly #options: CollectingOptions;
  #open: Open | undefined;
  #statsCpuMs = 0;

  constructor(options: CollectingOptions) {
    this.#options = options;
  }

  /** Numbers of tests and findings that the campaign has. */
  get size(): { readonly tests: number; readonly findings: number } {
    return { tests: this.#open?.gathering.corpus.size ?? 0, findings: this.#open?.findings.size ?? 0 };
  }

  /**
   * Takes new notes of the fleet. Throws if the fleet has told nothing yet, or the disk is full; nothing is
   * lost then.
   */
  async take(): Promise<readonly FleetMember[]> {
    this.#open ??= await this.#begin();
    const { view, gathering } = this.#open;
    await gathering.take();
    const members = await view.members();
    const { out } = this.#options;
    const lines = members.flatMap(({ name, line }) => (line === undefined ? [] : [[name, line] as const]));
    const line = gathering.line(new Map(lines));
    const atMs = Math.max(0, ...lines.map(([, each]) => each.atMs));
    const wallMs = Math.max(0, ...lines.map(([, each]) => each.wallMs));
    if (line !== undefined && line.cpuMs > this.#statsCpuMs * STEP) {
      out.appendStats({ ...line, atMs, wallMs });
      this.#statsCpuMs = line.cpuMs;
    }
    out.writeFleet({ atMs, workers: gathering.workers(members) });
    await this.#rollOver(members);
    return members;
  }

  /** Most living workers have another build: the campaign becomes one of that build, and keeps what it has. */
  async #rollOver(members: readonly FleetMember[]): Promise<void> {
    const { gathering, build } = this.#open!;
    const living = members
      .filter(({ isAlive }) => isAlive)
      .flatMap(({ name }) => gathering.manifestOf(name) ?? []);
    const others = living.filter((each) => each.build !== build);
    const [latest] = others;
    if (latest === undefined || 2 * others.length <= living.length) return;
    const { out } = this.#options;
    out.writeManifest({ ...latest, startedAt: out.readManifest().startedAt });
    await this.close();
  }

  /**
   * Removes sequences of tests that the campaign has, if other tests of the fleet reach as much. Returns the
   * number of bytes that went.
   */
  async prune(folder: string, signal: AbortSignal): Promise<number> {
    if (this.#open === undefined) return 0;
    const { gathering, build } = this.#open;
    const { corpus } = gathering;
    const entries = [...corpus.entries()].filter(
      (each) => each.build === build && gathering.hasTold(each.id),
    );
    const { chosen } = await distill(entries, (id) => corpus.features(id), signal);
    const needed = new Set(chosen.map(({ id }) => id));
    return pruneFleet(new FleetFolder(folder), {
      isNeedless: (test) =>
        !needed.has(test.id) && corpus.info(test.id)?.build === test.build && test.build === build,
      signal,
    });
  }

  /** The first collection chooses the build of the campaign: the build that most workers run. */
  async #begin(): Promise<Open> {
    const { out, openView, renderFinding, onFinding, signal } = this.#options;
    if (!out.exists) {
      const first = await openView();
      try {
        await collect(first, out.path, { renderFinding, isDistilled: false, signal });
      } finally {
        await first.close();
      }
    }
    out.lock();
    let view: FleetView | undefined;
    try {
      view = await openView();
      const { build } = out.readManifest();
      const findings = new Findings(out.findings, renderFinding);
      this.#statsCpuMs = out.readStats().at(-1)?.cpuMs ?? 0;
      return {
        view,
        findings,
        build,
        gathering: new Gathering({ view, folder: out, build, findings, onFinding }),
      };
    } catch (error) {
      await view?.close();
      out.unlock();
      throw error;
    }
  }

  async close(): Promise<void> {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    open.gathering.close();
    await open.view.close();
    this.#options.out.unlock();
  }
}
