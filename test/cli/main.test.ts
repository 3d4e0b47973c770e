/** The program itself, as it is compiled and installed. */
import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';

const program = resolve('dist/cli/main.js');
const manifest: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));

function cgfuzz(...args: string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', cwd: tmpdir() });
}

describe('the program cgfuzz', () => {
  it('knows its version from any folder', () => {
    expect(cgfuzz('--version')).toMatchObject({
      status: 0,
      stdout: `cgfuzz ${manifest.version}\n`,
      stderr: '',
    });
  });

  it('can be called through the link that npm makes for it', () => {
    const link = join(temporaryFolder(), 'cgfuzz');
    symlinkSync(program, link);
    const { stdout } = spawnSync(process.execPath, [link, '--version'], { encoding: 'utf8' });
    expect(stdout).toBe(`cgfuzz ${manifest.version}\n`);
    expect(readFileSync(program, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it('tells a mistake on stderr, with exit code 2', () => {
    const { status, stdout, stderr } = cgfuzz('hlep');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('did you mean help?');
  });

  it('says in one line that its output finds no room', () => {
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', '"$0" "$1" help > /dev/full', process.execPath, program],
      {
        encoding: 'utf8',
      },
    );
    expect(stderr).toMatch(/^error: cannot write to the disk: there is no room left on the disk\n.*\n$/);
    expect(status).toBe(2);
  });

  it.each([
    ['run --source json --target /bin/cat --execs 1', 64],
    ['check a.c', 256],
    ['demo', 64],
    ['fleet status nowhere', 256],
    ['corpus stats nowhere', 64],
  ])('refuses to begin %s with too few open files, and says how to have more', (line, most) => {
    const { status, stderr } = spawnSync(
      'bash',
      ['-c', `ulimit -n ${most}; exec "$0" "$@"`, process.execPath, program, ...line.split(' ')],
      { encoding: 'utf8', cwd: temporaryFolder() },
    );
    expect(stderr).toMatch(
      new RegExp(`^error: this process may open ${most} files; cgfuzz needs \\d+\\n.*ulimit -n 1024`),
    );
    expect(status).toBe(2);
  });

  it('tells its version and its help even with few open files', () => {
    for (const word of ['--version', 'help']) {
      const words = ['-c', 'ulimit -n 64; exec "$0" "$@"', process.execPath, program, word];
      expect(spawnSync('bash', words, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    }
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends at the first %s, whatever it waits for',
    async (signal) => {
      const folder = temporaryFolder();
      const module = join(folder, 'slow.mjs');
      writeFileSync(
        module,
        `export default { name: 'slow', summary: 'x', language: 'c', limits: { timeMs: 600_000 },
        generate() { console.log('begun'); for (;;); } };`,
      );
      const child = spawn(process.execPath, [program, 'source', 'check', module], { cwd: folder });
      await new Promise((done) => setTimeout(done, 3_000));
      child.kill(signal);
      const [code] = (await once(child, 'exit')) as [number];
      expect(code).toBe(130);
    },
    60_000,
  );

  it('ends after a command that left something open', async () => {
    const module = join(temporaryFolder(), 'open.mjs');
    writeFileSync(module, 'setInterval(() => {}, 1_000); process.stdin.resume();');
    const child = spawn(process.execPath, ['--import', module, program, '--version'], { stdio: 'pipe' });
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(0);
  }, 60_000);

  it('is silent when nobody reads on', () => {
    const script = '"$0" "$1" help | true; exit "${PIPESTATUS[0]}"';
    const { stderr } = spawnSync('bash', ['-c', script, process.execPath, program], { encoding: 'utf8' });
    expect(stderr).toBe('');
  });
});
