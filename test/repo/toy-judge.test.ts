/**
 * The judge of docs/adding.md is one file and one row. This test puts the row into the table. Then the judge has a
 * flag, a legend, statistics, a finding, a report and a script.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JudgeName, judgeNames, judgeRows } from '../../src/oracle/judges/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { readSources } from './layers.ts';

/** The key of the row, which no type knows. */
const toy = 'warned' as JudgeName;

const page = readFileSync('docs/adding.md', 'utf8');
const [, code = ''] = /^```ts\n([^]*?)^```$/m.exec(page.slice(page.indexOf('## A judge')))!;
const [, row = ''] = /^```js\n([^]*?)^```$/m.exec(page)!;

/** Modules are loaded once the row stands in the table, as they would be if it stood in the file. */
beforeAll(async () => {
  const place = /^\/\/ (src\/\S+)$/m.exec(code)![1]!;
  const folder = temporaryFolder(afterAll);
  const from = (path: string): string => resolve(dirname(place), path);
  writeFileSync(
    join(folder, 'warned.ts'),
    code.replaceAll(/from '(\.[^']*)'/g, (_, path: string) => `from '${from(path)}'`),
  );
  writeFileSync(join(folder, 'row.ts'), `export const rows: any = {\n${row}};\n`);
  const { rows } = (await import(join(folder, 'row.ts'))) as { rows: Partial<typeof judgeRows> };
  expect(Object.keys(rows)).toEqual([toy]);
  Object.assign(judgeRows, rows);
  (judgeNames as JudgeName[]).push(toy);
});

/** A judge by its name: its share, its flag, or its field of statistics. */
function namesJudge(text: string): boolean {
  const names = judgeNames.join('|');
  const fields = 'shares|checked|cpu|spentMs|owedMs';
  return [
    String.raw`\b(?:${names})(?:Share|-share)\b`,
    String.raw`\b(?:${fields})(?:\??\.|\[')(?:${names})\b`,
    String.raw`\bon: '(?:${names})'`,
  ].some((pattern) => new RegExp(pattern).test(text));
}

describe('the names of judges', () => {
  it('stand in their rows alone', () => {
    // A hunt sets the share of the one judge that its table names, and `regress --missed` is the door of another.
    const allowed = /^(?:oracle\/judges\/|session\/hunt\/hunt\.ts$|cli\/actions\/regress\.ts$)/;
    const others = readSources('src').filter(({ path }) => !allowed.test(path));
    expect(others.filter(({ text }) => namesJudge(text)).map(({ path }) => path)).toEqual([]);
  });

  it.each(['settings.irShare', 'line.checked.volatile', "cpu['judge']", '--invariance-share 3'])(
    'would be seen elsewhere: %s',
    (text) => expect(namesJudge(text)).toBe(true),
  );
});

describe('the judge of the page about adding things', () => {
  it('has a flag with help, and a share that gives way or is refused by its name', async () => {
    const { campaignFlags } = await import('../../src/cli/flags/campaign-flags.ts');
    const flag = (campaignFlags as Readonly<Record<string, { doc: string; defaultDoc?: string }>>)[
      'warned-share'
    ];
    expect(flag?.doc).toBe(
      'percent of the CPU time, at most, for compiling tests with one more warning, which must not change the code',
    );
    expect(flag?.defaultDoc).toMatch(/^1, /);
    const { usualSettings } = await import('../../src/campaign/index.ts');
    const { careOptionsOf } = await import('../../src/session/care.ts');
    const folder = temporaryFolder();
    const care = (given: object): ReturnType<typeof careOptionsOf> =>
      careOptionsOf(folder, usualSettings({ ...given }), { cache: folder, searchPath: '' });
    expect((await care({})).shares[toy]).toBe(0.01);
    const { shares, judges } = await care({ warnedShare: 60 });
    expect(shares[toy]).toBe(0.6);
    expect(judges?.get(toy)).toBeDefined();
    await expect(care({ warnedShare: 60, truthShare: 40 })).rejects.toThrow(
      '--truth-share 40 and --warned-share 60 leave too little for the search',
    );
    const { refuseCompilerSettings } = await import('../../src/session/executable-campaign.ts');
    expect(() => refuseCompilerSettings('./tool', usualSettings({ warnedShare: 60 } as object))).toThrow(
      '--warned-share is for compilers, and ./tool is none',
    );
  });

  it('is in the legend, the statistics and on the screen', async () => {
    const { Tally } = await import('../../src/fuzz/tally.ts');
    const { legendOfWork } = await import('../../src/report/screen/legend.ts');
    const { screenLines } = await import('../../src/report/screen/screen.ts');
    const { statsShape } = await import('../../src/campaign/stats-line.ts');
    const { statsLine } = await import('../report/stats-lines.ts');
    const { parseJsonAs } = await import('../../src/util/shape.ts');
    expect(legendOfWork).toContainEqual([toy, 'tests are compiled with one more warning']);
    const tally = new Tally();
    tally.hear({ type: 'spent', on: toy, ms: 5, isCheck: true });
    const line = tally.line({ ...statsLine(), cpuMs: 9 });
    expect(line).toMatchObject({ checked: { [toy]: 1 }, cpu: { [toy]: 5 } });
    const again = new Tally();
    again.restore(parseJsonAs(statsShape, JSON.stringify(line)));
    expect(again.line({ ...statsLine(), cpuMs: 9 }).checked).toMatchObject({ [toy]: 1 });
    const shown = screenLines({ title: '', line, history: [], findings: [] }, { columns: 100, rows: 40 });
    expect(shown.join('\n')).toContain('1 with a warning');
  });

  it('makes a finding with a report, and a script that shows it', { timeout: 180_000 }, async () => {
    const { Alphabet, ChoiceSequence } = await import('../../src/choice/index.ts');
    const { Findings } = await import('../../src/finding/index.ts');
    const { findingFiles } = await import('../../src/report/index.ts');
    const { SharedLaboratory } = await import('../../src/triage/care/campaigner.ts');
    const { Doubts } = await import('../../src/triage/care/doubts.ts');
    const { JudgingLine } = await import('../../src/triage/care/judging-line.ts');
    const { dividesByZero } = await import('../oracle/invariance/programs.ts');
    const { world } = await import('../target/world.ts');
    const { noAvoidance } = await import('../triage/no-avoidance.ts');
    const findings = new Findings(temporaryFolder(), findingFiles);
    const campaign = {
      target: 'gcc-12',
      argumentsOf: () => ({ args: ['-O1'] }),
      findings,
      build: 'gcc-12',
      tell: () => undefined,
      avoidance: noAvoidance(),
    } as never;
    const laboratory = new SharedLaboratory(world);
    const options = { world, references: [], shares: { [toy]: 0.5 } };
    const more = { doubts: new Doubts(), onFinding: () => undefined };
    const judge = await judgeRows[toy].load();
    const line = new JudgingLine(toy, judge, { options, campaign, laboratory, ...more });
    const record = ChoiceSequence.empty(new Alphabet());
    const origin = { source: 'some', test: 1 };
    const definition = { name: 'some', language: 'c' } as never;
    const { program } = dividesByZero;
    line.offer({ definition, program, record, origin, freshFeatures: 0 }, new Uint8Array());
    await line.next()?.(() => Promise.resolve());
    await laboratory.close();
    const [finding] = findings.all();
    expect(finding?.record.title).toBe('-Wnull-dereference changes the code, isolate-paths');
    const { path } = finding!.folder;
    expect(readFileSync(join(path, 'README.md'), 'utf8')).toContain('Both objects have the same code');
    const env = { PATH: world.searchPath };
    const { status, stdout } = spawnSync('sh', [join(path, 'repro.sh')], { encoding: 'utf8', env });
    expect(stdout).toContain('the bug is there');
    expect(status).toBe(1);
  });
});
