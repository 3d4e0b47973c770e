/**
 * Tree map: a rectangle for each file, sized by its code and darker with more coverage; folders enclose them.
 */
import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import type { FileCoverage } from './coverage-by-place.ts';
import { escapeHtml } from '../../util/html.ts';
import { percent } from '../../util/text.ts';

interface Node {
  readonly name: string;
  readonly file?: FileCoverage;
  readonly children?: Node[];
}

const WIDTH = 1_180;
const HEIGHT = 640;
const TITLE_HEIGHT = 15;
/** Width of a letter, on average, in these small titles. */
const LETTER_WIDTH = 5.6;

export function treemapSvg(files: readonly FileCoverage[]): string {
  const folders = new Map<string, Node[]>();
  for (const file of files) {
    const slash = file.file.lastIndexOf('/');
    const folder = file.file.slice(0, Math.max(0, slash));
    const there = folders.get(folder) ?? [];
    folders.set(folder, there);
    there.push({ name: file.file.slice(slash + 1), file });
  }
  const root = hierarchy<Node>({
    name: '',
    children: [...folders].map(([name, children]) => ({ name, children })),
  })
    .sum(({ file }) => file?.edges ?? 0)
    // oxlint-disable-next-line unicorn/no-array-sort -- not an array: d3 sorts a tree in place
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const placed = treemap<Node>()
    .tile(treemapSquarify)
    .size([WIDTH, HEIGHT])
    .paddingOuter(2)
    .paddingInner(1)
    .paddingTop(({ depth }) => (depth === 1 ? TITLE_HEIGHT : 0))
    .round(true)(root);
  const shapes = placed.descendants().flatMap(({ depth, x0, x1, y0, y1, data }) => {
    const [width, height] = [x1 - x0, y1 - y0];
    if (width < 1 || height < 1) return [];
    if (depth === 1) {
      return [
        `<g class="folder"><rect x="${x0}" y="${y0}" width="${width}" height="${height}"/>${titleIn(data.name, x0, y0, width)}</g>`,
      ];
    }
    return data.file === undefined ? [] : [fileShape(data.file, data.name, { x0, y0, width, height })];
  });
  return `<svg class="treemap" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="coverage by source file">${shapes.join('')}</svg>`;
}

function fileShape(
  { file, edges, reached }: FileCoverage,
  name: string,
  { x0, y0, width, height }: { x0: number; y0: number; width: number; height: number },
): string {
  const share = edges > 0 ? reached / edges : 0;
  const title = `${file}: ${reached} of ${edges} edges, ${percent(reached, edges)}`;
  return [
    `<g class="file ${share > 0.45 ? 'dark' : 'light'}">`,
    `<title>${escapeHtml(title)}</title>`,
    `<rect x="${x0}" y="${y0}" width="${width}" height="${height}" style="--share: ${share.toFixed(3)}"/>`,
    height > 12 ? titleIn(name, x0, y0, width) : '',
    '</g>',
  ].join('');
}

function titleIn(text: string, x: number, y: number, width: number): string {
  const letters = Math.floor((width - 6) / LETTER_WIDTH);
  if (letters < 4) return '';
  const shown = text.length <= letters ? text : `${text.slice(0, letters - 1)}…`;
  return `<text x="${x + 3}" y="${y + 11}">${escapeHtml(shown)}</text>`;
}
