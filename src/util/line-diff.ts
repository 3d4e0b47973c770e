/** The lines by which two texts differ, as diff -u shows them. */

/** More lines would take a table of too many cells; what follows is left out. */
const MOST_LINES = 2_000;
const AROUND = 2;

/** Lines that begin with a space, - or +; a line of dots replaces equal lines. */
export function lineDiff(before: string, after: string): string[] {
  const [a, b] = [before, after].map((text) => text.split('\n').slice(0, MOST_LINES)) as [string[], string[]];
  const common = commonTable(a, b);
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(` ${a[i++]}`);
      j++;
    } else if (j >= b.length || (i < a.length && common[i + 1]![j]! >= common[i]![j + 1]!))
      lines.push(`-${a[i++]}`);
    else lines.push(`+${b[j++]}`);
  }
  return withoutEqual(lines);
}

/** Number of lines that the rests of both texts have in common. */
function commonTable(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i]![j] =
        a[i] === b[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
  return table;
}

function withoutEqual(lines: readonly string[]): string[] {
  const isNear = (at: number): boolean =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some((line) => !line.startsWith(' '));
  const shown: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (isNear(at)) shown.push(line);
    else if (shown.at(-1) !== '...') shown.push('...');
  }
  return shown;
}
