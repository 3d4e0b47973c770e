/** `cgfuzz source build`: builds a source, if it needs a build. */
import { findSource } from '../../generators/index.ts';
import { isInProcess, preparedSource } from '../../source/index.ts';
import { type Context, exitCodes } from '../command.ts';

export async function buildSource(context: Context, name: string): Promise<number> {
  const definition = await findSource(name, context.cwd);
  if (isInProcess(definition)) {
    context.stdout(`${definition.name}: there is nothing to build\n`);
    return exitCodes.ok;
  }
  const { command } = await preparedSource(definition, (text) => context.stderr(`${text}\n`));
  context.stdout(`${definition.name}: ${command.join(' ')}\n`);
  return exitCodes.ok;
}
