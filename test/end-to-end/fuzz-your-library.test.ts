/** The page docs/fuzz-your-library.md, from its first command to its last, with the library from Debian's sources. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withSourceLists } from '../../src/build/debian/apt-sources.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { world } from '../target/world.ts';

const page = readFileSync('docs/fuzz-your-library.md', 'utf8');
const commands = [...page.matchAll(/^\$ (.*)$/gm)].map(([, command = '']) => command);
const harness = /```c\n([^]*?)```/.exec(page)![1]!;

/** A folder for the search path with the command cgfuzz of this clone. */
function commandFolder(folder: string): string {
  const place = join(folder, 'bin');
  mkdirSync(place);
  const program = join(process.cwd(), 'dist/cli/main.js');
  const shim = `#!/bin/sh\nexec ${process.execPath} ${program} "$@"\n`;
  writeFileSync(join(place, 'cgfuzz'), shim, { mode: 0o755 });
  return place;
}

it('a finding comes of the commands on the page', { timeout: 600_000 }, async () => {
  const folder = temporaryFolder();
  const [fetching = '', ...others] = commands;
  const words = fetching.split(' ');
  expect(words.shift()).toBe('apt-get');
  const got = await withSourceLists({ cache: world.cache }, async (apt) => {
    await apt(folder, 'update');
    return apt(folder, ...words);
  });
  expect(got.code, got.stderr).toBe(0);
  // The harness is written when the library's folder is there; each command tells how it ended.
  const script = others
    .map((command, index) => `${command}\necho "@@ $? ${index}"`)
    .join('\n')
    // Counted work makes the same tests, whatever else this machine does.
    .replace('--seed 1 --time 1m', '--seed 1 --execs 800')
    .replace('cd cJSON-1.7.15\n', `cd cJSON-1.7.15\ncp ${join(folder, 'harness.c')} .\n`);
  writeFileSync(join(folder, 'harness.c'), harness);
  const env = { ...process.env, PATH: `${commandFolder(folder)}:${process.env['PATH']}` };
  const { stdout, stderr } = spawnSync('sh', ['-c', script], { cwd: folder, env, encoding: 'utf8' });
  const ends = [...stdout.matchAll(/^@@ (\d+) (\d+)$/gm)].map(
    ([, code, index]) => `${others[Number(index)]!.split(' ').slice(0, 2).join(' ')}: ${code}`,
  );
  expect(ends, stdout + stderr).toEqual([
    'tar xf: 0',
    'cd cJSON-1.7.15: 0',
    'clang-19 -g: 0',
    'clang-19 -fsanitize=address: 0',
    `echo '{"a":: 0`,
    'cgfuzz target: 0',
    'cgfuzz run: 1',
    'cgfuzz findings: 0',
    'cgfuzz findings: 0',
    'TARGET=./cjson_fuzzer ./campaign/findings/9cad50b92464/repro.sh: 1',
  ]);
  expect(stdout).toMatch(/^9cad50b92464 {2}crash .* heap-buffer-overflow in parse_string$/m);
  expect(stdout).toContain('the bug is there');
});
