/**
 * Settings of relaxations: the relaxations of a program, and their frequency.
 *
 * Code that never runs may hold undefined behaviour, so any share is allowed there. Code that runs may not. A
 * program with relaxations in code that runs is adventurous, and promises less. It has shares that are known
 * to leave enough programs defined. Or it is boundless, and useful only for finding crashes.
 */
import type { Draw } from '../../choice/index.ts';
import { stageTuning } from '../tuning.ts';
import { drawGuardSettings, type GuardSettings } from './guards.ts';

/** The order in which they are drawn and shown. */
export const relaxations = [
  'null',
  'dangling',
  'initialisation',
  'goto',
  'index',
  'index-expression',
  'parameter',
  'conflict',
] as const;
export type Relaxation = (typeof relaxations)[number];

/** Percent of the places. */
type Shares = Readonly<Record<Relaxation, number>>;

export interface RelaxationSettings {
  /** In statements that never run. */
  readonly dead: Shares;
  /** In statements that run; undefined for programs that keep their promise. */
  readonly live: Shares | undefined;
}

/** Probability that a program is relaxed in code that runs. */
export interface Adventure {
  readonly adventurous: number;
  /** The share of these programs that has any share of places, and conflicts. */
  readonly boundless: number;
}

const usual: Adventure = {
  adventurous: stageTuning.adventurous.value,
  boundless: stageTuning.boundless.value,
};
export const forCrashes: Adventure = {
  adventurous: stageTuning.adventurousForCrashes.value,
  boundless: stageTuning.boundlessForCrashes.value,
};

/** Decisions for the whole program, in the order in which they are drawn. */
export interface RelaxSettings {
  /** Undefined if the program has no guards. */
  readonly guards: GuardSettings | undefined;
  /** Undefined if only guards change their form, which needs no run of the program. */
  readonly relaxations: RelaxationSettings | undefined;
}

export function drawSettings(draw: Draw, hasGuards: boolean, adventure: Adventure = usual): RelaxSettings {
  return draw.scope('settings', () => {
    const guards = hasGuards ? drawGuardSettings(draw) : undefined;
    const isRun = draw.boolean(hasGuards ? stageTuning.looksAtRun.value : stageTuning.looksAtOthers.value);
    return { guards, relaxations: isRun ? drawRelaxationSettings(draw, adventure) : undefined };
  });
}

function drawRelaxationSettings(draw: Draw, { adventurous, boundless }: Adventure): RelaxationSettings {
  const most = (): number => stageTuning.mostDead.value;
  const dead = drawShares(draw, most);
  if (!draw.boolean(adventurous)) return { dead, live: undefined };
  const isBoundless = draw.boolean(boundless);
  return { dead, live: drawShares(draw, isBoundless ? most : (each) => stageTuning.mostLive.value[each]) };
}

function drawShares(draw: Draw, most: (relaxation: Relaxation) => number): Shares {
  const drawn = relaxations.map((each): [Relaxation, number] =>
    draw.scope(each, () => [each, most(each) > 0 && draw.boolean() ? draw.integer(0, most(each)) : 0]),
  );
  return Object.fromEntries(drawn) as Shares;
}
