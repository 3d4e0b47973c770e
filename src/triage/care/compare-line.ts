/**
 * The side line that examines tests: it compares compilers on some tests, and repeats possible failures.
 */
import {
  type CompilerConfiguration,
  hasContract,
  judgeTest,
  type Laboratory,
  machineOf,
} from '../../laboratory/index.ts';
import { findBlindness, type Inspection, inspectWrongCode } from '../../oracle/index.ts';
import type { Program } from '../../program/index.ts';
import { compilerArgsFor } from '../../source/index.ts';
import type { Execution } from '../../serve/index.ts';
import { Candidates, type ComparisonCandidate } from './candidates.ts';
import { charged } from './charged.ts';
import { inspectHang, inspectRefusal, mayBeRefused } from './inspect.ts';
import type { Doubts } from './doubts.ts';
import type { LineParts } from './line-parts.ts';
import type { SideWork } from './side-job.ts';
import type { SideLine } from './side-line.ts';
import { takeInspection } from './take-inspection.ts';
import { triageTuning } from '../tuning.ts';
import { askedFor } from './asked-for.ts';

const MAX_SUSPECTS = triageTuning.maxSuspects.value;
const MAX_CONVICTED = triageTuning.maxConvicted.value;

export class CompareLine implements SideLine {
  readonly name = 'compare' as const;
  readonly share: number;
  readonly #parts: LineParts;
  readonly #candidates = new Candidates();
  /** Tests whose code the judge found to be wrong. */
  readonly #convicted: ComparisonCandidate[] = [];
  readonly #suspects: { readonly candidate: ComparisonCandidate; readonly execution: Execution }[] = [];
  /** Refusals and hangs that were looked into, or are waiting. */
  readonly #lookedInto = new Set<string>();
  readonly #doubts: Doubts;

  constructor(parts: LineParts) {
    this.#parts = parts;
    this.share = parts.options.shares.compare ?? 0;
    this.#doubts = parts.doubts;
  }

  get beginsAtOnce(): boolean {
    return true;
  }

  /**
   * Proves, before any comparison, that right and wrong can be told apart here. If they cannot, it tells the
   * person and compares nothing. The target gets the flags of the first source whose programs are linked.
   */
  async prove(): Promise<void> {
    const { options, campaign } = this.#parts;
    const definition = [...campaign.definitions.values()].find(
      ({ language, isJudged }) => language !== 'text' && isJudged !== true,
    );
    if (this.share <= 0 || options.comparesNothing === true || definition === undefined) return;
    const { args } = campaign.argumentsOf(definition);
    const matrix = [{ compiler: campaign.target, args }, ...options.references];
    const why = await charged(this.#parts, this.name, (opened) => findBlindness(opened, matrix));
    if (why === undefined) return;
    this.#doubts.isBlind = true;
    const text = `nothing is compared, and no wrong code will be found: ${why}`;
    campaign.tell({ type: 'note', text });
  }

  offer(candidate: ComparisonCandidate, output: Uint8Array): void {
    const { program, definition } = candidate;
    if (this.#parts.options.comparesNothing === true) return;
    if (definition.language === 'text' || this.#doubts.isHopeless(definition.name)) return;
    if (hasContract(program)) this.#judge(candidate, output);
    else if (this.#compares(program)) this.#candidates.offer(candidate);
  }

  /**
   * The assembly exists already, so each test is judged at once; a test that breaks its contract in a new way
   * is examined further. Code that the judge does not know waits until it is run.
   */
  #judge(candidate: ComparisonCandidate, assembly: Uint8Array): void {
    if (this.share <= 0 || this.#convicted.length >= MAX_CONVICTED) return;
    const { compiler, args } = askedFor(this.#parts.campaign, candidate);
    const { signature, isAsked, cpuMs: ms } = judgeTest(candidate.program, assembly, [compiler, ...args]);
    this.#parts.campaign.tell({ type: 'judged', isAsked, ms });
    if (!isAsked && machineOf([compiler, ...args]) === 'x86-64') this.#candidates.offer(candidate);
    if (signature === undefined || this.#parts.campaign.findings.countAgain(signature)) return;
    if (this.#lookedInto.has(signature)) return;
    this.#lookedInto.add(signature);
    this.#convicted.push(candidate);
  }

  suspect(candidate: ComparisonCandidate, execution: Execution, key: string): void {
    if (this.share <= 0 || this.#suspects.length >= MAX_SUSPECTS) return;
    const { program } = candidate;
    if (
      execution.outcome === 'rejected' &&
      (program.promises === undefined || mayBeRefused(program, execution))
    )
      return;
    if (this.#lookedInto.has(key)) return;
    this.#lookedInto.add(key);
    this.#suspects.push({ candidate, execution });
  }

  next(): SideWork | undefined {
    const suspect = this.#suspects.shift();
    if (suspect !== undefined) return () => this.#lookAgain(suspect.candidate, suspect.execution);
    let candidate = this.#convicted.shift() ?? this.#candidates.next();
    while (candidate !== undefined && this.#isPointless(candidate)) candidate = this.#candidates.next();
    return candidate && (() => this.#compare(candidate));
  }

  /** True if nothing of its source links, or if its truth has already shown what is wrong. */
  #isPointless({ definition, record }: ComparisonCandidate): boolean {
    return this.#doubts.isHopeless(definition.name) || this.#parts.campaign.avoidance.hasShown(record);
  }

  async interrupt(): Promise<void> {
    await this.#parts.laboratory.close();
  }

  /**
   * One compiler is enough for a program that brings its truth. A program that cannot run here cannot be
   * compared.
   */
  #compares({ truth, options }: Program): boolean {
    if (this.share <= 0 || options?.isForElsewhere === true) return false;
    return this.#referencesFor(options).length > 0 || truth !== undefined;
  }

  /** The reference compilers: none for another machine's code, since they generate code for this machine. */
  #referencesFor(drawn: Program['options']): readonly CompilerConfiguration[] {
    return drawn?.machine === undefined ? this.#parts.options.references : [];
  }

  async #compare(candidate: ComparisonCandidate): Promise<void> {
    const { campaign } = this.#parts;
    const compilerArgs = compilerArgsFor(candidate.definition, candidate.program);
    const references = this.#referencesFor(candidate.program.options).map(
      ({ compiler, args }): CompilerConfiguration => ({
        compiler,
        args: [...args, ...compilerArgs],
      }),
    );
    const matrix = [askedFor(this.#parts.campaign, candidate), ...references];
    // A source without promises may make programs without a meaning, so its candidates are always examined
    // fully.
    const isTrusted = candidate.program.promises === 'defined';
    const inspection = await this.#charged(
      (laboratory) =>
        inspectWrongCode(laboratory, candidate.program, matrix, {
          countAgain: (signature) => isTrusted && campaign.findings.countAgain(signature),
          unstaged: candidate.unstaged,
        }),
      true,
    );
    const text = this.#doubts.learn(candidate.definition.name, inspection);
    if (text !== undefined) campaign.tell({ type: 'note', text });
    if (inspection.kind === 'nothing') campaign.avoidance.wasRight(candidate);
    const taken = await takeInspection(this.#parts, candidate, inspection);
    this.#candidates.learn(candidate, taken === 'known');
  }

  async #lookAgain(candidate: ComparisonCandidate, execution: Execution): Promise<void> {
    const { options } = this.#parts;
    const { program, definition } = candidate;
    const question = {
      program,
      asked: askedFor(this.#parts.campaign, candidate),
      searchPath: options.world.searchPath,
      limits: this.#parts.campaign.testLimits,
    };
    const others = options.references.map(({ compiler }) => ({
      compiler,
      args: compilerArgsFor(definition, program),
    }));
    const inspection = await this.#charged((laboratory) =>
      execution.outcome === 'hang'
        ? inspectHang(laboratory, question, execution.cpuMs)
        : inspectRefusal(laboratory, question, execution, others),
    );
    await takeInspection(this.#parts, candidate, inspection);
  }

  #charged(work: (laboratory: Laboratory) => Promise<Inspection>, isCheck = false): Promise<Inspection> {
    return charged(this.#parts, this.name, (laboratory, bill) => {
      bill.isCheck = isCheck;
      return work(laboratory);
    });
  }
}
