/** The report, looked at in a real browser, without a network. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CampaignData,
  campaignReport,
  compareCampaigns,
  comparisonPage,
  differencesByPlace,
  readCampaign,
  type ReportOptions,
} from '../../../src/report/index.ts';
import { findProgram } from '../../../src/build/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { type MadeUp, makeCampaign, toyNames } from '../campaign.ts';
import { growingLines, statsLine } from '../stats-lines.ts';

const HOSTILE = `</script><img src=x onerror="document.title='taken over'"><b>bold</b>`;
const folder = temporaryFolder(afterAll);
const arm = { executions: 10, cpuMs: 1_000, features: 3, edges: 3, kept: 2 };
let browser: Browser;

beforeAll(async () => {
  const executablePath = findProgram('chromium', process.env['PATH'] ?? '');
  browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
}, 120_000);
afterAll(() => browser.close());

interface Opened {
  readonly page: Page;
  /** The browser's complaints, and the page's requests besides itself. */
  readonly complaints: readonly string[];
}

function open(name: string, about: MadeUp, options: ReportOptions): Promise<Opened> {
  const campaign = readCampaign(makeCampaign(join(folder, name), about));
  return openPage(name, campaignReport(campaign, options));
}

async function openPage(name: string, html: string): Promise<Opened> {
  const file = join(folder, `${name}.html`);
  writeFileSync(file, html);
  const complaints: string[] = [];
  const page = await browser.newPage({ viewport: { width: 1_240, height: 900 } });
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (request.url() !== pathToFileURL(file).href) complaints.push(`asked for ${request.url()}`);
  });
  await page.goto(pathToFileURL(file).href);
  return { page, complaints };
}

/** How many points of a chart's drawing are as strong as that: 0 is empty, 255 a line. */
async function inkOf(page: Page, chart: string, [from, to] = [1, 255]): Promise<number> {
  return page.evaluate<number>(`(() => {
    const canvas = document.querySelector('#${chart} canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, index) => index % 4 === 3 && value >= ${from} && value <= ${to}).length;
  })()`);
}

describe('the report of a campaign', () => {
  it('shows everything in a browser, and asks for nothing beside itself', async () => {
    const stats = growingLines(100).map((line) => ({ ...line, arms: { fresh: arm, graft: arm } }));
    const { page, complaints } = await open(
      'whole',
      {
        stats,
        tests: [
          [0, 8, 16],
          [32, 48],
        ],
        findings: [
          {
            'meta.json': JSON.stringify({ title: 'assertion: a < b', count: 3 }),
            'program/test.c': 'int main(void) { return a < b; }',
          },
        ],
      },
      { names: toyNames, sourceTree: '/tree' },
    );
    const headings = await page.locator('h2').allTextContents();
    expect(headings).toEqual([
      'Findings',
      'Coverage over CPU time',
      'Arms over time',
      'Coverage by source file',
      'What blocks us',
      'Corpus',
    ]);
    for (const chart of ['coverage', 'arms']) expect(await inkOf(page, chart)).toBeGreaterThan(2_000);
    expect(await page.locator('.treemap .file').count()).toBe(4);
    expect(await page.locator('.treemap text').allTextContents()).toContain('part0.cpp');
    expect(await page.locator('#what-blocks-us tbody tr').first().textContent()).toContain('function1');
    expect(await page.locator('#corpus tbody tr').count()).toBe(2);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shows programs of tests that were kept, but not the headers of findings', async () => {
    const about: MadeUp = {
      tests: [[0]],
      findings: [{ 'meta.json': '{"title": "x"}', 'include/big.h': 'int header;' }],
    };
    const { page } = await open('programs', about, { programs: new Map([['abc', 'int kept;']]) });
    const program = page.locator('#corpus pre', { hasText: 'int kept;' });
    await page.getByText('program of abc').click();
    expect(await program.isVisible()).toBe(true);
    expect(await page.content()).not.toContain('int header;');
    await page.close();
  });

  it('shows a program when its finding is opened', async () => {
    const { page } = await open(
      'finding',
      {
        findings: [
          { 'meta.json': '{"title": "signal: 11"}', 'program/test.c': 'int x;', 'output.txt': 'dead' },
        ],
      },
      {},
    );
    const program = page.locator('pre', { hasText: 'int x;' });
    expect(await program.isVisible()).toBe(false);
    await page.getByText('signal: 11').click();
    await page.getByText('program/test.c').click();
    expect(await program.isVisible()).toBe(true);
    await page.close();
  });

  it('changes what it shows of the arms, and the scale of time', async () => {
    const stats = growingLines(30).map((line, index) => ({
      ...line,
      arms: { fresh: { ...arm, features: index, cpuMs: 1_000 * 2 ** index } },
    }));
    const { page, complaints } = await open('choice', { stats }, {});
    const picture = (): Promise<string> =>
      page.evaluate<string>(`document.querySelector('#arms canvas').toDataURL()`);
    const pictures = [await picture()];
    await page.locator('#arms-controls select').selectOption('CPU seconds');
    pictures.push(await picture());
    await page.locator('#arms-controls input').check();
    pictures.push(await picture());
    expect(new Set(pictures).size).toBe(3);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('cannot be taken over by a name or a program', async () => {
    const { page, complaints } = await open(
      'hostile',
      {
        stats: [statsLine({ arms: { [HOSTILE]: arm } })],
        tests: [[0]],
        findings: [{ 'meta.json': JSON.stringify({ title: HOSTILE }), [`program/a<b>.c`]: HOSTILE }],
      },
      {
        names: {
          ...toyNames,
          place: () => ({ function: HOSTILE, file: `/${HOSTILE.replaceAll('/', '')}`, line: 1 }),
        },
      },
    );
    expect(await page.title()).toBe('toy on clang-19-toy -O2');
    expect(await page.locator('img, b:text("bold")').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('has findings first and no empty charts for a target without coverage', async () => {
    const arms = { fresh: { ...arm, features: 0, edges: 0, kept: 0 } };
    const checked = { compare: 1, truth: 40, invariance: 0, ir: 0 };
    const stats = growingLines(9).map((line) => ({ ...line, features: 0, edges: 0, arms, checked }));
    const about = { stats, findings: [{ 'meta.json': '{"title": "signal: 11"}' }] };
    const { page } = await open('blind', about, { whyNoNames: 'this target names no places' });
    expect(await page.locator('h2').allTextContents()).toEqual(['Findings', 'Arms over time']);
    expect((await page.locator('.figures div').allTextContents()).slice(0, 2)).toEqual([
      '1findings',
      '41programs checked',
    ]);
    expect(await page.locator('#arms-controls option').allTextContents()).toEqual([
      'CPU seconds',
      'executions',
    ]);
    expect(await page.locator('#arms-over-time thead th').count()).toBe(3);
    await page.close();
  });

  it('draws no chart of a single point of time', async () => {
    const { page, complaints } = await open('young', { stats: [statsLine({ arms: { fresh: arm } })] }, {});
    expect(await page.locator('.chart').count()).toBe(0);
    expect(await page.locator('#arms-over-time td').first().textContent()).toBe('fresh');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('is dark for a reader whose system is dark, also if that changes while the page is open', async () => {
    const tests = [[0, 8, 16]];
    const { page } = await open('dark', { tests }, { names: toyNames, sourceTree: '/tree' });
    const colors = (): Promise<string[]> =>
      page.evaluate<string[]>(`[
        getComputedStyle(document.querySelector('.treemap .file rect')).fill,
        document.querySelector('#coverage canvas').toDataURL(),
      ]`);
    const [lightMap, lightChart] = await colors();
    await page.emulateMedia({ colorScheme: 'dark' });
    // The browser tells the page of it, and draws, a moment later.
    await expect.poll(async () => (await colors())[1]).not.toBe(lightChart);
    expect((await colors())[0]).not.toBe(lightMap);
    await page.close();
  });

  it('does without names, and says why', async () => {
    const { page } = await open('nameless', { tests: [[0]] }, { whyNoNames: 'the build is not here' });
    expect(await page.locator('#coverage-by-source-file').textContent()).toContain('the build is not here');
    await page.close();
  });
});

describe('the page of a comparison', () => {
  it('draws both sides with their spread, and lists what only one of them reached', async () => {
    const side = (name: string, factors: readonly number[], tests: number[][]): CampaignData[] =>
      factors.map((factor) => {
        const stats = growingLines(60).map((line) => ({ ...line, edges: line.edges * factor }));
        return readCampaign(makeCampaign(join(folder, `${name}-${factor}`), { stats, tests }));
      });
    const sides = [side('a', [1, 2], [[0, 32]]), side('b', [3, 4], [[8, 200]])] as const;
    const comparison = compareCampaigns(sides, 160);
    const page = comparisonPage({
      comparison,
      sides: [[HOSTILE], ['b-3', 'b-4']],
      places: differencesByPlace(toyNames, comparison.reached!.onlyEdges, '/tree'),
    });
    const opened = await openPage('comparison', page);
    const headings = ['Growth', 'Edges', 'Features', 'Edges by file', 'Edges by function'];
    expect(await opened.page.locator('h2').allTextContents()).toEqual(headings);
    // Filled between the least and the most, with little of the curve's color.
    expect(await inkOf(opened.page, 'curves', [0x20, 0x40])).toBeGreaterThan(2_000);
    expect(await opened.page.locator('#edges-by-file tbody tr').allTextContents()).toEqual([
      'lib/part0.cpp21',
      'lib/part2.cpp01',
    ]);
    expect(await opened.page.locator('#edges-by-function tbody tr').count()).toBe(3);
    expect(await opened.page.locator('#edges table').count()).toBe(2);
    expect(opened.complaints).toEqual([]);
    expect(await opened.page.title()).toBe('Campaigns compared');
    await opened.page.close();
  });
});
