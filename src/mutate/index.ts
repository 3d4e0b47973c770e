/**
 * Mutation of choice sequences. This room knows no language, no process and no clock; the caller gives the
 * random numbers.
 */
export {
  mutate,
  mutateBy,
  type MutateOptions,
  type Mutation,
  type OperatorName,
  operatorNames,
} from './mutate.ts';
