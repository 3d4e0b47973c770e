/** Circles of modules that need each other's values while they are loaded: the first import decides whether they work. */
import { posix } from 'node:path';
import type { SourceFile } from './layers.ts';

/** The strongly connected components of the imports of values, each in order; modules by themselves are left out. */
export function circlesIn(files: readonly SourceFile[]): string[][] {
  const graph = new Map(files.map(({ path, text }) => [path, valueImports(path, text)]));
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (path: string): void => {
    index.set(path, index.size);
    low.set(path, index.get(path)!);
    stack.push(path);
    for (const next of graph.get(path) ?? []) {
      if (!graph.has(next)) continue;
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(path, Math.min(low.get(path)!, low.get(next)!));
    }
    if (low.get(path) !== index.get(path)) return;
    const circle = stack.splice(stack.indexOf(path));
    if (circle.length > 1) circles.push(circle.toSorted());
  };
  for (const path of graph.keys()) if (!index.has(path)) visit(path);
  return circles;
}

/** Imports that are left when types are gone. */
function valueImports(path: string, text: string): string[] {
  const statement = /^(?:import|export)\s+(?!type\b)([^;'"]*?)\s*(?:from\s*)?['"](\.[^'"]+)['"]/gm;
  return [...text.matchAll(statement)]
    .filter(([, names = '']) => names === '' || !names.startsWith('{') || hasValue(names))
    .map(([, , specifier = '']) => posix.join(posix.dirname(path), specifier));
}

function hasValue(names: string): boolean {
  return names
    .replace(/^\{|\}$/g, '')
    .split(',')
    .some((name) => name.trim() !== '' && !name.trim().startsWith('type '));
}

/** Files that no other file of the same tree imports: programs and the library's face apart, nobody needs them. */
export function unimported(files: readonly SourceFile[], entries: readonly string[]): string[] {
  const imported = new Set(
    files.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:from\s*|import\s*\(?\s*)['"](\.[^'"]+)['"]/g)].map(([, specifier = '']) =>
        posix.join(posix.dirname(path), specifier),
      ),
    ),
  );
  return files
    .map(({ path }) => path)
    .filter((path) => !imported.has(path) && !entries.includes(path) && !path.endsWith('.d.ts'));
}
