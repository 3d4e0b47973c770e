/** `cgfuzz source make`: makes one program of a source, and its sequence of choices. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { encodeSequence } from '../../choice/index.ts';
import { findSource } from '../../generators/index.ts';
import { type Made, type SourceDefinition, describeGenerated, openSource } from '../../source/index.ts';
import { makeFolder } from '../../util/make-folder.ts';
import { UserError } from '../../util/user-error.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';
import { type Context, exitCodes } from '../command.ts';

const SEQUENCE = 'sequence.cgseq';

export interface MakeFlags {
  readonly seed: number;
  readonly out: string | undefined;
}

export async function makeProgram(context: Context, name: string, { seed, out }: MakeFlags): Promise<number> {
  const definition = await findSource(name, context.cwd);
  const folder = resolve(
    context.cwd,
    out ?? `${definition.name.replaceAll(' | ', '-').replaceAll('/', '-')}-${seed}`,
  );
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new UserError(`${relative(context.cwd, folder)} is there already and not empty`, [
      'name another folder: --out DIR',
    ]);
  const made = await madeBy(context, definition, seed);
  if (made.outcome !== 'ok')
    throw new UserError(`${definition.name} makes no program for seed ${seed}`, [
      ...describeGenerated(made),
      `another one: --seed ${seed + 1}; what is wrong: cgfuzz source check ${name}`,
    ]);
  const files = made.program.files.map(({ path, bytes }) => ({ path: join(folder, path), bytes }));
  for (const { path, bytes } of files) {
    makeFolder(dirname(path));
    writeFileAtomic(path, bytes);
  }
  const sequence = join(folder, SEQUENCE);
  writeFileAtomic(
    sequence,
    encodeSequence(made.record, { source: { name: definition.name, version: '1' }, seed }),
  );
  for (const path of [...files.map((file) => file.path), sequence])
    context.stdout(`${relative(context.cwd, path)}\n`);
  context.stderr(
    `${describeGenerated(made)[0]}; look at them: cgfuzz show ${relative(context.cwd, sequence)}\n`,
  );
  return exitCodes.ok;
}

async function madeBy(context: Context, definition: SourceDefinition, seed: number): Promise<Made> {
  const source = openSource(definition, { say: (text) => context.stderr(`${text}\n`) });
  try {
    return await source.run({ seed });
  } finally {
    await source.close();
  }
}
