/** Loads a person's module for cgfuzz, in JavaScript or TypeScript; returns its default export. */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';

/** Endings that Node cannot load by itself. */
const typed: readonly string[] = ['.ts', '.mts'];

/** True if Node cannot load the module: it is typed, or it imports this package, which Node may not find. */
export function isLeftToUs(url: string): boolean {
  return typed.includes(extname(url)) || /\bfrom\s*['"]cgfuzz['"]/.test(textAt(url));
}

/** Empty if the file cannot be read; then the loader of the module reports it. */
function textAt(url: string): string {
  try {
    return readFileSync(fileURLToPath(url), 'utf8');
  } catch {
    return '';
  }
}

export async function loadDefault(url: string): Promise<unknown> {
  if (!isLeftToUs(url)) return ((await import(url)) as { default?: unknown }).default;
  const jiti = createJiti(import.meta.url, { fsCache: false, alias: { cgfuzz: library() } });
  const module = await jiti.import<{ default?: unknown }>(fileURLToPath(url));
  return module.default;
}

/** The meaning of `import 'cgfuzz'` in such a module: this package. */
export function library(): string {
  return fileURLToPath(new URL(`../index${extname(import.meta.url)}`, import.meta.url));
}
