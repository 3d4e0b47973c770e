/** The files of a finding that people and their tools use. */
import type { Render } from '../../finding/index.ts';
import { countingUnit, countsAccesses, stressOf } from '../../laboratory/index.ts';
import { isRunToo } from './finding-command.ts';
import { findingReadme } from './finding-readme.ts';
import { reproScript } from './repro-script.ts';

export const findingFiles: Render = (record, shown) => [
  { path: 'README.md', text: findingReadme(record, shown) },
  { path: 'repro.sh', text: reproScript(record, shown), isExecutable: true },
  ...(isRunToo(record) ? stressOf(shown.program) : []),
  ...(countsAccesses(record.args) ? [countingUnit()] : []),
  ...(record.difference === undefined ? [] : [{ path: 'expected.txt', text: record.difference.expected }]),
];
