/**
 * Centipede's protocol as bytes and numbers: blobs, replies, flags, domains of features. It opens no file and
 * starts no process.
 */
export {
  beginOfInput,
  endOfInput,
  type EngineAge,
  engineAges,
  type EngineDate,
  type Mutant,
  mutantsReply,
} from './answers.ts';
export {
  type Blob,
  BlobError,
  END_OF_BLOBS,
  executionRequest,
  readBlobs,
  readRequest,
  writeBlobs,
  wordOf,
} from './blobs.ts';
export { domainNumbers, domainOfNumber, featureIn, indexInDomain } from './domains.ts';
export { FLAGS_VARIABLE, readFlags, type RunnerFlags, writeFlags } from './flags.ts';
export { type Reply, readReply } from './reply.ts';
export { FIRST_SHARD, inputInShard, inputsOfShard } from './shard.ts';
