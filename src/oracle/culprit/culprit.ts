/**
 * The pass to blame for wrong code: the first pass after which the program does the wrong thing.
 *
 * clang counts its pass executions, and an option (`-opt-bisect-limit`) stops optimising after any of them.
 * So a binary search ends at one pass on one function. gcc has no such counter: there, the culprit is the
 * smallest set of `-fno-` flags that mends the program. Invariant: both sides of the answer were tried, right
 * without the culprit and wrong with it.
 */
import type { Program } from '../../program/index.ts';
import { tryTool } from '../../build/index.ts';
import type { BehaviourOptions } from '../../laboratory/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import { firstWrong } from '../compare/first-wrong.ts';
import { findRewrite } from './rewrite.ts';
import { type Suspect, type Trial, type Tries, Trials } from '../compare/trials.ts';

export type Culprit =
  | {
      readonly kind: 'pass';
      readonly pass: string;
      /** The function that the pass worked on, or `[module]`. */
      readonly on: string;
      /**
       * For InstCombine, if its visits can be counted: the kinds of instructions before and after, as in
       * `srem to and`.
       */
      readonly rewrite?: string;
      /** The number of that visit. */
      readonly visit?: number;
      /** The number of the spoiling execution of a pass, counted from 1, and the number of all executions. */
      readonly step: number;
      readonly steps: number;
    }
  /**
   * For gcc: the first pass whose dumps differ between the two ways to compile, and the number of its dump
   * among all dumps.
   */
  | { readonly kind: 'dump'; readonly pass: string; readonly step: number }
  | {
      readonly kind: 'flags';
      /** All of these flags together make the program right. */
      readonly flags: readonly string[];
    }
  | { readonly kind: 'unknown'; readonly why: string };

export interface CulpritOptions extends BehaviourOptions {
  /**
   * The culprit of a similar program. The search begins near it and gives the same answer, except that it
   * leaves out the rewrite of another pass.
   */
  readonly near?: Culprit | undefined;
}

export async function findCulprit(
  laboratory: Laboratory,
  program: Program,
  suspect: Suspect,
  options: CulpritOptions = {},
): Promise<Culprit> {
  const target = await laboratory.target(suspect.configuration.compiler);
  const search = new Trials(laboratory, program, suspect, options);
  if (target.compiler?.family === 'clang')
    return bisectPasses(search, options.near?.kind === 'pass' ? options.near : undefined);
  if (!(await search.tryWith([])).isWrong) return unknownCulprit('it did not come again');
  if (target.compiler?.family === 'gcc')
    return switchOff(search, await enabledFlags(target.compiler.program, suspect.configuration.args));
  return unknownCulprit(`${target.name} has no passes to switch off`);
}

export function unknownCulprit(why: string): Culprit {
  return { kind: 'unknown', why };
}

export interface PassReport {
  readonly step: number;
  readonly pass: string;
  readonly on: string;
}

/** The last of clang's lines `BISECT: running pass (12) SROAPass on main`. */
export function lastPass(text: string): PassReport | undefined {
  const at = text.lastIndexOf('BISECT: running pass (');
  if (at < 0) return undefined;
  const [, step = '', pass = '', on = ''] =
    /^BISECT: running pass \((\d+)\) (.*?) on ([^\n]*)/.exec(text.slice(at, at + 10_000)) ?? [];
  return { step: Number(step), pass, on: plainName(on) };
}

/** All of them, in order. */
export function passesIn(text: string): PassReport[] {
  return [...text.matchAll(/^BISECT: running pass \((\d+)\) (.*?) on ([^\n]*)/gm)].map(
    ([, step = '', pass = '', on = '']) => ({ step: Number(step), pass, on: plainName(on) }),
  );
}

/** The function or the part of the program that a pass worked on. */
function plainName(on: string): string {
  return (
    / in function (\S+)$/.exec(on)?.[1] ??
    /^(?:function|module|SCC|basic block|loop|region)? ?\((.*)\)$/.exec(on)?.[1] ??
    on
  );
}

/** One less than the value that LLVM takes for no limit. */
export const allPasses: number = 2 ** 31 - 2;

type SpoilingPass = Culprit & { readonly kind: 'pass' };

export async function bisectPasses(search: Tries, near: SpoilingPass | undefined): Promise<Culprit> {
  const limited = async (limit: number): Promise<Trial> =>
    search.tryWith(['-mllvm', `-opt-bisect-limit=${limit}`]);
  const whole = await limited(allPasses);
  if (!whole.isWrong) {
    const comesAgain = (await search.tryWith([])).isWrong;
    return unknownCulprit(comesAgain ? 'it is right while passes are counted' : 'it did not come again');
  }
  const steps = lastPass(whole.execution?.text ?? '')?.step;
  if (steps === undefined) return unknownCulprit('the compiler does not count its passes');
  const isWrongAnyway = async (): Promise<boolean> => (await limited(0)).isWrong;
  const anyway = 'it is wrong without any pass that can be skipped';
  if (near === undefined && (await isWrongAnyway())) return unknownCulprit(anyway);
  let report = whole;
  const isWrong = async (limit: number): Promise<boolean> => {
    const trial = await limited(limit);
    if (trial.isWrong) report = trial;
    return trial.isWrong;
  };
  const step = await firstWrong(isWrong, {
    right: 0,
    wrong: steps,
    ...(near === undefined ? {} : { near: Math.round((near.step / near.steps) * steps) }),
  });
  // Near another culprit a limit above 0 was right, unless the first pass is to blame.
  if (near !== undefined && step === 1 && (await isWrongAnyway())) return unknownCulprit(anyway);
  const found = lastPass(report.execution?.text ?? '');
  if (found?.step !== step) return unknownCulprit(`pass ${step} of ${steps} has no name`);
  const mayBeSame = near === undefined || near.pass === found.pass;
  const rewrite =
    mayBeSame && found.pass.startsWith('InstCombine')
      ? await findRewrite(search, ['-mllvm', `-opt-bisect-limit=${step}`], near && visitBefore(step, near))
      : undefined;
  const { pass, on } = found;
  return { kind: 'pass', pass, on, ...rewrite, step, steps };
}

/**
 * A guess at the visit of InstCombine, if the blamed pass is this step: visits and steps grow together with the
 * program.
 */
function visitBefore(step: number, near: SpoilingPass): number | undefined {
  return near.visit && Math.round((near.visit * step) / near.step);
}

/**
 * Passes that many others need: loops in their usual form, known values, inlined functions. Without one of them a
 * wrong pass may have nothing to do, so they are blamed only if no other pass is.
 */
const needed: ReadonlySet<string> = new Set([
  'early-inlining',
  'inline',
  'inline-functions',
  'inline-functions-called-once',
  'inline-small-functions',
  'tree-ccp',
  'tree-ch',
  'tree-dominator-opts',
  'tree-forwprop',
  'tree-fre',
  'tree-loop-optimize',
  'tree-pta',
  'tree-sra',
]);

/** The optimisations that levels such as `-O2` enable, as flags that disable them; what others need comes last. */
export async function enabledFlags(file: string, args: readonly string[]): Promise<string[]> {
  const { stdout } = await tryTool(file, [
    '-Q',
    '--help=optimizers',
    ...args.filter((arg) => /^-[Of]/.test(arg)),
  ]);
  const enabled = [...stdout.matchAll(/^ +-f([\w-]+)\s+\[enabled\]/gm)].map(([, name = '']) => name);
  const flags = enabled.filter((name) => !name.startsWith('no-'));
  const isNeeded = (name: string): number => Number(needed.has(name));
  return flags.toSorted((a, b) => isNeeded(a) - isNeeded(b)).map((name) => `-fno-${name}`);
}

/**
 * The smallest prefix that mends the program ends with a necessary flag; the search keeps it and repeats
 * until all flags are necessary.
 */
async function switchOff(search: Trials, flags: readonly string[]): Promise<Culprit> {
  const mends = async (off: readonly string[]): Promise<boolean> => {
    const { isWrong: stillWrong, execution } = await search.tryWith(off);
    return !stillWrong && execution?.outcome === 'ok';
  };
  if (!(await mends(flags)))
    return unknownCulprit('it is wrong with every optimisation switched off that has a flag');
  const culprits: string[] = [];
  while (!(await mends(culprits))) {
    let [tooFew, enough] = [0, flags.length];
    while (enough - tooFew > 1) {
      const middle = Math.floor((tooFew + enough) / 2);
      if (await mends([...culprits, ...flags.slice(0, middle)])) enough = middle;
      else tooFew = middle;
    }
    const flag = flags[enough - 1];
    if (flag === undefined || culprits.includes(flag))
      return unknownCulprit('the flags that matter change from try to try');
    culprits.push(flag);
  }
  return { kind: 'flags', flags: culprits.toSorted() };
}
