/** A campaign in continuous integration: its exit code, its last lines, and its reports. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FindingRecord, Findings } from '../../src/finding/index.ts';
import { annotation, findingFiles, junitReport, sarifReport } from '../../src/report/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Terminal } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/commands.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { cgfuzz, type Said } from './cgfuzz.ts';
import { fakeContext } from './fake-context.ts';

const ci = (folder: string, ...flags: string[]): Promise<Said> =>
  cgfuzz(
    folder,
    'run',
    '--ci',
    '--execs=4',
    '--source=loom language=c size=1KB',
    '--compare-share=0',
    ...flags,
  );

/** A program that dies of each input. */
function dying(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'die'), '#!/bin/sh\nkill -SEGV $$\n', { mode: 0o755 });
  return folder;
}
const onDying = '--target=command:./die @@';

describe('cgfuzz run --ci', () => {
  it('fails for a finding once, and not again for the same one', async () => {
    const folder = dying();
    const first = await ci(folder, onDying, '--ci-report=out.xml');
    expect(first.code).toBe(1);
    expect(first.stdout).toMatch(
      /new: .*SIGSEGV.*\n +campaign\/findings\/\w+\/README\.md\n1 new finding, 0 known or old\n$/,
    );
    expect(readFileSync(join(folder, 'out.xml'), 'utf8')).toContain('failures="1"');
    const again = await ci(folder, onDying, '--execs=8', '--ci-report=out.xml');
    expect(again.code).toBe(0);
    expect(again.stdout).toContain('0 new findings, 1 known or old');
    expect(readFileSync(join(folder, 'out.xml'), 'utf8')).toContain('failures="0" errors="0" skipped="1"');
  });

  it('annotates a new finding in a workflow of GitHub, and tells GitLab of it in a file', async () => {
    const folder = dying();
    const { context, output } = fakeContext(undefined, folder);
    const words = ['run', '--ci', '--execs=2', '--source=json', '--compare-share=0', onDying];
    const inWorkflow = { ...context, env: { GITHUB_ACTIONS: 'true' } };
    expect(await runCli(commands, [...words, '--ci-report=gl.json'], inWorkflow, '1.2.3')).toBe(1);
    const [, id = ''] = /findings\/(\w+)\/README/.exec(output.stdout) ?? [];
    const file = `campaign/findings/${id}/README.md`;
    expect(output.stdout).toMatch(
      new RegExp(`^::error file=${file},title=cgfuzz%2C new%3A crash::.*SIGSEGV.*$`, 'm'),
    );
    expect(JSON.parse(readFileSync(join(folder, 'gl.json'), 'utf8'))).toMatchObject([
      { fingerprint: id, severity: 'critical', location: { path: file, lines: { begin: 1 } } },
    ]);
  });

  it('wants an end, and a report in a format that it knows', async () => {
    const folder = temporaryFolder();
    const endless = await cgfuzz(folder, 'run', '--ci');
    expect([endless.code, endless.stderr]).toEqual([2, expect.stringContaining('--ci needs an end')]);
    expect((await ci(folder, '--ci-report=out.txt')).stderr).toContain('has no ending that says its format');
    expect((await cgfuzz(folder, 'run', '--ci-report=out.xml')).stderr).toContain('--ci-report is for --ci');
  });
});

describe('a bug that comes with cgfuzz', () => {
  const folder = temporaryFolder(afterAll);
  const wasm = [
    '--target=clang-19-stock',
    '--args=-O2 --target=wasm32 -fsanitize=kcfi',
    '--reduce-share=90',
    '--ci-report=out.sarif',
  ];
  const headline = 'known, docs/trophies/wasm-kcfi-sections: ';
  let run: Said;
  let record: FindingRecord;

  beforeAll(async () => {
    run = await ci(folder, ...wasm);
    record = new Findings(join(folder, 'campaign/findings'), findingFiles).all()[0]!.record;
  }, 280_000);

  it('does not fail a campaign, and is not reduced', () => {
    expect([run.code, run.stdout.split('\n').at(-2)]).toEqual([0, '0 new findings, 1 known or old']);
    expect(record).toMatchObject({ shipped: { name: 'wasm-kcfi-sections' } });
    expect(record.reduction).toBeUndefined();
    const log = JSON.parse(readFileSync(join(folder, 'out.sarif'), 'utf8')) as {
      runs: { results: { level: string; message: { text: string } }[] }[];
    };
    expect(log.runs[0]!.results[0]).toMatchObject({ level: 'note', ruleId: 'crash' });
    expect(log.runs[0]!.results[0]!.message.text).toContain('docs/trophies/wasm-kcfi-sections');
  });

  it('is called known by all that tell of it: the run, the list, the status, the export, the page', async () => {
    const told = async (...words: string[]): Promise<Said> => cgfuzz(folder, ...words);
    expect(run.stdout).toContain(`finding ${record.id}: ${headline}`);
    expect((await told('findings', 'list')).stdout).toMatch(new RegExp(`^${record.id} .*${headline}`, 'm'));
    expect((await told('status', 'campaign')).stdout).toMatch(/ 1 finding, 1 known$/m);
    const { stdout, stderr } = await told('findings', 'export', record.id);
    expect(stderr).toMatch(/^known: .*\(docs\/trophies\/wasm-kcfi-sections/);
    expect(stdout).toMatch(/^Title: /);
    await told('report', 'campaign');
    const page = readFileSync(join(folder, 'campaign/report.html'), 'utf8');
    expect(page).toContain(headline);
    expect(page).toContain('findings, 1 known');
  });

  it('is called known by the screen of a run that goes on', async () => {
    const { context } = fakeContext(undefined, folder);
    let screen = '';
    const terminal: Terminal = {
      isTTY: true,
      columns: 120,
      rows: 40,
      write: (text: string) => void (screen += text),
      onResize: () => () => undefined,
      onKey: () => () => undefined,
    };
    const words = [
      'run',
      '--execs=4',
      '--source=loom language=c size=1KB',
      '--compare-share=0',
      ...wasm.slice(0, 3),
    ];
    await runCli(commands, words, { ...context, terminal }, '1.2.3');
    expect(screen).toContain('1 crash; 1 known');
    expect(screen).toMatch(new RegExp(`latest.*: ${headline}`));
  });
});

describe('a report for continuous integration', () => {
  const record = {
    id: '3f2a',
    kind: 'crash',
    signature: 'signal | <b> "&" \u0001',
    title: '<script> & "\u001B',
    compiler: 'clang-22',
  } as FindingRecord;
  const run = {
    title: 'a & b',
    seconds: 3,
    executions: 7,
    findings: [{ record, folder: 'f g', isNew: true }],
  };

  it('is XML that a parser reads, whatever compilers say', async () => {
    const script =
      'import sys, xml.etree.ElementTree as t; r = t.fromstring(sys.stdin.read()); print(r.find(".//failure").get("message"))';
    const { stdout } = await execa('python3', ['-c', script], { input: junitReport(run) });
    expect(stdout).toBe('<script> & "');
  });

  it('is one annotation a finding, whatever the text', () => {
    const told = { file: 'a,b:c', title: 'x\n::error::y', text: '50%\r\n::error::more' };
    expect(annotation({ GITHUB_ACTIONS: 'true' }, told)).toBe(
      '::error file=a%2Cb%3Ac,title=x%0A%3A%3Aerror%3A%3Ay::50%25%0D%0A::error::more\n',
    );
    expect(annotation({}, told)).toBe('');
  });

  it('is SARIF with a fingerprint and an address', () => {
    const { runs } = JSON.parse(sarifReport(run)) as { runs: { results: object[] }[] };
    expect(runs[0]!.results[0]).toMatchObject({
      level: 'error',
      baselineState: 'new',
      partialFingerprints: { 'signature/v1': record.signature },
      locations: [{ physicalLocation: { artifactLocation: { uri: 'f%20g/README.md' } } }],
    });
  });
});
