/** Csmith in two forms that are there to be measured against. */
import { csmithArgs, quietCsmithArgs } from '../src/generators/csmith-options.ts';
import { csmithRecipe, csmithScoped } from '../src/generators/csmith-scoped.ts';
import { type ProcessDefinition, rebuild } from '../src/source/index.ts';

/** Arguments for programs of Csmith as it is: Debian keeps the header that every program includes there. */
export const plainCsmithCompilerArgs: readonly string[] = [...quietCsmithArgs, '-I/usr/include/csmith'];

/** Instrumented functions make the scopes, in place of a table. */
export const csmithInstrumented: ProcessDefinition = {
  ...csmithScoped,
  name: 'csmith-instrumented',
  summary: "Csmith built from Debian's source; scopes from instrumented functions",
  command: async (say) => [
    await rebuild({ ...csmithRecipe, scopes: 'functions', filter: 'csmith-functions.filter' }, { say }),
    ...csmithArgs,
  ],
};
