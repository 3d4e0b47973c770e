/** Real workers of a fleet, in processes of their own, which are killed; and one campaign of what they found. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRandom, uniformBelow } from '../../src/choice/index.ts';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { Corpus } from '../../src/corpus/index.ts';
import { reachedFeatures } from '../../src/report/campaign-data.ts';
import type { FleetMember } from '../../src/fuzz/index.ts';
import { cgfuzz } from '../cli/cgfuzz.ts';
import { startNats } from '../fleet/nats-server.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const main = new URL('../../dist/cli/main.js', import.meta.url).pathname;
/**
 * To try it harder: `KILLS=50 WORKERS=8 npx vitest run test/end-to-end/fleet.test.ts`; with a server of messages,
 * which is killed too: `EXCHANGE=nats`.
 */
const kills = Number(process.env['KILLS'] ?? 3);
const names = Array.from({ length: Number(process.env['WORKERS'] ?? 3) }, (_, index) => `w${index}`);
const isByServer = process.env['EXCHANGE'] === 'nats';

// oxlint-disable-next-line typescript/explicit-function-return-type -- execa's type follows from the options
/** A fleet in a folder is made once, before its first worker. */
function begun(cwd: string, place: string): string {
  if (!place.includes('://')) mkdirSync(join(cwd, place, 'workers'), { recursive: true });
  return place;
}

const start = (cwd: string, place: string, worker: string, ...args: readonly string[]) =>
  execa(
    'node',
    [
      main,
      'run',
      `--fleet=${begun(cwd, place)}`,
      '--worker',
      worker,
      '--source=loom language=c size=300B',
      ...args,
    ],
    { cwd, reject: false, forceKillAfterDelay: false },
  );

const common = ['--target=clang-19-starter', '--compare-share=0', '--jobs=1'];

function featuresOf(path: string): Uint32Array {
  const folder = new CampaignFolder(path);
  const corpus = Corpus.read(folder.corpus);
  const features = reachedFeatures(corpus, folder.readManifest().build);
  corpus.close();
  return features;
}

describe('a fleet whose workers are killed and stopped', { timeout: 180_000 + kills * 20_000 }, () => {
  const cwd = temporaryFolder(afterAll);
  let place = 'shared';
  const inPlace = (name: string): string => join('shared/workers', name, 'campaign');
  const campaign = (name: string): string => join(cwd, inPlace(name));

  beforeAll(
    async () => {
      const rng = makeRandom(5);
      const server = isByServer ? await startNats(afterAll) : undefined;
      if (server !== undefined) place = `nats://127.0.0.1:${server.port}`;
      const said = new Map<string, Promise<unknown>>();
      // oxlint-disable-next-line typescript/explicit-function-return-type -- execa's type follows from the options
      const begin = (name: string, ...args: readonly string[]) => {
        const process = start(cwd, place, name, ...common, `--dir=${inPlace(name)}`, ...args);
        said.set(name, once(process.stdout, 'data'));
        return process;
      };
      const running = new Map(names.map((name) => [name, begin(name)]));
      while (!names.every((name) => existsSync(join(campaign(name), 'state.json')))) await setTimeout(100);
      for (let kill = 0; kill < kills; kill++) {
        await setTimeout(500 + uniformBelow(rng, 2_000));
        const name = names[uniformBelow(rng, names.length)]!;
        const victim = running.get(name)!;
        if (kill % 3 === 2) {
          victim.kill('SIGSTOP');
          await setTimeout(uniformBelow(rng, 2_000));
          victim.kill('SIGCONT');
          continue;
        }
        victim.kill('SIGKILL');
        await victim;
        running.set(name, begin(name));
        if (kill % 5 !== 4) continue;
        await server?.kill();
        await server?.start();
      }
      // A worker that started while the server was away has ended; one that still starts does not know signals.
      for (const name of names) {
        await Promise.race([running.get(name)!, said.get(name)]);
        if (running.get(name)!.exitCode !== null) running.set(name, begin(name));
        await said.get(name);
      }
      await setTimeout(6_000);
      for (const process of running.values()) process.kill('SIGINT');
      for (const process of running.values()) expect((await process).exitCode).toBe(130);
      // Each worker hears what the others told last.
      for (const name of names) expect((await begin(name, '--time=1ms')).exitCode).toBe(0);
    },
    180_000 + kills * 20_000,
  );

  it('gathers all that its workers reached, though they were killed', async () => {
    const said = await cgfuzz(cwd, 'fleet', 'collect', place, 'all');
    expect(said.stderr).toBe('');
    expect(said.code).toBe(0);
    expect(said.stdout).toMatch(/^all: [\d,]+ tests of [\d,]+ that \d+ workers sent/);
    const all = new Set(featuresOf(join(cwd, 'all')));
    for (const name of names) {
      const own = featuresOf(campaign(name));
      expect(own.length).toBeGreaterThan(1_000);
      expect(own.filter((feature) => !all.has(feature))).toHaveLength(0);
    }
    const line = new CampaignFolder(join(cwd, 'all')).readStats().at(-1)!;
    const lines = names.map((name) => new CampaignFolder(campaign(name)).readStats().at(-1)!);
    expect(line.features).toBe(all.size);
    const corpus = Corpus.read(join(cwd, 'all/corpus'));
    const ids = [...corpus.entries()].map(({ id }) => id);
    corpus.close();
    expect(new Set(ids).size).toBe(ids.length);
    expect(line.executions).toBe(lines.reduce((sum, { executions }) => sum + executions, 0));
  });

  it('lets each worker go on from the tests of the others', () => {
    for (const name of names) {
      const corpus = Corpus.read(new CampaignFolder(campaign(name)).corpus);
      const arms = [...corpus.entries()].map(({ origin }) => origin.arm);
      corpus.close();
      expect(arms.filter((arm) => arm === 'fleet').length).toBeGreaterThan(10);
      expect(arms.some((arm) => arm !== 'fleet')).toBe(true);
    }
  });

  it('adds nothing when it is collected again, and is a campaign for other commands', async () => {
    await cgfuzz(cwd, 'fleet', 'collect', place, 'all');
    const before = readFileSync(join(cwd, 'all/corpus/000001.cgcorpus'));
    await cgfuzz(cwd, 'fleet', 'collect', place, 'all');
    expect(readFileSync(join(cwd, 'all/corpus/000001.cgcorpus')).equals(before)).toBe(true);
    for (const words of [
      ['report', 'all'],
      ['corpus', 'stats', 'all'],
      ['status', 'all'],
    ])
      expect((await cgfuzz(cwd, ...words)).code, words.join(' ')).toBe(0);
    const one = campaign(names[0]!);
    expect((await cgfuzz(cwd, 'compare', 'all', '--', one)).code).toBe(0);
  });

  it('is distilled to fewer tests that reach as much', async () => {
    await cgfuzz(cwd, 'fleet', 'collect', place, 'all');
    expect((await cgfuzz(cwd, 'fleet', 'collect', place, 'small', '--distil')).code).toBe(0);
    const [all, small] = ['all', 'small'].map((dir) => featuresOf(join(cwd, dir)));
    expect(small).toEqual(all);
    const sizes = ['all', 'small'].map((dir) => {
      const corpus = Corpus.read(join(cwd, dir, 'corpus'));
      const { size } = corpus;
      corpus.close();
      return size;
    });
    expect(sizes[1]).toBeLessThan(sizes[0]!);
  });

  it('says which workers there are, and that they have ended', async () => {
    const { stdout } = await cgfuzz(cwd, 'fleet', 'status', place, '--json');
    const members = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as FleetMember);
    expect(members.map(({ name, isAlive }) => [name, isAlive])).toEqual(names.map((name) => [name, false]));
    expect((await cgfuzz(cwd, 'fleet', 'status', place)).stdout).toMatch(/^w0 +ended /m);
  });

  it('has workers of several jobs, each of them one process that says if it has too many', async () => {
    const env = { CGFUZZ_JOBS_OF_PROCESS: '2' };
    const jobs = ['--jobs=3', '--execs=12'];
    const all = [
      main,
      'run',
      `--fleet=${begun(cwd, 'jobs')}`,
      '--source=loom language=c size=300B',
      ...common.slice(0, 2),
      ...jobs,
    ];
    const { exitCode, stderr } = await execa('node', [...all, '--worker=a'], { cwd, env, reject: false });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('for 3, start 2 workers, each with a --worker and --jobs 2');
    const own = new CampaignFolder(join(cwd, 'jobs/workers/a/campaign'));
    expect(own.readStats().at(-1)!.executions).toBeGreaterThanOrEqual(12);
    expect(existsSync(join(own.path, 'processes'))).toBe(false);
  });

  it('refuses a second process of one name, and a place that is no fleet', async () => {
    const first = start(cwd, 'shared', 'a', ...common);
    while (!existsSync(join(cwd, 'shared/workers/a/lock'))) await setTimeout(50);
    const second = await start(cwd, 'shared', 'a', ...common, '--time=1ms');
    expect(second.exitCode).toBe(2);
    expect(second.stderr).toContain('the worker a runs already, as process');
    first.kill('SIGINT');
    await first;
    expect((await cgfuzz(cwd, 'fleet', 'status', 'nowhere')).stderr).toContain(
      'there is no fleet in nowhere',
    );
  });
});
