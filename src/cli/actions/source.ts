/** The work of `cgfuzz source`: lists generators, describes, checks and builds them, and shows their programs. */
import { findSource, sources, stages } from '../../generators/index.ts';
import { isInProcess, preparedSource } from '../../source/index.ts';
import { UserError } from '../../util/user-error.ts';
import { type Context, exitCodes } from '../command.ts';
import { findAction } from '../find-action.ts';
import { type AdviseFlags, runSourceAdvise } from '../source/advise.ts';
import { type CheckFlags, runSourceCheck } from '../source/check.ts';
import { type FromFlags, sourceFrom } from '../source/from.ts';
import { type MakeFlags, makeProgram } from '../source/make.ts';
import { newSource } from '../source/new.ts';

type SourceFlags = FromFlags & CheckFlags & MakeFlags & AdviseFlags;

/** Each action gets the name of a source; `list` needs none. */
type Action = (context: Context, name: string, values: SourceFlags) => Promise<number> | number;

const actions: Readonly<Record<string, Action>> = {
  list: listSources,
  new: newSource,
  from: sourceFrom,
  check: runSourceCheck,
  advise: runSourceAdvise,
  make: makeProgram,
  build: buildSource,
};

export function sourceAction(
  context: Context,
  flags: SourceFlags,
  [verb = '', name]: readonly string[],
): Promise<number> | number {
  const action = findAction(actions, verb);
  if (name === undefined && verb !== 'list')
    throw new UserError(`cgfuzz source ${verb} needs a NAME`, ['which ones: cgfuzz source list']);
  return action(context, name ?? '', flags);
}

function listSources({ stdout }: Context): number {
  const width = Math.max(...[...sources, ...stages].map(({ name }) => name.length));
  for (const { name, summary } of sources) stdout(`${name.padEnd(width)}  ${summary}\n`);
  stdout('\nstages, after a source of C, as in "csmith-scoped | relax":\n');
  for (const { name, summary } of stages) stdout(`${name.padEnd(width)}  ${summary}\n`);
  return exitCodes.ok;
}

/** Builds a source, if it needs a build. */
async function buildSource(context: Context, name: string): Promise<number> {
  const definition = await findSource(name, context.cwd);
  if (isInProcess(definition)) {
    context.stdout(`${definition.name}: there is nothing to build\n`);
    return exitCodes.ok;
  }
  const { command } = await preparedSource(definition, (text) => context.stderr(`${text}\n`));
  context.stdout(`${definition.name}: ${command.join(' ')}\n`);
  return exitCodes.ok;
}
