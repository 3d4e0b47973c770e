/** Serving: child processes that answer requests in frames, and the types of requests and answers. */
export {
  usualExecutionLimits,
  type Configuration,
  type ExecuteRequest,
  type Execution,
  type Emit,
  type ExecutionLimits,
  type OutcomeKind,
  type Features,
} from './execution.ts';
export { bucketBit, bucketOfHits, BUCKETS, cellOf, type Feature, featureAt } from './feature.ts';
export { FeatureSet } from './feature-set.ts';
export { prepareExecutor, prepareTool } from './executor.ts';
export { runKept } from './keeper.ts';
export type { Frame } from './frame-writer.ts';
export { type AnswersDue, lostExecution } from './patience.ts';
export {
  type AddressMap,
  type Hello,
  type LoadedModule,
  type Payload,
  type PcTable,
  compilePayload,
  encodeExecute,
  runsPayload,
} from './protocol.ts';
export { type ExecutionAsked, Server, type ServerCommand } from './server.ts';
