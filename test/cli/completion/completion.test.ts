/** The completion of command lines, by the shells themselves. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCommand } from '../../../src/cli/command.ts';
import { commands } from '../../../src/cli/commands.ts';
import { shownFlags } from '../../../src/cli/flags/flags.ts';
import { sources } from '../../../src/generators/index.ts';
import { campaignSettings } from '../../../src/campaign/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { cgfuzz } from '../cgfuzz.ts';
import { askShell, type Shell } from './shells.ts';

const names = commands.map(({ name }) => name);
const beginningWith = (start: string, words: readonly string[]): string[] =>
  words.filter((word) => word.startsWith(start)).toSorted();

/** Words that each shell must offer for a command line. */
const questions: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['cgfuzz re', ['reduce', 'regress', 'report', 'review']],
  ['cgfuzz run --compare-', ['--compare-share', '--compare-with']],
  ['cgfuzz run --strategy ', campaignSettings.strategy.names.toSorted()],
  ['cgfuzz run --seed 1 --strategy un', ['unguided']],
  ['cgfuzz run --target clang-19-s', ['clang-19-starter', 'clang-19-stock']],
  ['cgfuzz run --source csm', ['csmith', 'csmith-scoped']],
  ['cgfuzz run --dir camp', ['campaign/']],
  ['cgfuzz run --seed ', []],
  ['cgfuzz corpus ', ['distill', 'export', 'history', 'import', 'merge', 'seeds', 'stats']],
  ['cgfuzz corpus --only x st', ['stats']],
  ['cgfuzz corpus stats camp', ['campaign/']],
  ['cgfuzz corpus import a b camp', ['campaign/']],
  ['cgfuzz findings show 3f', ['3f2a']],
  ['cgfuzz findings show ', ['3f2a', '77aa']],
  ['cgfuzz findings show camp', ['campaign/']],
  ['cgfuzz target build gcc-16-s', ['gcc-16-starter']],
  ['cgfuzz target build gcc-snapshot-s', ['gcc-snapshot-starter']],
  ['cgfuzz target check gcc-snapshot-f', ['gcc-snapshot-full']],
  ['cgfuzz help re', ['reduce', 'regress', 'report', 'review']],
];

it('names the shells that there are', async () => {
  const { code, stderr } = await cgfuzz('/', 'completion', 'tcsh');
  expect(code).toBe(2);
  expect(stderr).toContain('no shell named "tcsh"');
  expect(stderr).toContain('known shells: bash, zsh, fish');
});

describe.each<Shell>(['bash', 'zsh', 'fish'])('the completion of %s', (shell) => {
  async function ask(lines: readonly string[]): Promise<(readonly string[])[]> {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'campaign/findings/3f2a'), { recursive: true });
    mkdirSync(join(cwd, 'campaign/findings/77aa'), { recursive: true });
    const { stdout, code } = await cgfuzz(cwd, 'completion', shell);
    expect(code).toBe(0);
    return askShell(shell, stdout, lines, cwd);
  }

  it('offers what fits', async () => {
    const offered = await ask(questions.map(([line]) => line));
    // Some shells mark a folder, others leave that to the key behind it.
    const plain = (words: readonly string[]): string[] => words.map((word) => word.replace(/\/$/, ''));
    expect(questions.map(([line], index) => [line, plain(offered[index]!)])).toEqual(
      questions.map(([line, expected]) => [line, plain(expected)]),
    );
  });

  it('knows every command, and every flag of each', async () => {
    const lines = names.map((name) => `cgfuzz ${name} --`);
    const [first, ...flags] = await ask(['cgfuzz ', ...lines]);
    expect(first!.filter((word) => !word.startsWith('-'))).toEqual(names.toSorted());
    const long = flags.map((words) => words.filter((word) => word.startsWith('--')));
    expect(long.map((words, index) => [names[index], words])).toEqual(
      (await Promise.all(commands.map(loadCommand))).map(({ name, flags: table }) => [
        name,
        [...Object.keys(shownFlags(table)), 'help'].map((flag) => `--${flag}`).toSorted(),
      ]),
    );
  });

  it('completes the last name of a list', async () => {
    const [offered] = await ask(['cgfuzz run --source loom,csm']);
    const all = sources.map(({ name }) => name);
    // Where the shell keeps what is written before the comma apart, only the names are offered.
    const expected = beginningWith('csm', all);
    expect(offered!.map((word) => word.replace(/^loom,/, ''))).toEqual(expected);
    expect(expected).toHaveLength(2);
  });
});
