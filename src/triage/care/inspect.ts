/**
 * Inspects single tests for bugs that one execution cannot show. It finds wrong code by comparing compilers,
 * and hangs by waiting longer. For a refusal it asks other compilers whether the program is valid.
 */
import type { Difference, Failure, FindingRecord } from '../../finding/index.ts';
import {
  classify,
  compare,
  type Comparison,
  type CompilerConfiguration,
  crashSignature,
  expectationIn,
  investigate,
  labelOf,
  type Laboratory,
  type Verdict,
} from '../../oracle/index.ts';
import { type Program, programOf } from '../../program/index.ts';
import { type Execution, usualExecutionLimits } from '../../serve/index.ts';
import { describeFailure, signatureOf } from '../signature-of.ts';
import { triageTuning } from '../tuning.ts';

/** Facts about a failure besides its test. */
export type Seen = Pick<
  Failure,
  | 'signature'
  | 'text'
  | 'compiler'
  | 'args'
  | 'given'
  | 'difference'
  | 'relation'
  | 'references'
  | 'culprit'
  | 'ir'
  | 'judge'
  | 'affected'
  | 'validity'
  | 'limits'
>;

export type Inspection =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'known'; readonly signature: string }
  | { readonly kind: 'failure'; readonly seen: Seen }
  /** The source broke its promise. */
  | { readonly kind: 'invalid'; readonly why: string }
  /** No build could be linked, so that nothing ran. */
  | { readonly kind: 'not-linked'; readonly said: string };

const HANG_CPU_MS = triageTuning.hangCpuMs.value;
const MAX_REFERENCES = triageTuning.maxReferences.value;

/** A compiler may report that a program is too large for it. */
const LIMIT = /exceed(?:s|ed) (?:the )?(?:maximum|limit)|-fbracket-depth|too (?:large|many|deep)/;

/** A complaint about a line of the program, and not about the compiler's own code. */
const ABOUT_A_LINE = /^[^\s:]+:\d+:\d+: (?:fatal )?error: /m;

/** "‘-mindirect-branch’ and ‘-fcf-protection’ are not compatible", "use ‘-fexceptions’ to enable" */
const ABOUT_OPTIONS =
  /error: .*(?:use .?-[fm][\w-]+.? to enable|-[fm][\w-]+.*(?:not compatible|incompatible))/;

const nothing: Inspection = { kind: 'nothing' };

export interface WrongCodeKnowledge {
  /** Counts a known signature; false if the signature is new. */
  readonly countAgain?: (signature: string) => boolean;
  /** The known signature that the program shows if it is wrong; no pass is searched then. */
  readonly knownBy?: () => string | undefined;
  /** The program before its stages. */
  readonly unstaged?: Program | undefined;
}

/**
 * `matrix[0]` is the target with its flags. A known signature is only counted; no sanitizer runs. A complaint
 * that also holds for `unstaged` is ignored.
 */
export async function inspectWrongCode(
  laboratory: Laboratory,
  program: Program,
  matrix: readonly CompilerConfiguration[],
  { countAgain = () => false, knownBy = () => undefined, unstaged }: WrongCodeKnowledge = {},
): Promise<Inspection> {
  const { verdict, failures, behaviours } = await compare(laboratory, program, matrix);
  if (verdict.kind !== 'differ') {
    const crash = await inspectCrash(laboratory, failures);
    return crash.kind === 'nothing' ? (unlinkedOf(behaviours) ?? nothing) : crash;
  }
  const known = knownBy();
  if (known !== undefined && countAgain(known)) return { kind: 'known', signature: known };
  const found = await investigate(laboratory, program, verdict, { matrix, behaviours, countAgain, unstaged });
  if (found.kind === 'known') return { kind: 'known', signature: found.signature.key };
  if (found.kind === 'endless-program') return nothing;
  if (found.kind === 'invalid-program') {
    const complaint = found.validity.reports.find(({ answer }) => answer === 'undefined');
    return { kind: 'invalid', why: `${complaint?.checker}: ${complaint?.detail}` };
  }
  const { signature, suspect, culprit, affected, validity } = found;
  const difference = differenceOf(verdict, labelOf(suspect.configuration));
  const references = referencesOf(verdict, matrix);
  const facts = { difference, references, culprit, affected, validity };
  return { kind: 'failure', seen: { signature, text: '', ...suspect.configuration, ...facts } };
}

/** The linker's complaint, if every link failed. */
function unlinkedOf(behaviours: Comparison['behaviours']): Inspection | undefined {
  const refused = behaviours.filter((each) => each.kind === 'not-linked');
  const [first] = refused;
  const isAll = behaviours.every((each) => each.kind !== 'ran');
  return first !== undefined && isAll ? { kind: 'not-linked', said: first.said } : undefined;
}

/** Inspects a crash of any compiler that took part: a crash is a bug in any case. */
async function inspectCrash(laboratory: Laboratory, failures: Comparison['failures']): Promise<Inspection> {
  const crashed = failures.find(({ execution }) => classify(execution) === 'crash');
  if (crashed === undefined) return nothing;
  const { execution, configuration } = crashed;
  const signature = await signatureOf(
    await laboratory.target(configuration.compiler),
    execution,
    laboratory.world.searchPath,
  );
  return { kind: 'failure', seen: { signature, text: execution.text, ...configuration } };
}

type Differ = Extract<Verdict, { kind: 'differ' }>;

export function differenceOf(verdict: Differ, suspect: string): Difference {
  const odd = verdict.odd.find(({ labels }) => labels.includes(suspect));
  return {
    ...expectationIn(verdict),
    actual: odd?.behaviour ?? '',
    ...(odd?.bug && { bug: odd.bug }),
  };
}

/** The first right configuration of each compiler, since agreement of several compilers counts for more. */
function referencesOf({ right }: Differ, matrix: readonly CompilerConfiguration[]): CompilerConfiguration[] {
  const good = matrix.filter((each) => right.includes(labelOf(each)));
  const others = good.filter(
    ({ compiler }, at) => good.findIndex((each) => each.compiler === compiler) === at,
  );
  return others.slice(0, MAX_REFERENCES);
}

export interface SuspectRun {
  readonly program: Program;
  /** The target with its arguments. */
  readonly asked: CompilerConfiguration;
  readonly searchPath: string;
  /** Limits that a person chose. */
  readonly limits?: FindingRecord['limits'];
}

export async function inspectHang(
  laboratory: Laboratory,
  { program, asked, searchPath, limits: chosen }: SuspectRun,
): Promise<Inspection> {
  const cpuMs = chosen?.cpuMs ?? HANG_CPU_MS;
  const limits = { ...usualExecutionLimits, ...chosen, cpuMs, wallMs: cpuMs * 10 };
  const [execution] = await laboratory.compile(program, [asked], { compileLimits: limits });
  if (execution?.outcome !== 'hang') return nothing;
  const target = await laboratory.target(asked.compiler);
  // A compiler waits for nothing, so the clock ended it on a busy computer that gave it no time.
  if (target.compiler !== undefined && execution.cpuMs < cpuMs / 2) return nothing;
  const { signature, text } = await describeFailure(target, execution, searchPath);
  return { kind: 'failure', seen: { signature, text, ...asked, limits: chosen } };
}

/**
 * Another machine may lack something that a program needs; but if its assembler refuses the compiler's own
 * code, that is a bug.
 */
export function mayBeRefused({ options }: Program, { text }: Execution): boolean {
  return options?.machine !== undefined && ABOUT_A_LINE.test(text);
}

/**
 * A complaint about drawn options, for example two that exclude one another: the compiler rightly refuses
 * them.
 */
export function isAboutOptions(
  { options }: Pick<Program, 'options'>,
  { text }: Pick<Execution, 'text'>,
): boolean {
  return options !== undefined && ABOUT_OPTIONS.test(text);
}

export async function inspectRefusal(
  laboratory: Laboratory,
  { program, asked }: SuspectRun,
  refusal: Execution,
  others: readonly CompilerConfiguration[],
): Promise<Inspection> {
  if (LIMIT.test(refusal.text) || isAboutOptions(program, refusal)) return nothing;
  if (program.options !== undefined && (await refusesEverything(laboratory, program, asked))) return nothing;
  const answers = await laboratory.compile(program, others);
  const references = others.filter((_, index) => answers[index]?.outcome === 'ok');
  if (references.length === 0) return nothing;
  const signature = crashSignature(refusal);
  return { kind: 'failure', seen: { signature, text: refusal.text, ...asked, references } };
}

/** True if the options exclude one another, so that the compiler refuses every program. */
async function refusesEverything(
  laboratory: Laboratory,
  { language }: Program,
  asked: CompilerConfiguration,
): Promise<boolean> {
  const smallest = programOf('int main(void) { return 0; }\n', language);
  const [execution] = await laboratory.compile(smallest, [asked]);
  return execution?.outcome === 'rejected';
}
