/**
 * Care: what a campaign does with its tests besides searching. It compares compilers over the tests that deserve it,
 * looks again at what may be a failure, and reduces findings as they arrive.
 *
 * All of it are side jobs, stepped between tests and only while they are owed CPU time: each kind its share.
 * Invariants: care has compilers, generators and alphabets of its own and never tells the search anything, so that a
 * campaign makes the same tests whatever care does; what is known is counted and not looked into again.
 */
import { entrySequence } from '../../corpus/index.ts';
import type { FindingRecord, Findings } from '../../finding/index.ts';
import { type CompilerConfiguration, Laboratory } from '../../oracle/index.ts';
import type { Program } from '../../program/index.ts';
import { type SourceDefinition, SourcePool } from '../../source/index.ts';
import type { Execution } from '../../serve/index.ts';
import type { Tell } from '../../campaign/index.ts';
import { finishFinding } from '../reduction/finish-finding.ts';
import { openFailureTest } from '../reduction/open-failure-test.ts';
import { reduceFinding } from '../reduction/reduce-finding.ts';
import { Candidates, type ComparisonCandidate } from './candidates.ts';
import type { CareOptions } from './care-options.ts';
import { inspectHang, type Inspection, inspectRefusal, inspectWrongCode } from './inspect.ts';
import { SideJob } from './side-job.ts';

/** Of the campaign that is cared for. */
export interface Campaigner {
  readonly findings: Findings;
  readonly definitions: ReadonlyMap<string, SourceDefinition>;
  readonly build: string;
  /** The target's name, and what it is told for a source. */
  readonly target: string;
  readonly argsFor: (source: SourceDefinition) => readonly string[];
  /** What care spent in earlier runs. */
  readonly spentMs: Readonly<Record<Kind, number>>;
  readonly tell: Tell;
}

type Kind = 'compare' | 'reduce';

/** A reduction that takes longer makes room for others before it goes on; each time it gets twice as much. */
const FIRST_SLICE_MS = 20_000;
/** Tests that were cut off wait for a second look; more of them would only show the same. */
const MAX_SUSPECTS = 4;

export class Care {
  readonly #options: CareOptions;
  readonly #campaign: Campaigner;
  readonly #candidates = new Candidates();
  readonly #suspects: { readonly candidate: ComparisonCandidate; readonly execution: Execution }[] = [];
  /** Refusals and hangs that were looked into, or are waiting. */
  readonly #lookedInto = new Set<string>();
  /** Signatures of findings to reduce. */
  readonly #toReduce: { readonly signature: string; readonly sliceMs: number }[] = [];
  readonly #jobs = new Map<Kind, SideJob>();
  readonly #stepping = new Set<Kind>();
  readonly #end = new AbortController();
  readonly #spentMs: Record<Kind, number>;
  #laboratory: Promise<Laboratory> | undefined;
  #saidInvalid = false;

  constructor(options: CareOptions, campaign: Campaigner) {
    this.#options = options;
    this.#campaign = campaign;
    this.#spentMs = { ...campaign.spentMs };
    for (const { record } of campaign.findings.all()) this.reduceLater(record);
  }

  /** A test that went well. */
  offer(candidate: ComparisonCandidate): void {
    if (this.#compares(candidate.program) && candidate.definition.language !== 'text')
      this.#candidates.offer(candidate);
  }

  /** A test that the target refused, or that was cut off: a failure, if a second look says so. */
  suspect(candidate: ComparisonCandidate, execution: Execution, key: string): void {
    if (this.#options.compareShare <= 0 || this.#suspects.length >= MAX_SUSPECTS) return;
    if (execution.outcome === 'rejected' && candidate.program.promises === undefined) return;
    if (this.#lookedInto.has(key)) return;
    this.#lookedInto.add(key);
    this.#suspects.push({ candidate, execution });
  }

  /** A finding that deserves to be small. */
  reduceLater({ signature, reduction }: FindingRecord): void {
    if (this.#options.reduceShare <= 0 || reduction?.state === 'minimal') return;
    this.#toReduce.push({ signature, sliceMs: FIRST_SLICE_MS });
  }

  /** Does what is owed, given what the search spent so far. */
  async work(searchMs: number): Promise<void> {
    const { compareShare, reduceShare } = this.#options;
    const wholeMs = searchMs / Math.max(0.01, 1 - compareShare - reduceShare);
    for (const [kind, share] of [
      ['compare', compareShare],
      ['reduce', reduceShare],
    ] as const) {
      while (this.#spentMs[kind] < wholeMs * share && !this.#stepping.has(kind)) {
        const job = this.#jobs.get(kind) ?? this.#nextJob(kind);
        if (job === undefined) break;
        this.#jobs.set(kind, job);
        this.#stepping.add(kind);
        try {
          await job.step();
        } finally {
          this.#stepping.delete(kind);
          if (job.isOver) this.#jobs.delete(kind);
        }
      }
    }
  }

  /** Brings reductions to an end with the best so far on the disk; they go on with the campaign. */
  async close(): Promise<void> {
    this.#end.abort();
    for (const job of this.#jobs.values()) while (!job.isOver) await job.step();
    const laboratory = await this.#laboratory;
    this.#laboratory = undefined;
    await laboratory?.close();
  }

  /** One compiler is enough for a program that brings its truth. */
  #compares({ truth }: Program): boolean {
    const { compareShare, references } = this.#options;
    return compareShare > 0 && (references.length > 0 || truth !== undefined);
  }

  #nextJob(kind: Kind): SideJob | undefined {
    if (kind === 'reduce') {
      const next = this.#toReduce.shift();
      return next && new SideJob((pause) => this.#reduce(next.signature, next.sliceMs, pause));
    }
    const suspect = this.#suspects.shift();
    if (suspect !== undefined)
      return new SideJob(() => this.#lookAgain(suspect.candidate, suspect.execution));
    const candidate = this.#candidates.next();
    return candidate && new SideJob(() => this.#compare(candidate));
  }

  async #compare(candidate: ComparisonCandidate): Promise<void> {
    const { compilerArgs = [] } = candidate.definition;
    const references = this.#options.references.map(({ compiler, args }): CompilerConfiguration => ({
      compiler,
      args: [...args, ...compilerArgs],
    }));
    const matrix = [this.#askedFor(candidate), ...references];
    const { findings } = this.#campaign;
    // What a source without promises makes may have no meaning, and is not counted unseen.
    const isTrusted = candidate.program.promises === 'defined';
    const inspection = await this.#accounted((laboratory) =>
      inspectWrongCode(
        laboratory,
        candidate.program,
        matrix,
        (signature) => isTrusted && findings.isKnown(signature),
      ),
    );
    this.#candidates.learn(candidate, this.#take(candidate, inspection) === 'known');
  }

  async #lookAgain(candidate: ComparisonCandidate, execution: Execution): Promise<void> {
    const { program, definition } = candidate;
    const question = {
      program,
      asked: this.#askedFor(candidate),
      searchPath: this.#options.world.searchPath,
    };
    const others = this.#options.references.map(({ compiler }) => ({
      compiler,
      args: definition.compilerArgs ?? [],
    }));
    const inspection = await this.#accounted((laboratory) =>
      execution.outcome === 'hang'
        ? inspectHang(laboratory, question)
        : inspectRefusal(laboratory, question, execution, others),
    );
    this.#take(candidate, inspection);
  }

  #askedFor({ definition }: ComparisonCandidate): CompilerConfiguration {
    return { compiler: this.#campaign.target, args: this.#campaign.argsFor(definition) };
  }

  /** Turns what was seen into a finding. */
  #take(candidate: ComparisonCandidate, inspection: Inspection): 'nothing' | 'known' | 'new' {
    const { findings, build, tell } = this.#campaign;
    if (inspection.kind === 'nothing' || inspection.kind === 'known') return inspection.kind;
    const { definition, record, program, origin } = candidate;
    if (inspection.kind === 'invalid') {
      if (program.promises === 'defined' && !this.#saidInvalid) {
        this.#saidInvalid = true;
        const text = `${definition.name} promises programs without undefined behaviour and broke it in test ${origin.test}: ${inspection.why}`;
        tell({ type: 'note', text });
      }
      return 'nothing';
    }
    const { seen } = inspection;
    if (findings.isKnown(seen.signature.key)) return 'known';
    const sequence = (): Uint8Array => entrySequence(record, definition.name);
    const finding = findings.add({ ...seen, program, sequence, build, origin });
    tell({ type: 'finding', finding: finding.record });
    this.reduceLater(finding.record);
    return 'new';
  }

  async #reduce(signature: string, sliceMs: number, pause: () => Promise<void>): Promise<void> {
    const { findings, definitions } = this.#campaign;
    const finding = findings.all().find(({ record }) => record.signature === signature);
    const definition = finding && definitions.get(finding.record.origin.source);
    if (finding === undefined || definition === undefined || finding.folder.isMuted) return;
    const slice = new AbortController();
    const generators = new SourcePool(definition, 1);
    const opened = await openFailureTest(finding.record, finding.folder, definition, this.#options.world);
    const { test, validity } = opened;
    const usedMs = (): number => test.cpuMs + generators.cpuMs;
    let countedMs = 0;
    const account = (): void => {
      this.#spend('reduce', usedMs() - countedMs);
      countedMs = usedMs();
    };
    try {
      const { end } = await reduceFinding(finding, {
        generators,
        test,
        ...(validity === undefined ? {} : { validity }),
        jobs: 1,
        signal: AbortSignal.any([this.#end.signal, slice.signal]),
        save: (more) => void findings.update(signature, more),
        beforeEach: async () => {
          account();
          if (countedMs >= sliceMs) slice.abort();
          if (!this.#end.signal.aborted) await pause();
        },
      });
      if (end === 'aborted') this.#toReduce.push({ signature, sliceMs: sliceMs * 2 });
      else await this.#finish(signature);
    } catch (error) {
      // The bug went away, with a compiler perhaps; `cgfuzz reduce` tells a person why.
      if (!isNoLongerThere(error)) throw error;
    } finally {
      account();
      await test.close();
      await generators.close();
    }
  }

  async #finish(signature: string): Promise<void> {
    const { findings } = this.#campaign;
    const finding = findings.all().find(({ record }) => record.signature === signature);
    if (finding === undefined) return;
    const laboratory = await this.#openLaboratory();
    const beforeMs = laboratory.cpuMs;
    findings.update(signature, await finishFinding(finding, laboratory));
    this.#spend('reduce', laboratory.cpuMs - beforeMs);
  }

  async #accounted(work: (laboratory: Laboratory) => Promise<Inspection>): Promise<Inspection> {
    const laboratory = await this.#openLaboratory();
    const beforeMs = laboratory.cpuMs;
    try {
      return await work(laboratory);
    } finally {
      // Something at least, so that a job which costs nothing does not go on for ever.
      this.#spend('compare', Math.max(1, laboratory.cpuMs - beforeMs));
    }
  }

  #spend(on: Kind, ms: number): void {
    this.#spentMs[on] += ms;
    this.#campaign.tell({ type: 'spent', on, ms });
  }

  #openLaboratory(): Promise<Laboratory> {
    return (this.#laboratory ??= Laboratory.open(this.#options.world));
  }
}

function isNoLongerThere(error: unknown): boolean {
  return error instanceof Error && ['NotInterestingError', 'UserError'].includes(error.name);
}
