/** The package as npm packs it, installed into a folder of its own, and used from outside of this repository. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// One installation for all tests of this file.
const root = mkdtempSync(join(tmpdir(), 'cgfuzz-package-'));
const prefix = join(root, 'prefix');
const outside = join(root, 'outside');

function run(program: string, words: readonly string[], cwd: string = outside): string {
  const env = { ...process.env, NODE_PATH: '', npm_config_update_notifier: 'false' };
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${status}\n${stdout}${stderr}`);
  return stdout;
}

describe('the package', () => {
  beforeAll(() => {
    mkdirSync(prefix);
    mkdirSync(outside);
    run('npm', ['pack', '--ignore-scripts', '--pack-destination', root], resolve('.'));
    const tarball = readdirSync(root).find((name) => name.endsWith('.tgz'))!;
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'];
    run('npm', ['install', '--global', '--prefix', prefix, ...quiet, join(root, tarball)], root);
  }, 120_000);

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('knows its version and runs the demo', () => {
    const program = join(prefix, 'bin/cgfuzz');
    expect(run(program, ['--version'])).toMatch(/^cgfuzz \d+\.\d+\.\d+\n$/);
    expect(run(program, ['demo', '--save', 'demo.cgseq'])).toContain('reduced to');
    expect(run(program, ['show', 'demo.cgseq'])).toContain('generator');
  });

  it('can be imported from a program elsewhere', () => {
    writeFileSync(
      join(outside, 'example.mjs'),
      `import { Alphabet, replay } from 'cgfuzz';
       const made = replay((draw) => draw.integer(3, 3), { alphabet: new Alphabet(), seed: 1 });
       console.log(made.outcome, made.value);`,
    );
    writeFileSync(join(outside, 'package.json'), '{ "type": "module", "private": true }');
    mkdirSync(join(outside, 'node_modules'));
    run('ln', ['-s', join(prefix, 'lib/node_modules/cgfuzz'), 'node_modules/cgfuzz']);
    expect(run(process.execPath, ['example.mjs'])).toBe('ok 3\n');
  });

  it('brings no tests, no sources, no maps of sources and no measurements along', () => {
    const there = readdirSync(join(prefix, 'lib/node_modules/cgfuzz'));
    expect(there).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'dist', 'docs', 'instrumentation']),
    );
    for (const name of ['test', 'src', 'bench', 'setup']) expect(there).not.toContain(name);
    const built = readdirSync(join(prefix, 'lib/node_modules/cgfuzz/dist'), { recursive: true }).map(String);
    expect(built).toContain('cli/main.js');
    expect(built.filter((name) => name.endsWith('.map'))).toEqual([]);
  });
});
