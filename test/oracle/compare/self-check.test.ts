import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Laboratory } from '../../../src/laboratory/index.ts';
import { findBlindness } from '../../../src/oracle/index.ts';
import type { RunnerStart } from '../../../src/sandbox/sandbox.ts';
import { removeTree } from '../../../src/util/remove-tree.ts';
import { world } from '../../target/world.ts';

const matrix = [
  { compiler: 'clang-19-stock', args: ['-O1'] },
  { compiler: 'gcc-12-stock', args: ['-O1'] },
];

async function blindness(searchPath: string, start?: RunnerStart): Promise<string | undefined> {
  const laboratory = await Laboratory.open({ ...world, searchPath }, [], start);
  onTestFinished(() => laboratory.close());
  return findBlindness(laboratory, matrix);
}

/** In front of all others, a program `gcc` that links in this way. */
function linkingBy(...lines: readonly string[]): string {
  // Anybody may read it, and the sandbox does not hide it.
  const folder = mkdtempSync('/var/lib/cgfuzz-test-');
  onTestFinished(() => removeTree(folder));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'gcc'), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
  return `${folder}:${world.searchPath}`;
}

it.each([
  ['here', {}],
  ['where namespaces are forbidden', { env: { CGFUZZ_FORBID_NAMESPACES: '1' } }],
  ['where uid 0 alone is mapped', { under: ['unshare', '-Ur'] }],
  [
    'where uid 0 alone is mapped and namespaces are forbidden',
    { under: ['unshare', '-Ur'], env: { CGFUZZ_FORBID_NAMESPACES: '1' } },
  ],
])('a wrong program is told from a right one %s', async (_, start) => {
  expect(await blindness(world.searchPath, start)).toBe(undefined);
});

it.each([
  ['that fails', ['echo no such library >&2; exit 1'], /cannot be linked, and says: no such library/],
  [
    'whose programs all do the same',
    ['printf "#!/bin/sh\\necho checksum = 42\\n" > program; chmod +x program'],
    /are told to do the same/,
  ],
  ['whose programs do not run', ['echo nothing > program'], /ends with exit 127/],
  [
    'whose programs crash',
    ['printf "#!/bin/sh\\nkill -ABRT \\$\\$\\n" > program; chmod +x program'],
    /ends with SIGABRT/,
  ],
])('a linker %s is seen', async (_, lines, why) => {
  expect(await blindness(linkingBy(...lines))).toMatch(why);
});
