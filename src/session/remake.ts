/** Makes a sequence's program again, and reports a difference. */
import type { ChoiceSequence } from '../choice/index.ts';
import type { Program } from '../program/index.ts';
import { describeGenerated, type SourcePool } from '../source/index.ts';
import { UserError } from '../util/user-error.ts';

export async function remake(
  generators: SourcePool,
  sequence: ChoiceSequence,
  path: string,
  say: (text: string) => void,
  recorded?: Program,
): Promise<Program> {
  const made = await generators.make({ sequence });
  const { name } = generators.definition;
  if (made.outcome !== 'ok') {
    throw new UserError(`${name} makes no program of ${path}`, [
      ...describeGenerated(made),
      'was the sequence made by another generator, or by another version of it? name it with --source',
    ]);
  }
  const isChanged =
    made.freshCount > 0 || (recorded !== undefined && textOf(recorded) !== textOf(made.program));
  if (isChanged)
    say(`${name} makes another program of ${path} than it was made of: its source changed since\n`);
  return made.program;
}

function textOf({ files }: Program): string {
  return files.map(({ path, bytes }) => `${path}\n${Buffer.from(bytes).toString('latin1')}`).join('\0');
}
