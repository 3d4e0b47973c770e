/** Code that comes with a campaign of somebody else: looking never runs it, and other commands only if the person agrees. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { refusedArgument } from '../../src/finding/index.ts';
import { Trust } from '../../src/session/trust.ts';
import { goldenFiles, writeFiles } from '../faults/golden.ts';
import { say } from '../faults/say.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let cwd: string;
let finding: string;
beforeEach(() => {
  cwd = temporaryFolder();
  const campaign = join(cwd, 'a');
  writeFiles(campaign, goldenFiles());
  mkdirSync(join(campaign, 'modules'));
  const module = join(campaign, 'modules', 'evil.mjs');
  writeFileSync(
    module,
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(join(cwd, 'ran'))}, '');
     export default { name: 'toy', summary: 'x', language: 'c', generate: () => 'int x;' };`,
  );
  change('campaign.json', { modules: { toy: module }, sources: ['toy'] });
  finding = [...goldenFiles().keys()].find((path) => path.endsWith('meta.json'))!.split('/')[1]!;
  writeFileSync(join(campaign, 'findings', finding, 'repro.sh'), `touch ${join(cwd, 'ran')}\n`);
  change(`findings/${finding}/meta.json`, { origin: { source: 'toy', module } });
});

function change(file: string, fields: object): void {
  const path = join(cwd, 'a', file);
  const before = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(path, JSON.stringify({ ...before, ...fields }));
}

const hasRun = (): boolean => existsSync(join(cwd, 'ran'));

describe('code of a campaign of somebody else', () => {
  it('does not run when a command only looks', async () => {
    for (const words of [
      ['report', 'a', '-o', 'page.html'],
      ['findings', 'list', '--dir', 'a'],
      ['findings', 'show', finding, '--dir', 'a'],
      ['findings', 'history', finding, '--dir', 'a'],
      ['corpus', 'stats', 'a'],
      ['corpus', 'history', 'a'],
      ['corpus', 'export', 'a', 'out'],
    ]) {
      await say(cwd, words);
      expect([words, hasRun()]).toEqual([words, false]);
    }
  });

  it.each([
    ['run', '--dir', 'a', '--execs', '1'],
    ['reduce', 'FINDING', '--dir', 'a'],
    ['findings', 'verify', 'FINDING', '--dir', 'a'],
    ['corpus', 'export', 'a', 'out', '--programs'],
  ])('does not run before the person agrees: %s %s', async (...words) => {
    const asked = words.map((word) => (word === 'FINDING' ? finding : word));
    const { code, stderr } = await say(cwd, asked);
    expect(stderr).toContain('is not a campaign of yours, and would run code');
    expect(stderr).toContain('--trust');
    expect(code).toBe(2);
    expect(hasRun()).toBe(false);
  });

  it('does not run if a campaign names the path of a module as its source, or as a stage', async () => {
    for (const source of ['./a/modules/evil.mjs', 'csmith | ./a/modules/evil.mjs']) {
      change('campaign.json', { modules: {}, sources: [source] });
      expect((await say(cwd, ['run', '--dir', 'a'])).stderr).toContain('would run code');
    }
    expect(hasRun()).toBe(false);
  });

  it('runs after the person agreed, and the person is asked once', async () => {
    const words = ['corpus', 'export', 'a', 'out', '--programs'];
    await say(cwd, [...words, '--trust']);
    expect(hasRun()).toBe(true);
    rmSync(join(cwd, 'ran'));
    expect((await say(cwd, words)).stderr).not.toContain('would run code');
    expect(hasRun()).toBe(true);
  });

  it('is asked about again for another folder in the same place, and for another module', () => {
    const [folder, cache] = [join(cwd, 'a'), join(cwd, 'cache')];
    const trust = new Trust(cache, false);
    trust.note(folder, ['/mine.mjs']);
    trust.check(folder, ['/mine.mjs', join(folder, 'modules', 'mine.mjs')]);
    expect(() => trust.check(folder, ['/other.mjs'])).toThrow('would run code');
    rmSync(folder, { recursive: true });
    mkdirSync(join(cwd, 'b'));
    mkdirSync(folder);
    expect(() => trust.check(folder, ['/mine.mjs'])).toThrow('would run code');
  });
});

describe('arguments of a finding', () => {
  it.each([
    ['-wrapper', 'sh,-c,id'],
    ['-fplugin=/tmp/x.so'],
    ['-fpass-plugin=/tmp/x.so'],
    ['-specs=x'],
    ['--specs=x'],
    ['-B.'],
    ['-Xclang', '-load', '-Xclang', 'x.so'],
    ['-mllvm', '-load=x.so'],
    ['@file'],
    ['-Wl,-plugin,x'],
    ['-fmodule-mapper=|id'],
    ['-ftime-trace=/home/x'],
    ['-mllvm', '-info-output-file', '-mllvm', '/home/x'],
    ['-o', '/home/x'],
    ['-dumpdir', '/home/x'],
    ['--gcc-toolchain=x'],
  ])('are refused if they may do more than compile: %s %s', async (...args) => {
    expect(refusedArgument(['-O2', ...args])).toBeDefined();
    change(`findings/${finding}/meta.json`, { args });
    const { stderr } = await say(cwd, ['findings', 'verify', finding, '--dir', 'a', '--trust']);
    expect(stderr).toContain('is not compiled: its argument');
    expect(hasRun()).toBe(false);
  });

  it('are taken as they come from a campaign', () => {
    const usual =
      '-O2 -w -I/usr/include/csmith -march=x86-64-v3 -mllvm -enable-gvn-hoist -Xclang -disable-llvm-passes -fno-plt -std=c++17 --param max-unroll-times=4 -target riscv64-linux-gnu -mtune=generic -fsanitize=address -Og -mbranches-within-32B-boundaries -ffunction-sections -fprofile-generate -mllvm -cgfuzz-passes=function(gvn,licm)';
    expect(refusedArgument(usual.split(' '))).toBeUndefined();
  });
});
