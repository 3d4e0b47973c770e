/** `cgfuzz source from`: from an author's grammar or strategy to a source, a check and the next command. */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { definitionText, grammarFiles, sourceOfGrammar, strategyDefinition } from '../../generators/index.ts';
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
    throw new UserError(
      `there is no file ${name}`,
      [...grammarFiles, 'a file of Python with a strategy of Hypothesis (.py)'].map(
        (each) => `allowed: ${each}`,
      ),
    );
  const { module, says, ignored } = sourceOf(path, flags.rule, context.env);
  const file = `./${basename(path).replace(/\.\w+$/, '')}-source.mjs`;
  if (existsSync(join(context.cwd, file)))
    throw new UserError(`${file} is there already`, ['remove it, to have it written anew']);
  writeFileAtomic(join(context.cwd, file), module);
  context.stderr(`${file}: ${says}\n`);
  for (const what of ignored) context.stderr(`  not followed: ${what}\n`);
  const code = await runSourceCheck(context, file, flags);
  if (!flags.json) context.stdout(`\nnext: cgfuzz run --source ${file} --target ./YOUR_PROGRAM --time 5m\n`);
  return code;
}

interface FromFile {
  readonly module: string;
  /** For people. */
  readonly says: string;
  readonly ignored: readonly string[];
}

function sourceOf(path: string, rule: string | undefined, env: NodeJS.ProcessEnv): FromFile {
  if (path.endsWith('.py')) {
    const definition = strategyDefinition(path, rule, env);
    const what = 'a strategy of Hypothesis';
    return { module: definitionText({ definition, what }, path), says: definition.summary, ignored: [] };
  }
  const { start, count, ignored, module } = sourceOfGrammar(path, rule);
  const things = path.endsWith('.proto') ? 'messages' : 'rules';
  return { module, says: `${count} ${things} of ${basename(path)}, beginning with ${start}`, ignored };
}
