/** The legend and the list of findings: what they say, and that they fit. */
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  legendOfArms,
  legendOfRows,
  legendOfWork,
  openedPage,
  screenLines,
  unpainted,
} from '../../../src/report/index.ts';
import { judgeNames } from '../../../src/oracle/judges/index.ts';
import { painted } from '../../../src/report/screen/paint.ts';
import { portfolio } from '../../../src/search/index.ts';
import { growingLines, statsLine } from '../stats-lines.ts';

const usual = { columns: 80, rows: 24 };

function words(table: readonly (readonly [string, string])[]): string[] {
  return table.map(([word]) => word);
}

/** All pages of the legend, one after the other. */
function wholeLegend(size = usual): string[] {
  const lines: string[] = [];
  for (let page = 0; ; page++) {
    const shown = openedPage('legend', page, [], size);
    if (!shown.isThere) return lines;
    lines.push(...shown.lines);
  }
}

describe('the legend', () => {
  it('has each row of the screen, kind of work and arm', () => {
    const line = statsLine({
      findings: 1,
      judged: { tests: 1, notAsked: 0, cpuMs: 1 },
      checked: { compare: 1, truth: 0, invariance: 0, ir: 0 },
    });
    const fleet = { worker: 'a', members: [], workers: 1, living: 1 } as never;
    const more = { meanwhile: 'm', note: 'n', budget: { cpuMs: 1 }, fleet, edgesInAll: 9 };
    const state = { title: 't', line, history: growingLines(3), findings: [], ...more };
    const rows = screenLines(state, { columns: 100, rows: 60 });
    const withoutCoverage = screenLines({ ...state, line: { ...line, features: 0 } }, usual);
    const names = [...rows, ...withoutCoverage].flatMap((row) => /^ (\S+(?: use)?) +/.exec(row)?.[1] ?? []);
    expect(new Set(names).size).toBeGreaterThan(12);
    const tables = ['arm', 'worker'];
    expect(names.filter((name) => ![...words(legendOfRows), ...tables].includes(name))).toEqual([]);
    expect(words(legendOfWork).toSorted()).toEqual(
      [...new Set([...Object.keys(line.cpu), 'truth', ...judgeNames])].toSorted(),
    );
    expect(words(legendOfArms).toSorted()).toEqual(portfolio.map(({ name }) => name).toSorted());
  });

  it('has the rows that the page about words has', () => {
    const [, table = ''] = /## On the screen\n([^]*?)(?:\n## |$)/.exec(
      readFileSync('docs/words.md', 'utf8'),
    )!;
    const told = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, word]) => word);
    expect(told).toEqual(words(legendOfRows));
  });

  it('is whole at 80 columns, over its pages', () => {
    const lines = wholeLegend();
    for (const word of [...legendOfRows, ...legendOfWork, ...legendOfArms])
      expect(
        lines.some((line) => line.startsWith(` ${word[0]} `) && line.endsWith(word[1])),
        word[0],
      ).toBe(true);
    expect(lines.at(-1)).toMatch(/^Page (\d) of \1\. Any other key shows the campaign/);
  });

  it('fits every terminal, as the findings do', () => {
    const size = fc.record({
      columns: fc.integer({ min: 10, max: 200 }),
      rows: fc.integer({ min: 2, max: 60 }),
    });
    const title = fc.string({ unit: 'binary', size: 'small' });
    const finding = fc.record({ id: fc.constant('f00d'), kind: fc.constant('crash'), title });
    fc.assert(
      fc.property(size, fc.array(finding), fc.nat(9), (given, findings, page) => {
        for (const screen of ['legend', 'findings'] as const) {
          const { lines } = openedPage(screen, page, findings, given);
          expect(lines.length).toBeLessThan(given.rows);
          expect(lines.filter((text) => Array.from(text).length > given.columns)).toEqual([]);
          // oxlint-disable-next-line eslint/no-control-regex
          expect(lines.filter((text) => /[\u0000-\u001F\u007F-\u009F]/.test(text))).toEqual([]);
        }
      }),
    );
  });
});

it('the list of findings begins with the newest', () => {
  const findings = ['one', 'two'].map((title) => ({ id: title, kind: 'crash', title }));
  const { lines } = openedPage('findings', 0, findings, usual);
  expect(lines.slice(0, 2).map((line) => line.split(' ')[0])).toEqual(['two', 'one']);
});

it('colour is put around a text after the text was cut, and changes nothing of it', () => {
  const line = [{ text: ' name ', tone: 'name' as const }, { text: 'value and more' }];
  const paint = (tone: string, text: string): string => `<${tone}>${text}</>`;
  expect(painted(line, 9, paint)).toBe('<name> name </>va…');
  expect(painted(line, 4, paint)).toBe('<name> na</>…');
  expect(painted(line, 20, unpainted)).toBe(' name value and more');
});
