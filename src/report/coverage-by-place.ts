/**
 * Coverage by place: which files and functions were reached, and where the way ends.
 *
 * An edge that was not reached, right behind one that was, is where a campaign stands before a closed door: something
 * that no test has fulfilled so far decides there. Edges of a function are numbered in the order of its blocks, so the
 * door stands behind the reached edge with the number before.
 */
import type { EdgeNames } from '../target/index.ts';

export interface FunctionCoverage {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly edges: number;
  readonly reached: number;
  /** Lines of edges that were not reached, each behind one that was; in order, without repeats. */
  readonly doors: readonly number[];
}

export interface FileCoverage {
  readonly file: string;
  readonly edges: number;
  readonly reached: number;
  readonly functions: readonly FunctionCoverage[];
}

interface Open {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  edges: number;
  reached: number;
  readonly doors: Set<number>;
}

/** Files by name; functions in the order of their edges. Edges without a name are left out. */
export function coverageByPlace(names: EdgeNames, reachedEdges: Iterable<number>): FileCoverage[] {
  const isReached = new Uint8Array(names.count);
  for (const edge of reachedEdges) if (edge < names.count) isReached[edge] = 1;
  const functions: Open[] = [];
  let current: Open | undefined;
  let before = 0;
  for (let edge = 0; edge < names.count; edge++) {
    const place = names.place(edge);
    // A function's entry may be unmarked where it was split; a new name always is another function.
    if (current === undefined || names.isFunctionEntry(edge) || current.name !== place.function) {
      const { function: name, file, line } = place;
      current = { name, file, line, edges: 0, reached: 0, doors: new Set() };
      functions.push(current);
      before = 0;
    }
    current.edges++;
    const now = isReached[edge]!;
    current.reached += now;
    if (now === 0 && before === 1 && place.file === current.file && place.line > 0)
      current.doors.add(place.line);
    before = now;
  }
  return byFile(merged(functions));
}

/** Template instances and inline functions are compiled several times: one function to a person. */
function merged(functions: readonly Open[]): FunctionCoverage[] {
  const byPlace = new Map<string, Open>();
  for (const each of functions) {
    if (each.file === '' || each.name === '') continue;
    const key = `${each.file}\n${each.name}`;
    const known = byPlace.get(key);
    if (known === undefined) {
      byPlace.set(key, each);
      continue;
    }
    known.edges += each.edges;
    known.reached += each.reached;
    for (const line of each.doors) known.doors.add(line);
  }
  return [...byPlace.values()].map((each) => ({ ...each, doors: [...each.doors].toSorted((a, b) => a - b) }));
}

function byFile(functions: readonly FunctionCoverage[]): FileCoverage[] {
  const files = new Map<string, FunctionCoverage[]>();
  for (const each of functions) {
    const there = files.get(each.file);
    if (there === undefined) files.set(each.file, [each]);
    else there.push(each);
  }
  return [...files]
    .map(([file, its]) => ({
      file,
      edges: its.reduce((sum, { edges }) => sum + edges, 0),
      reached: its.reduce((sum, { reached }) => sum + reached, 0),
      functions: its,
    }))
    .toSorted((a, b) => (a.file < b.file ? -1 : 1));
}

/** What blocks us: functions that were entered and not seen whole, the largest unseen part first. */
export function blockers(files: readonly FileCoverage[], count: number): FunctionCoverage[] {
  return files
    .flatMap(({ functions }) => functions)
    .filter(({ edges, reached }) => reached > 0 && reached < edges)
    .toSorted((a, b) => b.edges - b.reached - (a.edges - a.reached) || (a.name < b.name ? -1 : 1))
    .slice(0, count);
}
