/** Numbers, times and tables as people read them in a terminal. */

/** A duration as in `01:02:03`; from two days on, the days come first. */
export function duration(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const days = Math.floor(seconds / 86_400);
  const parts = [Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return days === 0 ? clock : `${days} d ${clock}`;
}

/** A rough time as in `12 s`, `3.4 min`, `5.6 h`, `7.8 d`. */
export function roughTime(ms: number): string {
  const seconds = ms / 1_000;
  if (seconds < 99.5) return `${seconds < 9.95 && seconds > 0 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  if (seconds < 99.5 * 60) return `${(seconds / 60).toFixed(1)} min`;
  if (seconds < 48 * 3_600) return `${(seconds / 3_600).toFixed(1)} h`;
  return `${(seconds / 86_400).toFixed(1)} d`;
}

/** A share in percent, with a decimal if that is meaningful. */
export function percent(part: number, whole: number): string {
  if (whole <= 0) return '-';
  const value = (100 * part) / whole;
  return `${value.toFixed(value > 0 && value < 9.95 ? 1 : 0)}%`;
}

/** A number of things, as in `1 test`, `2,345 tests`. */
export function counted(count: number, thing: string): string {
  return `${grouped(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** Three significant digits are enough for comparing. */
export function rate(perSecond: number): string {
  if (!Number.isFinite(perSecond)) return '-';
  return perSecond >= 100 ? grouped(Math.round(perSecond)) : perSecond.toFixed(perSecond >= 10 ? 1 : 2);
}

/** All columns are aligned left: for words. */
export function leftTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}

/** The first column is aligned left, the others right. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
}

/** A count as in `1,234,567`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** The text with its control characters spelled out, since these could command a terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu, (character) => {
    return `\\u{${character.codePointAt(0)!.toString(16)}}`;
  });
}

/**
 * The same for a text of several lines, and in JSON as well. Line ends and tabs stay, and spelled-out
 * characters mean the same in JSON.
 */
export function harmless(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, (character) => {
    return `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`;
  });
}

/** Any value in the spelling of people, for an error, even if reading it throws. */
export function spelled(value: unknown): string {
  try {
    return typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? String(value));
  } catch {
    return `what cannot be shown (${typeof value})`;
  }
}
