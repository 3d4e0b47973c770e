/** Csmith, built from Debian's source, with typed choices and meaningful scopes. */
import { rebuild, type Recipe, type ProcessDefinition } from '../source/index.ts';
import { csmithArgs, csmithCompilerArgs, csmithOptions } from './csmith-options.ts';

export const csmithRecipe: Recipe = {
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
  command: async (say) => [await rebuild(csmithRecipe, { say }), ...csmithArgs],
  reach: 'linked',
  process: 'fork',
  scopes: 'own',
  writes: { to: 'stdout' },
  promises: 'defined',
  compilerArgs: csmithCompilerArgs,
  options: csmithOptions,
};
