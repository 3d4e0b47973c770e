/**
 * The commands by which make would have compiled GCC: `instrumentation/gcc/build/record-command` left each
 * command in place of its object.
 */
import { closeSync, openSync, readSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** The first word of every recorded command. */
const MARK = 'cgfuzz-command';

export interface RecordedCommand {
  /** The path of the object in make's folder, as in `c-family/c-common.o`. */
  readonly object: string;
  readonly source: string;
  /** Folders with headers, in order, as absolute paths. */
  readonly includes: readonly string[];
  /** All other settings for the compile. */
  readonly flags: readonly string[];
}

/** Every recorded command below a folder, by the name of its object. */
export function recordedCommands(folder: string): RecordedCommand[] {
  const found: RecordedCommand[] = [];
  const look = (below: string): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = join(below, entry.name);
      if (entry.isDirectory()) look(path);
      else if (entry.name.endsWith('.o') && isRecorded(join(folder, path)))
        found.push(parseCommand(path, readFileSync(join(folder, path), 'utf8')));
    }
  };
  look('');
  return found.toSorted((a, b) => (a.object < b.object ? -1 : 1));
}

function isRecorded(file: string): boolean {
  const start = Buffer.alloc(MARK.length);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, start);
  closeSync(descriptor);
  return start.toString() === MARK;
}

/** Options about the places of results and about dependencies for make. */
const withValue = new Set(['-o', '-MT', '-MF']);

export function parseCommand(object: string, text: string): RecordedCommand {
  const [, folder = '', ...words] = text.split('\0').slice(0, -1);
  const includes: string[] = [];
  const flags: string[] = [];
  let source = '';
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (withValue.has(word)) at++;
    else if (word.startsWith('-I')) includes.push(resolve(folder, word.slice(2)));
    else if (/^-(?:[DU]|std=|f|m)/.test(word)) flags.push(word);
    else if (/\.(?:cc|c|cpp)$/.test(word) && !word.startsWith('-')) source = resolve(folder, word);
  }
  if (source === '')
    throw new Error(`the command for ${basename(object)} names no source: ${words.join(' ')}`);
  return { object, source, includes: [...new Set(includes)], flags };
}
