/** The work of a campaign besides searching: wrong code by comparing compilers, reduction as findings arrive. */
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import type { StatsLine } from '../../src/campaign/index.ts';
import { type Finding, Findings } from '../../src/finding/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { functionsModule } from '../fuzz/generators/make.ts';
import { isAll } from '../runs.ts';
import { canMount, smallDisk } from '../small-disk.ts';
import { temporaryFolder } from '../target/world.ts';

const cgfuzz = new URL('../../dist/cli/main.js', import.meta.url).pathname;

async function run(
  dir: string,
  env: Readonly<Record<string, string>>,
  ...flags: readonly string[]
): Promise<StatsLine> {
  const { stdout } = await execa(
    'node',
    [cgfuzz, 'run', '--json', `--dir=${dir}`, `--source=${functionsModule}`, ...flags],
    { env, reject: false },
  );
  return JSON.parse(stdout) as StatsLine;
}

/** A folder for the search path with a gcc-11 that takes one operator for another when it optimises. */
function wrongCompiler(): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const lie = `case " $* " in *" -O2 "*) sed -i 's/x ^= /x |= /' test.c;; esac`;
  writeFileSync(join(folder, 'gcc-11'), `#!/bin/sh\n${lie}\nexec gcc-12 "$@"\n`, { mode: 0o755 });
  return `${folder}:${process.env['PATH']}`;
}

/**
 * A folder for the search path with a gcc-11 that crashes at one operator. From the third crash on, while the first
 * finding is being reduced, it fills the folder until there is a file `freed`.
 */
function fillingCompiler(full: string): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o777);
  const script = `#!/bin/sh
if grep -q 'x ^= ' test.c; then
  echo >> ${folder}/crashes
  if [ "$(wc -l < ${folder}/crashes)" -ge 3 ] && [ ! -e ${folder}/freed ]; then
    cat /dev/zero > ${full}/filler
  fi 2> /dev/null
  kill -SEGV $$
fi
exec gcc-12 "$@"
`;
  writeFileSync(join(folder, 'gcc-11'), script, { mode: 0o755 });
  return folder;
}

/** A folder for the search path with a gcc that no sandbox can see, so that nothing is linked. */
function hiddenLinker(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'gcc'), '#!/bin/sh\nexec /usr/bin/gcc "$@"\n', { mode: 0o755 });
  return `${folder}:${process.env['PATH']}`;
}

describe('a campaign', () => {
  it(
    'that cannot tell right from wrong says so and why, and compares nothing',
    { timeout: 600_000 },
    async () => {
      const dir = temporaryFolder();
      const words = [cgfuzz, 'run', `--dir=${dir}`, `--source=${functionsModule}`, '--target=gcc-12'];
      const more = ['--execs=30', '--compare-with=tcc', '--compare-share=50', '--reduce-share=0'];
      const { stdout, stderr } = await execa('node', [...words, ...more], {
        env: { PATH: hiddenLinker() },
        reject: false,
      });
      expect(stdout + stderr).toMatch(
        /nothing is compared, and no wrong code will be found: .* cannot be linked/,
      );
      const seen = await execa('node', [...words, ...more], { reject: false });
      expect(seen.stdout + seen.stderr).not.toContain('nothing is compared');
    },
  );

  it.runIf(isAll)(
    'finds wrong code where uid 0 alone is mapped, as in many containers (test:all alone)',
    { timeout: 600_000 },
    async () => {
      const dir = temporaryFolder();
      const words = [
        cgfuzz,
        'run',
        `--dir=${dir}`,
        `--source=${functionsModule}`,
        '--target=gcc-11',
        '--execs=60',
      ];
      const more = ['--compare-with=gcc-12 -O0; tcc', '--compare-share=80', '--reduce-share=0'];
      await execa('unshare', ['-Ur', 'node', ...words, ...more], {
        env: { PATH: wrongCompiler() },
        reject: false,
      });
      const found = new Findings(join(dir, 'findings'), findingFiles).all();
      expect(found.map(({ record }) => record.kind)).toContain('wrong-code');
    },
  );

  it('finds wrong code by running what the target made anyway', { timeout: 600_000 }, async () => {
    const dir = temporaryFolder();
    const flags = [
      '--target=gcc-11',
      '--execs=60',
      '--compare-share=0',
      '--truth-share=80',
      '--reduce-share=0',
    ];
    const line = await run(dir, { PATH: wrongCompiler() }, ...flags);
    expect(line.cpu.truth).toBeGreaterThan(0);
    expect(line.cpu.compare).toBe(0);
    const found = new Findings(join(dir, 'findings'), findingFiles).all();
    const [wrong] = found.filter(({ record }) => record.kind === 'wrong-code');
    expect(wrong?.record).toMatchObject({ compiler: 'gcc-11', args: ['-O2'] });
    expect(wrong?.record.validity?.verdict).toBe('valid');
    expect(readFileSync(join(wrong!.folder.path, 'original.c'), 'utf8')).toContain('x ^= ');
  });

  it('finds wrong code, names who is wrong, and reduces it', { timeout: 600_000 }, async () => {
    const dir = temporaryFolder();
    const env = { PATH: wrongCompiler() };
    const all = (): readonly Finding[] => new Findings(join(dir, 'findings'), findingFiles).all();
    const isSmaller = ({ record: { kind, reduction } }: Finding): boolean =>
      kind === 'wrong-code' && reduction !== undefined && reduction.bytes.to < reduction.bytes.from;
    const words = [cgfuzz, 'run', '--json', `--dir=${dir}`, `--source=${functionsModule}`, '--target=gcc-11'];
    const shares = ['--compare-with=gcc-12 -O0; tcc', '--compare-share=30', '--reduce-share=60'];
    const running = execa('node', [...words, '--execs=2000', ...shares], { env, reject: false });
    const looking = setInterval(() => {
      if (all().some(isSmaller)) running.kill('SIGINT');
    }, 1_000);
    const line = JSON.parse((await running).stdout) as StatsLine;
    clearInterval(looking);
    expect(line.cpu.compare).toBeGreaterThan(0);
    const wrong = all().find(isSmaller);
    expect(wrong?.record).toMatchObject({ compiler: 'gcc-11', args: ['-O2'] });
    expect(wrong?.record.validity?.verdict).toBe('valid');
    expect(wrong?.record.references?.map(({ compiler }) => compiler)).toEqual(['gcc-12', 'tcc']);
    expect(wrong?.record.count).toBeGreaterThanOrEqual(1);
    const original = readFileSync(join(wrong!.folder.path, 'original.c'), 'utf8');
    const reduced = readFileSync(join(wrong!.folder.path, 'reduced.c'), 'utf8');
    expect(reduced.length).toBeLessThan(original.length);
    expect(reduced).toContain('x ^= ');
  });

  it.runIf(canMount)(
    'waits while a finding is reduced and the disk is full, and goes on when there is room (root mounts a disk)',
    { timeout: 600_000 },
    async () => {
      const disk = await smallDisk('8m');
      const compiler = fillingCompiler(disk);
      const words = [cgfuzz, 'run', `--dir=${join(disk, 'campaign')}`, `--source=${functionsModule}`];
      const more = ['--jobs=1', '--target=gcc-11', '--execs=60', '--compare-share=0', '--reduce-share=90'];
      const running = execa('node', [...words, ...more], {
        env: { PATH: `${compiler}:${process.env['PATH']}` },
        reject: false,
        all: true,
      });
      let said = '';
      let waits = 0;
      running.all.on('data', (text: Buffer) => {
        said += text.toString();
        if (!said.includes('waiting until there is') || waits++ > 0) return;
        writeFileSync(join(compiler, 'freed'), '');
        rmSync(join(disk, 'filler'));
      });
      const { exitCode } = await running;
      expect(said).toContain('there is room again; going on');
      // Findings, and nothing else to complain of.
      expect(exitCode, said).toBe(1);
      const found = new Findings(join(disk, 'campaign', 'findings'), findingFiles).all();
      expect(found.length).toBeGreaterThan(0);
      // The disk is full from the third crash on: later questions are asked once there is room.
      for (const { record } of found) expect(record.reduction?.evaluations, said).toBeGreaterThan(4);
    },
  );

  it.runIf(canMount)(
    'ends in time though the disk stays full (root mounts a disk)',
    async () => {
      const disk = await smallDisk('8m');
      const words = [cgfuzz, 'run', `--dir=${join(disk, 'campaign')}`, `--source=${functionsModule}`];
      const more = ['--jobs=2', '--target=gcc-11', '--time=20s', '--compare-share=0', '--reduce-share=50'];
      const env = { PATH: `${fillingCompiler(disk)}:${process.env['PATH']}` };
      const said = await execa('node', [...words, ...more], { env, reject: false, timeout: 300_000 });
      expect(said.stderr).toContain('waiting until there is');
      expect(said.exitCode, said.stderr).toBe(1);
    },
    600_000,
  );

  it('makes the same tests whatever is done with them', { timeout: 600_000 }, async () => {
    const segments = (dir: string): Buffer[] =>
      readdirSync(join(dir, 'corpus')).map((name) => readFileSync(join(dir, 'corpus', name)));
    const flags = ['--target=clang-19-starter', '--execs=20'];
    const [plain, cared] = [temporaryFolder(), temporaryFolder()];
    const without = await run(plain, {}, ...flags, '--compare-share=0', '--reduce-share=0');
    const line = await run(cared, {}, ...flags, '--compare-share=40', '--reduce-share=40');
    expect(without.cpu).toMatchObject({ compare: 0, reduce: 0 });
    expect(line.cpu.compare).toBeGreaterThan(0);
    expect(line.cpu.reduce).toBeGreaterThan(0);
    expect(segments(cared)).toEqual(segments(plain));
  });

  it(
    'goes on with reductions where it stopped, and leaves muted findings alone',
    { timeout: 600_000 },
    async () => {
      const dir = temporaryFolder();
      const flags = ['--target=clang-19-starter', '--compare-share=0'];
      await run(dir, {}, ...flags, '--execs=60', '--reduce-share=0');
      const before = new Findings(join(dir, 'findings'), findingFiles).all();
      expect(before.length).toBeGreaterThanOrEqual(2);
      const [muted, ...others] = before;
      muted!.folder.mute('bug 1');
      await run(dir, {}, ...flags, '--execs=75', '--reduce-share=90');
      const after = new Map(
        new Findings(join(dir, 'findings'), findingFiles).all().map(({ record }) => [record.id, record]),
      );
      expect(after.get(muted!.record.id)?.reduction).toBeUndefined();
      expect(others.some(({ record }) => after.get(record.id)?.reduction !== undefined)).toBe(true);
    },
  );

  it('is refused shares that leave nothing for the search, and compilers that are not there', async () => {
    const say = async (...flags: string[]): Promise<string> =>
      (await execa('node', [cgfuzz, 'run', `--dir=${temporaryFolder()}`, ...flags], { reject: false }))
        .stderr;
    expect(await say('--compare-share=60', '--reduce-share=60')).toContain('90 together');
    expect(await say('--compare-with=gcc-99 -O2')).toContain('installed:');
    expect(await say('--compare-with=-O2')).toContain('write the compiler first');
  });
});
