/** Reports as trackers want them: headings that people search for, full versions, links, texts for two trackers. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { versionIn } from '../../src/build/compiler-version.ts';
import type { FindingRecord } from '../../src/finding/index.ts';
import { programOf } from '../../src/program/index.ts';
import { explorerLink } from '../../src/report/finding/explorer-link.ts';
import { headingOf } from '../../src/report/finding/heading.ts';
import { introducedText, isRegression } from '../../src/report/finding/introduced.ts';
import { reproScript } from '../../src/report/finding/repro-script.ts';
import { trackerText } from '../../src/report/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const crash = {
  id: 'a',
  kind: 'crash',
  title: 'unable to write nop sequence of N bytes in writeObject',
  signature: 'fatal-error | unable to write nop sequence of N bytes | writeObject',
  message: 'unable to write nop sequence of N bytes',
  frames: ['writeObject'],
  compiler: 'clang-22',
  version: '22.1.8-3',
  args: ['-O2', '--target=ve-linux-gnu'],
  build: '',
  program: { language: 'c', includes: [] },
  origin: {},
  affected: {
    failing: ['clang-22 -O2', 'clang-21-stock -O2'],
    right: ['clang-16 -O2', 'clang-19-stock -O2', 'clang-22 -O0', 'gcc-12 -O2', 'clang-23 -O2'],
    unclear: [],
    versions: { clang: 'clang-21 to clang-22, not clang-19' },
  },
  validity: { verdict: 'valid', isEndless: false, reports: [] },
} as unknown as FindingRecord;
const output = 'fatal error: error in backend: unable to write nop sequence of 4 bytes\nPLEASE submit\n';
const text = 'int main(void) { return 0; }\n';
const shown = { program: programOf(text), mainPath: 'reduced.c', besidePaths: [], output };

describe('the heading of a report', () => {
  it('is what the compiler said, with its numbers, the architecture and the level', () => {
    expect(headingOf(crash, output)).toBe('unable to write nop sequence of 4 bytes for ve-linux-gnu at -O2');
    const ice = 'a.c:3:22: internal compiler error: in gimplify_expr, at gimplify.cc:16543\n';
    expect(headingOf({ ...crash, compiler: 'gcc-12', args: ['-O0'] }, ice)).toBe(
      'internal compiler error: in gimplify_expr, at gimplify.cc:16543 at -O0',
    );
  });

  it('names the pass that makes wrong code, and never the signature', () => {
    const wrong = {
      ...crash,
      kind: 'wrong-code',
      args: ['-O2'],
      title: 'wrong code: GVN, clang-16 to clang-22',
    } as const;
    const culprit = { kind: 'pass', pass: 'GVNPass', on: 'f', step: 1, steps: 2 } as const;
    expect(headingOf({ ...wrong, culprit }, '')).toBe('wrong code by GVNPass at -O2');
    expect(headingOf({ ...wrong, culprit: { kind: 'flags', flags: ['-fno-tree-vrp'] } }, '')).toBe(
      'wrong code, right with -fno-tree-vrp at -O2',
    );
    expect(headingOf(wrong, '')).toBe('wrong code at -O2');
  });
});

it('the release that brought a bug is told from the releases that were asked', () => {
  expect(introducedText(crash)).toBe('after clang-19, by clang-21; gone by clang-23');
  const affected = { ...crash.affected!, right: ['gcc-12 -O2'] };
  expect(introducedText({ affected })).toBe('clang-21 or before: no older release was asked');
  expect(introducedText({ affected: { ...affected, failing: [] } })).toBeUndefined();
  const unclear = ['gcc-12 -O2', 'clang-14 -O2', 'clang-16 -O2'];
  expect(introducedText({ affected: { ...affected, unclear } })).toBe(
    'clang-21 or before: clang-16 does something else with this command',
  );
});

it('a bug of the newest release alone is a regression', () => {
  const affected = {
    ...crash.affected!,
    failing: ['gcc-snapshot -O2'],
    right: ['gcc-16 -O2', 'clang-19 -O2'],
  };
  expect(introducedText({ affected })).toBe('after gcc-16, by gcc-snapshot');
  expect(isRegression({ affected })).toBe(true);
  expect(isRegression({ affected: { ...affected, failing: ['gcc-16 -O2', 'gcc-snapshot -O2'] } })).toBe(
    false,
  );
  expect(isRegression({ affected: { ...affected, right: ['clang-19 -O2'] } })).toBe(false);
  const older = { ...affected, failing: ['gcc-15 -O2'], right: ['gcc-14 -O2', 'gcc-16 -O2'] };
  expect(isRegression({ affected: older })).toBe(false);
});

it.each([
  ['Debian clang version 22.1.8 (3)\nTarget: x', '22.1.8-3'],
  ['Debian clang version 19.1.7 (3~deb12u1)\n', '19.1.7-3~deb12u1'],
  ['gcc-12 (Debian 12.2.0-14+deb12u1) 12.2.0\n', '12.2.0-14+deb12u1'],
  ['clang version 22.1.0 (https://github.com/llvm/llvm-project 0123abc)\n', '22.1.0'],
  ['tcc version 0.9.27 (x86_64 Linux)\n', '0.9.27'],
  ['something else\n', undefined],
])('%j has the version %s', (said, version) => {
  expect(versionIn(said)).toBe(version);
});

describe('the link to Compiler Explorer', () => {
  const stateOf = (link: string): unknown =>
    JSON.parse(Buffer.from(decodeURIComponent(link.split('/').at(-1)!), 'base64').toString());

  it('holds the program, the flags, the release and the development version', () => {
    expect(stateOf(explorerLink(crash, shown)!)).toMatchObject({
      sessions: [
        {
          language: 'c',
          source: text,
          compilers: [
            { id: 'cclang2210', options: '-O2 --target=ve-linux-gnu' },
            { id: 'cclang_trunk', options: '-O2 --target=ve-linux-gnu' },
          ],
          executors: [],
        },
      ],
    });
    const gcc = {
      ...crash,
      compiler: 'gcc-16',
      version: '16.2.0-4',
      args: ['-O1'],
      kind: 'wrong-code',
    } as const;
    expect(stateOf(explorerLink(gcc, shown)!)).toMatchObject({
      sessions: [{ compilers: [{ id: 'cg162' }, { id: 'cgsnapshot' }], executors: [{}, {}] }],
    });
    const cross = { ...gcc, compiler: 'aarch64-linux-gnu-gcc-16' };
    expect(stateOf(explorerLink(cross, shown)!)).toMatchObject({
      sessions: [{ compilers: [{ id: 'carm64gtrunk' }], executors: [] }],
    });
  });

  it('is left out if the site could not show the finding', () => {
    expect(explorerLink({ ...crash, compiler: 'riscv64-linux-gnu-gcc-16' }, shown)).toBeUndefined();
    expect(explorerLink({ ...crash, args: ['-I/usr/include/csmith'] }, shown)).toBeUndefined();
    const large = { program: programOf(`int x[] = {${'1,'.repeat(5_000)}};`) };
    expect(explorerLink(crash, large)).toBeUndefined();
  });
});

describe('the text for a tracker', () => {
  const about = { version: '22.1.8-3', built: 'Configured with: ../src/configure\n' };

  it('of LLVM is Markdown, with the link, the command and the versions', () => {
    const said = trackerText('llvm', crash, shown, about);
    expect(said).toMatch(/^Title: unable to write nop sequence of 4 bytes/);
    for (const part of [
      '[Compiler Explorer](https://godbolt.org/',
      '```c\nint main',
      '$ clang-22 -O2',
      'Compiler: clang-22 22.1.8-3',
    ])
      expect(said).toContain(part);
    expect(said).toContain('Introduced: after clang-19, by clang-21; gone by clang-23');
  });

  it('of GCC is plain, with the keyword, the whole command and gcc -v', () => {
    const record = { ...crash, compiler: 'gcc-16', args: ['-O1'], version: '16.2.0-4' };
    const said = trackerText('gcc', record, shown, { ...about, version: '16.2.0-4' });
    expect(said).not.toContain('```');
    for (const part of [
      'Version: 16.2.0-4',
      'Keywords: ice-on-valid-code',
      '$ cat reduced.c\nint main',
      '$ gcc-16 -O1 -c reduced.c',
    ])
      expect(said).toContain(part);
    expect(said).toMatch(/\$ gcc-16 -v\nConfigured with: [^\n]*\n$/);
  });
});

it('a reproducer finds a compiler that was added, and prefers one that is on the search path', async () => {
  const cache = temporaryFolder();
  const bin = join(cache, 'cgfuzz/compilers/clang-22/bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'clang-22'), '#!/bin/sh\necho "LLVM ERROR: added"; exit 70\n', { mode: 0o755 });
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'reduced.c'), text);
  const script = join(folder, 'repro.sh');
  writeFileSync(script, reproScript(crash, shown));
  chmodSync(script, 0o755);
  const env = { XDG_CACHE_HOME: cache, PATH: '/usr/bin:/bin' };
  const run = await execa(script, { env, extendEnv: false, reject: false });
  expect([run.exitCode, run.stdout]).toEqual([1, expect.stringContaining('LLVM ERROR: added')]);
  const none = await execa(script, {
    env: { ...env, XDG_CACHE_HOME: folder },
    extendEnv: false,
    reject: false,
  });
  expect([none.exitCode, none.stdout]).toEqual([77, 'clang-22 is not installed']);
});
