/**
 * The line of a person's own module in which an error arose.
 *
 * It is the innermost frame of the stack outside cgfuzz, Node and libraries. Generators that come with cgfuzz
 * count as a person's own.
 */
import { fileURLToPath } from 'node:url';

const ours = fileURLToPath(new URL('..', import.meta.url));
const ourGenerators = fileURLToPath(new URL('../generators/', import.meta.url));

/** The line as `/path/of/module.mjs:line:column`; undefined if the stack does not tell. */
export function userLine(error: unknown): string | undefined {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return undefined;
  // The message in front of the frames may hold anything.
  const frames = error.stack.matchAll(/^ {4}at (?:.*? \()?((?:file:\/\/)?\/[^()\n]*?):(\d+):(\d+)\)?$/gm);
  for (const [, file = '', line, column] of frames) {
    const path = pathOf(file);
    if (path !== undefined && isOwn(path)) return `${path}:${line}:${column}`;
  }
  return undefined;
}

function pathOf(file: string): string | undefined {
  if (!file.startsWith('file:')) return file;
  try {
    return fileURLToPath(file);
  } catch {
    return undefined;
  }
}

function isOwn(path: string): boolean {
  if (path.startsWith(ourGenerators)) return true;
  return !path.startsWith(ours) && !path.includes('/node_modules/');
}
