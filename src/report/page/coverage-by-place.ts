/**
 * Coverage by place: which files and functions were reached, and where the way ends.
 *
 * An edge that was not reached, right after one that was, is where a campaign stands before a closed door. Something
 * that no test has fulfilled so far decides there. Edges of a function are numbered in the order of its blocks, so the
 * door stands after the reached edge with the number before.
 */
import type { EdgeNames } from '../../target/index.ts';

export interface FunctionCoverage {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly edges: number;
  readonly reached: number;
  /** Lines of edges that were not reached, each after one that was; in order, without repeats. */
  readonly doors: readonly number[];
}

export interface FileCoverage {
  readonly file: string;
  readonly edges: number;
  readonly reached: number;
  readonly functions: readonly FunctionCoverage[];
}

/** A function as it was compiled; template instances and inline functions are several. */
export interface CompiledFunction {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

interface Open extends CompiledFunction {
  edges: number;
  reached: number;
  readonly doors: Set<number>;
}

/**
 * The function that each edge was compiled into. Inlined code lies in other files, and belongs to the function all the
 * same.
 */
export function functionsOfEdges(names: EdgeNames): CompiledFunction[] {
  let current: CompiledFunction | undefined;
  return Array.from({ length: names.count }, (_, edge) => {
    const { function: name, file, line } = names.place(edge);
    // A function's entry may be unmarked if it was split; a new name always is another function.
    if (current === undefined || names.isFunctionEntry(edge) || current.name !== name)
      current = { name, file, line };
    return current;
  });
}

/** Files by name; functions in the order of their edges. Edges without a name are left out. */
export function coverageByPlace(names: EdgeNames, reachedEdges: Iterable<number>): FileCoverage[] {
  const isReached = new Uint8Array(names.count);
  for (const edge of reachedEdges) if (edge < names.count) isReached[edge] = 1;
  const functions: Open[] = [];
  let before: CompiledFunction | undefined;
  let wasReached = 0;
  for (const [edge, compiled] of functionsOfEdges(names).entries()) {
    if (compiled !== before) {
      functions.push({ ...compiled, edges: 0, reached: 0, doors: new Set() });
      wasReached = 0;
    }
    before = compiled;
    const current = functions.at(-1)!;
    current.edges++;
    const now = isReached[edge]!;
    current.reached += now;
    const { file, line } = names.place(edge);
    if (now === 0 && wasReached === 1 && file === current.file && line > 0) current.doors.add(line);
    wasReached = now;
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

/** The functions that block us: entered and not seen whole, the largest unseen part first. */
export function blockers(files: readonly FileCoverage[], count: number): FunctionCoverage[] {
  return files
    .flatMap(({ functions }) => functions)
    .filter(({ edges, reached }) => reached > 0 && reached < edges)
    .toSorted((a, b) => b.edges - b.reached - (a.edges - a.reached) || (a.name < b.name ? -1 : 1))
    .slice(0, count);
}
