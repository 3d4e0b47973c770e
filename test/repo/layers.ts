/**
 * The layer rule: which room of src may import which, as data, and a checker over import statements.
 *
 * A checker of our own because it is forty lines, and because tools that do not know the installed TypeScript have been
 * seen to look at no module at all and pass. Anything not listed is forbidden.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const everything: readonly string[] =
  'util program choice mutate reduce build serve sandbox facts stage litmus source generators target oracle options finding corpus campaign search triage fuzz report session'.split(
    ' ',
  );

export const mayImport: Readonly<Record<string, readonly string[]>> = {
  util: [],
  program: ['util'],
  choice: ['util'],
  mutate: ['choice', 'util'],
  reduce: ['choice', 'util'],
  build: ['util'],
  sandbox: ['build', 'serve', 'program', 'util'],
  facts: ['build', 'serve', 'sandbox', 'program', 'util'],
  stage: ['facts', 'choice', 'program', 'util'],
  litmus: ['util'],
  serve: ['build', 'program', 'util'],
  source: ['stage', 'facts', 'build', 'choice', 'mutate', 'program', 'util'],
  generators: ['litmus', 'source', 'stage', 'build', 'choice', 'program', 'util'],
  target: ['build', 'serve', 'program', 'util'],
  oracle: ['litmus', 'target', 'sandbox', 'build', 'serve', 'program', 'util'],
  options: ['oracle', 'target', 'build', 'choice', 'program', 'util'],
  finding: ['oracle', 'target', 'program', 'util'],
  corpus: ['choice', 'target', 'program', 'util'],
  campaign: ['corpus', 'finding', 'util'],
  search: ['serve', 'corpus', 'target', 'mutate', 'reduce', 'source', 'choice', 'program', 'util'],
  triage: everything.filter((room) => !['triage', 'search', 'fuzz', 'report', 'session'].includes(room)),
  fuzz: everything.filter((room) => !['fuzz', 'report', 'session'].includes(room)),
  report: ['finding', 'oracle', 'campaign', 'corpus', 'target', 'serve', 'choice', 'program', 'util'],
  session: everything.filter((room) => room !== 'session'),
  cli: everything,
};

/** Rooms that know no process, no file and no clock. */
export const pureRooms: readonly string[] = ['choice', 'mutate', 'reduce', 'litmus'];

/** The only room that may ask for the time or for randomness of its own. */
export const impureRoom = 'cli';

export interface SourceFile {
  /** Relative to src, as in `choice/replay.ts`. */
  readonly path: string;
  readonly text: string;
}

export interface LayerReport {
  readonly files: number;
  readonly crossRoomImports: number;
  readonly violations: readonly string[];
}

export function readSources(src: string): SourceFile[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }));
}

export function checkLayers(files: readonly SourceFile[]): LayerReport {
  const violations: string[] = [];
  let crossRoomImports = 0;
  for (const { path, text } of files) {
    const room = roomOf(path);
    // index.ts, the library's face, shows what it likes, except the command line.
    const allowed = path === 'index.ts' ? everything : mayImport[room];
    if (!allowed) violations.push(`${path} is in a room that the layer rule does not know`);
    for (const specifier of importsOf(text)) {
      if (specifier.startsWith('.')) {
        const target = roomOf(posix.join(posix.dirname(path), specifier));
        if (target === room) continue;
        crossRoomImports++;
        if (!allowed?.includes(target)) violations.push(`${path} may not import ${specifier}`);
      } else if (specifier.startsWith('node:') && pureRooms.includes(room)) {
        violations.push(`${path} is in a pure room and may not import ${specifier}`);
      }
    }
    if (room !== impureRoom) {
      for (const use of impureUsesIn(text)) violations.push(`${path} may not use ${use}`);
    }
  }
  return { files: files.length, crossRoomImports, violations };
}

function roomOf(path: string): string {
  return path.split('/')[0] ?? '';
}

/** Static, dynamic and re-exporting imports, types included: a type is knowledge too. */
function importsOf(text: string): string[] {
  const code = withoutComments(text);
  const statement = /\b(?:import|export)\s(?:[^;'"`]*?\sfrom\s*)?['"]([^'"]+)['"]/g;
  const call = /\b(?:import|require)\s*\(\s*['"`]([^'"`]+)['"`]/g;
  return [...code.matchAll(statement), ...code.matchAll(call)].map((match) => match[1] ?? '');
}

function impureUsesIn(text: string): string[] {
  const impure = /\bMath\.random\b|\bDate\.now\b|\bnew Date\s*\(|\bperformance\.now\b|\bprocess\.hrtime\b/g;
  return [...withoutComments(text).matchAll(impure)].map((match) => match[0]);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
