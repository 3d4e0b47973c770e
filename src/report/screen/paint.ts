/**
 * Pieces of a line, each with its role, so that a terminal can colour the line after cutting it to its width.
 */

/** Reasons for a colour. A word of the same line tells the same to people who see no colours. */
export type Tone = 'title' | 'name' | 'finding' | 'known' | 'note' | 'curve' | 'key';

/** Puts codes of colour around a text; never changes the text itself. */
export type Paint = (tone: Tone, text: string) => string;

export const unpainted: Paint = (_, text) => text;

export interface Piece {
  readonly text: string;
  readonly tone?: Tone | undefined;
}

export type ScreenLine = readonly Piece[];

function textOf(line: ScreenLine): string {
  return line.map(({ text }) => text).join('');
}

/** The line for a terminal of this width: cut with an ellipsis, then painted. */
export function painted(line: ScreenLine, columns: number, paint: Paint): string {
  const isCut = Array.from(textOf(line)).length > columns;
  let room = isCut ? columns - 1 : columns;
  const pieces = line.map(({ text, tone }) => {
    const kept = Array.from(text).slice(0, room);
    room -= kept.length;
    const shown = kept.join('');
    return tone === undefined || shown.trim() === '' ? shown : paint(tone, shown);
  });
  return `${pieces.join('')}${isCut ? '…' : ''}`;
}
