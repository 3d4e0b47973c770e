/**
 * A compile that a given judge refutes: the module after the optimiser may not replace the module before.
 *
 * For a clang, cgfuzz makes IR before and after the passes, and bisects the passes with the judge. A gcc has
 * no such IR: the judge gets the program and the assembly, and compares them in its own way.
 *
 * Invariant: for a clang, the judge refuted exactly the step of the blamed pass, from the module before to
 * the module after it.
 */
import { familyOfName } from '../../build/index.ts';
import { argumentsAnd, type Program } from '../../program/index.ts';
import type { Emit, Execution } from '../../serve/index.ts';
import type { CompilerConfiguration } from '../../laboratory/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import type { Tries, Trial } from '../compare/trials.ts';
import type { Signature } from '../crash/crash-signature.ts';
import { bisectPasses, type Culprit, unknownCulprit } from '../culprit/culprit.ts';
import { limitedTo } from '../ir/wrong-ir.ts';
import { oracleTuning } from '../tuning.ts';
import type { GivenJudge, GivenVerdict, JudgeCommand } from './given-judge.ts';

export interface JudgeTools {
  readonly laboratory: Laboratory;
  readonly judge: GivenJudge;
}

export type Refutation =
  | {
      readonly kind: 'nothing';
      readonly why: 'right' | 'not-compiled' | 'too-large' | 'not-judged' | 'doubtful';
      readonly says: string;
    }
  | {
      readonly kind: 'wrong';
      readonly says: string;
      readonly culprit: Culprit;
      readonly signature: Signature;
    };

/**
 * Arguments that keep functions independent: none is inlined, specialised or private to its file. So the
 * optimiser's knowledge of callers does not mislead a judge of single functions.
 */
const APART: readonly string[] = [
  '-fPIC',
  '-fsemantic-interposition',
  '-Dstatic=',
  '-fgnu89-inline',
  '-fno-strict-aliasing',
];

/** The configuration whose compile the judge gets. */
export function judgedConfiguration(
  { judge }: Pick<JudgeTools, 'judge'>,
  { options }: Program,
  asked: CompilerConfiguration,
): CompilerConfiguration {
  const isApart = judge.command.about === 'functions' && familyOfName(asked.compiler) === 'clang';
  return isApart ? { compiler: asked.compiler, ...argumentsAnd(asked, APART, options) } : asked;
}

/**
 * True if a judge can work on the program. C++ has functions that no argument makes public, so a judge of
 * single functions gets only C.
 */
export function mayBeJudged({ about }: JudgeCommand, { language, beside }: Program): boolean {
  if (beside !== undefined) return false;
  return language === 'c' || (language === 'c++' && about === 'programs');
}

/** `asked` comes from `judgedConfiguration`; `near` is the culprit of a similar program. */
export async function inspectRefutation(
  tools: JudgeTools,
  program: Program,
  asked: CompilerConfiguration,
  { near }: { readonly near?: Culprit | undefined } = {},
): Promise<Refutation> {
  const { compiler } = await tools.laboratory.target(asked.compiler);
  const trials = new JudgedTrials(tools, program, asked);
  if (compiler?.family !== 'clang') return inspectWhole(trials, program);
  const before = await trials.moduleWith([], 'ir-before-passes');
  if (before === undefined) return { kind: 'nothing', why: 'not-compiled', says: '' };
  if (before.length > oracleTuning.judgedBytes.value) return { kind: 'nothing', why: 'too-large', says: '' };
  trials.before = before;
  const whole = await trials.verdictWith([]);
  if (whole?.kind !== 'wrong') return nothingIn(whole);
  const culprit = await bisectPasses(trials, near?.kind === 'pass' ? near : undefined);
  if (culprit.kind !== 'pass') return wrong(whole.says, culprit);
  const step = await trials.verdictOfStep(culprit.step);
  return step?.kind === 'wrong'
    ? wrong(step.says, culprit)
    : { kind: 'nothing', why: 'doubtful', says: step?.says ?? '' };
}

/** The "before" is the program's own text; no single pass can be blamed. */
async function inspectWhole(trials: JudgedTrials, program: Program): Promise<Refutation> {
  const main = program.files.find(({ path }) => path === program.main)!;
  const after = await trials.moduleWith([], 'assembly');
  if (after === undefined) return { kind: 'nothing', why: 'not-compiled', says: '' };
  if (main.bytes.length > oracleTuning.judgedBytes.value)
    return { kind: 'nothing', why: 'too-large', says: '' };
  const verdict = await trials.ask(main.bytes, after, [
    `before-${main.path.replaceAll('/', '-')}`,
    'after.s',
  ]);
  return verdict.kind === 'wrong'
    ? wrong(verdict.says, unknownCulprit('the judge is asked about all passes at once'))
    : nothingIn(verdict);
}

function nothingIn(verdict: GivenVerdict | undefined): Refutation {
  const why = verdict === undefined ? 'not-compiled' : verdict.kind === 'right' ? 'right' : 'not-judged';
  return { kind: 'nothing', why, says: verdict?.says ?? '' };
}

function wrong(says: string, culprit: Culprit): Refutation {
  const pass = culprit.kind === 'pass' ? culprit.pass : undefined;
  const blamed =
    culprit.kind === 'pass'
      ? [culprit.pass, culprit.rewrite].filter((part) => part !== undefined).join(': ')
      : 'culprit unknown';
  const message = plainWords(says) || 'no reason';
  const key = `refuted | ${message} | ${blamed}`;
  return { kind: 'wrong', says, culprit, signature: { kind: 'refuted', key, message, frames: [], pass } };
}

/** A reason without names of values and functions, numbers and places, which belong to the program. */
export function plainWords(says: string): string {
  return says
    .replace(/^(?:\S+:\d+:(?:\d+:)? *)?(?:error|ERROR|note): */, '')
    .replaceAll(/["'‘`][^"'’`]*["'’`]/g, "''")
    .replaceAll(/[%@#][\w.$-]+/g, '%')
    .replaceAll(/-?\b(?:0x[0-9a-f]+|\d+)\b/gi, 'N')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, oracleTuning.judgeReasonCharacters.value);
}

class JudgedTrials implements Tries {
  readonly #tools: JudgeTools;
  readonly #program: Program;
  readonly #asked: CompilerConfiguration;
  /** The module before all passes. */
  before: Uint8Array = new Uint8Array();
  #last: Execution | undefined;

  constructor(tools: JudgeTools, program: Program, asked: CompilerConfiguration) {
    this.#tools = tools;
    this.#program = program;
    this.#asked = asked;
  }

  async tryWith(extra: readonly string[]): Promise<Trial> {
    const verdict = await this.verdictWith(extra);
    return { isWrong: verdict?.kind === 'wrong', execution: this.#last };
  }

  async irWith(extra: readonly string[]): Promise<string> {
    return Buffer.from((await this.moduleWith(extra, 'ir-after-passes')) ?? []).toString();
  }

  /** Undefined if the compiler fails. */
  async verdictWith(extra: readonly string[]): Promise<GivenVerdict | undefined> {
    const after = await this.moduleWith(extra, 'ir-after-passes');
    return after && this.ask(this.before, after, ['before.ll', 'after.ll']);
  }

  async verdictOfStep(step: number): Promise<GivenVerdict | undefined> {
    const before = await this.moduleWith(limitedTo(step - 1), 'ir-after-passes');
    const after = await this.moduleWith(limitedTo(step), 'ir-after-passes');
    return before && after && this.ask(before, after, ['before.ll', 'after.ll']);
  }

  /** Undefined if the compiler fails. */
  async moduleWith(extra: readonly string[], emit: Emit): Promise<Uint8Array | undefined> {
    const configuration = { ...this.#asked, args: [...this.#asked.args, ...extra] };
    const [execution] = await this.#tools.laboratory.compile(this.#program, [configuration], {}, emit);
    this.#last = execution;
    return execution?.outcome === 'ok' ? execution.output : undefined;
  }

  async ask(before: Uint8Array, after: Uint8Array, names: readonly [string, string]): Promise<GivenVerdict> {
    const verdict = await this.#tools.judge.ask({ before, after, names });
    this.#tools.laboratory.cpuMs += verdict.cpuMs;
    return verdict;
  }
}
