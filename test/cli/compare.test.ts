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

  it('does not set features of different builds against each other', async () => {
    const cwd = temporaryFolder();
    makeCampaign(join(cwd, 'a'), { tests: [[0]] });
    makeCampaign(join(cwd, 'b'), { tests: [[0]], build: 'another build' });
    const { code, stdout, stderr } = await compare(cwd, 'a', '--', 'b');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^these campaigns ran different builds.*\n  a: .*\n  b: another build\n/);
    expect(stdout).toContain('different builds of the target');
    expect(stdout).not.toContain('by both');
  });

  it.each([
    [['fast1'], 'which campaigns are to be compared'],
    [['fast1', 'fast2', 'slow1'], 'which campaigns are to be compared'],
    [['fast1', '--'], 'which campaigns are to be compared'],
    [['fast1', '--', 'fast2', '--', 'slow1'], 'which campaigns are to be compared'],
    [['fast1', '--', 'nowhere'], 'there is no campaign in'],
  ])('says what is wrong with %j', async (words, message) => {
    const { code, stderr } = await compare(sixCampaigns(), ...words);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
