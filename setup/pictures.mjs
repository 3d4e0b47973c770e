/**
 * Draws docs/pictures from data, light and dark: `node setup/pictures.mjs edges`, `node setup/pictures.mjs floors`
 * and `node setup/pictures.mjs campaign LOG TITLE`.
 *
 * LOG is a whole session of a terminal, as `script` writes it:
 * script -qec 'stty cols 104 rows 30; cgfuzz run ...' LOG
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.mjs';

/** Colours by class, for a light page and a dark one; `.sN` is for the code N of a terminal. */
const STYLE = `<style>
.page { fill: #ffffff } .text { fill: #24292f } .faint { fill: #57606a } .line { stroke: #d0d7de }
.a { stroke: #0969da; fill: none } .at { fill: #0969da } .b { stroke: #8250df; fill: none } .bt { fill: #8250df }
.c { stroke: #6e7781; fill: none } .ct { fill: #6e7781 }
.s1 { font-weight: bold } .s2 { fill: #57606a } .s31 { fill: #cf222e } .s32 { fill: #1a7f37 } .s33 { fill: #9a6700 } .s36 { fill: #0969da }
@media (prefers-color-scheme: dark) {
.page { fill: #0d1117 } .text { fill: #e6edf3 } .faint { fill: #8d96a0 } .line { stroke: #30363d }
.a { stroke: #58a6ff } .at { fill: #58a6ff } .b { stroke: #bc8cff } .bt { fill: #bc8cff } .c { stroke: #8d96a0 } .ct { fill: #8d96a0 }
.s2 { fill: #8d96a0 } .s31 { fill: #ff7b72 } .s32 { fill: #7ee787 } .s33 { fill: #d29922 } .s36 { fill: #58a6ff }
}
</style>`;

/** A code with its number and letter, one without, or a character. */
const CODES = new RegExp(
  String.raw`${String.fromCodePoint(27)}(?:\[([\d;?]*)([A-Za-z])|[()][A-Z0-9])|([^])`,
  'gu',
);

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A stretch of one line with its codes of colour, such as `1;31`; empty for plain text. @typedef {{ text: string, code: string }} Stretch */

/**
 * The lines that a terminal shows in the end, with those that scrolled away, after what a program wrote to it.
 * @param {string} log
 * @returns {Stretch[][]}
 */
export function screenOf(log) {
  /** @type {Stretch[][]} one cell for each letter */
  const lines = [[]];
  let [row, column, colour] = [0, 0, ''];
  const line = () => {
    while (lines.length <= row) lines.push([]);
    return lines[row] ?? [];
  };
  for (const [, code = '', how, letter] of log.matchAll(CODES)) {
    const count = Number(code) || 1;
    if (letter === '\n') row++;
    else if (letter === '\r') column = 0;
    else if (letter !== undefined && letter >= ' ') line()[column++] = { text: letter, code: colour };
    else if (how === 'm') colour = code === '0' ? '' : code;
    else if (how === 'A') row = Math.max(0, row - count);
    else if (how === 'B') row += count;
    else if (how === 'G') column = count - 1;
    else if (how === 'K') line().length = code === '2' ? 0 : Math.min(line().length, column);
    else if (how === 'J') {
      line().length = Math.min(line().length, column);
      lines.length = row + 1;
    }
  }
  return lines.map(stretchesOf);
}

/** Cells of one colour together, without blanks at the end. @param {Stretch[]} cells @returns {Stretch[]} */
function stretchesOf(cells) {
  const all = Array.from(cells, (cell) => cell ?? { text: ' ', code: '' });
  const end = all.findLastIndex(({ text }) => text !== ' ') + 1;
  /** @type {Stretch[]} */
  const stretches = [];
  for (const { text, code } of all.slice(0, end)) {
    const last = stretches.at(-1);
    if (last !== undefined && last.code === code) last.text += text;
    else stretches.push({ text, code });
  }
  return stretches;
}

/** @param {readonly Stretch[]} line */
const plainOf = (line) => line.map(({ text }) => text).join('');

/** @param {readonly Stretch[]} line */
function markedUp(line) {
  const parts = line.map(({ text, code }) => {
    const classes = code.split(';').map((each) => `s${each}`);
    return code === '' ? escaped(text) : `<tspan class="${classes.join(' ')}">${escaped(text)}</tspan>`;
  });
  return parts.join('');
}

/**
 * @param {readonly (readonly Stretch[])[]} lines @param {string} title The command that was typed.
 * @returns {string}
 */
export function screenPicture(lines, title) {
  const columns = Math.max(...lines.map((line) => Array.from(plainOf(line)).length));
  const typed = typedLines(`$ ${title}`, columns);
  const begin = 34 + typed.length * 18;
  const [width, height] = [Math.ceil(columns * 7.8) + 32, begin + lines.length * 18 + 4];
  const rows = lines.map(
    (line, index) =>
      `<text class="text" x="16" y="${begin + index * 18}" xml:space="preserve">${markedUp(line)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13" role="img">`,
    `<title>${escaped(title)}</title>`,
    STYLE,
    `<rect class="page line" x="1" y="1" width="${width - 2}" height="${height - 2}" rx="8"/>`,
    ...typed.map(
      (line, index) =>
        `<text class="faint" x="16" y="${24 + index * 18}" xml:space="preserve">${escaped(line)}</text>`,
    ),
    ...rows,
    '</svg>\n',
  ].join('\n');
}

/** A command as a person types it over several lines. @param {string} command @param {number} columns @returns {string[]} */
function typedLines(command, columns) {
  /** @type {string[]} */
  const lines = [];
  for (const word of command.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(word);
    else if (last.length + 1 + word.length <= columns - 2) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`    ${word}`);
  }
  return lines.map((line, index) => (index + 1 < lines.length ? `${line} \\` : line));
}

/** Campaigns that are drawn: class of the colour, words, name of the side. @type {[string, string, string][]} */
const sides = [
  ['a', 'cgfuzz with Csmith and loom', 'csmith-scoped,loom/guided'],
  ['b', 'cgfuzz with Csmith', 'guided'],
  ['c', 'stock Csmith', 'stock'],
];

/** @typedef {{ cpuMs: number, edges: number }} Point */

function edgesPicture() {
  const [width, height, left, right, top, bottom] = [880, 420, 70, 600, 40, 370];
  const [lowest, highest, lastMs] = [50_000, 120_000, 20 * 60_000];
  const x = (/** @type {number} */ ms) => left + ((right - left) * ms) / lastMs;
  const y = (/** @type {number} */ edges) =>
    bottom - ((bottom - top) * (edges - lowest)) / (highest - lowest);
  const curves = sides.flatMap(([name, words, side]) => {
    const runs = runsOf(side).map((points) =>
      points.filter(({ cpuMs, edges }) => cpuMs <= lastMs && edges >= lowest),
    );
    const ends = runs.map((run) => run.at(-1)?.edges ?? 0);
    const at = ends.reduce((sum, end) => sum + end, 0) / ends.length;
    return [
      ...runs.map(
        (run) =>
          `<polyline class="${name}" stroke-width="1.5" points="${run.map((point) => `${x(point.cpuMs).toFixed(1)},${y(point.edges).toFixed(1)}`).join(' ')}"/>`,
      ),
      `<text class="${name}t" x="${right + 10}" y="${(y(at) + 4).toFixed(1)}">${words}: ${Math.round(at / 1_000)},000</text>`,
    ];
  });
  const grid = [60_000, 80_000, 100_000, 120_000].flatMap((edges) => [
    `<line class="line" x1="${left}" x2="${right}" y1="${y(edges)}" y2="${y(edges)}"/>`,
    `<text class="faint" x="${left - 8}" y="${y(edges) + 4}" text-anchor="end">${edges / 1_000},000</text>`,
  ]);
  const minutes = [0, 5, 10, 15, 20].map(
    (minute) =>
      `<text class="faint" x="${x(minute * 60_000)}" y="${bottom + 22}" text-anchor="middle">${minute}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13" role="img">`,
    '<title>Edges of LLVM’s optimiser over CPU minutes, three seeds each</title>',
    STYLE,
    `<rect class="page" width="${width}" height="${height}"/>`,
    `<text class="text" x="${left}" y="24" font-weight="bold">edges of LLVM’s optimiser that were reached, three seeds each</text>`,
    ...grid,
    ...minutes,
    `<text class="faint" x="${(left + right) / 2}" y="${bottom + 42}" text-anchor="middle">CPU minutes</text>`,
    ...curves,
    '</svg>\n',
  ].join('\n');
}

/** @param {string} side @returns {Point[][]} one curve for each seed */
function runsOf(side) {
  const lines = readFileSync(join(root, 'bench/figures/edges.jsonl'), 'utf8').trim().split('\n');
  return lines
    .map((line) => JSON.parse(line))
    .filter((run) => run.side === side)
    .map(({ points }) => points.map((/** @type {number[]} */ [cpuMs, edges]) => ({ cpuMs, edges })));
}

/**
 * Rooms by floor, the lowest first: a room stands one floor above the highest room that it may import.
 * @param {string} table The text of test/repo/layers.ts. @returns {string[][]}
 */
export function floorsOf(table) {
  const rooms = table.slice(table.indexOf('mayImport'), table.indexOf('\n};'));
  /** @type {Map<string, number>} */
  const heights = new Map();
  for (const [, room = '', none, imported = ''] of rooms.matchAll(/^  (\w+):\s*(?:(\[\])|'([^']*)')/gm)) {
    // The table lists each room after the rooms below it.
    const below = none === undefined ? imported.split(' ').map((name) => heights.get(name) ?? 0) : [-1];
    heights.set(room, Math.max(...below) + 1);
  }
  /** @type {string[][]} */
  const floors = [];
  for (const [room, height] of heights) (floors[height] ??= []).push(room);
  return floors;
}

/** @param {string[][]} floors @returns {string} */
export function floorsPicture(floors) {
  const [width, step, box] = [880, 52, 96];
  const height = floors.length * step + 46;
  const boxes = floors.flatMap((rooms, floor) => {
    const y = 34 + (floors.length - 1 - floor) * step;
    const left = (width - rooms.length * (box + 12)) / 2;
    return rooms.flatMap((room, at) => {
      const x = left + at * (box + 12);
      return [
        `<rect class="page line" x="${x}" y="${y}" width="${box}" height="34" rx="6"/>`,
        `<text class="text" x="${x + box / 2}" y="${y + 22}" text-anchor="middle">${room}</text>`,
      ];
    });
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13" role="img">`,
    '<title>The rooms of src by floor: each room imports only from floors below it</title>',
    STYLE,
    `<rect class="page" width="${width}" height="${height}"/>`,
    '<text class="faint" x="16" y="20">a room imports only rooms of lower floors</text>',
    ...boxes,
    '</svg>\n',
  ].join('\n');
}

/** @param {string[]} words */
function main([what = '', log = '', title = '']) {
  const file = join(root, 'docs/pictures', `${what}.svg`);
  if (what === 'edges') writeFileSync(file, edgesPicture());
  else if (what === 'floors')
    writeFileSync(file, floorsPicture(floorsOf(readFileSync(join(root, 'test/repo/layers.ts'), 'utf8'))));
  else if (what === 'campaign') {
    // `script` ends its own first line without a return of the carriage. The picture has the campaign alone, from its first
    // finding: without the opening, and without what is told after the campaign.
    const told = readFileSync(log, 'utf8').replaceAll(/^Script (?:started|done).*\n?/gm, '');
    const whole = screenOf(told);
    const begin = whole.findIndex((line) => plainOf(line).startsWith('finding '));
    const all = whole.slice(Math.max(0, begin));
    const end = all.findIndex((line) => plainOf(line).startsWith('tests that could not be used'));
    const lines = end < 0 ? all : all.slice(0, end);
    while (lines.at(-1)?.length === 0) lines.pop();
    writeFileSync(file, screenPicture(lines, title));
  } else {
    console.error('usage: node setup/pictures.mjs edges | floors | campaign LOG TITLE');
    process.exitCode = 2;
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  main(process.argv.slice(2));
