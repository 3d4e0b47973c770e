/**
 * Reports for continuous integration: JUnit's XML, which most systems show as tests, SARIF, which code trackers show
 * as alerts, GitLab's report on code quality, and GitHub's annotations.
 *
 * Invariant: texts of programs and compilers are escaped, and characters that XML cannot hold are left out. An
 * annotation is one line, whatever a compiler says.
 */
import { type FindingRecord, headlineOf } from '../finding/index.ts';
import { reportKinds } from './kinds/index.ts';

export interface CiFinding {
  readonly record: FindingRecord;
  /** The finding's folder, relative to the campaign's parent folder. */
  readonly folder: string;
  /** True if the finding is new, so that the campaign fails. */
  readonly isNew: boolean;
}

export interface CiRun {
  readonly title: string;
  readonly seconds: number;
  readonly executions: number;
  readonly findings: readonly CiFinding[];
}

/** A test for the campaign, and one for each finding: failed if it is new, skipped if it is known. */
export function junitReport({ title, seconds, executions, findings }: CiRun): string {
  const failed = findings.filter(({ isNew }) => isNew).length;
  const cases = findings.map(({ record, folder, isNew }) => {
    const { id, kind } = record;
    const said = escaped(headlineOf(record));
    const body = isNew
      ? `      <failure type="${kind}" message="${said}">${escaped(`${record.signature}\nfolder: ${folder}`)}</failure>`
      : `      <skipped message="${said}"/>`;
    return [`    <testcase classname="cgfuzz.${kind}" name="${id}" time="0">`, body, '    </testcase>'].join(
      '\n',
    );
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="${escaped(title)}" tests="${findings.length + 1}" failures="${failed}" errors="0" skipped="${findings.length - failed}" time="${seconds}">`,
    `    <testcase classname="cgfuzz" name="${executions} executions" time="${seconds}"/>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** SARIF 2.1.0: an error for each new finding, and a note for each known one. */
export function sarifReport({ findings }: CiRun): string {
  const kinds = [...new Set(findings.map(({ record }) => record.kind))];
  const run = {
    tool: {
      driver: {
        name: 'cgfuzz',
        rules: kinds.map((id) => ({ id, shortDescription: { text: reportKinds[id].says } })),
      },
    },
    results: findings.map(({ record, folder, isNew }) => ({
      ruleId: record.kind,
      level: isNew ? 'error' : 'note',
      baselineState: isNew ? 'new' : 'unchanged',
      message: { text: `${record.compiler}: ${headlineOf(record)}` },
      partialFingerprints: { 'signature/v1': record.signature },
      locations: [{ physicalLocation: { artifactLocation: { uri: encodeURI(`${folder}/README.md`) } } }],
    })),
  };
  const log = { version: '2.1.0', $schema: 'https://json.schemastore.org/sarif-2.1.0.json', runs: [run] };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

/** GitLab's code quality: an entry for each finding, which a merge request shows if its fingerprint is new. */
export function gitlabReport({ findings }: CiRun): string {
  const entries = findings.map(({ record, folder, isNew }) => ({
    description: `${record.compiler}: ${headlineOf(record)}`,
    check_name: `cgfuzz ${record.kind}`,
    fingerprint: record.id,
    severity: isNew ? 'critical' : 'info',
    location: { path: `${folder}/README.md`, lines: { begin: 1 } },
  }));
  return `${JSON.stringify(entries, undefined, 2)}\n`;
}

/** An error that GitHub's workflows show beside the file; empty if no such workflow runs. */
export function annotation(
  env: Readonly<Record<string, string | undefined>>,
  { file, title, text }: { readonly file: string; readonly title: string; readonly text: string },
): string {
  if (env['GITHUB_ACTIONS'] !== 'true') return '';
  const data = (part: string): string =>
    part.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (part: string): string => data(part).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::error file=${property(file)},title=${property(title)}::${data(text)}\n`;
}

function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
