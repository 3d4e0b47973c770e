/** Seeds out of a project's own tests: the texts that its tests hand to it, without what surrounds them. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Ten times the longest text that a ready source draws. */
const MAX_SEED_BYTES = 20_000;
/** Each engine executes all seeds first, which must leave time in a short run. */
const MAX_SEEDS = 1_000;

/** Paths of the files of a folder that end so, in order. */
export function filesUnder(folder: string, end: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(end))
    .toSorted()
    .map((name) => join(folder, name));
}

/** Patterns of pcre2test's input: a pattern begins a line with `/`, perhaps goes on over lines, and ends with `/` and its modifiers. */
export function patternsIn(text: string): string[] {
  return [...text.matchAll(/(?:^|\n\n)\/((?:\\[^]|[^/\\])+)\/[^\n/]*(?=\n|$)/g)].map(
    ([, pattern = '']) => pattern,
  );
}

/** Scripts of SQL in SQLite's tests: the braces after a word that executes SQL, if no braces are inside. */
export function statementsIn(text: string): string[] {
  const calls = /\b(?:execsql|catchsql|do_(?:execsql|catchsql|eqp)_test\s+\S+)\s*\{([^{}]+)\}/g;
  return [...text.matchAll(calls)].map(([, script = '']) => script.trim()).filter((script) => script !== '');
}

/** Different texts of a fit size, evenly taken from all if there are too many. */
export function chosenSeeds(texts: readonly string[], most: number = MAX_SEEDS): string[] {
  const fit = [...new Set(texts)].filter(({ length }) => length > 0 && length <= MAX_SEED_BYTES);
  if (fit.length <= most) return fit;
  return Array.from({ length: most }, (_, index) => fit[Math.floor((index * fit.length) / most)]!);
}
