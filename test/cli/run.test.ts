/** The refusals of `cgfuzz run`, which leave nothing behind. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCommand } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/commands.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { CAMPAIGN_FORMAT, CampaignFolder } from '../../src/campaign/index.ts';
import { portfolio } from '../../src/search/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { tryArgs } from '../../src/session/try-args.ts';
import { fakeContext } from './fake-context.ts';

/** Why it is refused. */
async function refusal(cwd: string, ...words: readonly string[]): Promise<string> {
  const { context, output } = fakeContext(undefined, cwd);
  // Nothing is built there.
  const env = { XDG_CACHE_HOME: '/nowhere' };
  const code = await runCli(commands, ['run', ...words], { ...context, env }, '1.2.3');
  expect(output.stdout).toBe('');
  expect(code).toBe(2);
  return output.stderr;
}

const run = await loadCommand(commands.find(({ name }) => name === 'run')!);
const defaults = Object.fromEntries(Object.entries(run.flags).map(([name, flag]) => [name, flag.default]));

/** The definition of a source that nobody runs. */
function sourceNamed(name: string): string {
  return `export default { name: '${name}', summary: 'x', language: 'c', command: ['true'], reach: 'preload',
    process: 'exec', scopes: 'own', writes: { to: 'stdout' } };`;
}

describe('a campaign is refused, before anything is made,', () => {
  it.each([
    [
      '--strategy=enumerat',
      ['--strategy cannot be "enumerat"', 'allowed: guided, unguided, random, enumerate'],
    ],
    ['--max-choices=9', ['--strategy guided has no bound on choices', 'choose --strategy enumerate']],
    ['--strategy=random --max-choices=9', ['--strategy random has no bound', 'leave --max-choices away']],
    ['--strategy=breadth', ['--strategy cannot be "breadth"']],
    [
      '--strategy=enumerate --max-choices=0',
      ['--max-choices cannot be "0"', 'allowed: whole numbers from 1'],
    ],
    ['--strategy=enumerate --max-choices=few', ['--max-choices cannot be "few"']],
    ['--strategy=random --without=fresh', ['has no arms that could be left out', 'guided or unguided']],
    ['--strategy=enumerate --without=fresh', ['--strategy enumerate has no arms that could be left out']],
    ['--without=frehs', ['no arm named "frehs"', 'known arms: fresh, small, like']],
    [
      `--without=${portfolio.map(({ name }) => name).join(',')}`,
      ['every arm is left out', 'choose --strategy random'],
    ],
    ['--machines=avrr', ['no machine named "avrr"', 'did you mean avr?', 'known machines: all, aarch64']],
    ['--source=', ['no source is named']],
    [
      '--target=clang-19-stock+statistics',
      ['clang-19 has no statistics that are read as features', 'such as gcc-12'],
    ],
    ['--source=csmth', ['no source named "csmth"', 'did you mean csmith?']],
    ['--source=csmith,csmith', ['the source csmith is named twice']],
    ['--source=csmith --source=loom', ['--source stands twice', 'as one: --source A,loom']],
    ['--args -O2 --args -g', ['--args stands twice', 'as one: --args "A -g"']],
    ['--source=./gone.mjs', ['cannot load the source definition', 'gone.mjs: there is no such file\n']],
    ['--target=trunk', ['no target named "trunk"', 'gcc-snapshot and clang-24', 'compiler add newest']],
    ['--target=gcc', ['no target named "gcc"', 'name a version: gcc-11']],
    ['--target=gcc-17', ['no target named "gcc-17"', 'cgfuzz compiler add gcc-snapshot']],
    ['--target=clnag-19', ['no target named "clnag-19"', 'did you mean clang-19?']],
    ['--target=clang-19-pases', ['no target named "clang-19-pases"', 'did you mean clang-19-passes?']],
    ['--target=clang-16-full', ['clang-16-full is not built', 'cgfuzz target build clang-16 --profile full']],
    ['--jobs=0', ['--jobs cannot be "0"', 'allowed: whole numbers from 1 to 256']],
    ['--jobs=257', ['--jobs cannot be "257"']],
    ['--execs=0', ['--execs cannot be "0"']],
    ['--seed=-1', ['--seed cannot be "-1"']],
    ['--seed=1.5', ['--seed cannot be "1.5"']],
    ['--time=soon', ['--time cannot be "soon"', 'as in 90s or 1.5h']],
    ['--cpu-time=-5s', ['--cpu-time cannot be "-5s"']],
    ['--time', ['--time needs a value', 'write: --time TIME']],
    ['--json=yes', ['--json is a switch and takes no value']],
    ['--sede=1', ['no flag named --sede', 'did you mean --seed?']],
    ['weekend', ['"weekend"']],
    ['--compare-share=101', ['--compare-share cannot be "101"']],
    ['--compare-share=60 --reduce-share=60', ['leave too little for the search', 'allowed: 90 together']],
    ['--compare-share=0 --compare-with=gcc-12', ['contradict each other', 'leave --compare-with away']],
    ['--compare-with=gcc-99', ['--compare-with names gcc-99, which is not installed', 'installed: ']],
    ['--compare-with=.', ['--compare-with']],
    ['--compare-with=;;;', ['--compare-with ";;;" names no compiler', 'gcc-12 -O2; clang-16-stock -O0']],
    ['--compare-with=#', ['--compare-with "#" names no compiler']],
    ['--compare-with=gcc-12\xa0"-O2', ['a quote " without its partner', 'quotes come in pairs']],
    ['--args="-O2', ['--args cannot be ""-O2"', 'quotes come in pairs']],
    ["--args=-O2\xa0'-g", ['--args cannot be', 'quotes come in pairs']],
    ['--dir=', ['--dir cannot be ""', 'allowed: the path of a folder']],
    [
      '--target=gcc-12 --dir=/proc/cgfuzz/below',
      ['a campaign cannot be kept in /proc/cgfuzz/below', 'name another folder'],
    ],
    ['-j0', ['-j cannot be "0"', 'allowed: whole numbers from 1 to 256']],
    ['-j', ['-j needs a value', 'write: -j N']],
    ['--execs=-1', ['--execs cannot be "-1"', 'allowed: whole numbers from 1\n']],
    ['loom', ['cgfuzz run takes no argument "loom"', 'for example: cgfuzz run --']],
    ['--trust --target=gcc-12 --source=./nope.mjs', ['there is no such file', 'cgfuzz source list']],
  ])('with %s', async (words, told) => {
    const cwd = temporaryFolder();
    // A space within a word is written as a no-break space.
    const split = words.split(' ').map((word) => word.replaceAll('\xa0', ' '));
    const said = await refusal(cwd, ...split);
    for (const text of told) expect(said).toContain(text);
    // Before it says what it would do.
    expect(said).toMatch(/^(?:cgfuzz: .*\n(?:first: .*\n)?)?error: /);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('with two modules that define sources of one name', async () => {
    const cwd = temporaryFolder();
    for (const file of ['a.mjs', 'b.mjs']) writeFileSync(join(cwd, file), sourceNamed('mine'));
    expect(await refusal(cwd, '--source=./a.mjs,./b.mjs')).toContain('the source mine is named twice');
    expect(readdirSync(cwd)).toEqual(['a.mjs', 'b.mjs']);
  });

  it.each(['there', 'there/below'])('where a file is in the way of its folder: %s', async (dir) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'there'), 'a file');
    const said = await refusal(cwd, '--target=gcc-12', `--dir=${dir}`);
    expect(said).toContain(`a campaign cannot be kept in ${join(cwd, dir)}`);
    if (dir === 'there') expect(said).toContain('a file or folder of this name is there already');
    expect(said).toContain('name another folder: --dir FOLDER');
    expect(readFileSync(join(cwd, 'there'), 'utf8')).toBe('a file');
  });
});

describe('the flags of a campaign', () => {
  it('are refused if the compiler refuses them with an empty program', async () => {
    const cwd = temporaryFolder();
    const said = await refusal(cwd, '--target=gcc-12', '--args=-O2 -fno-such-thing');
    expect(said).toContain('gcc-12 refuses an empty program with --args "-O2 -fno-such-thing"');
    expect(said).toContain('-fno-such-thing');
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('are not tried if no source makes programs for a compiler', async () => {
    await tryArgs({
      args: ['-fno-such-thing'],
      sources: [{ language: 'text' }],
      target: { open: () => Promise.reject(new Error('opened')) },
    });
  });
});

describe('tests that come with cgfuzz', () => {
  it.each(['random', 'unguided', 'enumerate'])('can be declined if %s uses none anyway', async (name) => {
    await run.check?.({ ...defaults, strategy: name, 'no-seeds': true });
  });
});

describe('going on with a campaign is refused', () => {
  it.each([
    ['--seed=2', '--seed 1'],
    ['--strategy=enumerate', '--strategy guided'],
    ['--target=clang-19-stock', '--target gcc-12'],
  ])('with %s, where it began with %s', async (other, hint) => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'campaign'));
    new CampaignFolder(join(cwd, 'campaign')).writeManifest({
      format: CAMPAIGN_FORMAT,
      cgfuzz: '1.2.3',
      startedAt: new Date(0).toISOString(),
      sources: ['csmith'],
      target: 'gcc-12',
      build: 'gcc-12 -O2',
      seed: 1,
      strategy: 'guided',
      args: ['-O2'],
    });
    const before = readFileSync(join(cwd, 'campaign', 'campaign.json'), 'utf8');
    const said = await refusal(cwd, '--source=csmith', '--target=gcc-12', other);
    expect(said).toContain(`go on with it: ${hint}`);
    expect(said).toContain('or start another campaign: --dir FOLDER');
    expect(readFileSync(join(cwd, 'campaign', 'campaign.json'), 'utf8')).toBe(before);
    expect(readdirSync(join(cwd, 'campaign'))).toEqual(['campaign.json']);
  });
});
