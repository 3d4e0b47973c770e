/** Newer releases of Node, as npm has them: cgfuzz works on each as on the oldest one that it supports. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';

const cgfuzz = join(process.cwd(), 'dist/cli/main.js');

function run(program: string, words: readonly string[], cwd: string): string {
  const { stdout, stderr, status } = spawnSync(program, words, { cwd, encoding: 'utf8' });
  expect(status, `${program} ${words.join(' ')}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}

describe.each([22, 24])('Node %i', { timeout: 300_000 }, (release) => {
  it('runs the demo and a campaign with a generator in a thread', () => {
    const folder = temporaryFolder();
    const name = `node-linux-${process.arch}`;
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'];
    run('npm', ['install', '--prefix', folder, ...quiet, `${name}@${release}`], folder);
    const node = join(folder, 'node_modules', name, 'bin/node');
    expect(run(node, ['--version'], folder)).toMatch(new RegExp(`^v${release}\\.`));
    expect(run(node, [cgfuzz, 'demo'], folder)).toContain('reduced to');
    const words = ['--source', 'loom language=c size=500B', '--target', 'gcc-12', '--execs', '5'];
    const line = run(node, [cgfuzz, 'run', '--json', '--compare-share', '0', ...words], folder);
    expect(JSON.parse(line)).toMatchObject({ executions: 5, notes: [] });
  });
});
