/** The worked example for C as a source by name: small programs without undefined behaviour, made in a thread. */
import type { FunctionDefinition } from '../source/index.ts';
import { smallC } from './examples/small-c.ts';

const smallCSource: FunctionDefinition = {
  name: 'small-c',
  summary: 'small C programs on unsigned numbers, made in this process: quick, and installed with cgfuzz',
  language: 'c',
  promises: 'defined',
  entry: import.meta.url,
  generate: smallC,
};
export default smallCSource;
