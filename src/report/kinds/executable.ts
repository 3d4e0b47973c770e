/** Findings in a person's program, which is no compiler. */
import { executableCommand, executableScript } from '../finding/executable-finding.ts';
import { crashReport } from './compiled.ts';
import type { ReportKind } from './kind.ts';

export const executableReport: ReportKind = {
  ...crashReport,
  commands: (record, { mainPath }) => [executableCommand(record, mainPath)],
  script: executableScript,
  needs: () => '`./repro.sh` needs a shell and the program, nothing else.',
  expected: () => 'The program ends by itself: it accepts the input, or refuses it.',
  heading: ({ title }) => title,
};
