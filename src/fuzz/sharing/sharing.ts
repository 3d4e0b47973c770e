/**
 * Sharing: the work of one campaign for its fleet, between its tests.
 *
 * It reads notes of other workers, takes in their tests, and sends this campaign's kept tests, at the rate
 * that the fleet allows. It keeps no state of its own. After a restart a worker reads the fleet from the
 * beginning, and offers tests from its corpus that the fleet lacks. Invariants: after a quiet time all
 * coverage maps equal the union of everything that was sent. If the exchange does not work, a campaign
 * continues alone.
 */
import type { CampaignEvent, Manifest, StatsLine, Tell } from '../../campaign/index.ts';
import type { EntryInfo } from '../../corpus/index.ts';
import type { Strategy } from '../../search/index.ts';
import { fuzzTuning } from '../tuning.ts';
import { type Target, packFeatures } from '../../target/index.ts';
import type { Clock } from '../campaign-options.ts';
import type { Collection } from '../collection.ts';
import type { Intake } from '../intake.ts';
import { BroughtBy } from './brought.ts';
import type { Arrival, Parcel } from './exchange.ts';
import { FleetInbox } from './inbox.ts';
import { Outbox } from './outbox.ts';
import { Peers } from './peers.ts';
import { SharedFindings, type SharedFindingsParts } from './shared-findings.ts';

export interface SharingParts extends SharedFindingsParts {
  readonly collection: Collection;
  readonly intake: Intake;
  readonly strategy: Strategy;
  readonly manifest: Manifest;
  readonly build: string;
  readonly clock: Clock;
  readonly targets: readonly Target[];
  /** The present statistics. */
  readonly line: () => StatsLine;
  readonly tell: Tell;
}

export class Sharing {
  readonly #parts: SharingParts;
  readonly #outbox = new Outbox();
  readonly #inbox: FleetInbox;
  readonly #findings: SharedFindings;
  readonly #pace: Pace;
  readonly #brought = new BroughtBy();
  readonly #peers: Peers;
  /** The work that is under way: an exchange does one thing at a time. */
  #work: Promise<void> | undefined;

  constructor(parts: SharingParts) {
    const { exchange, collection, intake, strategy, build, targets, clock } = parts;
    this.#parts = parts;
    const featureLimit = targets[0]?.coverage?.space.featureLimit ?? 2 ** 32;
    const { worker } = exchange;
    this.#inbox = new FleetInbox({
      collection,
      intake,
      strategy,
      outbox: this.#outbox,
      build,
      featureLimit,
      worker,
      brought: this.#brought,
    });
    this.#findings = new SharedFindings(parts);
    this.#peers = new Peers(worker);
    strategy.share?.((source, key) => this.#peers.isOwnSeed(source, key));
    this.#pace = new Pace(() => clock.monotonicMs());
  }

  /**
   * Reads everything that the fleet has. Then the outbox holds the features of this campaign's corpus that the
   * fleet lacks.
   */
  async open(isResumed: boolean): Promise<void> {
    while (await this.#receive(!isResumed)) {
      // One look has a limit. Reads the rest at once: otherwise the search would find the same again.
    }
    this.#offerCorpus(({ origin }) => origin.arm !== 'fleet');
    const { exchange, manifest } = this.#parts;
    this.#peers.hear(exchange.worker, { sources: manifest.sources, build: this.#parts.build });
    this.#outbox.generation = exchange.generation;
    await this.#introduce();
    await this.#lookAround();
  }

  /** Tests of the corpus wait to be sent; the outbox leaves out what the fleet has. */
  #offerCorpus(isOffered: (info: EntryInfo) => boolean): void {
    const { corpus, parents } = this.#parts.collection;
    for (const info of corpus.entries()) {
      if (info.build !== this.#parts.build || !isOffered(info)) continue;
      const parent = parents.get(info.id);
      if (parent !== undefined && parent.keptFor.length > 0) this.#outbox.add(info.id, parent.keptFor);
    }
  }

  async #introduce(): Promise<void> {
    const edgeCells = this.#parts.targets[0]?.coverage?.space.edgeCells;
    const { exchange, manifest } = this.#parts;
    await exchange.send([{ note: { kind: 'worker', manifest, edgeCells }, files: [] }]);
  }

  /**
   * The fleet began anew. Reads what others sent since, and offers what it lacks: also tests that came from
   * workers that are gone. Tests whose ids the fleet has are left out.
   */
  async #sendAgain(): Promise<void> {
    const { exchange } = this.#parts;
    if (exchange.generation === this.#outbox.generation) return;
    this.#outbox.forget(exchange.generation);
    this.#findings.forget();
    while (await this.#receive(false)) {
      // Reads all that is there.
    }
    this.#offerCorpus(({ id }) => !this.#outbox.isTold(id));
    await this.#introduce();
    this.#pace.hurry('findings');
  }

  /** Tests with something new go to the outbox. A new finding is sent at once. */
  hear(event: CampaignEvent): void {
    if (event.type === 'finding') this.#pace.hurry('findings');
    if (event.type !== 'kept' || event.newFeatures === 0) return;
    const parent = this.#parts.collection.parents.get(event.entry.id);
    if (parent !== undefined) this.#outbox.add(parent.info.id, parent.keptFor);
  }

  /** True if this worker should reduce a finding. */
  mayReduce(signature: string): Promise<boolean> {
    return this.#findings.mayReduce(signature);
  }

  /** Does the work that is due. While one job does it, the other jobs continue with tests. */
  async work(): Promise<void> {
    if (this.#work !== undefined) return;
    this.#work = this.#step();
    await this.#work.finally(() => (this.#work = undefined));
  }

  /** Sends the rest, for a few seconds at most. */
  async close(): Promise<void> {
    await this.#work?.catch(() => undefined);
    const { clock } = this.#parts;
    const endMs = clock.monotonicMs() + fuzzTuning.fleetClosingMs.value;
    // Findings first: they are few, and each may be the reason why the fleet runs.
    await this.#tellFindings();
    await this.#receive(true);
    await this.#sendAgain();
    do {
      if (!(await this.#send(fuzzTuning.fleetNotesPerSecond.value))) break;
    } while (this.#outbox.size > 0 && clock.monotonicMs() < endMs);
    await this.#tellLine();
    await this.#tellFindings();
    await this.#parts.exchange.report(this.#reported(this.#parts.line()));
  }

  /** Adds the number of tests that this worker sent, left out, and has yet to send. */
  #reported(line: StatsLine): StatsLine {
    const { leftOut = 0 } = this.#parts.exchange;
    return { ...line, shared: { sent: this.#outbox.sent, leftOut, waiting: this.#outbox.size } };
  }

  async #step(): Promise<void> {
    const { fleetReceiveMs, fleetReportMs, fleetSeenMs, fleetFindingsMs, fleetLineCpuMs } = fuzzTuning;
    if (this.#pace.isDue('receive', fleetReceiveMs.value)) {
      await this.#receive(true);
      await this.#sendAgain();
      const quota = this.#pace.quota(this.#peers.living.length);
      if (quota > 0) await this.#send(quota);
    }
    await this.#inbox.fetch(fuzzTuning.fleetBodiesAtOnce.value);
    if (this.#pace.isTurn(fuzzTuning.fleetForeignEvery.value)) await this.#inbox.fetchForeign();
    if (this.#pace.isDue('seen', fleetSeenMs.value)) this.#tellTargets();
    if (this.#pace.isDue('report', fleetReportMs.value)) await this.#lookAround();
    if (this.#pace.isDue('line', fleetLineCpuMs.value, this.#parts.clock.cpuMs())) await this.#tellLine();
    if (this.#pace.isDue('findings', fleetFindingsMs.value)) await this.#tellFindings();
  }

  /** Says whether anything came. */
  async #receive(learnsArms: boolean): Promise<boolean> {
    const arrivals = await this.#parts.exchange.receive(fuzzTuning.fleetReceiveBytes.value);
    for (const arrival of arrivals) this.#take(arrival, learnsArms);
    return arrivals.length > 0;
  }

  #take(arrival: Arrival, learnsArms: boolean): void {
    const { strategy, exchange } = this.#parts;
    const { note, from } = arrival;
    if (note.kind === 'test') {
      this.#outbox.hearOf(note.test.id, from === exchange.worker);
      this.#inbox.hear(arrival, note.test);
    }
    if (note.kind === 'worker') this.#peers.hear(from, note.manifest);
    else if (note.kind === 'finding') this.#findings.hear(arrival, note.record, note.state);
    else if (note.kind === 'line' && learnsArms && from !== exchange.worker && note.earnings !== undefined)
      strategy.learnFrom?.(note.earnings);
  }

  /** Says whether the exchange accepted everything. */
  async #send(most: number): Promise<boolean> {
    const due = this.#outbox.take(most);
    const parcels = due.flatMap(({ id, news }) => this.#parcelOf(id, news) ?? []);
    if (parcels.length > 0 && !(await this.#parts.exchange.send(parcels))) {
      this.#outbox.putBack(due);
      return false;
    }
    this.#outbox.acknowledge(due);
    for (const { note } of parcels) if (note.kind === 'test') this.#outbox.hearOf(note.test.id, true);
    for (const { news } of due) this.#brought.note(this.#parts.exchange.worker, news.length);
    return true;
  }

  /** Undefined if the test has left the corpus, because it made the target fail. */
  #parcelOf(id: string, news: Uint32Array): Parcel | undefined {
    const { collection, build, clock } = this.#parts;
    if (collection.corpus.info(id) === undefined) return undefined;
    const { source, costMs, choices, programBytes, featureCount, origin, sequence, features } =
      collection.corpus.entry(id);
    const about = { id, source, costMs, choices, programBytes, featureCount, arm: origin.arm };
    const test = { ...about, build, atMs: clock.dateMs(), news: packFeatures(news) };
    const files = [
      { path: 'sequence', bytes: sequence },
      { path: 'features', bytes: features },
    ];
    return { note: { kind: 'test', test }, files };
  }

  /**
   * A target that knows the fleet's features reports fewer features as new. A busy target is told after its
   * test.
   */
  #tellTargets(): void {
    const { targets, collection } = this.#parts;
    for (const { coverage } of targets)
      void coverage?.assumeSeen(collection.coverage.seen).catch(() => undefined);
  }

  async #lookAround(): Promise<void> {
    const { exchange, line, tell } = this.#parts;
    const now = line();
    await exchange.report(this.#reported(now));
    const members = (this.#peers.members = await exchange.members());
    const { living } = this.#peers;
    this.#inbox.setMembers(living);
    await this.#findings.takeOver(new Set(living));
    const others = members.filter(({ name }) => name !== exchange.worker);
    const lines = [now, ...others.flatMap((each) => each.line ?? [])];
    tell({
      type: 'fleet',
      fleet: {
        worker: exchange.worker,
        members: this.#brought.workers(
          members.map((each) => (each.name === exchange.worker ? { ...each, line: now } : each)),
        ),
        workers: members.length,
        living: living.length,
        executions: lines.reduce((sum, { executions }) => sum + executions, 0),
        cpuMs: lines.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
        findingsElsewhere: this.#findings.elsewhere,
        heard: this.#inbox.counts.heard,
        taken: this.#inbox.counts.taken,
        struckOut: this.#outbox.struckOut,
        waiting: this.#outbox.size,
        trouble: exchange.trouble,
      },
    });
  }

  async #tellLine(): Promise<void> {
    const { exchange, strategy, build, line } = this.#parts;
    const earnings = strategy.takeEarnings?.();
    // If sending fails, only these earnings are lost: other workers do not learn from them.
    await exchange.send([{ note: { kind: 'line', build, line: line(), earnings }, files: [] }]);
  }

  async #tellFindings(): Promise<void> {
    const due = this.#findings.due();
    for (const parcel of due)
      if (await this.#parts.exchange.send([parcel])) this.#findings.acknowledge([parcel]);
  }
}

/**
 * Pace: the frequency of each part of sharing, so that a fleet of any size sends no more than its members can
 * read.
 */
class Pace {
  readonly #nowMs: () => number;
  /** For each kind of work, the time when it was last done. */
  readonly #doneMs = new Map<string, number>();
  /** Number of tests that this worker may send by now; a fraction counts for the next turn. */
  #allowed = 0;
  #countedMs: number;
  #sentMs = -Infinity;
  #turns = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#countedMs = nowMs();
  }

  /** True if that much time has passed since this work was last due; then notes the time. */
  isDue(kind: string, everyMs: number, nowMs: number = this.#nowMs()): boolean {
    const last = this.#doneMs.get(kind);
    if (last !== undefined && nowMs - last < everyMs) return false;
    this.#doneMs.set(kind, nowMs);
    return true;
  }

  /** Makes this kind of work due now. */
  hurry(kind: string): void {
    this.#doneMs.delete(kind);
  }

  /** True once in every `every` calls. */
  isTurn(every: number): boolean {
    return ++this.#turns % every === 0;
  }

  /** Number of tests that this worker may send now, given the number of workers that share the rate. */
  quota(living: number): number {
    const nowMs = this.#nowMs();
    const { fleetNotesPerSecond, fleetLeastEveryMs } = fuzzTuning;
    const share = fleetNotesPerSecond.value / Math.max(1, living);
    this.#allowed = Math.min(share, this.#allowed + ((nowMs - this.#countedMs) / 1_000) * share);
    this.#countedMs = nowMs;
    let quota = Math.floor(this.#allowed);
    if (quota === 0 && nowMs - this.#sentMs >= fleetLeastEveryMs.value) quota = 1;
    if (quota > 0) this.#sentMs = nowMs;
    this.#allowed = Math.max(0, this.#allowed - quota);
    return quota;
  }
}
