/**
 * Csmith as Debian ships it: the real binary, with a preloaded library that answers its requests for
 * randomness.
 */
import type { ProcessDefinition } from '../source/index.ts';
import { csmithArgs, csmithCompilerArgs, csmithOptions } from './csmith-options.ts';

export const csmith: ProcessDefinition = {
  name: 'csmith',
  summary: "Debian's Csmith as it is; scopes from its call stack",
  language: 'c',
  command: ['csmith', ...csmithArgs],
  reach: 'preload',
  process: 'fork',
  scopes: 'stack',
  writes: { to: 'stdout' },
  promises: 'defined',
  compilerArgs: csmithCompilerArgs,
  options: csmithOptions,
};
