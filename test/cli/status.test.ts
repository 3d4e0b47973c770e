/** The status of running campaigns, for scripts. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { FindingHook } from '../../src/cli/on-finding.ts';
import type { FindingRecord } from '../../src/finding/index.ts';
import { makeCampaign } from '../report/campaign.ts';
import { statsLine } from '../report/stats-lines.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { cgfuzz } from './cgfuzz.ts';

it('tells of each campaign how far it is, and whether it runs', async () => {
  const cwd = temporaryFolder();
  makeCampaign(join(cwd, 'a'), { stats: [statsLine({ executions: 1_234, edges: 56_789 })] });
  const shipped = { name: 'x32-no-plt', title: 'x', address: '' };
  const known = [{ 'meta.json': JSON.stringify({ shipped }) }, { 'meta.json': '{}' }];
  makeCampaign(join(cwd, 'b'), { stats: [statsLine({ executions: 0, findings: 2 })], findings: known });
  const running = new CampaignFolder(join(cwd, 'b'));
  running.lock();
  try {
    const { code, stdout } = await cgfuzz(cwd, 'status', 'a', 'b', '--json');
    expect(code).toBe(0);
    const [a, b] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(a).toMatchObject({
      dir: 'a',
      process: null,
      executions: 1_234,
      edges: 56_789,
      target: 'clang-19-toy',
    });
    expect(b).toMatchObject({ dir: 'b', process: process.pid, executions: 0, findings: 2, known: 1 });
    const told = (await cgfuzz(cwd, 'status', 'a', 'b')).stdout;
    expect(told).toMatch(/^a +stopped .* 1,234 +56,789 /m);
    expect(told).toMatch(/^b .* 2 findings, 1 known$/m);
    expect(told).toContain(`runs as process ${process.pid}`);
  } finally {
    running.unlock();
  }
});

it('says that a folder is no campaign', async () => {
  const { code, stderr } = await cgfuzz(temporaryFolder(), 'status', 'nothing');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: /);
});

it('hands each finding to a command, as a line of JSON, and tells of one that fails', async () => {
  const cwd = temporaryFolder();
  const told: string[] = [];
  const finding = { id: '3f2a', title: 'SIGSEGV in f' } as FindingRecord;
  const hook = new FindingHook('cat > $PWD/heard.json', cwd, (text) => told.push(text));
  hook.hear(finding);
  await hook.end();
  expect(JSON.parse(readFileSync(join(cwd, 'heard.json'), 'utf8'))).toEqual(finding);
  expect(told).toEqual([]);
  const failing = new FindingHook('exit 3', cwd, (text) => told.push(text));
  failing.hear(finding);
  await failing.end();
  expect(told).toEqual(['--on-finding "exit 3" failed for finding 3f2a']);
  const none = new FindingHook('', join(cwd, 'gone'), (text) => told.push(text));
  none.hear(finding);
  await none.end();
  expect(existsSync(join(cwd, 'gone'))).toBe(false);
});
