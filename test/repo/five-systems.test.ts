/** The page of the five systems: one row for each feature, and files that exist. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/decisions/0044-the-five-systems.md', 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  );
const words = ['same', 'better', 'partly', 'no'];
const isJudged = (cell: string): boolean => words.includes(cell);
const judged = rows.filter((cells) => cells.some(isJudged));

describe('the page of the five systems', () => {
  it('has the 71 features of the audit, each of them once', () => {
    const audited = judged
      .filter((cells) => /^\d[\d.-]*$/.test(cells[1]!))
      .flatMap(([system, row = '']) => {
        const [, chapter = '', first = '', last = first] = /^(\d\.)?(\d+)(?:-(\d+))?$/.exec(row)!;
        const count = Number(last) - Number(first) + 1;
        return Array.from({ length: count }, (_, at) => `${system} ${chapter}${Number(first) + at}`);
      });
    expect(new Set(audited).size).toBe(audited.length);
    expect(audited).toHaveLength(71);
  });

  it('names each feature once', () => {
    const features = judged.map((cells) => cells[cells.findIndex(isJudged) - 1]);
    expect(features.filter((feature, at) => features.indexOf(feature) !== at)).toEqual([]);
  });

  it('has a place for each row, and evidence', () => {
    for (const cells of judged) {
      const [place = '', evidence = ''] = cells.slice(cells.findIndex(isJudged) + 1);
      expect(place, cells.join(' ')).toMatch(/^`/);
      expect(evidence, cells.join(' ')).not.toBe('');
    }
  });

  it('tells of each open row what would change it', () => {
    const table = page.slice(
      page.indexOf('## What would change an open row'),
      page.indexOf('## Small machines'),
    );
    const told = new Set(
      [...table.matchAll(/^\| (.*?) +\|/gm)].flatMap(([, cell = '']) => {
        let system = '';
        return cell.split(', ').map((part) => {
          const [, named, row] = /^(?:([A-Za-z]\w*) )?(\d[\d.-]*)$/.exec(part) ?? [];
          system = named ?? system;
          return `${system} ${row}`;
        });
      }),
    );
    const open = judged.filter((cells) => cells.includes('partly') || cells.includes('no'));
    const named = open.map(([system, row]) => `${system} ${row}`).filter((name) => /\d$/.test(name));
    expect(named.filter((name) => !told.has(name))).toEqual([]);
  });

  it('names files that exist', () => {
    const named = [...page.matchAll(/`((?:src|test|bench|instrumentation)\/[^`]+)`/g)].map(
      ([, path = '']) => path,
    );
    expect(named.length).toBeGreaterThan(judged.length);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });
});
