/**
 * The truth about a failure of the planted target: which of the planted defects bring it about, each by itself.
 *
 * That is known only here, and nothing of it is told to the campaign; asking costs the campaign nothing.
 */
import type { Behaviour, CompilerConfiguration, Laboratory } from '../../src/oracle/index.ts';
import { describeRun } from '../../src/oracle/vote.ts';
import type { Program } from '../../src/program/index.ts';
import { plantNames } from '../../src/target/index.ts';

export const PLANTED = 'clang-19-planted';
const LIMITS = { cpuMs: 10_000, wallMs: 120_000, memoryBytes: 1e9 };

/** The configuration that has these defects, and no other. */
export function planting(names: readonly string[]): CompilerConfiguration {
  return { compiler: PLANTED, args: ['-O2', '-mllvm', `-cgfuzz-plant=${names.join(',')}`] };
}

/** What it is compared with: two that know nothing of planted defects. */
export const references: readonly CompilerConfiguration[] = [
  { compiler: 'clang-19-stock', args: ['-O0'] },
  { compiler: 'gcc-12', args: ['-O0'] },
];

/** One compile for each defect, behind one front end; objects that none of them changed are run once. */
export async function blamed(
  laboratory: Laboratory,
  program: Program,
  args: readonly string[],
): Promise<string[]> {
  const configurations = [...references.slice(0, 1), ...plantNames().map((name) => planting([name]))];
  const [reference, ...others] = await laboratory.behave(program, configurations, {
    args,
    compileLimits: LIMITS,
    giveUpAfterTimeouts: Infinity,
  });
  const expected = reference?.kind === 'ran' ? describeRun(reference.run) : undefined;
  const isToBlame = (behaviour: Behaviour | undefined): boolean =>
    behaviour?.kind === 'not-compiled' ||
    (behaviour?.kind === 'ran' && expected !== undefined && describeRun(behaviour.run) !== expected);
  return plantNames().filter((_, index) => isToBlame(others[index]));
}

/** By the first word of a defect's name: the passes that may be blamed for it. Others are InstCombine's. */
const passes: Readonly<Record<string, RegExp>> = {
  bdce: /^BDCE/,
  cfg: /^SimplifyCFG/,
  constraint: /^ConstraintElimination/,
  cse: /^EarlyCSE/,
  cvp: /^CorrelatedValuePropagation/,
  dse: /^DSE/,
  globalopt: /^GlobalOpt/,
  gvn: /^GVN/,
  idiom: /^LoopIdiomRecognize/,
  indvars: /^IndVarSimplify/,
  licm: /^LICM/,
  memcpy: /^MemCpyOpt/,
  sccp: /SCCP/,
  simplify:
    /^(?:InstCombine|EarlyCSE|GVN|InstSimplify|SimplifyCFG|Inliner|JumpThreading|LoopInstSimplify|SCCP)/,
  sroa: /^SROA/,
  tre: /^TailCallElim/,
};

export function isPassOf(name: string, pass: string): boolean {
  return (passes[name.split('-')[0] ?? ''] ?? /^InstCombine/).test(pass);
}
