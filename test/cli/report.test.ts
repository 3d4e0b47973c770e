import { cpSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { Corpus } from '../../src/corpus/index.ts';
import { functionsModule, testWith } from '../fuzz/generators/make.ts';
import { addTest, BUILD, makeCampaign } from '../report/campaign.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { entryOf } from '../corpus/entries.ts';
import { cgfuzz } from './cgfuzz.ts';

it("shows the programs of a person's own source, once its module is named", async () => {
  const cwd = temporaryFolder();
  const { sequence } = await testWith('return x;');
  const corpus = Corpus.open(new CampaignFolder(makeCampaign(join(cwd, 'a'))).corpus);
  corpus.add(entryOf(1, { source: 'functions', build: BUILD, sequence }));
  corpus.close();
  const page = (): string => readFileSync(join(cwd, 'a/report.html'), 'utf8');
  const without = await cgfuzz(cwd, 'report', 'a');
  expect(without.stderr).toContain('no programs of functions');
  expect(without.stderr).toContain('name the module that defines it: --source FILE');
  expect(page()).not.toContain('return x;');
  const { stderr } = await cgfuzz(cwd, 'report', 'a', '--source', functionsModule);
  expect(stderr).not.toContain('no programs');
  expect(page()).toContain('return x;');
});

it('takes a module with a comma in its path', async () => {
  const cwd = temporaryFolder();
  makeCampaign(join(cwd, 'a'));
  cpSync(dirname(functionsModule), join(cwd, 'one,two'), { recursive: true });
  const { code, stderr } = await cgfuzz(cwd, 'report', 'a', '--source', './one\\,two/functions.mjs');
  expect({ code, stderr: stderr.split('\n')[0] }).toEqual({
    code: 0,
    stderr: expect.stringContaining('is not on this machine') as string,
  });
  expect((await cgfuzz(cwd, 'report', 'a', '--source', './one,two/functions.mjs')).code).toBe(2);
});

it('tells what of a campaign is damaged, and of a folder that stands where the page belongs', async () => {
  const cwd = temporaryFolder();
  const folder = new CampaignFolder(
    makeCampaign(join(cwd, 'a'), { findings: [{ 'meta.json': '{"title": 7}' }] }),
  );
  const corpus = Corpus.open(folder.corpus);
  addTest(corpus, 'x', BUILD, [1]);
  corpus.close();
  const { code, stderr } = await cgfuzz(cwd, 'report', 'a', '-o', '.');
  expect(stderr).toContain('meta.json is damaged: it.title is not a text; the finding is left out');
  expect({ code, last: stderr.trim().split('\n').at(-1) }).toEqual({
    code: 2,
    last: `error: cannot replace ${cwd}: it is a folder`,
  });
});
