/**
 * The headers of a program that are no part of it and not of the system either: those that its compiler is told to look
 * for with `-I`. A finding takes copies along, so that it can be compiled where its generator was never installed.
 *
 * Found by reading, not by compiling: what only some platforms include comes along too, and does no harm.
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
  const seen = new Set(queue);
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    for (const folder of folders) {
      const path = join(folder, name);
      if (!existsSync(path) || !statSync(path).isFile()) continue;
      const bytes = readFileSync(path);
      found.get(folder)!.set(name, bytes);
      for (const next of includedIn(bytes)) {
        if (seen.has(next)) continue;
        seen.add(next);
        queue.push(next);
      }
      break;
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

/** `-I/folder`; `-I folder` in two words is for people, and sources do not write it. */
function includeFolders(args: readonly string[]): string[] {
  return args.filter((arg) => arg.startsWith('-I/')).map((arg) => arg.slice(2));
}

function includedIn(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('latin1');
  return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('/') && !name.split('/').includes('..'));
}
