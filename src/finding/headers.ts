/**
 * Headers of a program that belong neither to the program nor to the system. `-I` tells the compiler where to
 * look for them. A finding takes copies along, so that it compiles on machines without the generator.
 *
 * cgfuzz finds them by reading, not by compiling, so it also copies headers for other platforms, which does
 * no harm.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Program, ProgramFile } from '../program/index.ts';

export interface HeaderFolder {
  readonly from: string;
  readonly to: string;
  readonly files: readonly ProgramFile[];
}

export function headersOf({ files }: Program, args: readonly string[]): HeaderFolder[] {
  const folders = includeFolders(args);
  const found = new Map<string, Map<string, Uint8Array>>(folders.map((folder) => [folder, new Map()]));
  const queue = files.flatMap(({ bytes }) => includedIn(bytes));
  const seen = new Set(queue.map(keyOf));
  for (let wanted = queue.pop(); wanted !== undefined; wanted = queue.pop()) {
    const { name } = wanted;
    const from = wanted.after === undefined ? folders : folders.slice(folders.indexOf(wanted.after) + 1);
    const folder = from.find((each) => isFile(join(each, name)));
    if (folder === undefined) continue;
    const bytes = readFileSync(join(folder, name));
    found.get(folder)!.set(name, bytes);
    for (const next of includedIn(bytes, folder)) {
      if (seen.has(keyOf(next))) continue;
      seen.add(keyOf(next));
      queue.push(next);
    }
  }
  return folders
    .map((from): [string, ProgramFile[]] => [
      from,
      [...found.get(from)!].map(([path, bytes]) => ({ path, bytes })),
    ])
    .filter(([, taken]) => taken.length > 0)
    .map(([from, taken], index) => ({
      from,
      to: index === 0 ? 'include' : `include-${index + 1}`,
      files: taken,
    }));
}

/** cgfuzz reads only `-I/folder`; people write `-I folder` in two words, but sources do not. */
function includeFolders(args: readonly string[]): string[] {
  return args.filter((arg) => arg.startsWith('-I/')).map((arg) => arg.slice(2));
}

interface Wanted {
  readonly name: string;
  /** Search only the folders after this one: the header includes the next header of its own name. */
  readonly after: string | undefined;
}

function includedIn(bytes: Uint8Array, folder?: string): Wanted[] {
  const text = Buffer.from(bytes).toString('latin1');
  return [...text.matchAll(/^[ \t]*#[ \t]*include(_next)?[ \t]*["<]([^">\n]+)[">]/gm)]
    .map(([, next, name = '']) => ({ name, after: next === undefined ? undefined : folder }))
    .filter(({ name }) => !name.startsWith('/') && !name.split('/').includes('..'));
}

function keyOf({ name, after }: Wanted): string {
  return `${after ?? ''}:${name}`;
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
