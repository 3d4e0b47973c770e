/** The arms, in the order of reports. */
import type { Arm } from './arm.ts';
import { blend, fresh, like, swarm, swarmLike } from './arms/fresh.ts';
import { graft, minimised, mutant, reoptioned, spliced, stacked, tail } from './arms/mutants.ts';

export const portfolio: readonly Arm[] = [
  fresh,
  like,
  blend,
  swarm,
  swarmLike,
  mutant,
  stacked,
  spliced,
  graft,
  reoptioned,
  tail,
  minimised,
];
