/**
 * The layer rule: which room of src may import which, as data, and a checker over import statements.
 *
 * A checker of our own because it is forty lines. Besides, tools that do not know the installed TypeScript have looked
 * at no module at all and passed. Anything not listed is forbidden.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Exactly the imports that there are: a permission that nobody uses fails, too. */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  util: [],
  ownership: 'util'.split(' '),
  program: [],
  choice: 'util'.split(' '),
  mutate: 'choice'.split(' '),
  reduce: 'choice'.split(' '),
  litmus: 'util'.split(' '),
  build: 'ownership util'.split(' '),
  serve: 'build program util'.split(' '),
  sandbox: 'program serve'.split(' '),
  facts: 'build program sandbox serve util'.split(' '),
  stage: 'build choice facts program sandbox util'.split(' '),
  source: 'build choice facts mutate program stage util'.split(' '),
  generators: 'build choice litmus program source stage target util'.split(' '),
  centipede: [],
  target: 'build centipede ownership program serve util'.split(' '),
  laboratory: 'build litmus program sandbox serve target util'.split(' '),
  options: 'build choice laboratory ownership program target util'.split(' '),
  oracle: 'build laboratory program sandbox serve target util'.split(' '),
  finding: 'build laboratory oracle program target util'.split(' '),
  corpus: 'choice target util'.split(' '),
  campaign: 'corpus finding oracle ownership util'.split(' '),
  search: 'choice corpus mutate serve source target util'.split(' '),
  triage:
    'build campaign choice corpus facts finding laboratory oracle program reduce sandbox serve source stage target util'.split(
      ' ',
    ),
  fuzz: 'campaign choice corpus finding oracle program search serve source target triage util'.split(' '),
  fleet: 'campaign corpus finding fuzz ownership serve target util'.split(' '),
  report: 'build campaign corpus finding laboratory litmus oracle program serve target util'.split(' '),
  guest: 'centipede choice corpus mutate oracle serve source target util'.split(' '),
  session:
    'build campaign choice corpus facts finding fleet fuzz generators laboratory litmus options oracle program report search serve source target triage util'.split(
      ' ',
    ),
  cli: 'build campaign centipede choice corpus facts finding fleet generators guest laboratory litmus mutate options oracle program reduce report sandbox session source target triage util'.split(
    ' ',
  ),
};

/** The library shows what it likes. Of the command line it shows this file alone. */
const libraryDoor = './cli/fuzz.ts';
const libraryMayImport = Object.keys(mayImport).filter((room) => room !== 'cli');

/** Tables that other rooms read without loading the room. */
const tables: readonly string[] = ['oracle/judges/index.ts'];

/** Rooms that know no process, no file and no clock. */
export const pureRooms: readonly string[] = ['choice', 'mutate', 'reduce', 'litmus'];

/** The only room that may ask for the time or for randomness of its own. */
export const impureRoom = 'cli';

/** Programs of their own, which no room hands a clock. */
const impurePrograms: readonly string[] = [
  'source/thread/thread-main.ts',
  'session/processes/worker-process.ts',
  'session/upgrade/build-process.ts',
];

export interface SourceFile {
  /** Relative to src, as in `choice/replay.ts`. */
  readonly path: string;
  readonly text: string;
}

export interface LayerReport {
  readonly files: number;
  readonly crossRoomImports: number;
  readonly violations: readonly string[];
  /** Permissions that no file needs, as in `fuzz: mutate`. */
  readonly unused: readonly string[];
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
  const used = new Set<string>();
  const withIndex = new Set(
    files.filter(({ path }) => /^\w+\/index\.ts$/.test(path)).map(({ path }) => roomOf(path)),
  );
  for (const { path, text } of files) {
    const room = roomOf(path);
    const allowed = path === 'index.ts' ? libraryMayImport : mayImport[room];
    if (!allowed) violations.push(`${path} is in a room that the layer rule does not know`);
    for (const specifier of importsOf(text)) {
      if (specifier.startsWith('.')) {
        const target = roomOf(posix.join(posix.dirname(path), specifier));
        if (target === room) continue;
        crossRoomImports++;
        used.add(`${room}: ${target}`);
        if (path === 'index.ts' && specifier === libraryDoor) continue;
        if (!allowed?.includes(target)) violations.push(`${path} may not import ${specifier}`);
        const isFace = [`${target}/index.ts`, ...tables].some((face) => specifier.endsWith(`/${face}`));
        if (path !== 'index.ts' && withIndex.has(target) && !isFace) {
          violations.push(`${path} imports ${specifier} past the index of its room`);
        }
      } else if (specifier.startsWith('node:') && pureRooms.includes(room)) {
        violations.push(`${path} is in a pure room and may not import ${specifier}`);
      }
    }
    if (room !== impureRoom && !impurePrograms.includes(path)) {
      for (const use of impureUsesIn(text)) violations.push(`${path} may not use ${use}`);
    }
  }
  const permissions = Object.entries(mayImport).flatMap(([room, rooms]) =>
    rooms.map((other) => `${room}: ${other}`),
  );
  const unused = permissions.filter((permission) => !used.has(permission));
  return { files: files.length, crossRoomImports, violations, unused };
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
  const impure =
    /\bMath\.random\b|\bDate\.now\b|\bnew Date\s*\(\s*\)|\bperformance\.now\b|\bprocess\.hrtime\b/g;
  return [...withoutComments(text).matchAll(impure)].map((match) => match[0]);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
