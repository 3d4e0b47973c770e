/** `cgfuzz source from`: from an author's grammar to a source, a check and the next command. */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { readGrammar, sourceText } from '../../generators/index.ts';
import { UserError } from '../../util/user-error.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';
import type { Context } from '../command.ts';
import { type CheckFlags, runSourceCheck } from './check.ts';

export interface FromFlags extends CheckFlags {
  readonly rule: string | undefined;
}

export async function sourceFrom(context: Context, name: string, flags: FromFlags): Promise<number> {
  const path = resolve(context.cwd, name);
  if (!existsSync(path))
    throw new UserError(`there is no file ${name}`, ['allowed: a .g4 file, a JSON Schema']);
  const grammar = readGrammar(path, flags.rule);
  const file = `./${basename(path).replace(/\.\w+$/, '')}-source.mjs`;
  if (existsSync(join(context.cwd, file)))
    throw new UserError(`${file} is there already`, ['remove it, to have it written anew']);
  writeFileAtomic(join(context.cwd, file), sourceText(grammar, path));
  const count = Object.keys(grammar.rules).length;
  context.stderr(`${file}: ${count} rules of ${basename(path)}, beginning with ${grammar.start}\n`);
  for (const what of grammar.ignored) context.stderr(`  not followed: ${what}\n`);
  const code = await runSourceCheck(context, file, flags);
  if (!flags.json) context.stdout(`\nnext: cgfuzz run --source ${file} --target ./YOUR_PROGRAM --time 5m\n`);
  return code;
}
