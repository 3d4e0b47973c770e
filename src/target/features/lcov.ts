/**
 * Coverage as lcov files: written from a campaign's edges, and read back to compare two campaigns line by
 * line. genhtml and editors show them.
 */
import parse, { type LcovFile } from 'lcov-parse';
import { UserError } from '../../util/user-error.ts';
import type { EdgeNames } from './edge-names.ts';

/** A line's count is the number of its edges that were reached. */
export function lcovOf(names: EdgeNames, reached: Iterable<number>): string {
  const hit = new Uint8Array(names.count);
  for (const edge of reached) if (edge < hit.length) hit[edge] = 1;
  const files = new Map<
    string,
    { lines: Map<number, number>; functions: Map<string, { line: number; hits: number }> }
  >();
  for (let edge = 0; edge < names.count; edge++) {
    const { file, line, function: name } = names.place(edge);
    if (file === '' || line === 0) continue;
    let entry = files.get(file);
    if (!entry) files.set(file, (entry = { lines: new Map(), functions: new Map() }));
    const hits = hit[edge] ?? 0;
    entry.lines.set(line, (entry.lines.get(line) ?? 0) + hits);
    if (names.isFunctionEntry(edge) && name !== '') {
      // Commas and line ends separate in this format.
      const plain = name.replaceAll(/,\s*/g, ';').replaceAll('\n', ' ');
      const known = entry.functions.get(plain);
      entry.functions.set(plain, { line: known?.line ?? line, hits: (known?.hits ?? 0) + hits });
    }
  }
  const records = [...files]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, { lines, functions }]) => {
      const sorted = [...lines].toSorted(([a], [b]) => a - b);
      return [
        'TN:cgfuzz',
        `SF:${file}`,
        ...[...functions].map(([name, { line }]) => `FN:${line},${name}`),
        ...[...functions].map(([name, { hits }]) => `FNDA:${hits},${name}`),
        `FNF:${functions.size}`,
        `FNH:${[...functions.values()].filter(({ hits }) => hits > 0).length}`,
        ...sorted.map(([line, hits]) => `DA:${line},${hits}`),
        `LF:${sorted.length}`,
        `LH:${sorted.filter(([, hits]) => hits > 0).length}`,
        'end_of_record',
      ].join('\n');
    });
  return `${records.join('\n')}\n`;
}

export type LineCounts = ReadonlyMap<string, ReadonlyMap<number, number>>;

export async function readLcov(content: string): Promise<LineCounts> {
  const files = await new Promise<readonly LcovFile[]>((resolve, reject) => {
    parse(content, (error, parsed) => {
      if (error === null && parsed) resolve(parsed);
      else reject(new UserError('this is no lcov file', [String(error)]));
    });
  });
  const counts = new Map<string, Map<number, number>>();
  for (const { file, lines } of files) {
    const ofFile = counts.get(file) ?? new Map<number, number>();
    counts.set(file, ofFile);
    for (const { line, hit } of lines.details) ofFile.set(line, (ofFile.get(line) ?? 0) + hit);
  }
  return counts;
}

export interface LineComparison {
  readonly both: number;
  readonly onlyFirst: readonly { readonly file: string; readonly lines: readonly number[] }[];
  readonly onlySecond: readonly { readonly file: string; readonly lines: readonly number[] }[];
}

/** Lines that only one of two campaigns reached. */
export function compareLines(first: LineCounts, second: LineCounts): LineComparison {
  let both = 0;
  const without = (
    here: LineCounts,
    there: LineCounts,
    count: boolean,
  ): { file: string; lines: number[] }[] =>
    [...here].flatMap(([file, lines]) => {
      const reached = [...lines].filter(([, hits]) => hits > 0).map(([line]) => line);
      const missing = reached.filter((line) => (there.get(file)?.get(line) ?? 0) === 0);
      if (count) both += reached.length - missing.length;
      return missing.length > 0 ? [{ file, lines: missing.toSorted((a, b) => a - b) }] : [];
    });
  const onlyFirst = without(first, second, true);
  return { both, onlyFirst, onlySecond: without(second, first, false) };
}
