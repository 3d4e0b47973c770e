/**
 * Names for edges: function, file and line of every entry of a program's pc-table, symbolised once and kept.
 *
 * An edge lies on the line where its block starts. The function is the function that contains the compiled
 * code. The line belongs to the innermost inlined function. Invariant: the order is the order of the edges'
 * numbers.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../util/make-folder.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';
import { hashOf } from '../../build/index.ts';
import type { PcTable } from '../../serve/index.ts';
import { symbolize, type CodePlace } from './symbolizer.ts';
import { fileStamp } from '../../util/file-stamp.ts';

export interface EdgeNames {
  readonly count: number;
  readonly place: (edge: number) => CodePlace;
  readonly isFunctionEntry: (edge: number) => boolean;
}

interface Kept {
  readonly functions: readonly string[];
  readonly files: readonly string[];
  /** Function, file, line, entry: four numbers an edge. */
  readonly rows: string;
}

export interface NameOptions {
  readonly cache: string;
  readonly searchPath: string;
  /** Resolves file names that are relative, or known under another name. */
  readonly sourceTree?: string;
}

export async function nameEdges(
  tables: readonly PcTable[],
  { cache, searchPath, sourceTree }: NameOptions,
): Promise<EdgeNames> {
  const about = tables.map(({ path, base, pairs }) => `${fileStamp(path)} ${base} ${pairs.length}`);
  const file = join(cache, 'names', `${hashOf('names-1', ...about, sourceTree ?? '')}.json`);
  if (existsSync(file)) return namesOf(JSON.parse(readFileSync(file, 'utf8')) as Kept);
  const kept = await symbolizeAll(tables, searchPath, sourceTree);
  makeFolder(dirname(file));
  writeFileAtomic(file, JSON.stringify(kept));
  return namesOf(kept);
}

async function symbolizeAll(
  tables: readonly PcTable[],
  searchPath: string,
  sourceTree: string | undefined,
): Promise<Kept> {
  const functions = new Numbering();
  const files = new Numbering();
  const rows: number[] = [];
  for (const { path, base, pairs } of tables) {
    const addresses = Array.from({ length: pairs.length / 2 }, (_, index) => (pairs[2 * index] ?? 0n) - base);
    const places = await symbolize(path, addresses, { inlined: false, searchPath });
    for (const [index, [place]] of places.entries()) {
      const name = place ? resolveFile(place.file, sourceTree) : '';
      rows.push(
        functions.of(place?.function ?? ''),
        files.of(name),
        place?.line ?? 0,
        Number((pairs[2 * index + 1] ?? 0n) & 1n),
      );
    }
  }
  const bytes = Buffer.from(Uint32Array.from(rows).buffer);
  return { functions: functions.names, files: files.names, rows: bytes.toString('base64') };
}

/** For the build, `./llvm/lib/x.cpp` is a file of the source package. */
function resolveFile(file: string, sourceTree: string | undefined): string {
  if (sourceTree === undefined || file.startsWith('/') || file === '') return file;
  return join(sourceTree, file);
}

function namesOf({ functions, files, rows }: Kept): EdgeNames {
  const numbers = new Uint32Array(new Uint8Array(Buffer.from(rows, 'base64')).buffer);
  return {
    count: numbers.length / 4,
    place: (edge) => ({
      function: functions[numbers[4 * edge] ?? -1] ?? '',
      file: files[numbers[4 * edge + 1] ?? -1] ?? '',
      line: numbers[4 * edge + 2] ?? 0,
    }),
    isFunctionEntry: (edge) => numbers[4 * edge + 3] === 1,
  };
}

class Numbering {
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();

  of(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.names.push(name) - 1;
      this.#numbers.set(name, number);
    }
    return number;
  }
}
