/** A campaign in several processes: it looks and ends like one, even after kills. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { execa } from 'execa';
import { afterAll, describe, expect, it } from 'vitest';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { Corpus } from '../../src/corpus/index.ts';
import { reachedFeatures } from '../../src/report/campaign-data.ts';
import { cgfuzz } from '../cli/cgfuzz.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const main = new URL('../../dist/cli/main.js', import.meta.url).pathname;
const words = ['--source=loom language=c size=300B', '--target=clang-19-starter', '--compare-share=0'];

// oxlint-disable-next-line typescript/explicit-function-return-type -- execa's type follows from the options
const start = (cwd: string, ...args: readonly string[]) =>
  execa('node', [main, 'run', ...words, ...args], {
    cwd,
    reject: false,
    forceKillAfterDelay: false,
    env: { CGFUZZ_JOBS_OF_PROCESS: '1' },
  });

/** Processes whose parent this is. */
function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

/** That process and all below it. */
function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(familyOf)];
}

function isThere(pid: number): boolean {
  if (!existsSync(`/proc/${pid}`)) return false;
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function until(isSo: () => boolean): Promise<void> {
  for (let looks = 0; looks < 1_200 && !isSo(); looks++) await setTimeout(100);
  expect(isSo()).toBe(true);
}

function idsIn(path: string): string[] {
  const corpus = Corpus.read(new CampaignFolder(path).corpus);
  const ids = [...corpus.entries()].map(({ id }) => id);
  corpus.close();
  return ids;
}

function featuresOf(path: string): Uint32Array {
  const folder = new CampaignFolder(path);
  const corpus = Corpus.read(folder.corpus);
  const features = reachedFeatures(corpus, folder.readManifest().build);
  corpus.close();
  return features;
}

describe('a campaign with more jobs than one process feeds', { timeout: 300_000 }, () => {
  const cwd = temporaryFolder(afterAll);
  const folder = new CampaignFolder(join(cwd, 'campaign'));
  const ofProcess = (name: string): CampaignFolder =>
    new CampaignFolder(join(folder.path, 'processes/workers', name, 'campaign'));
  const executions = (of: CampaignFolder): number => of.readStats().at(-1)?.executions ?? 0;

  it('goes on with what one process did, and leaves one campaign', async () => {
    expect((await start(cwd, '--jobs=1', '--execs=30')).exitCode).toBe(0);
    expect(existsSync(join(folder.path, 'processes'))).toBe(false);
    const before = idsIn(folder.path);
    const ran = await start(cwd, '--jobs=2', '--execs=90');
    expect(ran.stderr).toMatch(/^cgfuzz: .*\nfirst: .*$/);
    expect(ran.exitCode).toBe(0);
    expect(readdirSync(join(folder.path, 'processes/workers'))).toEqual(['p1', 'p2']);
    expect(executions(folder)).toBe(executions(ofProcess('p1')) + executions(ofProcess('p2')));
    expect(executions(folder)).toBeGreaterThanOrEqual(90);
    const after = idsIn(folder.path);
    expect(before.filter((id) => !after.includes(id))).toEqual([]);
    expect(after.length).toBeGreaterThan(before.length);
    for (const command of [
      ['report', 'campaign'],
      ['corpus', 'stats', 'campaign'],
      ['findings', 'list', '--dir', 'campaign'],
    ])
      expect((await cgfuzz(cwd, ...command)).code, command.join(' ')).toBe(0);
    const status = JSON.parse((await cgfuzz(cwd, 'status', 'campaign', '--json')).stdout) as object;
    expect(status).toMatchObject({ process: null, executions: executions(folder), corpus: after.length });
    expect(readFileSync(join(folder.path, 'report.html'), 'utf8')).toContain('p2');
  });

  it('executes tests that a person imported, in one of its processes', async () => {
    expect((await start(cwd, '--dir=other', '--jobs=1', '--execs=12', '--seed=9')).exitCode).toBe(0);
    for (const asked of [
      ['corpus', 'export', 'other', 'files'],
      ['corpus', 'import', 'campaign', 'files'],
    ])
      expect((await cgfuzz(cwd, ...asked)).code, asked.join(' ')).toBe(0);
    const has = new Set(featuresOf(folder.path));
    const theirs = featuresOf(join(cwd, 'other'));
    const missing = theirs.filter((feature) => !has.has(feature));
    expect(missing.length).toBeGreaterThan(0);
    expect((await start(cwd, '--jobs=2', `--execs=${executions(folder) + 4}`)).exitCode).toBe(0);
    const now = new Set(featuresOf(folder.path));
    expect(missing.filter((feature) => !now.has(feature))).toEqual(new Uint32Array());
  });

  it('starts a process again that was killed, says so, and ends all of them on Ctrl-C', async () => {
    const running = start(cwd, '--jobs=2');
    const parent = running.pid!;
    await until(() => existsSync(join(folder.path, 'processes/workers/p2/lock')));
    const [victim] = childrenOf(parent);
    process.kill(victim!, 'SIGKILL');
    await until(() => childrenOf(parent).length === 2 && !childrenOf(parent).includes(victim!));
    const before = executions(folder);
    await until(() => executions(folder) > before);
    const family = familyOf(parent);
    expect(family.length).toBeGreaterThan(3);
    running.kill('SIGINT');
    const { exitCode, stderr } = await running;
    expect(exitCode).toBe(130);
    expect(stderr).toMatch(/process p[12] ended, SIGKILL; it is started again/);
    await until(() => !family.some(isThere));
    const line = folder.readStats().at(-1)!;
    expect(line.corpus).toBe(idsIn(folder.path).length);
  });

  it('leaves no process behind when it is killed, and loses no test that a process kept for something new', async () => {
    const running = start(cwd, '--jobs=2');
    const parent = running.pid!;
    const before = executions(folder);
    await until(() => executions(folder) > before && childrenOf(parent).length === 2);
    const family = familyOf(parent);
    running.kill('SIGKILL');
    await running;
    await until(() => !family.some(isThere));
    expect((await start(cwd, '--jobs=2', '--time=1ms')).exitCode).toBe(0);
    expect((await cgfuzz(cwd, 'fleet', 'collect', 'campaign/processes', 'all')).code).toBe(0);
    const gathered = idsIn(folder.path);
    expect(idsIn(join(cwd, 'all')).filter((id) => !gathered.includes(id))).toEqual([]);
  });
});
