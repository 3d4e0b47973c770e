/**
 * Text and data inside a page. Invariant: text of a program, a compiler or a path never becomes markup, and
 * never controls a terminal into which a person copies it.
 */
import { harmless } from './text.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return harmless(text).replaceAll(/[&<>"']/g, (character) => entities[character]!);
}

/** JSON that may stand in a script element. */
export function jsonInScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

/** Cells are text; `numeric` columns are aligned to the right. */
export function htmlTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numeric: readonly number[],
): string {
  const kind = (column: number): string => (numeric.includes(column) ? ' class="number"' : '');
  const cells = (tag: string, row: readonly string[]): string =>
    row.map((cell, column) => `<${tag}${kind(column)}>${escapeHtml(cell)}</${tag}>`).join('');
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n');
  return `<table><thead><tr>${cells('th', head)}</tr></thead><tbody>\n${body}\n</tbody></table>`;
}
