/** Centipede's protocol as bytes and numbers: blobs, replies, flags, domains of features. It opens no file and starts no process. */
export {
  type Blob,
  BlobError,
  END_OF_BLOBS,
  executionRequest,
  readBlobs,
  writeBlobs,
  wordOf,
} from './blobs.ts';
export { domainNumbers, domainOfNumber, indexInDomain } from './domains.ts';
export { FLAGS_VARIABLE, type RunnerFlags, writeFlags } from './flags.ts';
export { type Reply, readReply } from './reply.ts';
