/** Options of compilers as choices: which there are, what each does, and how they are drawn. */
export { machinesNamed } from './machines.ts';
export { type OpenSpace, readSpace } from './kept-space.ts';
export { checkMachines, knownOptions, openOptionSpace, type OptionsWanted } from './open-space.ts';
export { effects } from './probe.ts';
