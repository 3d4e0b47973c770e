import { mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { assert, asyncProperty, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Command,
  defineCommand,
  exitCodes,
  type ListedCommand,
  loadCommand,
} from '../../src/cli/command.ts';
import { helpCommand } from '../../src/cli/commands/help.ts';
import { runCommand } from '../../src/cli/commands/run.ts';
import {
  durationFlag,
  integerFlag,
  oneOfFlag,
  shownFlags,
  switchFlag,
  textFlag,
} from '../../src/cli/flags/flags.ts';
import { commandPage, type HelpLength } from '../../src/cli/flags/help.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { UserError } from '../../src/util/user-error.ts';
import { fakeContext } from './fake-context.ts';

const bake: Command = defineCommand({
  parameters: [{ name: 'FILE', doc: 'the recipe' }],
  flags: {
    seed: integerFlag({ doc: 'where randomness starts', category: 'What is made', default: 7, max: 100 }),
    time: durationFlag({ doc: 'how long it stays in', category: 'Limits', default: undefined }),
    shape: oneOfFlag({
      doc: 'of the tin',
      category: 'What is made',
      names: ['round', 'long'],
      default: 'round',
    }),
    note: textFlag({ doc: 'to write on it', category: 'What is made', default: undefined, short: 'n' }),
    tin: textFlag({
      doc: 'where it is baked',
      more: 'A tin of copper is the best one.',
      category: 'What is made',
      default: undefined,
      completion: 'folder',
    }),
    quiet: switchFlag({ doc: 'no humming', category: 'Output' }),
  },
  examples: [['bake cake.txt', 'bake it']],
  run(context, flags, args) {
    context.stdout(JSON.stringify({ ...flags, args }));
    return flags.quiet ? exitCodes.ok : exitCodes.found;
  },
});
const fail: Command = defineCommand({
  flags: {},
  examples: [],
  run: () => Promise.reject(new Error('the corpus has a hole')),
});
const eat: Command = defineCommand({
  parameters: [{ name: 'ICING', doc: 'what is on it' }],
  flags: {},
  examples: [],
  run: () => exitCodes.ok,
});
/** A command that the computer refuses. */
const refuse: Command = defineCommand({
  parameters: [{ name: 'CODE', doc: 'of the error' }],
  flags: {},
  examples: [],
  run: (_context, _flags, [code = '']) => {
    throw Object.assign(new Error(`${code}: no`), { code, syscall: 'open', path: '/the/file' });
  },
});
/** Says what somebody hostile said, on all ways there are. */
const repeat: Command = defineCommand({
  parameters: [{ name: 'TEXT', doc: 'what is said' }],
  flags: {},
  examples: [],
  run: ({ stdout, stderr, raw }, _flags, [text = '']) => {
    stdout(`${text}\n${JSON.stringify({ text })}\n`);
    stderr(text);
    raw.stdout(text);
    throw new UserError(text, [text]);
  },
});
/** Ways to use the name of a file. */
const uses: Readonly<Record<string, (path: string) => unknown>> = {
  read: (path) => readFileSync(path),
  list: (path) => readdirSync(path),
  make: (path) => mkdirSync(path),
  open: (path) => openSync(path, 'r'),
};
const use: Command = defineCommand({
  parameters: [{ name: 'HOW', doc: 'what is done with it' }],
  flags: {},
  examples: [],
  run: (_context, _flags, [how = '']) => {
    uses[how]!('/there/\0');
    return exitCodes.ok;
  },
});
const listed = (name: string, summary: string, command: Command): ListedCommand => ({
  name,
  summary,
  load: () => command,
});
const commands: ListedCommand[] = [
  listed('bake', 'Bake a cake', bake),
  listed('fail', 'Break an invariant', fail),
  listed('eat', 'Eat a cake', eat),
  listed('refuse', 'Ask the machine for what it refuses', refuse),
  listed(
    'help',
    'Explain all of it',
    helpCommand(() => commands),
  ),
];
const hostile = [listed('repeat', 'Say it again', repeat), listed('use', 'Use a name', use)];

async function run(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { context, output } = fakeContext();
  const known = hostile.some(({ name }) => name === words[0]) ? hostile : commands;
  const code = await runCli(known, words, context, '1.2.3');
  return { code, ...output };
}

async function valuesOf(...words: string[]): Promise<unknown> {
  const { stdout, stderr } = await run('bake', 'f', ...words);
  return stderr || JSON.parse(stdout);
}

describe('the command line', () => {
  it('gives a command its flags, its defaults and its arguments', async () => {
    expect(await valuesOf()).toEqual({ seed: 7, shape: 'round', quiet: false, args: ['f'] });
    expect(await valuesOf('--seed', '5', '--time=1.5m', '--shape=long', '-n', 'hi', '--quiet')).toEqual({
      seed: 5,
      time: 90_000,
      shape: 'long',
      note: 'hi',
      quiet: true,
      args: ['f'],
    });
  });

  it('takes the value of a short flag with or without a space or a sign between them', async () => {
    for (const words of [['-n', 'hi'], ['-nhi'], ['-n=hi']])
      expect(await valuesOf(...words)).toMatchObject({ note: 'hi' });
    expect(await valuesOf('-na=b')).toMatchObject({ note: 'a=b' });
  });

  it('counts the last of a repeated flag', async () => {
    expect(await valuesOf('--seed=1', '--seed=2')).toMatchObject({ seed: 2 });
  });

  it('takes everything after -- as it is', async () => {
    const { context, output } = fakeContext();
    await runCli(commands, ['bake', '--', '--help'], context, '1.2.3');
    expect(JSON.parse(output.stdout)).toMatchObject({ args: ['--help'] });
  });

  it('passes on the exit code of the command', async () => {
    expect((await run('bake', 'f')).code).toBe(exitCodes.found);
    expect((await run('bake', 'f', '--quiet')).code).toBe(exitCodes.ok);
  });

  it('tells the version', async () => {
    expect(await run('--version')).toEqual({ code: 0, stdout: 'cgfuzz 1.2.3\n', stderr: '' });
  });

  it('shows a broken invariant with its stack, and another exit code', async () => {
    const { code, stderr } = await run('fail');
    expect(code).toBe(exitCodes.bug);
    expect(stderr).toContain('Error: the corpus has a hole');
    expect(stderr).toContain('run-cli.test.ts');
  });

  it('ends with 130 when an interrupted command gives up', async () => {
    const { context } = fakeContext(AbortSignal.abort());
    expect(await runCli(commands, ['fail'], context, '1.2.3')).toBe(exitCodes.interrupted);
  });
});

describe('a mistake on the command line', () => {
  it.each([
    [['bkae'], 'no command named "bkae"', 'did you mean bake?'],
    [['zzzzzzz'], 'no command named "zzzzzzz"', 'known commands: bake, fail, eat, refuse, help'],
    [['--sed'], 'no flag named --sed before a command', 'cgfuzz COMMAND'],
    [['bake', 'f', '--sede', '1'], 'no flag named --sede', 'did you mean --seed?'],
    [['bake', 'f', '-x'], 'no flag named -x', 'known flags: --seed'],
    [['bake', 'f', '--toString'], 'no flag named --toString', 'known flags'],
    [['bake', 'f', '--seed', 'x'], '--seed cannot be "x"', 'whole numbers from 0 to 100'],
    [['bake', 'f', '--seed=101'], '--seed cannot be "101"', 'whole numbers from 0 to 100'],
    [['bake', 'f', '--seed', '--quiet'], '--seed cannot be "--quiet"', 'whole numbers'],
    [['bake', 'f', '--seed'], '--seed needs a value', '--seed N'],
    [
      ['bake', 'f', '--time', '3 weeks'],
      '--time cannot be "3 weeks"',
      'a number of seconds, or one with a unit of ms, s, m, h or d',
    ],
    [['bake', 'f', '--shape=square'], '--shape cannot be "square"', 'allowed: round, long'],
    [['bake', 'f', '--quiet=yes'], '--quiet is a switch', 'cgfuzz bake --help'],
    [['bake'], 'cgfuzz bake needs a FILE', 'the recipe'],
    [['bake'], 'cgfuzz bake needs a FILE', 'for example: cgfuzz bake'],
    [['eat'], 'cgfuzz eat needs an ICING', 'what is on it'],
    [['bake', ''], 'argument 1 of cgfuzz bake is empty', 'cgfuzz bake --help'],
    [['bake', 'f', '--tin='], '--tin cannot be ""', 'allowed: the path of a folder'],
    [['bake', 'f', '-xhi'], 'no flag named -xhi', 'known flags'],
    [['bake', 'a', 'b'], 'takes no argument "b"', 'cgfuzz bake --help'],
    [['bake', 'a', 'b'], 'takes no argument "b"', 'for example: cgfuzz bake'],
    [['bisect'], 'no command named "bisect"', 'did you mean cgfuzz findings bisect?'],
    [['help', 'bkae'], 'no command named "bkae"', 'did you mean bake?'],
  ])('%j is told without a stack', async (words, message, hint) => {
    const { code, stdout, stderr } = await run(...words);
    expect(code).toBe(exitCodes.usage);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^error: /);
    expect(stderr.split('\n')[0]).toContain(message);
    expect(stderr).toContain(hint);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

describe('help', () => {
  it('lists every command and every exit code', async () => {
    const { code, stdout } = await run('--help');
    expect(code).toBe(exitCodes.ok);
    for (const { name, summary } of commands) expect(stdout).toMatch(new RegExp(`${name} +${summary}`));
    for (const exitCode of Object.values(exitCodes))
      expect(stdout).toMatch(new RegExp(`^ +${exitCode} `, 'm'));
  });

  it('is named by the question that you get without a command', async () => {
    const { code, stdout } = await run();
    expect(code).toBe(exitCodes.ok);
    expect(stdout).toMatch(/a compiler, a generator, a program or a library\?\n[^]*cgfuzz help/);
  });

  it('of a command groups its flags, with their defaults, and shows examples', async () => {
    const { stdout } = await run('bake', '-h');
    expect(stdout).toMatch(/What is made:\n.*--seed N +where randomness starts \[default: 7\]/);
    expect(stdout).toMatch(/--shape NAME +of the tin \[default: round\]/);
    expect(stdout).toMatch(/Output:\n +--quiet +no humming\n/);
    expect(stdout).toMatch(/cgfuzz bake cake\.txt +bake it/);
    expect(stdout).not.toContain('copper');
    expect(stdout).toContain('More about each flag: cgfuzz help bake');
  });

  it('tells all about each flag when it is asked for at length', async () => {
    const { stdout } = await run('bake', '--help');
    expect(stdout).toMatch(/ --seed N\n +where randomness starts \[default: 7\]\n/);
    expect(stdout).toMatch(/ --shape NAME\n +of the tin \[default: round\]\n +Allowed: round, long\n/);
    expect(stdout).toMatch(/ --tin TEXT\n +where it is baked\n +A tin of copper is the best one\.\n/);
    expect(await run('help', 'bake')).toEqual({ code: 0, stdout, stderr: '' });
  });

  it('explains ten flags of `run` and names each other one by its theme, once', async () => {
    const listedRun = listed('run', 'Fuzz', runCommand);
    const page = async (length: HelpLength): Promise<string> =>
      commandPage(await loadCommand(listedRun), length);
    const [long, all] = [await page('long'), await page('all')];
    const explained = (text: string): string[] =>
      [...text.matchAll(/^ {2}(?:-j, )?--([a-z-]+)(?: [A-Z]+)?$/gm)].map(([, name]) => name!);
    expect(explained(long)).toEqual(runCommand.firstFlags);
    expect(explained(long)).toHaveLength(10);
    const [, themes = ''] = /explained by cgfuzz help run --all:\n((?: .*\n)+)/.exec(long)!;
    const named = [...themes.matchAll(/--([a-z-]+)/g)].map(([, name]) => name!);
    const shown = Object.keys(shownFlags(runCommand.flags));
    expect([...explained(long), ...named].toSorted()).toEqual(shown.toSorted());
    expect(explained(all).toSorted()).toEqual(shown.toSorted());
    expect(all).not.toContain('--without');
    // Each judge brings a flag of its own.
    expect(shown.filter((name) => !name.endsWith('-share')).length).toBeLessThanOrEqual(34);
  });
});

describe('what a command says', () => {
  // oxlint-disable-next-line no-control-regex
  const commanding = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

  it('commands no terminal, whatever it is, and is still the same JSON', async () => {
    await assert(
      asyncProperty(
        string({ unit: 'binary' }).filter((text) => text !== '' && !text.startsWith('-')),
        async (text) => {
          const { context, output } = fakeContext();
          await runCli(hostile, ['repeat', text], context, '1.2.3');
          const own = output.stdout.slice(0, output.stdout.length - text.length);
          expect(own + output.stderr).not.toMatch(commanding);
          const json = own.split('\n').at(-2)!;
          expect(JSON.parse(json)).toEqual({ text });
          // Data are left as they are.
          expect(output.stdout.endsWith(text)).toBe(true);
        },
      ),
    );
  });

  it('keeps lines, tabs and letters of all scripts', async () => {
    const text = 'α\tβ\nпривет 你好 \u{1f600} é';
    const { stderr } = await run('repeat', text);
    expect(stderr).toBe(`${text}error: ${text}\n  ${text}\n`);
  });
});

describe('what the machine refuses', () => {
  it('is one line that names the file, without a stack', async () => {
    for (const code of ['ENOSPC', 'EROFS', 'EISDIR', 'ENOENT', 'EACCES', 'EIO', 'ENAMETOOLONG', 'EMFILE']) {
      const { code: exit, stderr } = await run('refuse', code);
      expect({ code, exit }).toEqual({ code, exit: exitCodes.usage });
      expect(stderr).toMatch(/^error: cannot open \/the\/file: .+\n( {2}.+\n)?$/);
      expect(stderr).not.toContain('    at ');
    }
  });

  it('is told of a name with a zero byte in it, however that is used', async () => {
    for (const how of Object.keys(uses)) {
      const { code, stderr } = await run('use', how);
      expect({ how, code, stderr }).toEqual({
        how,
        code: exitCodes.usage,
        stderr: 'error: a name of a file has a zero byte in it\n  no file has such a name\n',
      });
    }
  });

  it('is a bug of ours where it is nothing that a machine says', async () => {
    expect(await run('refuse', 'ERR_INVALID_ARG_TYPE')).toMatchObject({ code: exitCodes.bug });
  });
});
