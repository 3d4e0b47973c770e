/** Options of a compiler as data: arguments that keep the meaning of a program. */
import type { OptionTier } from '../program/index.ts';
import type { MachineOfClang } from './machines.ts';
import type { PassOfLlvm } from './passes.ts';

/** One option with all its spellings: on, off, and with each value. */
export interface CompilerOption {
  readonly name: string;
  readonly tier: OptionTier;
  readonly ways: readonly Way[];
}

/** Words of a command line. */
export type Way = readonly string[];

/** All options of one compiler. */
export interface OptionList {
  /** The first level is the one that a full reduction ends with. */
  readonly levels: readonly (readonly [weight: number, level: string])[];
  /** Processors of this machine to generate code for. */
  readonly machines: readonly Way[];
  /** Other machines that the compiler can generate code for; absent if it generates code for only one. */
  readonly otherMachines?: readonly MachineOfClang[];
  readonly options: readonly CompilerOption[];
  /** Ways to make the compiler check its own work; absent if it has none. */
  readonly checks?: readonly Way[];
  /** Passes for pipelines, if a campaign wants pipelines. */
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
 * A machine with fused multiply-add rounds once where others round twice, so that a program with floats would
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

/** Tiers to draw options from: pipelines exclude hidden options, since nobody asks for both at once. */
export function tiersUpTo(tier: OptionTier): readonly OptionTier[] {
  return tier === 'hidden' ? ['documented', 'hidden'] : tier === 'pipelines' ? ['documented', tier] : [tier];
}
