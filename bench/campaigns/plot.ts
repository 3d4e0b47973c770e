/** Growth curves as an SVG picture: CPU time to the right, what was reached upwards, a line for each campaign. */
import type { Point } from './baseline.ts';

export interface Line {
  readonly side: string;
  readonly points: readonly Point[];
}

const WIDTH = 900;
const HEIGHT = 520;
const LEFT = 80;
const TOP = 40;
const BOTTOM = HEIGHT - 50;
const RIGHT = WIDTH - 150;
const COLOURS = ['#d1495b', '#00798c', '#6b705c', '#edae49', '#7768ae'];

export function plotOf(what: 'edges' | 'features', lines: readonly Line[]): string {
  const sides = [...new Set(lines.map(({ side }) => side))];
  const points = lines.flatMap((line) => line.points);
  const lastS = Math.max(...points.map(({ cpuMs }) => cpuMs)) / 1_000;
  const most = Math.max(...points.map((point) => point[what]));
  // The first seconds are alike, and would take most of the picture.
  const least = Math.min(
    ...lines.map((line) => line.points.find(({ cpuMs }) => cpuMs >= 10_000)?.[what] ?? most),
  );
  const x = (seconds: number): number => LEFT + ((RIGHT - LEFT) * seconds) / lastS;
  const y = (count: number): number =>
    BOTTOM - ((BOTTOM - TOP) * (count - least)) / Math.max(1, most - least);
  const text = (at: readonly [number, number], words: string, more = ''): string =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${words}</text>`;
  const curves = lines.map((line) => {
    const places = line.points
      .filter((point) => point[what] >= least)
      .map((point) => `${x(point.cpuMs / 1_000).toFixed(1)},${y(point[what]).toFixed(1)}`);
    const colour = COLOURS[sides.indexOf(line.side) % COLOURS.length];
    return `<polyline points="${places.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.5"/>`;
  });
  const legend = sides.map((side, index) =>
    text([RIGHT + 12, TOP + 20 * index + 10], side, `fill="${COLOURS[index % COLOURS.length]}"`),
  );
  const times = Array.from({ length: 5 }, (_, index) => (lastS * index) / 4).map((seconds) =>
    text([x(seconds), BOTTOM + 20], `${Math.round(seconds)}`, 'text-anchor="middle"'),
  );
  const counts = Array.from({ length: 5 }, (_, index) => least + ((most - least) * index) / 4).map(
    (count) =>
      `<line x1="${LEFT}" x2="${RIGHT}" y1="${y(count).toFixed(1)}" y2="${y(count).toFixed(1)}" stroke="#ddd"/>` +
      text([LEFT - 8, y(count) + 4], Math.round(count).toLocaleString('en'), 'text-anchor="end"'),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    ...counts,
    ...times,
    text([(LEFT + RIGHT) / 2, HEIGHT - 10], 'CPU seconds', 'text-anchor="middle"'),
    text([LEFT, TOP - 15], `${what} reached`, 'font-weight="bold"'),
    ...curves,
    ...legend,
    '</svg>\n',
  ].join('\n');
}
