/** Campaigns that are killed, interrupted, and given wrong things. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { execa, type Options } from 'execa';
import { describe, expect, it } from 'vitest';
import { makeRandom, uniformBelow } from '../../src/choice/index.ts';
import { CampaignFolder, type StatsLine } from '../../src/campaign/index.ts';
import { Corpus } from '../../src/corpus/index.ts';
import { temporaryFolder } from '../target/world.ts';

const cgfuzz = new URL('../../dist/cli/main.js', import.meta.url).pathname;
/** To try it harder: `KILLS=50 npx vitest run test/end-to-end/kill.test.ts`. */
const kills = Number(process.env['KILLS'] ?? 4);
const longestRunMs = 4_000;

// oxlint-disable-next-line typescript/explicit-function-return-type -- execa's type follows from the options
const start = (dir: string, args: readonly string[], options: Options = {}) =>
  execa(
    'node',
    [cgfuzz, 'run', `--dir=${dir}`, '--target=clang-19-starter', '--without=fresh,swarm', ...args],
    {
      reject: false,
      ...options,
    },
  );

async function untilItRuns(dir: string): Promise<void> {
  while (!existsSync(join(dir, 'state.json'))) await setTimeout(100);
}

function idsIn(dir: string): Set<string> {
  const corpus = Corpus.read(join(dir, 'corpus'));
  const ids = new Set([...corpus.entries()].map(({ id }) => id));
  for (const id of ids) expect(corpus.entry(id).features.length).toBeGreaterThan(0);
  corpus.close();
  return ids;
}

/** Entries that are neither there nor replaced by an entry that does the same for less. */
function lostOf(ids: ReadonlySet<string>, dir: string): string[] {
  const corpus = Corpus.read(join(dir, 'corpus'));
  const lost = [...ids].filter((id) => corpus.info(id) === undefined);
  corpus.close();
  return lost;
}

describe('a campaign', () => {
  it(
    'that is killed at any moment loses nothing that it said it kept, and goes on',
    { timeout: kills * 60_000 },
    async () => {
      const dir = temporaryFolder();
      const rng = makeRandom(1);
      let before = new Set<string>();
      for (let kill = 0; kill < kills; kill++) {
        const running = start(dir, ['--json'], { buffer: false });
        if (kill === 0) await untilItRuns(dir);
        await setTimeout(500 + uniformBelow(rng, longestRunMs));
        const said = new CampaignFolder(dir).readState() as { line: StatsLine } | undefined;
        running.kill('SIGKILL');
        await running;
        const now = idsIn(dir);
        expect(now.size).toBeGreaterThanOrEqual(said?.line.corpus ?? 0);
        expect(lostOf(before, dir)).toEqual([]);
        before = now;
      }
      const { stdout, exitCode } = await start(dir, ['--json', '--time=1ms']);
      expect(exitCode).toBe(0);
      const line = JSON.parse(String(stdout)) as StatsLine;
      expect(line.corpus).toBe(before.size);
      expect(before.size).toBeGreaterThan(0);
    },
  );

  it('that is interrupted saves and says what it did', async () => {
    const dir = temporaryFolder();
    const running = start(dir, []);
    await untilItRuns(dir);
    running.kill('SIGINT');
    const { stdout, exitCode } = await running;
    expect(exitCode).toBe(130);
    expect(String(stdout)).toContain('the same command goes on from here');
    expect(readdirSync(dir)).not.toContain('lock');
  });

  it('is refused a folder that is in use, or of another version, target or strategy', async () => {
    const dir = temporaryFolder();
    const folder = new CampaignFolder(dir);
    folder.lock();
    expect(String((await start(dir, [])).stderr)).toContain('running already');
    folder.unlock();
    await start(dir, ['--execs=1']);
    expect(String((await start(dir, ['--strategy=unguided'])).stderr)).toContain('--strategy guided');
    const manifest = join(dir, 'campaign.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"format": 1', '"format": 7'));
    const { stderr, exitCode } = await start(dir, []);
    expect(exitCode).toBe(2);
    expect(String(stderr)).toContain('its format is 7');
  });

  it('learns anew what its tests reach when the target is another build, and mixes nothing up', async () => {
    const dir = temporaryFolder();
    await start(dir, ['--execs=6', '--json']);
    const old = idsIn(dir);
    const other = temporaryFolder();
    cpSync(dir, other, { recursive: true });
    // Where its time is over already, nothing is executed, and nothing is lost.
    const late = await start(other, ['--time=1ms', '--args=-O1', '--json']);
    expect(JSON.parse(String(late.stdout))).toMatchObject({ executions: 6 });
    expect(idsIn(other)).toEqual(old);
    expect(new CampaignFolder(other).readLearnt()).toEqual(new CampaignFolder(dir).readLearnt());
    const { stderr } = await start(other, ['--execs=12', '--args=-O1']);
    expect(String(stderr)).toContain('another build');
    const corpus = Corpus.read(join(other, 'corpus'));
    const relearnt = [...corpus.entries()].filter(({ id, build }) => old.has(id) && build.endsWith('-O1'));
    expect(relearnt.length).toBeGreaterThan(0);
    // The entries keep their origin.
    expect(relearnt.filter(({ origin }) => origin.arm === 'relearn')).toEqual([]);
    expect(relearnt.length).toBeLessThanOrEqual(old.size);
    expect(new Set(relearnt.map(({ build }) => build)).size).toBe(1);
    corpus.close();
  });

  it('with a source that never makes a test that can be used stops with the reason', async () => {
    const folder = temporaryFolder();
    const module = join(folder, 'broken.mjs');
    writeFileSync(
      module,
      `export default { name: 'broken', summary: 'x', language: 'c', command: ['sh', '-c', 'echo no thanks >&2; exit 3'],
        reach: 'preload', process: 'exec', scopes: 'own', writes: { to: 'stdout' } };`,
    );
    const { stderr, exitCode } = await start(join(folder, 'c'), [`--source=${module}`]);
    expect(exitCode).toBe(2);
    expect(String(stderr)).toContain('none of the first 50 tests');
    expect(String(stderr)).toContain('no thanks');
  });
});
