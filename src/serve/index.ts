/** Serving: child processes that answer requests in frames, and the words of a request and its answer. */
export {
  usualExecutionLimits,
  type Configuration,
  type ExecuteRequest,
  type Execution,
  type Emit,
  type ExecutionLimits,
  type Feature,
  type OutcomeKind,
  type Features,
} from './execution.ts';
export { prepareExecutor } from './executor.ts';
