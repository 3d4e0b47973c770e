/**
 * A campaign that begins on a lesser build of its target and goes over to a better one, which is built beside it.
 *
 * The computer of these tests has all objects of `starter`, and a lesser target that is `starter` by another name. Only
 * the link is left to do, which takes seconds instead of a quarter of an hour.
 */
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { execa, type Options } from 'execa';
import { describe, expect, it } from 'vitest';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { Corpus } from '../../src/corpus/index.ts';
import { findBuiltByName, listBuilt } from '../../src/target/index.ts';
import { temporaryFolder } from '../target/world.ts';
import { isAll } from '../runs.ts';
import { homeWithBuild } from './home-with-build.ts';

const cgfuzz = new URL('../../dist/cli/main.js', import.meta.url).pathname;
const lesserName = 'clang-19-starter-no-assertions';

/** A home for caches in which only the lesser target is built. */
const homeWithLesser = (): Promise<string> => homeWithBuild({ assertions: false });

/** The source is one that is there at once: in these homes nothing else is built. */
const usual = ['--target=clang-19', '--upgrade=starter', '--source=small-c'];

// oxlint-disable-next-line typescript/explicit-function-return-type -- execa's type follows from the options
const start = (home: string, dir: string, args: readonly string[] = [], options: Options = {}) =>
  execa('node', [cgfuzz, 'run', ...usual, `--dir=${dir}`, ...args], {
    reject: false,
    all: true,
    env: { XDG_CACHE_HOME: home },
    ...options,
  });

/** Processes that work with this cache. */
function processesOf(home: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`XDG_CACHE_HOME=${home}\0`);
    } catch {
      return false;
    }
  });
}

/** The build that every entry's features are of. */
function buildsIn(dir: string): Set<string> {
  const corpus = Corpus.read(join(dir, 'corpus'));
  const builds = new Set([...corpus.entries()].map(({ build }) => build));
  corpus.close();
  return builds;
}

describe('a campaign that builds a better target meanwhile', () => {
  it('goes over to it with what was learnt, says so, and has nothing to build the next time', async () => {
    const [home, dir] = [await homeWithLesser(), temporaryFolder()];
    // The better target may be ready before the first test is: there is something to go over with already.
    const alone = await start(home, dir, ['--upgrade=none', '--execs=5']);
    expect(alone.exitCode, String(alone.all)).toBe(0);
    const running = start(home, dir);
    let said = '';
    running.all!.on('data', (chunk) => (said += String(chunk)));
    while (!/tests are executed again/.test(said)) {
      expect(running.exitCode ?? 0, said).toBe(0);
      await setTimeout(50);
    }
    // The new facts stay. A small corpus needs some seconds, on a busy machine more.
    for (let second = 0; second < 60 && buildsIn(dir).size < 2; second++) await setTimeout(1_000);
    running.kill('SIGINT');
    await running;
    expect(said).toContain('clang-19-starter is built meanwhile');
    expect(said).toContain('clang-19-starter is ready, and the campaign goes over to it');
    const cache = join(home, 'cgfuzz');
    const better = (await findBuiltByName('clang-19', cache))!;
    expect(better.name).toBe('clang-19-starter');
    const build = `${basename(dirname(better.file))} -O2`;
    expect(new CampaignFolder(dir).readManifest().build).toBe(build);
    expect(buildsIn(dir)).toContain(build);

    const again = await start(home, dir, ['--execs=1']);
    expect(String(again.all)).not.toContain('meanwhile');
    expect(listBuilt(cache).map(({ name }) => name)).toEqual(['clang-19-starter', lesserName]);
  }, 300_000);

  it.runIf(isAll)(
    'goes over to it also before the campaign has begun (test:all alone)',
    async () => {
      const [home, dir, bin] = [await homeWithLesser(), temporaryFolder(), temporaryFolder()];
      // The proof that comparing tells right from wrong waits for this compiler, and the better target is there before.
      const once = `[ -e ${bin}/once ] || { touch ${bin}/once; sleep 60; }`;
      writeFileSync(join(bin, 'gcc-11'), `#!/bin/sh\n${once}\nexec gcc-12 "$@"\n`, { mode: 0o755 });
      chmodSync(bin, 0o755);
      const env = { XDG_CACHE_HOME: home, PATH: `${bin}:${process.env['PATH']}` };
      const ended = await start(home, dir, ['--compare-with=gcc-11 -O0', '--execs=1'], { env });
      expect(ended.exitCode, String(ended.all)).toBe(0);
      expect(String(ended.all)).toContain('clang-19-starter is ready, and the campaign goes over to it');
    },
    300_000,
  );

  it.each(['SIGINT', 'SIGKILL'] as const)(
    'leaves nothing running after %s',
    async (signal) => {
      const [home, dir] = [await homeWithLesser(), temporaryFolder()];
      const running = start(home, dir);
      // The campaign, its shell and what builds; generators and the target come later.
      while (!processesOf(home).some((pid) => isBuilding(pid))) await setTimeout(20);
      running.kill(signal);
      await running;
      const deadline = Date.now() + 20_000;
      while (processesOf(home).some((pid) => isBuilding(pid)) && Date.now() < deadline) await setTimeout(50);
      expect(processesOf(home).filter((pid) => isBuilding(pid))).toEqual([]);
      expect(
        readdirSync(join(home, 'cgfuzz/targets')).filter((name) => !name.includes('.part-')),
      ).toHaveLength(1);
    },
    120_000,
  );

  it('pays nothing for it: no process of the build is among those whose CPU time is the campaign’s', async () => {
    const [home, dir] = [await homeWithLesser(), temporaryFolder()];
    const running = start(home, dir);
    let building: string[] = [];
    while (building.length === 0) {
      await setTimeout(20);
      // The shell that starts it carries its name, too, for a moment.
      building = processesOf(home).filter((pid) => isBuilding(pid) && commandOf(pid)[0] !== 'sh');
    }
    // The shell in between ends at once, or a moment later if others need the machine.
    await expect
      .poll(() => ancestorsOf(building[0]!), { timeout: 10_000 })
      .not.toContain(String(running.pid));
    expect(ancestorsOf(building[0]!).length).toBeGreaterThan(0);
    running.kill('SIGINT');
    await running;
  }, 120_000);

  it('builds nothing where the target is named as one certain build', async () => {
    const [home, dir] = [await homeWithLesser(), temporaryFolder()];
    const { all } = await start(home, dir, [`--target=${lesserName}`, '--execs=1']);
    expect(String(all)).not.toContain('meanwhile');
    expect(listBuilt(join(home, 'cgfuzz')).map(({ name }) => name)).toEqual([lesserName]);
  }, 120_000);
});

function isBuilding(pid: string): boolean {
  return commandOf(pid).some((word) => word.endsWith('build-process.js'));
}

function commandOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

function ancestorsOf(pid: string): string[] {
  const parent = /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
  return parent === '0' ? [] : [parent, ...ancestorsOf(parent)];
}
