/**
 * Csmith built from Debian's source: typed choices, and scopes that mean something.
 *
 * A second build, with instrumented functions in place of a table, is there to be measured against.
 */
import { rebuild, type Recipe, type ProcessDefinition } from '../source/index.ts';
import { csmithArgs, csmithCompilerArgs, csmithOptions } from './csmith-options.ts';

const recipe: Recipe = {
  package: 'csmith',
  configure: ['--disable-shared', '--quiet'],
  folder: 'src',
  program: 'csmith',
  table: 'csmith.table',
  scopes: 'table',
  patch: 'csmith.patch',
};

export const csmithScoped: ProcessDefinition = {
  name: 'csmith-scoped',
  summary: "Csmith built from Debian's source; typed choices and exact scopes",
  language: 'c',
  command: async (say) => [await rebuild(recipe, { say }), ...csmithArgs],
  reach: 'linked',
  process: 'fork',
  scopes: 'own',
  writes: { to: 'stdout' },
  promises: 'defined',
  compilerArgs: csmithCompilerArgs,
  options: csmithOptions,
};

export const csmithInstrumented: ProcessDefinition = {
  ...csmithScoped,
  name: 'csmith-instrumented',
  summary: "Csmith built from Debian's source; scopes from instrumented functions",
  command: async (say) => [
    await rebuild({ ...recipe, scopes: 'functions', filter: 'csmith-functions.filter' }, { say }),
    ...csmithArgs,
  ],
};
