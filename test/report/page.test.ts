/** The report, looked at in a real browser, without a network. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaignReport, readCampaign, type ReportOptions } from '../../src/report/index.ts';
import { findProgram } from '../../src/target/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type MadeUp, makeCampaign, toyNames } from './campaign.ts';
import { growingLines, statsLine } from './stats-lines.ts';

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
  /** What the browser complained of, and what the page asked for beside itself. */
  readonly complaints: readonly string[];
}

async function open(name: string, about: MadeUp, options: ReportOptions): Promise<Opened> {
  const campaign = readCampaign(makeCampaign(join(folder, name), about));
  const file = join(folder, `${name}.html`);
  writeFileSync(file, campaignReport(campaign, options));
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

/** How many points of a chart's drawing are not empty. */
async function inkOf(page: Page, chart: string): Promise<number> {
  return page.evaluate<number>(`(() => {
    const canvas = document.querySelector('#${chart} canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, index) => index % 4 === 3 && value > 0).length;
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
            'meta.json': JSON.stringify({ kind: 'assertion', title: 'assertion: a < b', count: 3 }),
            'program/test.c': 'int main(void) { return a < b; }',
          },
        ],
      },
      { names: toyNames, sourceTree: '/tree' },
    );
    const headings = await page.locator('h2').allTextContents();
    expect(headings).toEqual([
      'Coverage over CPU time',
      'Arms over time',
      'Coverage by source file',
      'What blocks us',
      'Findings',
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

  it('does without names, and says why', async () => {
    const { page } = await open('nameless', { tests: [[0]] }, { whyNoNames: 'the build is not here' });
    expect(await page.locator('#coverage-by-source-file').textContent()).toContain('the build is not here');
    await page.close();
  });
});
