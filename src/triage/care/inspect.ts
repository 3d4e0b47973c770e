/**
 * Inspects single tests for bugs that one execution cannot show: hangs by waiting longer, and refusals by asking
 * other compilers whether the program is valid.
 */
import type { FindingRecord } from '../../finding/index.ts';
import { type CompilerConfiguration, type Laboratory } from '../../laboratory/index.ts';
import { crashSignature, describeFailure, type Inspection } from '../../oracle/index.ts';
import { type Program, programOf } from '../../program/index.ts';
import { type Execution, usualExecutionLimits } from '../../serve/index.ts';
import { triageTuning } from '../tuning.ts';

const HANG_CPU_MS = triageTuning.hangCpuMs.value;

/** A compiler may report that a program is too large for it. */
const LIMIT = /exceed(?:s|ed) (?:the )?(?:maximum|limit)|-fbracket-depth|too (?:large|many|deep)/;

/** A complaint about a line of the program, and not about the compiler's own code. */
const ABOUT_A_LINE = /^[^\s:]+:\d+:\d+: (?:fatal )?error: /m;

/** "‘-mindirect-branch’ and ‘-fcf-protection’ are not compatible", "use ‘-fexceptions’ to enable" */
const ABOUT_OPTIONS =
  /error: .*(?:use .?-[fm][\w-]+.? to enable|-[fm][\w-]+.*(?:not compatible|incompatible))/;

const nothing: Inspection = { kind: 'nothing' };

export interface SuspectRun {
  readonly program: Program;
  /** The target with its arguments. */
  readonly asked: CompilerConfiguration;
  readonly searchPath: string;
  /** Limits that a person chose. */
  readonly limits?: FindingRecord['limits'];
}

/** `cutMs` is the CPU time after which the search had ended the test. */
export async function inspectHang(
  laboratory: Laboratory,
  { program, asked, searchPath, limits: chosen }: SuspectRun,
  cutMs: number,
): Promise<Inspection> {
  const target = await laboratory.target(asked.compiler);
  // Tests of one program take similar times: a test that takes ten times the limit for others is not merely
  // slow.
  const learnt = target.compiler === undefined ? longEnough(cutMs) : undefined;
  const cpuMs = chosen?.cpuMs ?? learnt ?? HANG_CPU_MS;
  const limits = { ...usualExecutionLimits, ...chosen, cpuMs, wallMs: cpuMs * 10 };
  const [execution] = await laboratory.compile(program, [asked], { compileLimits: limits });
  if (execution?.outcome !== 'hang') return nothing;
  // A compiler waits for nothing, so the clock ended it on a busy computer that gave it no time.
  if (target.compiler !== undefined && execution.cpuMs < cpuMs / 2) return nothing;
  const { signature, text } = await describeFailure(target, execution, searchPath);
  const kept = learnt === undefined ? chosen : { ...chosen, cpuMs };
  return { kind: 'failure', seen: { signature, text, ...asked, limits: kept } };
}

function longEnough(cutMs: number): number {
  const { leastHangMs, hangTimes } = triageTuning;
  return Math.min(HANG_CPU_MS, Math.max(leastHangMs.value, Math.ceil(cutMs * hangTimes.value)));
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
