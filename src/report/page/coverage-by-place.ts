/**
 * Coverage by place: the files and functions that were reached, and the places at which progress ends.
 *
 * An edge that was not reached, directly after a reached one, is a closed door for the campaign. A condition
 * that no test has met so far guards it. The edges of a function have numbers in the order of its blocks, so
 * a door comes directly after a reached edge.
 */
import type { EdgeNames } from '../../target/index.ts';

export interface FunctionCoverage {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly edges: number;
  readonly reached: number;
  /** Lines of unreached edges that directly follow a reached edge; in order, without repeats. */
  readonly doors: readonly number[];
}

export interface FileCoverage {
  readonly file: string;
  readonly edges: number;
  readonly reached: number;
  readonly functions: readonly FunctionCoverage[];
}

/** A compiled function; a template or an inline function may give several. */
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
 * The function that contains each edge. Inlined code belongs to this function, although its source lies in
 * other files.
 */
export function functionsOfEdges(names: EdgeNames): CompiledFunction[] {
  let current: CompiledFunction | undefined;
  return Array.from({ length: names.count }, (_, edge) => {
    const { function: name, file, line } = names.place(edge);
    // The entry of a split function may be unmarked, but a new name always means another function.
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

/** Template instances and inline functions are compiled several times: for a person they are one function. */
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

/** The functions that block progress: entered and not fully reached, the largest unreached part first. */
export function blockers(files: readonly FileCoverage[], count: number): FunctionCoverage[] {
  return files
    .flatMap(({ functions }) => functions)
    .filter(({ edges, reached }) => reached > 0 && reached < edges)
    .toSorted((a, b) => b.edges - b.reached - (a.edges - a.reached) || (a.name < b.name ? -1 : 1))
    .slice(0, count);
}
