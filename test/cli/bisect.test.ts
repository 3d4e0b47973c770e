/** The commit that brought a finding, among commits of a small compiler: a script around the installed clang. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { Findings } from '../../src/finding/index.ts';
import { programOf } from '../../src/program/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { makeCampaign } from '../report/campaign.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Said } from './cgfuzz.ts';
import { fakeContext } from './fake-context.ts';

const CRASHING = 5;
const COMMITS = 8;

/** A finding of a crash at `x ^= `, in the campaign `a`. */
function findingIn(cwd: string): string {
  const findings = new Findings(join(makeCampaign(join(cwd, 'a')), 'findings'), findingFiles);
  return findings.add({
    signature: { kind: 'crash', key: 'crash | x', message: '', frames: [], pass: undefined },
    program: programOf('int f(int x) { x ^= 3; return x; }\n'),
    sequence: () => new Uint8Array(),
    text: '',
    compiler: 'clang-19-stock',
    args: ['-O1'],
    build: 'b',
    origin: { source: 'functions' },
  }).record.id;
}

/** A history in which one commit breaks the compiler, and `broken` ones do not build. */
async function historyIn(folder: string, broken: readonly number[] = []): Promise<string[]> {
  mkdirSync(folder);
  const git = async (...words: string[]): Promise<string> =>
    (await execa('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words])).stdout;
  await git('init', '--quiet');
  const commits: string[] = [];
  for (let number = 1; number <= COMMITS; number++) {
    const crash =
      number >= CRASHING
        ? `for f; do case $f in *.c) grep -q 'x ^= ' "$f" && kill -SEGV $$;; esac; done`
        : '';
    writeFileSync(join(folder, 'compiler.sh'), `#!/bin/sh\n# ${number}\n${crash}\nexec clang-19 "$@"\n`);
    writeFileSync(join(folder, 'make.sh'), broken.includes(number) ? 'echo error: no; exit 1\n' : install);
    await git('add', '.');
    await git('commit', '--quiet', '-m', `change ${number}`);
    commits.push(await git('rev-parse', 'HEAD'));
  }
  return commits;
}
const install = 'mkdir -p build/bin && cp compiler.sh build/bin/clang && chmod +x build/bin/clang\n';

/** The worktree lies in a cache of the test's own. */
async function bisect(cwd: string, id: string, ...more: string[]): Promise<Said> {
  const { context, output } = fakeContext(undefined, cwd);
  const words = ['findings', 'bisect', id, '--dir', 'a', '--trust', '--git', 'compiler'];
  const env = { XDG_CACHE_HOME: join(cwd, 'cache'), PATH: process.env['PATH'] };
  const asked = [...words, '--git-build', `echo >>${cwd}/builds && sh make.sh`, ...more];
  return { code: await runCli(commands, asked, { ...context, env }, '1.2.3'), ...output };
}

describe('bisecting a finding by builds of a checkout', () => {
  it('names the commit, builds none twice, and leaves the checkout as it was', async () => {
    const cwd = temporaryFolder();
    const id = findingIn(cwd);
    const commits = await historyIn(join(cwd, 'compiler'));
    const first = await bisect(cwd, id, '--good', commits[0]!);
    expect(first.stderr).toContain('HEAD: there');
    expect(first.stdout).toContain(`commit ${commits[CRASHING - 1]}`);
    expect(first.stdout).toContain(`change ${CRASHING}`);
    expect(readdirSync(join(cwd, 'compiler')).toSorted()).toEqual(['.git', 'compiler.sh', 'make.sh']);
    const builds = readFileSync(join(cwd, 'builds'), 'utf8');
    expect(builds).toHaveLength(5);
    const again = await bisect(cwd, id, '--good', commits[0]!, '--json');
    expect(JSON.parse(again.stdout)).toEqual({ id, commits: [commits[CRASHING - 1]] });
    expect(readFileSync(join(cwd, 'builds'), 'utf8')).toBe(builds);
  });

  it('names several commits if those between cannot be built', async () => {
    const cwd = temporaryFolder();
    const id = findingIn(cwd);
    const commits = await historyIn(join(cwd, 'compiler'), [CRASHING, CRASHING + 1]);
    const { stdout, stderr } = await bisect(cwd, id, '--good', commits[0]!);
    expect(stderr).toContain('cannot be built: error: no');
    expect(stdout).toContain('one of these commits');
    for (const commit of commits.slice(CRASHING - 1, CRASHING + 2)) expect(stdout).toContain(commit);
    expect(stdout).not.toContain(commits[CRASHING - 2]);
  });

  it('asks both ends first, and says what to do if one is wrong', async () => {
    const cwd = temporaryFolder();
    const id = findingIn(cwd);
    const commits = await historyIn(join(cwd, 'compiler'));
    const late = await bisect(cwd, id, '--good', commits[CRASHING]!);
    expect([late.code, late.stderr]).toEqual([2, expect.stringContaining('name an older commit: --good')]);
    const early = await bisect(cwd, id, '--good', commits[0]!, '--bad', commits[1]!);
    expect(early.stderr).toContain('name a newer commit: --bad');
    expect((await bisect(cwd, id, '--good', 'nowhere')).stderr).toContain('has no commit nowhere');
    expect((await bisect(cwd, id)).stderr).toContain('--good is missing');
  });
});
