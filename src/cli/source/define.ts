/** A generator that nobody has described: cgfuzz looks at it, and writes its definition into this folder. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import {
  definitionText,
  generatorFile,
  generatorOf,
  guessDefinition,
  inChain,
} from '../../generators/index.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';
import type { Context } from '../command.ts';
import { sourceProgress } from '../progress/source-progress.ts';

/**
 * The text of a source in which the definition takes the place of the generator: `./gen.py | relax` becomes
 * `./gen-source.mjs | relax`. Every other text stays as it is.
 */
export async function defined(context: Context, text: string): Promise<string> {
  const [first, ...stages] = inChain(text);
  const path = resolve(context.cwd, first);
  if (!/[/.]/.test(first) || generatorFile(path) === undefined) return text;
  return [await definitionOf(context, path), ...stages].join(' | ');
}

/** The path of the definition of a generator, from this folder. A definition that is there stays as it is. */
export async function definitionOf(context: Context, path: string): Promise<string> {
  const name = basename(path);
  const file = definitionFile(context.cwd, name);
  const say = (line: string): void => context.stderr(`${line}\n`);
  if (existsSync(join(context.cwd, file))) {
    say(`${name} has a definition: ${file}; to have it written anew, remove that file`);
    return file;
  }
  const progress = sourceProgress(context);
  const options = {
    signal: context.signal,
    searchPath: context.env['PATH'] ?? '',
    onProgress: progress.show,
  };
  const guessed = await guessDefinition(path, options).finally(progress.clear);
  writeFileAtomic(join(context.cwd, file), definitionText(guessed, path));
  const { language, writes } = guessed.definition;
  const where = writes.to === 'stdout' ? 'on standard output' : 'as a file';
  say(
    `${name} is ${guessed.what} that writes ${languageInWords(language)} ${where}; its definition is ${file}:`,
  );
  for (const line of readFileSync(join(context.cwd, file), 'utf8').trimEnd().split('\n')) say(`  ${line}`);
  if (!guessed.isRandom)
    say(`by itself it writes the same each time: it draws from a fixed seed, if it draws at all`);
  return file;
}

/** `gen-source.mjs` for `gen.py`; if that file defines `gen.pl`, then `gen-py-source.mjs`. */
function definitionFile(cwd: string, name: string): string {
  const [short, long] = [name.replace(/\.\w+$/, ''), name.replaceAll('.', '-')].map(
    (stem) => `./${stem}-source.mjs`,
  ) as [string, string];
  const path = join(cwd, short);
  const called = existsSync(path) ? generatorOf(readFileSync(path, 'utf8')) : undefined;
  return called === undefined || called === name ? short : long;
}

function languageInWords(language: string): string {
  return (
    { c: 'C', 'c++': 'C++', 'llvm-ir': 'LLVM IR', ispc: 'ISPC' }[language] ?? 'text that cgfuzz does not know'
  );
}
