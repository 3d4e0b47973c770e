/** Mutation of choice sequences. Knows no language, no process and no clock; randomness is handed in. */
export {
  type Change,
  mutate,
  mutateBy,
  type MutateOptions,
  type Mutation,
  type OperatorName,
  operatorNames,
} from './mutate.ts';
