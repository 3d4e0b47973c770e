/** Programs that break a relation in compilers that Debian 12 has, and questions about them. */
import type { RelationQuestion } from '../../../src/oracle/index.ts';
import { programOf } from '../../../src/program/index.ts';

/** The warning has gcc turn the path to a division by zero into a trap. */
export const dividesByZero: RelationQuestion = {
  program: programOf('int g(void);\nint f(int a, int b) { int d = 0; if (a) d = g(); return b / d; }\n'),
  configuration: { compiler: 'gcc-12', args: ['-O1'] },
  relation: { way: 'options', added: ['-Wnull-dereference'] },
};

/** The option has clang put off inlining, as a profile does. */
export const inlinesLater: RelationQuestion = {
  program: programOf(`
int g(int);
static int leaf(int a) { return g(a) ^ g(a + 1) ^ g(a + 2) ^ g(a + 3) ^ g(a + 4) ^ g(a + 5) ^ g(a + 6) ^ g(a + 7); }
static int mid(int a) { return leaf(a) + g(-a) + g(~a); }
int f(int a) { return mid(a) + mid(a * 3); }
int h(int a) { return leaf(a); }
`),
  configuration: { compiler: 'clang-19-stock', args: ['-O2'] },
  relation: { way: 'options', added: ['-fdebug-info-for-profiling'] },
};
