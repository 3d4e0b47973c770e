/** The page of trophies and their folders say the same. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

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

it('the page counts the bugs of the compilers of today as its tables have them', () => {
  const counted = Number(/^\| bugs +\| (\d+)/m.exec(page)?.[1]);
  const rows = page.split('In older compilers alone')[0]!.match(/^\| \[.*\]\[\w+\] /gm);
  expect(rows).toHaveLength(counted);
});
