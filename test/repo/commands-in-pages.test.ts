/** Commands that pages tell people to type, and that units of systemd run: cgfuzz knows each of them, with its flags. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadCommand } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/commands.ts';
import { asVerb, findCommand } from '../../src/cli/find-command.ts';
import { parseFlags } from '../../src/cli/flags/flags.ts';
import { splitWords } from '../../src/util/split-words.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { shownCommands } from './shown-commands.ts';

const ofPages = shownCommands;
const ofUnits = readdirSync('deploy')
  .filter((name) => name.endsWith('.service'))
  .flatMap((name) =>
    [...readFileSync(join('deploy', name), 'utf8').matchAll(/^ExecStart=cgfuzz (.*)$/gm)].map(
      ([, line = '']) => ({ page: name, line }),
    ),
  );
const told = [...ofPages, ...ofUnits];

describe('the commands in pages', () => {
  it('are many', () => {
    expect(ofPages.length).toBeGreaterThan(100);
    expect(ofUnits.length).toBeGreaterThan(3);
  });

  it('are known, with their flags', async () => {
    const wrong: string[] = [];
    for (const { page, line } of told)
      try {
        const [name = '', ...words] = splitWords(line);
        const command = await loadCommand(findCommand(commands, name));
        parseFlags(
          command.flags,
          words.filter((word) => word !== '--help'),
          command,
        );
      } catch (error) {
        wrong.push(`${page}: ${line}: ${String(error)}`);
      }
    expect(wrong).toEqual([]);
  });
});

it('a verb that is typed without its command is one of that command', async () => {
  expect(Object.keys(asVerb)).toContain('bisect');
  for (const meant of Object.values(asVerb)) {
    const [, name = '', verb = ''] = meant.split(' ');
    const { verbs, parameters = [] } = await loadCommand(findCommand(commands, name));
    const words = parameters[0]?.completion;
    const all = [...Object.keys(verbs ?? {}), ...(typeof words === 'object' ? words : [])];
    expect(all, meant).toContain(verb);
  }
});

describe('the first bug', () => {
  const page = readFileSync('docs/first-bug.md', 'utf8');
  const folder = temporaryFolder(afterAll);

  it('is still there, with the program and the flags of its page', () => {
    const program = /```c\n([^]*?)```/.exec(page)![1]!;
    const flags = /\$ clang-22 (.*) -c reduced\.c/.exec(page)![1]!.split(' ');
    writeFileSync(join(folder, 'reduced.c'), program);
    const words = [...flags, '-fno-crash-diagnostics', '-c', 'reduced.c', '-o', 'out.o'];
    const { status, stderr } = spawnSync('clang-19', words, { cwd: folder, encoding: 'utf8' });
    expect(stderr).toContain('error in backend: unable to write nop sequence');
    expect(status).not.toBe(0);
  });
});

it('the bug that the README shows is the program of its report, with comments', () => {
  const readme = readFileSync('README.md', 'utf8');
  const folder = /\[The report\]\((docs\/trophies\/[\w-]+)\/README\.md\)/.exec(readme)![1]!;
  const program = /```c\n([^]*?)```/.exec(readme)![1]!;
  const bare = (text: string): string => text.replaceAll(/\/\/.*$/gm, '').replaceAll(/\s+/g, '');
  expect(bare(program)).toBe(bare(readFileSync(join(folder, 'reduced.c'), 'utf8')));
});
