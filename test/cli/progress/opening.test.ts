/** The words of `cgfuzz run` before its first test. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CampaignFolder, type Manifest } from '../../../src/campaign/index.ts';
import { campaignFlags } from '../../../src/cli/flags/campaign-flags.ts';
import { defaultsOf } from '../../../src/cli/flags/flags.ts';
import { openingLines, Waiting } from '../../../src/cli/progress/opening.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const usual = defaultsOf(campaignFlags);

const manifest: Manifest = {
  format: 1,
  cgfuzz: '0.1.0',
  startedAt: '',
  sources: ['moody', 'calm'],
  target: 'executable:/bin/parser',
  build: 'parser-0123456789abcdef',
  seed: 1,
  strategy: 'guided',
  args: [],
};

it('the opening says the campaign, its end, and what comes first', () => {
  expect(openingLines({ ...usual, source: ['loom'], target: 'gcc-16', time: 600_000 }, '.')).toEqual([
    'cgfuzz: loom on gcc-16 -O2, 10.0 min in all; kept in campaign',
    expect.stringContaining('first: it opens the compiler'),
  ]);
  const [whole, first] = openingLines({ ...usual, options: 'documented', focus: 'SLPVectorizer' }, '.');
  expect(whole).toContain('until Ctrl-C');
  expect(first).toMatch(/asks what each option of clang-19 does; .*minute.*edges/);
  const [, probes] = openingLines({ ...usual, target: 'clang-22', machines: ['all'] }, '.');
  expect(probes).toMatch(
    /^first: it tries for which machines code of clang-22 runs here, .*; once for each build$/,
  );
  const [, soon] = openingLines({ ...usual, target: 'clang-22', machines: ['all'], learn: 5_000 }, '.');
  expect(soon).toBe(
    'first: it learns about clang-22 for 5.0 s; what it does not know then comes at a later start',
  );
  expect(openingLines({ ...usual, json: true }, '.')).toEqual([]);
});

it('the opening names the sources of the campaign that goes on, if nobody names others', () => {
  const cwd = temporaryFolder();
  new CampaignFolder(join(cwd, 'campaign')).writeManifest(manifest);
  expect(openingLines(usual, cwd)[0]).toContain('cgfuzz: moody, calm on ');
  expect(openingLines({ ...usual, source: ['loom'] }, cwd)[0]).toContain('cgfuzz: loom on ');
  // Named, though it is the usual one.
  expect(openingLines({ ...usual, source: [...usual.source] }, cwd)[0]).toContain(
    'cgfuzz: csmith-scoped on ',
  );
});

it('a wait says what it is for, and only after a silence', () => {
  let nowMs = 0;
  const said: string[] = [];
  const waiting = new Waiting(
    { monotonicMs: () => nowMs, stderr: (text) => void said.push(text) },
    () => void said.push('|'),
  );
  try {
    nowMs = 15_000;
    waiting.heard('csmith-scoped: compiling');
    nowMs = 30_000;
    waiting.look();
    expect(said).toEqual([]);
    nowMs = 36_000;
    waiting.look();
    waiting.look();
    expect(said).toEqual(['|', 'no test yet after 36 s: csmith-scoped: compiling\n']);
  } finally {
    waiting.end();
  }
});
