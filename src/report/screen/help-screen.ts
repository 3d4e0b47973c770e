/** Screens that a key opens in place of the campaign's own: the legend, and the list of findings, page by page. */
import { printable } from '../../util/text.ts';
import { legendLines } from './legend.ts';
import { painted, type Paint, type ScreenLine, unpainted } from './paint.ts';
import type { ScreenSize } from './screen.ts';

export type OpenedScreen = 'legend' | 'findings';

export interface ListedFinding {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
}

export interface OpenedPage {
  readonly lines: readonly string[];
  /** False for a page after the last one. */
  readonly isThere: boolean;
}

/** Lines besides the list: the key's own line, an empty line, and the line of the cursor. */
const FRAME_ROWS = 3;

/** One page, counted from 0, in the size of the terminal. */
export function openedPage(
  screen: OpenedScreen,
  page: number,
  findings: readonly ListedFinding[],
  { columns, rows }: ScreenSize,
  paint: Paint = unpainted,
): OpenedPage {
  const all = screen === 'legend' ? legendLines() : findingLines(findings);
  const count = Math.max(1, rows - FRAME_ROWS);
  const pages = Math.max(1, Math.ceil(all.length / count));
  const key = screen === 'legend' ? '?' : 'f';
  const next = page + 1 < pages ? `${key} shows the next page, any` : 'Any';
  const footer: ScreenLine = [
    {
      text: `Page ${page + 1} of ${pages}. ${next} other key shows the campaign, which goes on.`,
      tone: 'key',
    },
  ];
  const shown = [...all.slice(page * count, (page + 1) * count), [], footer];
  return {
    lines: shown.slice(0, Math.max(1, rows - 1)).map((line) => painted(line, columns, paint)),
    isThere: page < pages,
  };
}

/** Newest first. */
function findingLines(findings: readonly ListedFinding[]): ScreenLine[] {
  if (findings.length === 0) return [[{ text: 'no findings yet' }]];
  return findings
    .toReversed()
    .map(({ id, kind, title }) => [
      { text: `${id}  ` },
      { text: kind.padEnd(12), tone: 'finding' },
      { text: printable(title) },
    ]);
}
