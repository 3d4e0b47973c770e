/**
 * Campaign: the loop. Asks the strategy for a test, makes it, executes it, keeps what reached something new.
 *
 * Invariants: whatever was reported as kept lies in the corpus; a sequence that made the target fail is a finding and
 * never in the corpus; time and randomness are handed in, so that with counted costs and one job equal seeds give equal
 * corpora.
 */
import { Alphabet } from '../choice/index.ts';
import { Corpus, type EntryInfo, entrySequence, NOT_EXECUTED } from '../corpus/index.ts';
import type { StatsLine } from '../campaign/index.ts';
import { type Execution, usualExecutionLimits } from '../serve/index.ts';
import { maskUnstable, ServerTarget, unpackFeatures } from '../target/index.ts';
import { programKey, programSize } from '../program/index.ts';
import { Worker } from './worker.ts';
import { Findings } from '../finding/index.ts';
import { classify } from '../oracle/index.ts';
import type { ProcessGenerated, SourceDefinition } from '../source/index.ts';
import type { Proposal } from '../search/arm.ts';
import type { CampaignOptions } from './campaign-options.ts';
import { candidateOf } from './candidate-of.ts';
import { Care } from '../triage/care/care.ts';
import { CoverageMap } from '../search/coverage-map.ts';
import { isDiskFull, whenThereIsRoom } from './full-disk.ts';
import { KnownPrograms } from './known-programs.ts';
import { ENGINE_MS } from './meter.ts';
import { type Parent, Parents } from '../search/parents.ts';
import { covers, type Reached, reachedBy, union } from './reached.ts';
import { SequenceCache } from '../search/sequence-cache.ts';
import { signatureOf } from '../triage/signature-of.ts';
import { endingOf, type Result, type Strategy } from '../search/strategy.ts';
import { NOTHING, Tally } from './tally.ts';
import { randomOfTest } from '../search/random-of-test.ts';
import { Timeout } from './timeouts.ts';
import { Usefulness } from './usefulness.ts';

type State = { readonly line: StatsLine; readonly strategy: unknown; readonly masked: readonly number[] };

const REPORT_EVERY_MS = 1_000;
/** Generators end far sooner or not at all: what was cut off only after a second took a tenth of the first minutes. */
const LEAST_GENERATION_MS = 250;
/** What a compiler does not end in this time is looked at again, as a possible hang. */
const LEAST_COMPILE_MS = 1_000;
/** Lines of the statistics grow rarer with time: a curve needs no more of them later than earlier. */
const STATS_STEP = 1.01;
/** What was learnt of entries is as large as there are entries, and guides the search only: it may be a little old. */
const LEARNT_STEP = 1.05;
/** What compiles may cost, of all of them, that only ask whether features are stable. */
const STABILITY_SHARE = 0.01;

export async function runCampaign(options: CampaignOptions): Promise<StatsLine> {
  const campaign = new Campaign(options);
  return campaign.run();
}

class Campaign {
  readonly #options: CampaignOptions;
  readonly #definitions: ReadonlyMap<string, SourceDefinition>;
  readonly #alphabets: ReadonlyMap<string, Alphabet>;
  readonly #corpus: Corpus;
  readonly #findings: Findings;
  readonly #tally = new Tally();
  readonly #generationTime: Timeout;
  readonly #compileTime: Timeout;
  readonly #programs = new KnownPrograms();
  readonly #usefulness = new Usefulness();
  readonly #masked = new Set<number>();
  #care: Care | undefined;
  #coverage!: CoverageMap;
  #parents!: Parents;
  #sequences!: SequenceCache;
  #strategy!: Strategy;
  #workers: Worker[] = [];
  #earlierCpuMs = 0;
  #earlierWallMs = 0;
  #startedMs = 0;
  #reported = { wallMs: -Infinity, statsCpuMs: -Infinity, learntCpuMs: -Infinity };
  #running = 0;
  #stabilityMs = 0;
  /** Workers that the strategy has nothing for until another one is done. */
  readonly #waiting: (() => void)[] = [];
  #isOver = false;

  constructor(options: CampaignOptions) {
    this.#options = options;
    this.#definitions = new Map(options.sources.map((source) => [source.name, source]));
    this.#alphabets = new Map(options.sources.map(({ name }) => [name, new Alphabet()]));
    this.#corpus = Corpus.open(options.folder.corpus);
    this.#findings = new Findings(options.folder.findings, options.renderFinding);
    this.#generationTime = new Timeout(LEAST_GENERATION_MS, options.fixedTimeouts === true);
    this.#compileTime = new Timeout(LEAST_COMPILE_MS, options.fixedTimeouts === true);
    for (const text of this.#corpus.warnings) this.#note(text);
  }

  async run(): Promise<StatsLine> {
    const { sources, openTarget, jobs, clock } = this.#options;
    this.#startedMs = clock.nowMs();
    try {
      for (let job = 0; job < jobs; job++) {
        this.#workers.push(new Worker(await openTarget(), sources, this.#alphabets));
      }
      await this.#prepare();
      await Promise.all(this.#workers.map((worker) => this.#work(worker)));
      await this.#care?.close();
      return this.#report(true);
    } finally {
      // Where the campaign failed, which says more than what fails after it; otherwise it is closed already.
      await this.#care?.close().catch(() => undefined);
      await Promise.all(this.#workers.map((worker) => worker.close()));
      this.#corpus.close();
    }
  }

  async #prepare(): Promise<void> {
    const { folder, sources, makeStrategy } = this.#options;
    this.#coverage = new CoverageMap(this.#workers[0]!.target.featureLimit);
    this.#parents = new Parents(this.#coverage);
    this.#sequences = new SequenceCache((parent) =>
      this.#corpus.sequence(parent.info.id, this.#alphabets.get(parent.info.source)!),
    );
    this.#strategy = makeStrategy({
      sources: sources.map(({ name }) => name),
      parents: this.#parents,
      sequenceOf: (parent) => this.#sequences.get(parent),
      alphabetOf: (source) => this.#alphabets.get(source)!,
      note: (text) => this.#note(text),
    });
    folder.mendStats();
    const state = folder.readState() as State | undefined;
    if (state !== undefined) {
      this.#tally.restore(state.line);
      this.#earlierCpuMs = state.line.cpuMs;
      this.#earlierWallMs = state.line.wallMs;
      this.#strategy.restore(state.strategy);
      await this.#mask(state.masked);
    }
    await this.#load();
    const { care, onEvent, build } = this.#options;
    if (care === undefined) return;
    this.#care = new Care(care, {
      findings: this.#findings,
      definitions: this.#definitions,
      build,
      target: this.#workers[0]!.target.name,
      argsFor: (source) => this.#options.configurations(source)[0]!.args,
      spentMs: this.#tally.spentMs,
      onEvent,
    });
  }

  /** Takes in the corpus of earlier runs, without executing what this very target has executed. */
  async #load(): Promise<void> {
    const { build } = this.#options;
    const foreign: EntryInfo[] = [];
    for (const info of this.#corpus.entries()) {
      if (!this.#definitions.has(info.source)) continue;
      if (info.target !== build) foreign.push(info);
      else this.#take(info);
    }
    this.#parents.restore(this.#options.folder.readLearnt());
    for (const { target } of this.#workers) await target.assumeSeen(this.#coverage.buckets);
    if (foreign.length > 0) await this.#relearn(foreign);
  }

  /** Of another build of the target, what the features were is no use, what reached them is; and some were never executed. */
  async #relearn(entries: readonly EntryInfo[]): Promise<void> {
    const imported = entries.filter(({ target }) => target === NOT_EXECUTED).length;
    const again = entries.length - imported;
    if (again > 0)
      this.#note(`the target is another build: ${again} tests are executed again to learn what they reach`);
    if (imported > 0)
      this.#note(`${imported} tests were imported, and are executed to learn what they reach`);
    const worker = this.#workers[0]!;
    for (const [index, { source, id }] of entries.entries()) {
      if (this.#isOutOfTime()) return;
      const sequence = this.#corpus.sequence(id, this.#alphabets.get(source)!);
      const request = { sequence, seed: index };
      await this.#test(worker, { arm: 'relearn', source, request, relearns: id }, undefined);
      this.#tick();
    }
  }

  async #work(worker: Worker): Promise<void> {
    while (!this.#mustStop()) {
      const test = this.#tally.counts.tests + 1;
      const rng = randomOfTest(this.#options.seed, test);
      const proposal = this.#strategy.next(rng, rng.next() >>> 0);
      if (proposal === undefined) return;
      if (proposal === 'later') {
        if (this.#running === 0) throw new Error('the strategy waits for a test, and none is under way');
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        continue;
      }
      this.#tally.counts.tests = test;
      this.#running++;
      try {
        await this.#test(worker, proposal, test);
      } finally {
        this.#running--;
        for (const goOn of this.#waiting.splice(0)) goOn();
      }
      const { generate, compile } = this.#tally.spentMs;
      await this.#care?.work(generate + compile);
      this.#tick();
    }
  }

  async #test(worker: Worker, proposal: Proposal, test: number | undefined): Promise<void> {
    const { meter } = this.#options;
    const { counts, spentMs } = this.#tally;
    const made = await worker.make(proposal.source, {
      ...proposal.request,
      limits: { maxTimeMs: this.#generationTime.ms, ...proposal.request.limits },
    });
    const generationMs = meter.generationMs(made);
    this.#generationTime.learn(generationMs);
    spentMs[proposal.minimises ? 'minimise' : 'generate'] += generationMs;
    if (made.outcome !== 'ok') {
      counts[made.outcome === 'overrun' ? 'overruns' : 'failures']++;
      this.#usefulness.complainOf(proposal, made);
      this.#learn(proposal, made, generationMs + ENGINE_MS);
      return;
    }
    const key = programKey(made.value);
    const isWanted = proposal.wants?.(made.record) ?? true;
    if ((!isWanted || this.#programs.has(key)) && test !== undefined) {
      counts.duplicates++;
      const conclusion = this.#programs.repeat();
      if (conclusion !== undefined) {
        this.#isOver = true;
        this.#note(conclusion);
      }
      this.#learn(proposal, made, generationMs + ENGINE_MS);
      return;
    }
    const bytes = programSize(made.value);
    this.#programs.add(key);
    const request = {
      program: made.value,
      configurations: this.#options.configurations(this.#definitions.get(proposal.source)!),
      // A machine that does other things as well is no reason to call anything a hang.
      limits: { ...usualExecutionLimits, cpuMs: this.#compileTime.ms, wallMs: this.#compileTime.ms * 10 },
      wholeSet: proposal.relearns === undefined && !proposal.minimises ? ('if-new' as const) : true,
    };
    const executions = await worker.execute(request);
    const executionMs = meter.executionMs(executions, bytes);
    this.#compileTime.learn(executionMs);
    counts.executions++;
    spentMs[proposal.minimises ? 'minimise' : 'compile'] += executionMs;
    const costMs = generationMs + executionMs + ENGINE_MS;
    const bad = executions.find(({ outcome }) => outcome !== 'ok');
    if (bad !== undefined) {
      // What only a failing test reached is new to others: what the target has seen is what tests were kept for.
      if (reachedBy(executions).fresh.length > 0) await worker.target.assumeSeen(this.#coverage.buckets);
      await this.#noteBad(worker, executions, bad, proposal, made, test);
      this.#learn(proposal, made, costMs);
      return;
    }
    this.#usefulness.prove();
    const reached = reachedBy(executions);
    const news = this.#coverage.add(reached.fresh);
    const [parent] = proposal.parents ?? [];
    const bettered =
      parent !== undefined &&
      !parent.isGone &&
      costMs < parent.info.costMs &&
      ((parent.hash !== 0n && parent.hash === reached.hash) ||
        (proposal.minimises && covers(unpackFeatures(reached.all), parent.keptFor)))
        ? parent.info.id
        : undefined;
    // What is learnt anew is kept in any case, so as not to be learnt again.
    const replaces = bettered ?? proposal.relearns;
    let kept: Parent | undefined;
    if (news.features.length > 0 || replaces !== undefined) {
      // Equal hashes, equal sets: it was not sent again.
      const all =
        bettered === undefined || proposal.minimises ? reached.all : this.#corpus.packedFeatures(bettered);
      const about = { test: test ?? 0, costMs, bytes, replaces };
      kept = await this.#keep(proposal, made, { ...reached, all }, news.features, about);
      if (kept !== undefined && news.features.length > 0) {
        this.#tally.lastNewCpuMs = this.#cpuMs();
        await this.#checkStability(worker, request, executions);
      }
    }
    const gain = { features: news.features.length, edges: news.edges };
    const definition = this.#definitions.get(proposal.source)!;
    this.#care?.offer(candidateOf(definition, proposal, made, test, gain.features));
    this.#tally.earn(proposal.arm, proposal.operator, {
      ...gain,
      executions: 1,
      cpuMs: costMs,
      kept: kept === undefined ? 0 : 1,
    });
    this.#tell({
      proposal,
      record: made.record,
      ending: 'ok',
      spentMs: costMs,
      isExecuted: true,
      freshFeatures: gain.features,
      kept,
    });
  }

  /** But for what is executed to be learnt anew: the strategy knows what that was worth when it was new. */
  #tell(result: Result): void {
    if (result.proposal.relearns === undefined) this.#strategy.learn(result);
  }

  /** A test that taught nothing. */
  #learn(proposal: Proposal, made: ProcessGenerated, spentMs: number): void {
    this.#tally.earn(proposal.arm, proposal.operator, { ...NOTHING, cpuMs: spentMs });
    const nothing = { record: made.record, isExecuted: false, freshFeatures: 0, kept: undefined };
    this.#tell({ ...nothing, proposal, ending: endingOf(made), spentMs });
  }

  async #keep(
    { arm, operator, parents, source }: Proposal,
    made: ProcessGenerated,
    { all, count, hash }: Reached,
    keptFor: Uint32Array,
    about: { test: number; costMs: number; bytes: number; replaces: string | undefined },
  ): Promise<Parent | undefined> {
    const sequence = entrySequence(made.record, source);
    const info = await whenThereIsRoom(
      () =>
        this.#corpus.add({
          source,
          target: this.#options.build,
          costMs: about.costMs,
          choices: made.record.choiceCount,
          programBytes: about.bytes,
          featureCount: count,
          freshCount: keptFor.length,
          origin: {
            test: about.test,
            arm,
            ...(operator === undefined ? {} : { operator }),
            ...(parents === undefined ? {} : { parents: parents.map((parent) => parent.info.id) }),
          },
          ...(about.replaces === undefined ? {} : { replaces: about.replaces }),
          sequence,
          features: all,
        }),
      this.#options,
    );
    if (info === undefined) return undefined;
    const parent = this.#add(info, all, keptFor, hash);
    this.#sequences.put(parent, made.record);
    return parent;
  }

  #take(info: EntryInfo): void {
    const features = this.#corpus.packedFeatures(info.id);
    this.#add(info, features, this.#coverage.add(unpackFeatures(features)).features, 0n);
  }

  #add(info: EntryInfo, features: Uint8Array, keptFor: Uint32Array, hash: bigint): Parent {
    this.#coverage.hold(features);
    const replaced = info.replaces === undefined ? undefined : this.#parents.get(info.replaces);
    return this.#parents.add(info, union([replaced?.keptFor, keptFor]), hash);
  }

  async #noteBad(
    worker: Worker,
    executions: readonly Execution[],
    bad: Execution,
    proposal: Proposal,
    made: ProcessGenerated & { readonly outcome: 'ok' },
    test: number | undefined,
  ): Promise<void> {
    const { counts } = this.#tally;
    const definition = this.#definitions.get(proposal.source)!;
    const candidate = candidateOf(definition, proposal, made, test, 0);
    if (bad.outcome === 'rejected') {
      counts.rejected++;
      this.#usefulness.complain(proposal.source, [
        'the target rejects the program:',
        ...bad.text.split('\n').slice(0, 5),
      ]);
    }
    if (bad.outcome === 'hang') counts.slow++;
    const isClear = classify(bad) !== undefined && bad.outcome !== 'hang' && bad.outcome !== 'rejected';
    if (!isClear && this.#care === undefined) return;
    const signature = await signatureOf(worker.target, bad, this.#options.searchPath);
    if (this.#findings.isKnown(signature.key)) return;
    // What was cut off by limits of ours, or refused, is no failure of the target's, as far as we know.
    if (!isClear) {
      this.#care?.suspect(candidate, bad, signature.key);
      return;
    }
    const { origin } = candidate;
    const finding = await whenThereIsRoom(
      () =>
        this.#findings.add({
          signature,
          program: made.value,
          sequence: () => entrySequence(made.record, proposal.source),
          text: bad.text,
          compiler: worker.target.name,
          args: this.#options.configurations(definition)[executions.indexOf(bad)]!.args,
          build: this.#options.build,
          origin,
        }),
      this.#options,
    );
    if (finding === undefined) return;
    this.#options.onEvent({ type: 'finding', finding: finding.record });
    this.#care?.reduceLater(finding.record);
  }

  /** Executes a kept test once more, as often as its cost allows. */
  async #checkStability(
    worker: Worker,
    request: Parameters<Worker['execute']>[0],
    executions: readonly Execution[],
  ): Promise<void> {
    if (!(worker.target instanceof ServerTarget)) return;
    const { meter } = this.#options;
    const bytes = programSize(request.program);
    const { spentMs } = this.#tally;
    if (this.#stabilityMs + meter.executionMs(executions, bytes) > spentMs.compile * STABILITY_SHARE) return;
    const { cells, again } = await maskUnstable(worker.target, request, executions);
    const costMs = meter.executionMs(again, bytes);
    this.#stabilityMs += costMs;
    spentMs.compile += costMs;
    const before = this.#masked.size;
    await this.#mask(cells);
    if (this.#masked.size > before) this.#note(`${this.#masked.size} edges are not stable and are left out`);
  }

  async #mask(cells: readonly number[]): Promise<void> {
    for (const cell of cells) this.#masked.add(cell);
    if (cells.length === 0) return;
    for (const { target } of this.#workers)
      if (target instanceof ServerTarget) await target.server.mask(cells);
  }

  #mustStop(): boolean {
    const { executions } = this.#options.budget;
    if (executions !== undefined && this.#tally.counts.executions + this.#running >= executions) return true;
    return this.#isOutOfTime();
  }

  #isOutOfTime(): boolean {
    const { signal, budget } = this.#options;
    const { cpuMs = Infinity, wallMs = Infinity } = budget;
    if (signal.aborted || this.#cpuMs() >= cpuMs || this.#wallMs() >= wallMs) this.#isOver = true;
    return this.#isOver;
  }

  #tick(): void {
    if (this.#options.clock.nowMs() - this.#reported.wallMs >= REPORT_EVERY_MS) this.#report(false);
  }

  #report(isLast: boolean): StatsLine {
    const { folder, clock, onEvent } = this.#options;
    const line = this.#tally.line({
      atMs: clock.nowMs(),
      wallMs: this.#wallMs(),
      cpuMs: this.#cpuMs(),
      features: this.#coverage.features,
      edges: this.#coverage.edges,
      corpus: this.#corpus.size,
      findings: this.#findings.size,
      unstable: this.#masked.size,
    });
    this.#reported.wallMs = clock.nowMs();
    const state: State = { line, strategy: this.#strategy.state, masked: [...this.#masked] };
    try {
      if (isLast || line.cpuMs >= this.#reported.statsCpuMs * STATS_STEP) {
        folder.appendStats(line);
        this.#reported.statsCpuMs = line.cpuMs;
        this.#findings.flush();
      }
      if (isLast || line.cpuMs >= this.#reported.learntCpuMs * LEARNT_STEP) {
        folder.writeLearnt(this.#parents.state);
        this.#reported.learntCpuMs = line.cpuMs;
      }
      folder.writeState(state);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    }
    onEvent({ type: 'progress', line, rates: this.#strategy.rates?.() ?? new Map() });
    return line;
  }

  #note(text: string): void {
    this.#options.onEvent({ type: 'note', text });
  }

  #cpuMs(): number {
    return this.#earlierCpuMs + this.#options.clock.cpuMs();
  }

  #wallMs(): number {
    return this.#earlierWallMs + this.#options.clock.nowMs() - this.#startedMs;
  }
}
