/** The arms, in the order of reports. */
import type { Arm } from './arm.ts';
import { ofSeeds } from './arms/seed.ts';
import { fresh, like, small, swarm, swarmLike } from './arms/fresh.ts';
import { restaged } from './arms/stages.ts';
import { minimised, mutant, reoptioned, spliced, stormy } from './arms/mutants.ts';

export const portfolio: readonly Arm[] = [
  fresh,
  small,
  like,
  swarm,
  swarmLike,
  mutant,
  stormy,
  spliced,
  reoptioned,
  restaged,
  minimised,
  ofSeeds,
];
