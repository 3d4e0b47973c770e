/** Building, on what the starter target left in the cache: interruptions, full disks, missing packages. */
import { execa } from 'execa';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canMount, smallDisk } from '../../small-disk.ts';
import { temporaryFolder, world } from '../world.ts';

const starter = ['target', 'build', 'clang-19', '--profile', 'starter'];

// The type follows from the options.
const cgfuzz = (words: readonly string[], env: Record<string, string> = {}) =>
  execa(process.execPath, ['dist/cli/main.js', ...words], { reject: false, env });

/** A cache that has the starter's objects, save those whose names begin with one of the words. */
function partialCache(base: string, without: readonly string[]): string {
  const cache = join(base, 'cgfuzz');
  mkdirSync(join(cache, 'objects'), { recursive: true });
  symlinkSync(join(world.cache, 'sources'), join(cache, 'sources'));
  for (const name of readdirSync(join(world.cache, 'objects'))) {
    if (name.includes('.part-') || without.some((word) => name.startsWith(word))) continue;
    symlinkSync(join(world.cache, 'objects', name), join(cache, 'objects', name));
  }
  return cache;
}

const small = ['missing.cpp', 'provoke.cpp', 'hugepages.cpp'];

function leftovers(cache: string): string[] {
  return ['targets', 'objects'].flatMap((folder) =>
    (existsSync(join(cache, folder)) ? readdirSync(join(cache, folder)) : []).filter((name) =>
      name.includes('.part-'),
    ),
  );
}

describe('building a target', () => {
  it('takes under a second when there is nothing to do', async () => {
    const { stdout, exitCode } = await cgfuzz(starter);
    expect(exitCode).toBe(0);
    expect(Number(/\((\d+\.\d) s\)/.exec(stdout)?.[1])).toBeLessThan(1);
  });

  it('goes on after being killed at any point, and never takes half a target for a whole one', async () => {
    const base = temporaryFolder();
    const cache = partialCache(base, small);
    const env = { XDG_CACHE_HOME: base };
    for (const delayMs of [150, 700, 1_500, 2_500]) {
      const build = cgfuzz([...starter, '--jobs', '1'], env);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      build.kill('SIGKILL');
      await build;
      const { exitCode, stdout } = await cgfuzz(['target', 'path', 'clang-19-starter'], env);
      if (exitCode === 0) expect(existsSync(stdout)).toBe(true);
    }
    const last = await cgfuzz([...starter, '--verbose'], env);
    expect(last.exitCode, last.stderr).toBe(0);
    expect(leftovers(cache)).toEqual([]);
    const check = await cgfuzz(['target', 'check', 'clang-19-starter'], env);
    expect(check.exitCode, check.stdout).toBe(0);
  }, 120_000);

  it('says a line a file when asked, with the time left', async () => {
    const base = temporaryFolder();
    partialCache(base, small);
    const { stderr } = await cgfuzz([...starter, '--verbose', '--jobs', '1'], { XDG_CACHE_HOME: base });
    expect(stderr).toMatch(/compiling, 3\d of 3\d, \d+ s left {2}cgfuzz\/missing\.cpp/);
    expect(stderr.match(/ {2}cgfuzz\/\w+\.cpp/g)).toHaveLength(3);
  }, 60_000);

  it.runIf(canMount).each([
    ['while compiling', '64k', ['main.cpp']],
    ['while linking', '12m', []],
  ])(
    'tells of a full disk %s, and goes on when there is room (root mounts a disk)',
    async (_when, size, without) => {
      const base = await smallDisk(size);
      const cache = partialCache(base, without);
      const env = { XDG_CACHE_HOME: base };
      const full = await cgfuzz(starter, env);
      expect(full.stderr).toMatch(/error: .*: the disk is full\n {2}free some space/);
      expect(full.exitCode).toBe(2);
      expect((await cgfuzz(['target', 'path', 'clang-19-starter'], env)).exitCode).toBe(2);
      await execa('mount', ['-o', 'remount,size=400m', base]);
      const again = await cgfuzz(starter, env);
      expect(again.exitCode, again.stderr).toBe(0);
      expect(leftovers(cache)).toEqual([]);
    },
    60_000,
  );

  it('of another version is told apart, and removed on demand unless it runs', async () => {
    const base = temporaryFolder();
    const cache = partialCache(base, []);
    const env = { XDG_CACHE_HOME: base };
    expect((await cgfuzz(starter, env)).exitCode).toBe(0);
    const [current = ''] = readdirSync(join(cache, 'targets'));
    const old = ['clang-19-starter-old', 'clang-19-starter-running'];
    for (const name of old) {
      mkdirSync(join(cache, 'targets', name));
      copyFileSync(
        join(cache, 'targets', current, 'target.json'),
        join(cache, 'targets', name, 'target.json'),
      );
      copyFileSync('/bin/sleep', join(cache, 'targets', name, 'server'));
    }
    const tomorrow = join(cache, 'targets', 'clang-19-unheard-of');
    mkdirSync(tomorrow);
    const spec = { llvmVersion: 19, profile: 'unheard-of', coverage: 'edges', assertions: true };
    writeFileSync(join(tomorrow, 'target.json'), JSON.stringify({ name: 'clang-19-unheard-of', spec }));
    const running = execa(join(cache, 'targets', 'clang-19-starter-running', 'server'), ['60'], {
      reject: false,
    });
    try {
      const list = await cgfuzz(['target', 'list'], env);
      expect(list.stdout).toMatch(/^clang-19-starter +instrumented, ready$/m);
      expect(list.stdout).toMatch(/^3 builds of another cgfuzz or compiler/m);
      const cleaning = await cgfuzz(['target', 'clean'], env);
      expect(cleaning.stdout).toMatch(/in use, not removed: .*running\nremoved 2 builds/);
    } finally {
      running.kill();
      await running;
    }
    await cgfuzz(['target', 'clean'], env);
    expect(readdirSync(join(cache, 'targets'))).toEqual([current]);
  });

  it('names the packages that are missing when it cannot install them', async () => {
    const bin = temporaryFolder();
    for (const [name, script] of [
      ['dpkg-query', 'exit 1'],
      ['apt-get', 'echo "E: no network" >&2; exit 100'],
      ['sudo', 'exit 1'],
    ] as const) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(bin, name), 0o755);
    }
    const { stderr, exitCode } = await cgfuzz(starter, { PATH: `${bin}:${world.searchPath}` });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/llvm-19-dev, libclang-19-dev, clang-19/);
    expect(stderr).toMatch(/sudo apt-get update && sudo apt-get install llvm-19-dev/);
  });

  it.each([
    [
      ['target', 'build', 'clang-19', '--profile', 'passses'],
      /no profile named "passses"[^]*starter, passes, full[^]*did you mean passes\?/,
    ],
    [['target', 'build', 'clang-7'], /no instrumented target named "clang-7"[^]*clang-16, clang-19/],
    [['target', 'build', 'clagn-19'], /did you mean clang-19\?/],
    [
      ['target', 'build', 'clang-19', '--coverage', 'lines'],
      /--coverage cannot be "lines"[^]*allowed: edges, edges\+cmp/,
    ],
    [['target', 'build'], /the name of the target is missing/],
    [['target', 'biuld'], /no action named "biuld"[^]*did you mean build\?/],
    [['target', 'check', 'clnag-19'], /no target named "clnag-19"[^]*did you mean clang-19\?/],
    [
      ['target', 'check', 'clang-16-full+cmp'],
      /clang-16-full\+cmp is not built[^]*cgfuzz target build clang-16 --profile full --coverage edges\+cmp/,
    ],
    [['target', 'symbolize', 'gcc-12'], /gcc-12 has no edges/],
  ])('explains the mistake in %s', async (words, says) => {
    const { stderr, exitCode } = await cgfuzz(words);
    expect(stderr).toMatch(says);
    expect(exitCode).toBe(2);
  });
});
