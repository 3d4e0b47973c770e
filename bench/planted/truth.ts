/**
 * The truth about a failure of the planted target: which of the planted defects bring it about, each by itself.
 *
 * That is known only here, and nothing of it is told to the campaign; asking costs the campaign nothing. One compile
 * tells which defects act at all, and only those are switched on one at a time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Behaviour,
  type BehaviourOptions,
  type CompilerConfiguration,
  type Laboratory,
} from '../../src/laboratory/index.ts';
import { type Culprit, findCulprit, type IrTools } from '../../src/oracle/index.ts';
import { IrTrials } from '../../src/oracle/ir/ir-trials.ts';
import { describeRun } from '../../src/oracle/compare/vote.ts';
import type { Program } from '../../src/program/index.ts';
import { plantsOfTarget } from '../../lab/planted/names.ts';
import { choosingArgs, isGcc, reportedIn, reportingArgs } from '../../lab/planted/switches.ts';

/** `TARGET` in the environment names another build with planted defects. */
export const PLANTED: string = process.env['TARGET'] ?? 'clang-19-passes+defects';
/** A build with patches has their folder in its name. */
export const isPlanted: boolean = PLANTED.includes('+');
const LEVEL = '-O2';
/** GCC takes more memory than clang before it collects its garbage. */
const LIMITS = { cpuMs: 20_000, wallMs: 240_000, memoryBytes: isGcc(PLANTED) ? 2 * 1024 ** 3 : 1e9 };

/** The configuration that has these defects, and no other. */
export function planting(...names: readonly string[]): CompilerConfiguration {
  return plantingIn(PLANTED, names);
}

/** The same in another build of that target. */
export function plantingIn(compiler: string, names: readonly string[]): CompilerConfiguration {
  return { compiler, args: [LEVEL, ...choosingArgs(compiler, names)] };
}

/** A compiler without planted defects. */
const reference: CompilerConfiguration = { compiler: 'clang-19-stock', args: ['-O0'] };

export interface Truth {
  /** Defects whose place is reached in a way that would change something there. */
  readonly acting: readonly string[];
  /** Those of them that end the compiler or make the program do something else. */
  readonly showing: readonly string[];
  /** Those of them that end the compiler. */
  readonly ending: readonly string[];
}

export async function truthOf(
  laboratory: Laboratory,
  program: Program,
  args: readonly string[],
  { target = PLANTED, fixed = [] }: { readonly target?: string; readonly fixed?: readonly string[] } = {},
): Promise<Truth> {
  const options = { args, compileLimits: LIMITS, giveUpAfterTimeouts: Infinity };
  const all = await actingIn(laboratory, program, options, plantingIn(target, []));
  const acting = all.filter((name) => !fixed.includes(name));
  const ends = new Set(acting.filter(endsCompiler));
  const shows = new Set(ends);
  const quiet = acting.filter((name) => !shows.has(name));
  if (quiet.length > 0) {
    const configurations = [reference, ...quiet.map((name) => plantingIn(target, [name]))];
    const [right, ...others] = await laboratory.behave(program, configurations, options);
    const expected = describe(right);
    for (const [index, name] of quiet.entries()) {
      const actual = describe(others[index]);
      if (expected !== undefined && actual !== undefined && actual !== expected) shows.add(name);
      if (others[index]?.kind === 'not-compiled') ends.add(name);
    }
  }
  const of = (names: ReadonlySet<string>): string[] => acting.filter((name) => names.has(name));
  return { acting, showing: of(shows), ending: of(ends) };
}

/** The defects that act, or would if they were on. */
async function actingIn(
  laboratory: Laboratory,
  program: Program,
  options: BehaviourOptions,
  { compiler, args }: CompilerConfiguration,
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-plants-'));
  try {
    const report = join(folder, 'report');
    const telling = { compiler, args: [...args, ...reportingArgs(compiler, report)] };
    await laboratory.compile(program, [telling], options);
    return reportedIn(report).toSorted();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The defect that spoils a program at a certain step of a compiler with all defects on. Without it, all others on, that
 * step does no harm. Some do harm only together; then it is the defect that never acted before that step.
 */
async function spoilerAt(
  laboratory: Laboratory,
  program: Program,
  {
    args,
    fixed,
    step,
  }: { readonly args: readonly string[]; readonly fixed: readonly string[]; readonly step: number },
): Promise<string | undefined> {
  const options = { args, compileLimits: LIMITS, giveUpAfterTimeouts: Infinity };
  const acting = await actingUpTo(laboratory, program, options, { fixed, step });
  const without = acting.map((name) => upTo(step, ...acting.filter((other) => other !== name)));
  const [right, ...others] = await laboratory.behave(program, [reference, ...without], options);
  const spoilers = acting.filter((_, index) => describe(others[index]) === describe(right));
  if (spoilers.length < 2) return spoilers[0];
  const before = await actingUpTo(laboratory, program, options, { fixed, step: step - 1 });
  const [last, ...more] = spoilers.filter((name) => !before.includes(name));
  return more.length === 0 ? last : undefined;
}

/** The same for gcc, which cannot stop after a step: the only defect without which the program is right. */
async function spoilerWithoutSteps(
  laboratory: Laboratory,
  program: Program,
  { args, fixed, expected }: { args: readonly string[]; fixed: readonly string[]; expected: string },
): Promise<string | undefined> {
  const options = { args, compileLimits: LIMITS, giveUpAfterTimeouts: Infinity };
  const all = notFixed(fixed);
  const acting = (await actingIn(laboratory, program, options, planting(...all))).filter((name) =>
    all.includes(name),
  );
  const without = acting.map((name) => planting(...acting.filter((other) => other !== name)));
  const behaviours = await laboratory.behave(program, without, options);
  const spoilers = acting.filter((_, index) => describe(behaviours[index]) === expected);
  return spoilers.length === 1 ? spoilers[0] : undefined;
}

/** The configuration with these defects that stops optimising after a step. */
function upTo(step: number, ...names: readonly string[]): CompilerConfiguration {
  const { compiler, args } = planting(...names);
  return { compiler, args: [...args, '-mllvm', `-opt-bisect-limit=${step}`] };
}

/** The defects that act up to a step and are not fixed. */
async function actingUpTo(
  laboratory: Laboratory,
  program: Program,
  options: BehaviourOptions,
  { fixed, step }: { readonly fixed: readonly string[]; readonly step: number },
): Promise<string[]> {
  const all = notFixed(fixed);
  const acting = await actingIn(laboratory, program, options, upTo(step, ...all));
  return acting.filter((name) => all.includes(name));
}

function notFixed(fixed: readonly string[]): string[] {
  return plantsOfTarget(PLANTED).filter((name) => !fixed.includes(name));
}

/** The defect that first spoils a program with all defects on that are not fixed; its culprit is not far from a known defect. */
export async function spoilerIn(
  laboratory: Laboratory,
  program: Program,
  {
    args,
    fixed,
    near,
  }: {
    readonly args: readonly string[];
    readonly fixed: readonly string[];
    readonly near: Culprit | undefined;
  },
): Promise<string | undefined> {
  const options = { args, compileLimits: LIMITS, giveUpAfterTimeouts: Infinity };
  const [right] = await laboratory.behave(program, [reference], options);
  const expected = describe(right);
  if (expected === undefined) return undefined;
  if (isGcc(PLANTED)) return spoilerWithoutSteps(laboratory, program, { args, fixed, expected });
  const all = planting(...notFixed(fixed));
  const configuration = { ...all, args: [...all.args, ...args] };
  const culprit = await findCulprit(laboratory, program, { configuration, expected }, { near });
  return culprit.kind === 'pass'
    ? spoilerAt(laboratory, program, { args, fixed, step: culprit.step })
    : undefined;
}

/**
 * The defect that breaks a rule of IR, or changes what IR does, in the step that the judge blames. Without it, and with
 * all others that act on, the IR after that step is right.
 */
export async function irSpoilerIn(
  tools: IrTools,
  program: Program,
  args: readonly string[],
  {
    culprit,
    expected,
    fixed,
  }: { readonly culprit: Culprit; readonly expected: string; readonly fixed: readonly string[] },
): Promise<string | undefined> {
  if (culprit.kind !== 'pass') return undefined;
  const { step } = culprit;
  const options = { args, compileLimits: LIMITS, giveUpAfterTimeouts: Infinity };
  const acting = await actingUpTo(tools.laboratory, program, options, { fixed, step });
  const spoilers: string[] = [];
  for (const name of acting) {
    const asked = upTo(step, ...acting.filter((other) => other !== name));
    const trials = new IrTrials(tools, program, asked, { expected }, options);
    if (!(await trials.tryWith([])).isWrong) spoilers.push(name);
  }
  return spoilers.length === 1 ? spoilers[0] : undefined;
}

/** Whose assertion fails first, with all defects on. GCC names the place of an assertion, and LLVM its condition. */
export async function crashOwner(
  laboratory: Laboratory,
  program: Program,
  args: readonly string[],
  ending: readonly string[],
): Promise<string | undefined> {
  const options = { args, compileLimits: LIMITS };
  const asked = [planting('all'), ...(isGcc(PLANTED) ? ending.map((name) => planting(name)) : [])];
  const [all, ...alone] = await laboratory.compile(program, asked, options);
  const placeOf = (text = ''): string | undefined => /internal compiler error: [^\n]*/.exec(text)?.[0];
  const place = placeOf(all?.text);
  const sharing = ending.filter((_, index) => placeOf(alone[index]?.text) === place);
  if (place !== undefined && sharing.length === 1) return sharing[0];
  return /CGFUZZ_PLANTED\("([\w-]+)"\)/.exec(all?.text ?? '')?.[1];
}

function describe(behaviour: Behaviour | undefined): string | undefined {
  if (behaviour?.kind === 'not-compiled') return behaviour.execution.outcome;
  return behaviour?.kind === 'ran' ? describeRun(behaviour.run) : undefined;
}

/** Acting is showing, for a defect that ends the compiler. */
function endsCompiler(name: string): boolean {
  return /^(?:assert|hang|memory)-/.test(name);
}

/** By the first word of the name of a defect of GCC: the switched off option that may be blamed for it. */
const optionsOfGcc: Readonly<Record<string, RegExp>> = {
  ccp: /^-fno-tree-(?:bit-)?ccp/,
  cselim: /^-fno-(?:ssa-phiopt|tree-cselim)/,
  dce: /^-fno-tree-dce/,
  dom: /^-fno-tree-dominator-opts/,
  dse: /^-fno-tree-dse/,
  forwprop: /^-fno-tree-forwprop/,
  fre: /^-fno-(?:tree-fre|tree-pre|code-hoisting)/,
  ipacp: /^-fno-(?:ipa-cp|ipa-vrp)/,
  lim: /^-fno-(?:tree-loop-im|move-loop-invariants)/,
  merging: /^-fno-store-merging/,
  pure: /^-fno-ipa-pure-const/,
  range: /^-fno-tree-(?:vrp|dominator-opts|copy-prop)/,
  reassoc: /^-fno-tree-reassoc/,
  sra: /^-fno-tree-sra/,
  vect: /^-fno-tree-(?:loop-|slp-)?vectorize/,
};

/** By the first word of a defect's name: the passes that may be blamed for it. Others are InstCombine's. */
const passes: Readonly<Record<string, RegExp>> = {
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
  loopdel: /^LoopDeletion/,
  memcpy: /^MemCpyOpt/,
  sccp: /SCCP/,
  simplify:
    /^(?:InstCombine|EarlyCSE|GVN|InstSimplify|SimplifyCFG|Inliner|JumpThreading|LoopInstSimplify|SCCP)/,
  sroa: /^SROA/,
};

export function isPassOf(name: string, pass: string): boolean {
  const [first = ''] = name.split('-');
  if (pass.startsWith('-fno-')) return optionsOfGcc[first]?.test(pass) === true;
  return (passes[first] ?? /^InstCombine/).test(pass);
}
