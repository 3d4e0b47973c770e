/**
 * The side line that compares every test's output with its truth, within its share. It links and runs the
 * object that the target made anyway. So it sees wrong code without a second compiler.
 *
 * The truth comes with the program, or it is the program's output in a run with counters. A difference must
 * come a second time. Then cgfuzz asks other compilers. If none of them agrees with the run, it doubts the
 * run and not the target. Invariants: noticing a difference needs no other compiler. If there is another
 * compiler to ask, the run alone is not enough to blame the target.
 */
import { type OtherMachine, findProgram, otherMachineOf } from '../../build/index.ts';
import { FactFinder } from '../../facts/index.ts';
import { type CompilerConfiguration, type Laboratory, hasContract } from '../../laboratory/index.ts';
import {
  describeRun,
  expectationOf,
  inspectWrongCode,
  isHeard,
  isRight,
  checkValidity,
  type Expectation,
  heardFrom,
  type Inspection,
  wrongCodeNamed,
} from '../../oracle/index.ts';
import type { Program, Truth } from '../../program/index.ts';
import { type RunLimits, runLimits } from '../../sandbox/index.ts';
import { compilerArgsFor } from '../../source/index.ts';
import { UserError } from '../../util/user-error.ts';
import type { CampaignEvent } from '../../campaign/index.ts';
import { triageTuning } from '../tuning.ts';
import type { ComparisonCandidate } from './candidates.ts';
import { type Bill, charged } from './charged.ts';
import { Latest } from './latest.ts';
import type { SideLine } from './side-line.ts';
import type { LineParts } from './line-parts.ts';
import type { SideWork } from './side-job.ts';
import { takeInspection } from './take-inspection.ts';
import { askedFor } from './asked-for.ts';

/** Tcc links in a tenth of the time; if the result looks wrong, another linker links again. */
const QUICK_LINKER = ['tcc'];

const patient: RunLimits = {
  ...runLimits,
  cpuMs: runLimits.cpuMs * triageTuning.patience.value,
  wallMs: runLimits.wallMs * triageTuning.patience.value,
};

const MAX_DOUBTS = triageTuning.maxDoubts.value;

/** Behaviour of an object, compared with the truth. */
type Answer = 'right' | 'wrong' | 'endless';

interface Waiting {
  readonly candidate: ComparisonCandidate;
  readonly object: Uint8Array;
}

/** True if the program's correct behaviour can be known. */
export function mayHaveTruth({ truth, promises, language, options }: Program): boolean {
  if (options?.isForElsewhere === true) return false;
  if (truth !== undefined) return truth.kind !== 'contract';
  return promises === 'defined' && language === 'c';
}

export class TruthLine implements SideLine {
  readonly name = 'truth' as const;
  readonly share: number;
  readonly #parts: LineParts;
  readonly #hasTcc: boolean;
  readonly #waiting = new Latest<Waiting>();
  #finder: Promise<FactFinder | undefined> | undefined;
  /** Number of runs that no compiler agreed with. */
  #doubted = 0;

  constructor(parts: LineParts) {
    this.#parts = parts;
    this.share = parts.options.shares.truth ?? 0;
    this.#hasTcc = findProgram('tcc', parts.options.world.searchPath) !== undefined;
  }

  offer(candidate: ComparisonCandidate, object: Uint8Array): void {
    const { program } = candidate;
    if (this.share <= 0 || object.length === 0 || hasContract(program) || !mayHaveTruth(program)) return;
    // Programs that do not link do not run either.
    if (this.#parts.doubts.isHopeless(candidate.definition.name)) return;
    // A run with counters shows the output for this machine; on another machine the program may rightly print
    // something else.
    if (program.truth === undefined && this.#machineOf(candidate) !== undefined) return;
    this.#waiting.add({ candidate, object });
  }

  next(): SideWork | undefined {
    const waiting = this.#waiting.takePreferred(({ candidate }) => candidate.looksAt !== undefined);
    return waiting && (() => charged(this.#parts, this.name, (...opened) => this.#check(waiting, ...opened)));
  }

  async interrupt(): Promise<void> {
    await this.#parts.laboratory.close();
    await this.close();
  }

  async close(): Promise<void> {
    const finder = this.#finder;
    this.#finder = Promise.resolve(undefined);
    await (await finder)?.close();
  }

  async #check(waiting: Waiting, laboratory: Laboratory, bill: Bill): Promise<void> {
    const truth = await this.#truthOf(waiting.candidate, (ms) => (bill.ms = ms));
    bill.isCheck = truth !== undefined;
    if (truth !== undefined) await this.#holdAgainst(laboratory, waiting, truth);
  }

  async #truthOf(candidate: ComparisonCandidate, spent: (ms: number) => void): Promise<Truth | undefined> {
    const { program, unstaged = program } = candidate;
    if (program.truth !== undefined) return program.truth;
    const answer = await this.#runOf(candidate, unstaged);
    spent(answer?.cpuMs ?? 0);
    return answer?.truth;
  }

  /**
   * A run of a program with counters; if stages lowered the promise, the truth is lowered in the same way.
   */
  async #runOf(
    candidate: ComparisonCandidate,
    program: Program,
  ): Promise<{ readonly truth: Truth | undefined; readonly cpuMs: number } | undefined> {
    const finder = await (this.#finder ??= this.#open());
    if (finder === undefined) return undefined;
    const { args } = askedFor(this.#parts.campaign, candidate);
    const { cpuMs, ...answer } = await finder.find({ program, args, source: candidate.definition.name });
    const run = answer.kind === 'facts' ? answer.facts.run : undefined;
    return { cpuMs, truth: run && { kind: 'output', stdout: run.stdout, exitCode: run.exitCode } };
  }

  async #open(): Promise<FactFinder | undefined> {
    try {
      return await FactFinder.open(this.#parts.options.world, {
        tell: (text) => this.#tell({ type: 'note', text }),
      });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const [hint = ''] = error.hints;
      const text = `only programs that say themselves what they must print are held against it: ${error.message}; ${hint}`;
      this.#tell({ type: 'note', text });
      return undefined;
    }
  }

  async #holdAgainst(laboratory: Laboratory, waiting: Waiting, truth: Truth): Promise<void> {
    const { candidate } = waiting;
    const answer = await this.#answerOf(laboratory, waiting, truth);
    if (answer === 'right') return this.#parts.campaign.avoidance.wasRight(candidate);
    if (await this.#isStageToBlame(candidate, truth)) return;
    const { options, campaign } = this.#parts;
    const { program, definition } = candidate;
    const countAgain = (signature: string): boolean =>
      program.promises === 'defined' && campaign.findings.countAgain(signature);
    const compilerArgs = compilerArgsFor(definition, program);
    const references = options.references.map(({ compiler, args }): CompilerConfiguration => ({
      compiler,
      args: [...args, ...compilerArgs],
    }));
    if (answer === 'endless') return this.#inspectEndless(laboratory, waiting, truth, references);
    // If there are other compilers, they vote without this truth: a run's truth is the word of only one
    // compiler.
    const asked = references.length > 0 ? program : { ...program, truth };
    const inspection = await inspectWrongCode(
      laboratory,
      asked,
      [askedFor(this.#parts.campaign, candidate), ...references],
      { countAgain, unstaged: candidate.unstaged },
    );
    await takeInspection(this.#parts, candidate, inspection);
    if (inspection.kind === 'nothing' && program.truth === undefined) await this.#doubtRun();
  }

  /** `right` if nothing can be concluded. A wrong program must be wrong each time. */
  async #answerOf(laboratory: Laboratory, waiting: Waiting, truth: Truth): Promise<Answer> {
    const isQuick =
      this.#hasTcc &&
      waiting.candidate.program.language === 'c' &&
      this.#machineOf(waiting.candidate) === undefined;
    const quick = isQuick ? await this.#answer(laboratory, waiting, truth, QUICK_LINKER) : undefined;
    if (quick === 'right' || quick === 'endless') return quick;
    // Links once more with the usual linker: a run may depend on an address.
    for (let turn = quick === undefined ? 0 : 1; turn < 2; turn++) {
      const answer = await this.#answer(laboratory, waiting, truth);
      if (answer !== 'wrong') return answer ?? 'right';
    }
    return 'wrong';
  }

  /**
   * True if the staged program behaves differently from the program before the stages, when both run in the
   * same way.
   */
  async #isStageToBlame(candidate: ComparisonCandidate, truth: Truth): Promise<boolean> {
    const { program, unstaged, definition, origin } = candidate;
    if (unstaged === undefined) return false;
    const own = await this.#runOf(candidate, program);
    const [before, after] = [truth, own?.truth].map((each) => each && expectationOf(each)?.expected);
    if (after === undefined || after === before) return false;
    const text = `a stage of ${definition.name} changed what a program prints, in test ${origin.test}; that is a mistake of the stage, and no finding`;
    this.#parts.campaign.keepMistake(candidate, 'stage-mistaken', text);
    if (this.#parts.doubts.isFirst('stage')) this.#tell({ type: 'note', text });
    return true;
  }

  /**
   * Otherwise compilers have no vote on a program that takes too long. Here the program is known to end soon.
   * It is wrong code if it does not end in ten times the time, while another compiler's build behaves as in
   * the run.
   */
  async #inspectEndless(
    laboratory: Laboratory,
    { candidate, object }: Waiting,
    truth: Truth,
    references: readonly CompilerConfiguration[],
  ): Promise<void> {
    const { program } = candidate;
    const asked = askedFor(this.#parts.campaign, candidate);
    const expected = expectationOf(truth);
    const { run } = await laboratory.linking.link(object, program, { args: asked.args, limits: patient });
    if (run?.end !== 'timeout' || expected === undefined) return;
    const question = { asked, references, expected };
    await takeInspection(this.#parts, candidate, await inspectEndlessCode(laboratory, program, question));
  }

  /** Undefined if linking failed. */
  async #answer(
    laboratory: Laboratory,
    { candidate, object }: Waiting,
    truth: Truth,
    linker?: readonly string[],
  ): Promise<Answer | undefined> {
    const { program } = candidate;
    const expected = expectationOf(truth);
    const { args } = askedFor(this.#parts.campaign, candidate);
    const machine = this.#machineOf(candidate);
    const { run } = await laboratory.linking.link(object, program, {
      args,
      ...(linker === undefined ? {} : { linker }),
      ...(machine === undefined ? {} : laboratory.linking.forMachine(machine, args)),
    });
    if (run === undefined) return undefined;
    // A run with counters ended soon, by its count of steps; a program's own truth does not tell how soon.
    if (run.end === 'timeout' && program.truth === undefined) return 'endless';
    if (expected === undefined || !isHeard(run) || isRight(describeRun(run), expected)) return 'right';
    return 'wrong';
  }

  /** Only the run says that the target is wrong: after several such cases another compiler profiles. */
  async #doubtRun(): Promise<void> {
    if (++this.#doubted < MAX_DOUBTS) return;
    this.#doubted = 0;
    const next = (await this.#finder)?.goOnWithNextCompiler();
    const then = next === undefined ? 'no other compiler is here to do it' : `${next} does it from now on`;
    const text = `what programs print when they are run with counters was wrong ${MAX_DOUBTS} times, as all other compilers said; ${then}`;
    if (this.#parts.doubts.isFirst(text)) this.#tell({ type: 'note', text });
  }

  #tell(event: CampaignEvent): void {
    this.#parts.campaign.tell(event);
  }

  /** Undefined if the target's code runs on this machine. */
  #machineOf(candidate: ComparisonCandidate): OtherMachine | undefined {
    return otherMachineOf(this.#parts.campaign.target, askedFor(this.#parts.campaign, candidate).args);
  }
}

interface EndlessQuestion {
  /** The target with its arguments. */
  readonly asked: CompilerConfiguration;
  readonly references: readonly CompilerConfiguration[];
  readonly expected: Expectation;
}

/**
 * Inspects programs that ended when run with counters, but never end as the target compiled them. No vote can
 * show such wrong code, since a program that takes too long has no vote.
 *
 * Invariant: with another compiler the program ended correctly, and no sanitizer complains about it.
 */
async function inspectEndlessCode(
  laboratory: Laboratory,
  program: Program,
  { asked, references, expected }: EndlessQuestion,
): Promise<Inspection> {
  const behaviours = await laboratory.behave(program, references);
  const said = behaviours.map(heardFrom);
  const right = references.filter((_, index) => isRight(said[index] ?? '', expected));
  if (right.length === 0) return { kind: 'nothing' };
  const { compiler, args } = asked;
  const validity = await checkValidity(laboratory, program, { args, quick: true, atLeast: 'suspicious' });
  const complaint = validity.reports.find(({ answer }) => answer === 'undefined');
  if (complaint !== undefined) return { kind: 'invalid', why: `${complaint.checker}: ${complaint.detail}` };
  const key = `wrong-code | the program never ends | ${compiler}`;
  return {
    kind: 'failure',
    seen: {
      signature: wrongCodeNamed(key),
      text: '',
      ...asked,
      difference: { ...expected, actual: 'timeout\n' },
      references: right,
      validity,
    },
  };
}
