/** Options of compilers as choices: the known options, their effects, and the way to draw them. */
export { machinesNamed } from './machines.ts';
export { type OpenSpace, readSpace } from './kept-space.ts';
export { checkMachines, knownOptions, openOptionSpace, type OptionsWanted } from './open-space.ts';
export { effects } from './probe.ts';
