/** The package as npm packs it, installed into a folder of its own, and used from outside of this repository. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
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
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'];
    run('npm', ['install', '--global', '--prefix', prefix, ...quiet, tarball()], root);
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

  it('brings exactly what it needs', () => {
    const there = filesBelow(join(prefix, 'lib/node_modules/cgfuzz')).filter(
      (file) => !file.startsWith('node_modules/'),
    );
    const tracked = run(
      'git',
      [
        'ls-files',
        'CHANGELOG.md',
        'CONTRIBUTING.md',
        'bench/README.md',
        'bin',
        'corpus',
        'docs',
        'instrumentation',
      ],
      resolve('.'),
    )
      .trim()
      .split('\n');
    const sources = run('git', ['ls-files', 'src'], resolve('.')).trim().split('\n');
    const compiled = sources
      .filter((file) => !file.endsWith('.d.ts'))
      .map((file) => file.replace(/^src\/(.*)\.ts$/, 'dist/$1'))
      .flatMap((file) => [`${file}.js`, `${file}.d.ts`]);
    const expected = ['LICENSE', 'README.md', 'package.json', ...tracked, ...compiled];
    expect(there.toSorted()).toEqual(expected.toSorted());
    expect(there).toContain('corpus/csmith-scoped.cgcorpus');
    expect(there.filter((file) => /^(bench|test)\/(?!README)|\.test\./.test(file))).toEqual([]);
  });

  it('has every file that its README links', () => {
    const folder = join(prefix, 'lib/node_modules/cgfuzz');
    const linked = [
      ...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/\]\(([^):#]+)(?:#[^)]*)?\)/g),
    ];
    expect(linked.length).toBeGreaterThan(30);
    expect(linked.map(([, path = '']) => path).filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  });

  it('fuzzes with npx from an empty folder', () => {
    const folder = join(root, 'empty');
    mkdirSync(folder);
    run(
      'npm',
      [
        'install',
        '--no-save',
        '--no-audit',
        '--no-fund',
        '--ignore-scripts',
        '--prefer-offline',
        '--loglevel=error',
        tarball(),
      ],
      folder,
    );
    expect(run('npx', ['--no-install', 'cgfuzz', 'demo'], folder)).toContain('reduced to');
    const words = [
      '--source',
      'loom language=c size=500B',
      '--target',
      'gcc-12',
      '--execs',
      '3',
      '--compare-share',
      '0',
    ];
    expect(run('npx', ['--no-install', 'cgfuzz', 'run', ...words], folder)).toContain('kept in campaign');
  }, 120_000);
});

function tarball(): string {
  return join(
    root,
    readdirSync(root).find((name) => name.endsWith('.tgz'))!,
  );
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
