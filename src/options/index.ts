/** Options of compilers as choices: which there are, what each does, and how they are drawn. */
export { knownOptions, openOptionSpace } from './open-space.ts';
export { effects } from './probe.ts';
