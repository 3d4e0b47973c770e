/** Findings of code that depends on something that must not matter. */
import { compilerOf } from '../finding/finding-command.ts';
import { dependenceCommands, dependenceScript, expectedOfRelation } from '../finding/dependence.ts';
import type { ReportKind } from './kind.ts';

export const dependsReport: ReportKind = {
  says: 'The code depends on something that must not matter.',
  keyword: 'compare-debug-failure',
  runs: false,
  reducedBy: 'comparing',
  isMiscompilation: false,
  commands: (record, { mainPath }) => [
    ...dependenceCommands(record, compilerOf(record), mainPath),
    ...(record.message === ''
      ? ['objdump -dr first.o >first.txt; objdump -dr second.o >second.txt', 'diff first.txt second.txt']
      : []),
  ],
  script: (record, { mainPath }) => dependenceScript(record, mainPath),
  needs: () => '`./repro.sh` needs a shell, the compiler and `objdump`. Nothing is run.',
  expected: expectedOfRelation,
  actual: ({ message }, output) => (message === '' ? output.trim() : undefined),
};
