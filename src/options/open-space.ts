/** Opens the option space of a target: reads the compiler's list, and learns unknown facts about it. */

import { findOptimiser } from '../build/index.ts';
import type { OptionTier } from '../program/index.ts';
import { openTarget, type TargetWorld } from '../target/index.ts';
import { UserError } from '../util/user-error.ts';
import { clangOptions } from './clang.ts';
import { factsOf, type FactsWanted, type OptionFacts } from './facts.ts';
import { gccOptions } from './gcc.ts';
import { machinesNamed, machinesOfClang } from './machines.ts';
import { type OptionList, tiersUpTo } from './option.ts';
import { type PassOfLlvm, passesOf } from './passes.ts';
import { type OpenSpace, openSpaceOf } from './kept-space.ts';
import { waysThatRun } from './run-elsewhere.ts';

export interface KnownOptions {
  /** The compiler's program. */
  readonly program: string;
  readonly list: OptionList;
  readonly facts: OptionFacts;
}

/** Options that a campaign allows. */
export interface OptionsWanted {
  readonly tier: OptionTier;
  /** Names of other machines to generate code for; empty for this machine. */
  readonly machines: readonly string[];
  /**
   * True if programs print the same with 32-bit `long` and pointers. Otherwise code for such machines is not
   * run.
   */
  readonly isPortable?: boolean;
}

/** A caller that waits while cgfuzz learns options. It receives the progress, and may end the learning. */
export type LearningWatch = Pick<FactsWanted, 'say' | 'signal' | 'isLate'>;

/** The list of a target's options up to a tier, with their effects. */
export async function knownOptions(
  target: string,
  { tier, machines }: OptionsWanted,
  world: TargetWorld,
  watch: LearningWatch,
): Promise<KnownOptions> {
  const { family, program } = await compilerOf(target, world);
  if (family === 'tcc')
    throw new UserError(`${target} has no options to draw`, [
      'leave --options away, or take a gcc or a clang',
    ]);
  const own = await (family === 'gcc' ? gccOptions : clangOptions)(program);
  const list = {
    ...own,
    ...(machines.length === 0 ? {} : { otherMachines: machinesOfClang }),
    ...(tier === 'pipelines' ? { passes: await passesFor(target, family, program) } : {}),
  };
  const facts = await factsOf({ target, program, list, tiers: tiersUpTo(tier), world, ...watch });
  return { program, list, facts };
}

async function passesFor(target: string, family: string, program: string): Promise<PassOfLlvm[]> {
  if (family !== 'clang')
    throw new UserError(`${target} takes no pipelines of passes`, [
      'take --options hidden, or a clang: its passes can be named one by one',
    ]);
  const optimiser = findOptimiser(program);
  if (optimiser !== undefined) return passesOf(optimiser);
  const version = /\d+/.exec(target)?.[0] ?? '';
  throw new UserError(`${target} has no opt beside it, which lists and runs passes by name`, [
    program.includes('/compilers/')
      ? `it comes with newer copies: cgfuzz compiler update clang-${version}`
      : `it comes with the package llvm-${version}: sudo apt-get install llvm-${version}`,
  ]);
}

export async function openOptionSpace(
  target: string,
  wanted: OptionsWanted,
  world: TargetWorld,
  watch: LearningWatch,
): Promise<OpenSpace> {
  const named = machinesNamed(wanted.machines);
  const { program, list, facts } = await knownOptions(target, wanted, world, watch);
  const others = (list.otherMachines ?? []).filter(({ name }) => named.has(name));
  const runnable = await waysThatRun({
    target,
    program,
    others,
    isPortable: wanted.isPortable === true,
    world,
    say: watch.say,
    ...(watch.isLate && { isLate: watch.isLate }),
  });
  const open = openSpaceOf({ list, facts, tier: wanted.tier, machines: [...named], runnable });
  if (named.size > 0 && open.space.machineCount === 0 && watch.isLate?.() !== true)
    throw new UserError(`${target} generates code for none of: ${wanted.machines.join(', ')}`, [
      'an instrumented clang has few machines; one as Debian ships it has all, such as clang-22',
    ]);
  return open;
}

/** Refuses unknown machines, and compilers that know only one machine. */
export async function checkMachines(
  target: string,
  machines: readonly string[],
  world: TargetWorld,
): Promise<void> {
  if (machinesNamed(machines).size === 0) return;
  const { family } = await compilerOf(target, world);
  if (family !== 'clang')
    throw new UserError(`${target} generates code for one machine`, [
      'leave --machines away, or take a clang',
      'a gcc for another machine is a target of its own, such as aarch64-linux-gnu-gcc-12: cgfuzz target list',
    ]);
}

async function compilerOf(
  name: string,
  world: TargetWorld,
): Promise<{ readonly family: string; readonly program: string }> {
  const target = await openTarget(name, world);
  await target.close();
  if (target.compiler !== undefined) return target.compiler;
  throw new UserError(`${name} is no compiler, and has no options to draw`, ['leave --options away']);
}
