/** A campaign that follows its compiler: another version is noticed, and findings are asked again. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { usualSettings } from '../../src/campaign/index.ts';
import { verdictsIn } from '../../src/session/follow/follow.ts';
import { followFleet } from '../../src/session/follow/follow-fleet.ts';
import { followed } from '../../src/session/follow/followed.ts';
import { type FoundTarget, listBuilt } from '../../src/target/index.ts';
import { functionsModule } from '../fuzz/generators/make.ts';
import { temporaryFolder, world } from '../target/world.ts';
import { homeWithBuild } from './home-with-build.ts';

const cgfuzz = new URL('../../dist/cli/main.js', import.meta.url).pathname;

const { signal } = new AbortController();
const clocks = { dateMs: () => Date.now(), monotonicMs: () => performance.now() };

/** Puts another version in the place of the compiler: it crashes at one operator, or does not. */
function release(folder: string, version: string, crashes: boolean, always: string = ''): void {
  const crash = crashes
    ? `for f; do case $f in *.c) grep -q 'x ^= ' "$f" && kill -SEGV $$;; esac; done`
    : always;
  const script = `#!/bin/sh
[ "$1" = --version ] && { echo "gcc-11 (Debian ${version}) ${version}"; exit 0; }
${crash}
exec gcc-12 "$@"
`;
  writeFileSync(join(folder, 'gcc-11'), script, { mode: 0o755 });
}

async function run(folder: string, dir: string, execs: number): Promise<string> {
  const words = [cgfuzz, 'run', `--dir=${dir}`, `--source=${functionsModule}`, '--target=gcc-11', '--follow'];
  const more = [`--execs=${execs}`, '--compare-share=0', '--reduce-share=0'];
  const env = { PATH: `${folder}:${process.env['PATH']}` };
  const { stdout, stderr } = await execa('node', [...words, ...more], { env, reject: false });
  return stdout + stderr;
}

it(
  'says which findings are fixed in another version, and which came back',
  { timeout: 300_000 },
  async () => {
    const [folder, dir] = [temporaryFolder(), temporaryFolder()];
    chmodSync(folder, 0o755);
    release(folder, '11.1.0-1', true);
    const first = await run(folder, dir, 40);
    expect(first).toMatch(/finding [0-9a-f]{12}/);
    expect(first).not.toContain('asked again');
    expect(await run(folder, dir, 41)).not.toContain('asked again');
    release(folder, '11.2.0-1', false);
    const second = await run(folder, dir, 42);
    expect(second).toContain('gcc-11 is 11.2.0-1 now, and was 11.1.0-1; its findings are asked again');
    expect(second).toMatch(/fixed: finding [0-9a-f]{12} does not show any more/);
    expect(verdictsIn(dir).map(({ verdict }) => verdict)).toContain('mended by 11.2.0-1');
    release(folder, '11.3.0-1', true);
    // A service that collects a fleet asks about the campaign of all in the same way.
    const PATH = `${folder}:${process.env['PATH']}`;
    const context = { ...world, env: { ...process.env, PATH }, cwd: dir, ...clocks, signal };
    const settings = usualSettings({ target: 'gcc-11', source: [functionsModule] });
    const fleet = await followFleet(settings, context, dir, () => undefined);
    expect((await fleet.ask(dir)).map(({ verdict }) => verdict)).toContain('shows');
    release(folder, '11.2.0-1', false);
    expect((await fleet.ask(dir)).map(({ verdict }) => verdict)).toContain('mended by 11.2.0-1');
    release(folder, '11.3.0-1', true);
    const later = join(dir, 'not-yet');
    expect(await (await followFleet(settings, context, later, () => undefined)).ask(later)).toEqual([]);
    expect(await run(folder, dir, 43)).toMatch(/regressed: finding [0-9a-f]{12} is back/);
    release(folder, '11.4.0-1', false, `echo 'internal compiler error: in fold, at fold.c:1' >&2; exit 1`);
    const last = await run(folder, dir, 44);
    expect(last).toMatch(/\d+ tests that 11\.3\.0-1 passed: asked again/);
    expect(last).toMatch(/regressed: finding [0-9a-f]{12}, a test that 11\.3\.0-1 passed/);
  },
);

describe('an instrumented build of an LLVM that is not here any more', () => {
  const older = '19.1.0-of-yesterday';
  const words = ['--target=clang-19-starter', `--source=${functionsModule}`];
  const quiet = ['--compare-share=0', '--reduce-share=0', '--truth-share=0'];
  // oxlint-disable-next-line typescript/explicit-function-return-type -- execa's type follows from the options
  const start = (home: string, dir: string, ...more: readonly string[]) =>
    execa('node', [cgfuzz, 'run', `--dir=${dir}`, ...words, ...quiet, ...more], {
      reject: false,
      all: true,
      env: { XDG_CACHE_HOME: home },
    });

  it(
    'is followed to the build of the LLVM that is, which gets its findings and its tests',
    { timeout: 300_000 },
    async () => {
      const [home, dir] = [await homeWithBuild({ sourceVersion: older }), temporaryFolder()];
      const first = await start(home, dir, '--execs=60');
      expect(first.all).toContain(`clang-19-starter is of LLVM ${older}`);
      expect(first.all).toMatch(/finding [0-9a-f]{12}/);
      const running = start(home, dir, '--follow');
      let said = '';
      running.all.on('data', (chunk) => (said += String(chunk)));
      while (!/still there: finding [0-9a-f]{12}/.test(said)) {
        expect(running.exitCode ?? 0, said).toBe(0);
        await setTimeout(50);
      }
      running.kill('SIGINT');
      await running;
      expect(said).toMatch(/LLVM [\w:.~+-]+ is here[^]*clang-19-starter is built meanwhile/);
      expect(said).toMatch(
        new RegExp(`clang-19-starter is [\\w:.~+-]+ now, and was ${older}; its findings are asked again`),
      );
      const builds = listBuilt(join(home, 'cgfuzz')).map(({ sourceVersion }) => sourceVersion);
      expect(builds).toHaveLength(2);
      expect(builds).toContain(older);
      const again = await start(home, dir, '--execs=1');
      expect(again.all).not.toContain('is of LLVM');
    },
  );
});

it('is refused for a build of no compiler of Debian', async () => {
  const options = { world, context: { env: {}, signal: new AbortController().signal } };
  const found = { kind: 'instrumented', name: 'gcc-16-passes' } as FoundTarget;
  await expect(followed(found, { ...options, sources: [], onNotice: () => undefined })).rejects.toThrow(
    '--follow needs a compiler of Debian, and gcc-16-passes is none',
  );
});
