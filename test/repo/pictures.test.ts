/** Pictures of the pages: what draws them, and that they are drawings of what they say. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mayImport } from './layers.ts';

interface Stretch {
  readonly text: string;
  readonly code: string;
}

// By a variable, since plain JavaScript has no types here.
const module = '../../setup/pictures.mjs';
const { floorsOf, floorsPicture, screenOf, screenPicture } = (await import(module)) as {
  readonly floorsOf: (table: string) => readonly (readonly string[])[];
  readonly floorsPicture: (floors: readonly (readonly string[])[]) => string;
  readonly screenOf: (log: string) => readonly (readonly Stretch[])[];
  readonly screenPicture: (lines: readonly (readonly Stretch[])[], title: string) => string;
};

it('a session of a terminal ends with what the terminal shows', () => {
  const log =
    'one\r\n time 1\r\n arm 2\r\n\u001B[2K\u001B[1A\u001B[2K\u001B[1A\u001B[2K\u001B[Gfinding\r\n time 3\r\n';
  const lines = screenOf(log).map((line) => line.map(({ text }) => text).join(''));
  expect(lines).toEqual(['one', 'finding', ' time 3', '']);
});

it('what a program wrote is text in a picture, and no markup', () => {
  const picture = screenPicture([[{ text: '<b>&', code: '' }]], 'cgfuzz run');
  expect(picture).toContain('&lt;b&gt;&amp;');
  expect(picture).not.toContain('<b>');
});

it('colours of a terminal are colours of the picture', () => {
  const line = screenOf('\u001B[1;31mfinding\u001B[0m: a crash')[0]!;
  expect(line).toEqual([
    { text: 'finding', code: '1;31' },
    { text: ': a crash', code: '' },
  ]);
  expect(screenPicture([line], 'cgfuzz run')).toContain('<tspan class="s1 s31">finding</tspan>: a crash');
});

it('each picture has words for people who do not see it, colours for a dark page, and a page that shows it', () => {
  const pages = [
    'README.md',
    ...readdirSync('docs')
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  const text = pages.map((page) => readFileSync(page, 'utf8')).join('\n');
  const names = readdirSync('docs/pictures');
  expect(names).toContain('campaign.svg');
  for (const name of names) {
    const picture = readFileSync(`docs/pictures/${name}`, 'utf8');
    expect(picture, name).toMatch(/<title>[^<]{10,}<\/title>/);
    expect(picture, name).toContain('prefers-color-scheme: dark');
    expect(text, name).toContain(`pictures/${name})`);
  }
});

it('the picture of the floors has every room, above all rooms that it may import', () => {
  const floors = floorsOf(readFileSync('test/repo/layers.ts', 'utf8'));
  const floorOf = (room: string): number => floors.findIndex((rooms) => rooms.includes(room));
  expect(floors.flat().toSorted()).toEqual(Object.keys(mayImport).toSorted());
  for (const [room, below] of Object.entries(mayImport))
    for (const other of below) expect(floorOf(other), `${room} imports ${other}`).toBeLessThan(floorOf(room));
  expect(floorsPicture(floors).match(/<rect class="page line"/g)).toHaveLength(floors.flat().length);
  const drawn = readFileSync('docs/pictures/floors.svg', 'utf8');
  for (const room of floors.flat())
    expect(drawn, 'node setup/pictures.mjs floors').toContain(`>${room}</text>`);
});
