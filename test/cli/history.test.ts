import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { Corpus } from '../../src/corpus/index.ts';
import { Findings } from '../../src/finding/index.ts';
import { entryOf } from '../corpus/entries.ts';
import { makeCampaign } from '../report/campaign.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { cgfuzz } from './cgfuzz.ts';

/** A fresh test, a mutant of it, and a finding that was made from the mutant. */
function campaign(): { cwd: string; fresh: string; mutant: string; finding: string } {
  const cwd = temporaryFolder();
  const folder = new CampaignFolder(makeCampaign(join(cwd, 'campaign')));
  const corpus = Corpus.open(folder.corpus);
  const fresh = corpus.add(entryOf(1))!.id;
  const origin = { test: 2, arm: 'mutate', operator: 'swap', parents: [fresh] };
  const mutant = corpus.add(entryOf(2, { origin, freshCount: 7, choices: 1234 }))!.id;
  corpus.close();
  const { record } = new Findings(folder.findings, () => []).add({
    signature: {
      kind: 'crash',
      key: 'crash: x',
      message: 'Assertion failed: x',
      frames: [],
      pass: undefined,
    },
    program: { language: 'c', main: 'test.c', files: [{ path: 'test.c', bytes: Buffer.from('int x;') }] },
    sequence: () => new Uint8Array(),
    text: 'Assertion failed: x',
    compiler: 'clang-19',
    args: ['-O2'],
    build: 'build',
    origin: { source: 'toy', test: 3, arm: 'storm', operator: 'values', parents: [mutant] },
  });
  return { cwd, fresh, mutant, finding: record.id };
}

describe('the history of a test', () => {
  it('is a line for each test that it comes from: how it was made, what it gained, cost and choices', async () => {
    const { cwd, fresh, mutant } = campaign();
    const { code, stdout } = await cgfuzz(cwd, 'corpus', 'history', 'campaign', mutant.slice(0, 8));
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(new RegExp(`^${mutant} +mutate, swap +7 features +.* +1,234 +${fresh}$`));
    expect(lines[2]).toMatch(new RegExp(`^${fresh} +fresh +1 feature +`));
    expect((await cgfuzz(cwd, 'corpus', 'history', mutant)).stdout).toBe(stdout);
  });

  it('is a line of JSON for each with --json', async () => {
    const { cwd, fresh, mutant } = campaign();
    const { stdout } = await cgfuzz(cwd, 'corpus', 'history', mutant, '--json');
    const [first, second] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(first).toMatchObject({ id: mutant, parents: [fresh], origin: { arm: 'mutate' }, freshCount: 7 });
    expect(second).toMatchObject({ id: fresh, parents: [], origin: { arm: 'fresh' } });
  });

  it.each(['corpus', 'findings'])('is told of findings as well, by cgfuzz %s history', async (command) => {
    const { cwd, fresh, mutant, finding } = campaign();
    const { code, stdout } = await cgfuzz(cwd, command, 'history', finding);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^finding ${finding}: .*\nmade by storm, values from toy, test 3`));
    expect(stdout.indexOf(mutant)).toBeGreaterThan(0);
    expect(stdout.lastIndexOf(fresh)).toBeGreaterThan(stdout.indexOf(mutant));
  });

  it.each([
    [['corpus', 'history'], 'needs a DIR'],
    [['corpus', 'history', 'zzzz'], 'no test and no finding of campaign begins with zzzz'],
    [['corpus', 'history', 'nowhere', 'zzzz'], 'there is no corpus in nowhere'],
    [['corpus', 'history', 'a', 'b', 'c'], 'one argument too many: "c"'],
    [['findings', 'history'], 'needs a FINDING'],
  ])('is refused without a stack: %j', async (words, told) => {
    const { cwd } = campaign();
    const { code, stderr } = await cgfuzz(cwd, ...words);
    expect(code).toBe(2);
    expect(stderr).toContain(told);
    expect(stderr).toMatch(/^error: /);
  });
});
