/** The page of trophies and their folders say the same. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countsByWeight, tableByWeight } from './trophies-table.ts';

const folder = 'docs/trophies';
const page = readFileSync('docs/trophies.md', 'utf8');
const trophies = readdirSync(folder);

describe('a trophy', () => {
  it('has a line on the page', () => {
    const linked = [...page.matchAll(/^\[(\w+)\]: trophies\/([^/]+)\/README\.md$/gm)];
    expect(linked.map(([, , name = '']) => name).toSorted()).toEqual(trophies.toSorted());
    const rows = [...page.matchAll(/^\| \[.+\]\[(\w+)\] /gm)].map(([, label = '']) => label);
    expect(rows.toSorted()).toEqual(linked.map(([, label = '']) => label).toSorted());
  });

  it.each(trophies)(
    '%s has a program, a script, and says what it is, who has it, and what is known',
    (name) => {
      const files = readdirSync(join(folder, name));
      expect(files).toEqual(expect.arrayContaining(['README.md', 'repro.sh']));
      expect(files.some((file) => /^reduced\.(?:c|cpp|ll)$/.test(file))).toBe(true);
      const text = readFileSync(join(folder, name, 'README.md'), 'utf8');
      for (const line of ['Kind', 'Known', 'Versions that show it'])
        expect(text).toContain(`\n- **${line}:** `);
    },
  );
});

it.each(trophies)('the script of %s finds a compiler that was added', (name) => {
  const script = readFileSync(join(folder, name, 'repro.sh'), 'utf8');
  expect(script).toMatch(/^for added in .*\/cgfuzz\/compilers\/.*; do$/m);
});

it('the page counts the bugs of the compilers of today as its tables have them', () => {
  const counted = Number(/^\| bugs +\| (\d+)/m.exec(page)?.[1]);
  const rows = page.split('In older compilers alone')[0]!.match(/^\| \[.*\]\[\w+\] /gm);
  expect(rows).toHaveLength(counted);
});

/** Cells without the spaces that align them. */
const plain = (text: string): string => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');

it('the page has each trophy by weight, with the answer of the newest snapshot', () => {
  expect(plain(page)).toContain(plain(tableByWeight()));
  for (const { weight, all, shows, gone } of countsByWeight())
    expect(plain(page)).toContain(`| ${weight} | ${all} | ${shows} | ${gone} |`);
});
