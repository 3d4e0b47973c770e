/** The files of a finding that people and their tools use. */
import type { Render } from '../../finding/index.ts';
import { findingReadme } from './finding-readme.ts';
import { reproScript } from './repro-script.ts';

export const findingFiles: Render = (record, shown) => [
  { path: 'README.md', text: findingReadme(record, shown) },
  { path: 'repro.sh', text: reproScript(record, shown), isExecutable: true },
  ...(record.difference === undefined ? [] : [{ path: 'expected.txt', text: record.difference.expected }]),
];
