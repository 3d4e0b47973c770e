/**
 * A finding that a person's program shows. It lies in a folder beside the program and has no choices: only its text can
 * be made smaller. All that reads findings reads it too.
 */
import type { FindingFolder, Render } from './finding-folder.ts';
import { type Failure, type Finding, recordOf } from './findings.ts';
import { headersOf } from './headers.ts';

export function saveGivenFinding(
  folder: FindingFolder,
  failure: Omit<Failure, 'sequence'>,
  render: Render,
): Finding {
  const { program, text, ...about } = failure;
  const headers = headersOf(program, about.args);
  const record = recordOf({ ...about, program }, headers);
  folder.replace([]);
  for (const { to, files } of headers) folder.saveHeaders(to, files);
  folder.saveGiven(program);
  folder.saveOutput(text);
  folder.save(record, render);
  return { record, folder };
}
