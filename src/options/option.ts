/** Options of a compiler as data: what it can be told that leaves the meaning of a program as it is. */
import type { OptionTier } from '../program/index.ts';
import type { MachineOfClang } from './machines.ts';
import type { PassOfLlvm } from './passes.ts';

/** One option, in all the ways in which it can be written: on, off, with this value or with that. */
export interface CompilerOption {
  readonly name: string;
  readonly tier: OptionTier;
  readonly ways: readonly Way[];
}

/** Words of a command line. */
export type Way = readonly string[];

/** Everything that one compiler can be told. */
export interface OptionList {
  /** The first one is what a reduction ends with. */
  readonly levels: readonly (readonly [weight: number, level: string])[];
  /** Processors to generate code for. */
  readonly machines: readonly Way[];
  /** Machines whose code is compiled and not run; absent for a compiler that knows one machine. */
  readonly otherMachines?: readonly MachineOfClang[];
  readonly options: readonly CompilerOption[];
  /** Ways in which the compiler checks its own work; absent if it knows none. */
  readonly checks?: readonly Way[];
  /** Passes that pipelines are made of, if a campaign wants those. */
  readonly passes?: readonly PassOfLlvm[];
}

export const usualLevelsOfDraws: OptionList['levels'] = [
  [4, '-O2'],
  [4, '-O3'],
  [3, '-O1'],
  [2, '-Os'],
  [1, '-Oz'],
  [1, '-Og'],
  [1, '-O0'],
];

/**
 * A machine that can multiply and add at once rounds once where others round twice, so that a program of floats would
 * print something else.
 */
export const ROUNDING = '-ffp-contract=off';

export function documented(name: string, ...ways: readonly (string | Way)[]): CompilerOption {
  return { name, tier: 'documented', ways: ways.map((way) => (typeof way === 'string' ? [way] : way)) };
}

/** An option that can be on or off. */
export function onOrOff(name: string): CompilerOption {
  return documented(name, `-f${name}`, `-fno-${name}`);
}

export function waysFor(name: string, values: readonly (string | number)[]): CompilerOption {
  return documented(name, ...values.map((value) => `${name}=${value}`));
}

export function textOfWay(way: Way): string {
  return way.join(' ');
}

/** Tiers that options are drawn from: with pipelines, hidden options are left out, since nobody asks for both at once. */
export function tiersUpTo(tier: OptionTier): readonly OptionTier[] {
  return tier === 'hidden' ? ['documented', 'hidden'] : tier === 'pipelines' ? ['documented', tier] : [tier];
}
