/** Reports of trophies: the compilers here say what is in them, and each bug of weight 1 has one. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { askTrophy } from '../../bench/trophies/ask.ts';
import { measureTrophy } from '../../bench/trophies/measure.ts';
import { pageIn } from '../../bench/trophies/page.ts';
import { reportOf } from '../../bench/trophies/report.ts';
import { tryTool } from '../../src/build/index.ts';
import { type Trophy, trophies, weightOfTrophy } from '../../src/finding/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { world } from '../target/world.ts';

const folder = 'docs/trophies';
const trophyNamed = (name: string): Trophy => trophies().find((each) => each.name === name)!;
const heaviest = trophies().filter((trophy) => weightOfTrophy(trophy).weight === 1);

/** The compilers that are installed, without added ones. */
const installed = { ...world, searchPath: '/usr/local/bin:/usr/bin:/bin' };

describe('the report of a trophy', () => {
  const trophy = trophyNamed('clang-gep-inexact-division');
  let report = '';
  beforeAll(async () => {
    report = reportOf(await measureTrophy(trophy, installed));
  }, 180_000);

  it('has what the compiler here says of itself, and what its program prints', async () => {
    const about = (await tryTool('clang-19', ['--version'])).stdout.split('\n')[0]!;
    const program = join(temporaryFolder(), 'program');
    await tryTool('clang-19', [...trophy.args, join(folder, trophy.name, trophy.file), '-o', program]);
    const { stdout } = await tryTool(program, []);
    expect(report).toContain(`\n${about}\n`);
    expect(report).toContain(`## Actual\n\nclang-19:\n\n\`\`\`\n${stdout}\n\`\`\``);
    expect(report).toMatch(/^\| clang-19 \| right \| prints 8 \| prints 8 /m);
    expect(report).toMatch(/^\| gcc-12 \| right \| right \| right \| right \| right \|$/m);
  });

  it('names the pass, and shows IR before and after it', () => {
    expect(report).toMatch(
      /The first pass that makes the program wrong is EarlyCSEPass on `whole` \(pass \d+ of/,
    );
    expect(report).toMatch(
      /opt-19 -passes=instsimplify[^]*%d = sdiv i64 %s, 3[^]*After the command:[^]*ret ptr %q/,
    );
  });

  it('has an answer of each checker that is here', () => {
    expect(report).toContain('- clang-19 -fsanitize=memory: no objection');
    expect(report).toContain('- gcc-12 -fsanitize=undefined,address,float-cast-overflow: no objection');
  });
});

it('a compiler without the bug does not show it, and an absent compiler cannot be asked', async () => {
  const trophy = trophyNamed('clang-loop-deletion-goto');
  expect((await askTrophy(trophy, 'clang-19', installed.searchPath)).answer).toBe('gone');
  const { answer, said } = await askTrophy(trophy, 'clang-0', installed.searchPath);
  expect([answer, said]).toEqual(['cannot be asked', 'clang-0 is not installed']);
});

const parts = ['Program', 'Expected', 'Actual', 'Versions', 'Undefined behaviour', 'Pass', 'Searched'];

describe.each(heaviest)('the bug of weight 1 $name', ({ name, file, newest }) => {
  const path = join(folder, name, 'report.md');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';

  it('has a report with all parts: npm run bench -- trophies', () => {
    const headings = [...text.matchAll(/^(?:## )?(\w[\w ]+?):?$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(expect.arrayContaining(parts));
    expect(text).toMatch(/^(?:# |Summary: )\S/m);
    expect(text).toMatch(/^`\w\S*-\w+ (?:--version|-v)`:$/m);
    expect(text).toContain(`${newest?.compiler}: ${newest?.answer}`);
  });

  it('has a link that holds its program', () => {
    const state = /godbolt\.org\/clientstate\/([\w%]+)/.exec(text)?.[1] ?? '';
    const { sessions } = JSON.parse(Buffer.from(decodeURIComponent(state), 'base64').toString());
    expect(sessions[0].source).toBe(readFileSync(join(folder, name, file), 'utf8'));
  });
});

it('a page is read with facts of several lines, its commands and its explanation', () => {
  const page = pageIn(
    '# clang-1, `-O2`: a bug\n\n- **Kind:** crash\n- **Known:** near, and\n  more\n\n```\n$ clang-1 a.c\n```\n\nWhy.\n\n## Expected\n\nIt compiles.\n',
  );
  expect(page.title).toBe('A bug');
  expect([...page.facts]).toEqual([
    ['Kind', 'crash'],
    ['Known', 'near, and more'],
  ]);
  expect(page.commands).toEqual(['clang-1 a.c']);
  expect(page.story).toBe('Why.');
  expect(page.parts.get('Expected')).toBe('It compiles.');
});
