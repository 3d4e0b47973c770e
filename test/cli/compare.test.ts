import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StatsLine } from '../../src/campaign/index.ts';
import { makeCampaign } from '../report/campaign.ts';
import { statsLine } from '../report/stats-lines.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { cgfuzz, type Said } from './cgfuzz.ts';

const compare = (cwd: string, ...words: string[]): Promise<Said> => cgfuzz(cwd, 'compare', ...words);

/** Grows evenly, to so many edges after so many seconds. */
function straight(edges: number, seconds: number): StatsLine[] {
  return Array.from({ length: seconds }, (_, index) => {
    const now = (edges * (index + 1)) / seconds;
    return statsLine({ cpuMs: (index + 1) * 1_000, edges: now, features: now * 5 });
  });
}

/** Three fast campaigns, of which one is shorter, and three slow ones. */
function sixCampaigns(): string {
  const cwd = temporaryFolder();
  makeCampaign(join(cwd, 'fast1'), { stats: straight(10_000, 100), tests: [[0, 8, 16]] });
  makeCampaign(join(cwd, 'fast2'), { stats: straight(11_000, 100), tests: [[0, 24]] });
  makeCampaign(join(cwd, 'fast3'), { stats: straight(9_600, 80), tests: [[8]] });
  makeCampaign(join(cwd, 'slow1'), { stats: straight(5_000, 100), tests: [[0, 1, 40]] });
  makeCampaign(join(cwd, 'slow2'), { stats: straight(6_000, 100) });
  makeCampaign(join(cwd, 'slow3'), { stats: straight(4_000, 100) });
  return cwd;
}

function twoBuilds(): string {
  const cwd = temporaryFolder();
  makeCampaign(join(cwd, 'a'), { tests: [[0]] });
  makeCampaign(join(cwd, 'b'), { tests: [[0]], build: 'another build' });
  return cwd;
}

const all = ['fast1', 'fast2', 'fast3', '--', 'slow1', 'slow2', 'slow3'];

describe('cgfuzz compare', () => {
  it('compares growth at the end of the shortest campaign, with its spread', async () => {
    const { code, stdout } = await compare(sixCampaigns(), ...all);
    expect(code).toBe(0);
    expect(stdout).toContain('up to 80 s of CPU time');
    expect(stdout).toMatch(/^80 s +8,800 \(8,000 to 9,600\) +4,000 \(3,200 to 4,800\) +2\.20$/m);
    expect(stdout).toMatch(/^40 s +4,400 \(4,000 to 4,800\) +2,000 \(1,600 to 2,400\) +2\.20$/m);
    expect(stdout).toMatch(/^4,000 \(100%\) +36 s +80 s +2\.20$/m);
    expect(stdout).toMatch(/^2,000 \(50%\) +18 s +40 s +2\.20$/m);
  });

  it('says how sure the difference is, and how sure it could be', async () => {
    const { stdout } = await compare(sixCampaigns(), ...all);
    expect(stdout).toContain(
      'edges at the end: A ahead in 9 of 9 pairs (Mann-Whitney U), A12 1.00, a large difference; p 0.10; so few campaigns cannot show less than 0.10',
    );
    const { stdout: alone } = await compare(sixCampaigns(), 'fast1', 'slow1');
    expect(alone).toContain('one campaign a side, which says nothing about chance');
  });

  it('counts features and edges that only one side reached', async () => {
    const { stdout } = await compare(sixCampaigns(), ...all);
    // 0 8 16 24 against 0 1 40: edges 0 1 2 3 against 0 5.
    expect(stdout).toMatch(/by both +1 feature$/m);
    expect(stdout).toMatch(/only by A +3 features, 3 edges$/m);
    expect(stdout).toMatch(/only by B +2 features, 1 edge$/m);
    expect(stdout).toContain('is not on this machine, so that edges have no names');
  });

  it('gives the same figures as an object', async () => {
    const { stdout } = await compare(sixCampaigns(), ...all, '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      cpuMs: 80_000,
      measures: [
        {
          name: 'edges',
          ends: [
            [8_000, 8_800, 9_600],
            [4_000, 4_800, 3_200],
          ],
          a12: 1,
          test: { u: 9 },
        },
        {},
      ],
      reached: { both: 1, onlyFeatures: [3, 2], onlyEdges: [3, 1] },
    });
  });

  it('writes a page', async () => {
    const cwd = sixCampaigns();
    await compare(cwd, ...all, '--html', 'page.html');
    expect(readFileSync(join(cwd, 'page.html'), 'utf8')).toContain('8,800 (8,000 to 9,600)');
  });

  it('refuses campaigns of different builds before any figure', async () => {
    const { code, stdout, stderr } = await compare(twoBuilds(), 'a', '--', 'b', '--json');
    expect(code).toBe(2);
    expect(stderr).toMatch(/these campaigns ran different builds.*\n  a: .*\n  b: another build\n.*--anyway/);
    expect(stdout).toBe('');
  });

  it('compares different builds by growth alone if it is told to', async () => {
    const { code, stdout, stderr } = await compare(twoBuilds(), 'a', '--', 'b', '--anyway');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^these campaigns ran different builds.*\n  a: .*\n  b: another build\n/);
    expect(stdout).toContain('edges at the end');
    expect(stdout).toContain('different builds of the target');
    expect(stdout).not.toContain('by both');
  });

  it.each([
    [['fast1'], 'which campaigns are to be compared'],
    [['fast1', 'fast2', 'slow1'], 'which campaigns are to be compared'],
    [['fast1', '--'], 'which campaigns are to be compared'],
    [['fast1', '--', 'fast2', '--'], 'which campaigns are to be compared'],
    [Array.from({ length: 53 }, (_, index) => (index % 2 === 0 ? 'fast1' : '--')), 'at most 26 sides'],
    [['fast1', '--', 'nowhere'], 'there is no campaign in'],
  ])('says what is wrong with %j', async (words, message) => {
    const { code, stderr } = await compare(sixCampaigns(), ...words);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});

/** The first of three sides has the most edges, and the last the most findings. */
function threeSides(): string {
  const cwd = sixCampaigns();
  const found = straight(1_000, 100).map((line) => ({ ...line, findings: 3 }));
  makeCampaign(join(cwd, 'lucky'), { stats: found, tests: [[0, 64]] });
  return cwd;
}

describe('cgfuzz compare of three sides', () => {
  const three = [...all, '--', 'lucky'];

  it('ranks them by findings and by coverage, the one with most findings first', async () => {
    const { code, stdout } = await compare(threeSides(), ...three);
    expect(code).toBe(0);
    expect(stdout).toContain('ranks at 80 s of CPU time');
    const rows = [...stdout.matchAll(/^([ABC]) +\d+ +(\d)\. +(\d+) +(\d)\. +([\d,]+)/gm)];
    expect(rows.map((row) => row.slice(1))).toEqual([
      ['C', '1', '3', '3', '800'],
      ['A', '2', '0', '1', '8,800'],
      ['B', '2', '0', '2', '4,000'],
    ]);
  });

  it('says of each pair how often one is ahead, both ways', async () => {
    const { stdout } = await compare(threeSides(), ...three);
    const edges = stdout.slice(stdout.indexOf('edges: how often'), stdout.indexOf('features: how often'));
    expect(edges).toMatch(/^A +- +1\.00 \(p 0\.10\) +1\.00 \(p 0\.50\)$/m);
    expect(edges).toMatch(/^B +0\.00 \(p 0\.10\) +- +1\.00 \(p 0\.50\)$/m);
  });

  it('counts as reached by one side alone what none of the others has', async () => {
    const { stdout } = await compare(threeSides(), ...three, '--json');
    // 0 8 16 24, 0 1 40, and 0 64: edges 0 1 2 3, 0 5, and 0 8.
    expect(JSON.parse(stdout)).toMatchObject({
      order: [2, 0, 1],
      reached: { features: [4, 3, 2], onlyFeatures: [3, 2, 1], onlyEdges: [3, 1, 1] },
    });
  });

  it('writes a page with every side', async () => {
    const cwd = threeSides();
    await compare(cwd, ...three, '--html', 'page.html');
    const page = readFileSync(join(cwd, 'page.html'), 'utf8');
    for (const text of ['8,800 (8,000 to 9,600)', 'C: lucky', 'Pairs by findings'])
      expect(page).toContain(text);
  });

  it('ranks campaigns of different builds by findings alone, if it is told to', async () => {
    const cwd = threeSides();
    makeCampaign(join(cwd, 'other'), { stats: straight(70_000, 100), build: 'another build' });
    expect((await compare(cwd, ...three, '--', 'other')).code).toBe(2);
    const { stdout } = await compare(cwd, ...three, '--', 'other', '--anyway');
    expect(stdout).toMatch(/^C +1 +1\. +3$/m);
    expect(stdout).not.toContain('by edges');
  });

  it('has no columns of coverage if no compiler had any', async () => {
    const cwd = temporaryFolder();
    const stats = [statsLine({ edges: 0, features: 0, findings: 1 })];
    for (const name of ['a', 'b', 'c']) makeCampaign(join(cwd, name), { stats });
    const { stdout } = await compare(cwd, 'a', '--', 'b', '--', 'c');
    expect(stdout).toMatch(/^A +1 +1\. +1 /m);
    expect(stdout).not.toContain('by edges');
  });
});
