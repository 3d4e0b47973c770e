/** The work of `cgfuzz serve-centipede`: the command that an engine of Centipede starts instead of a fuzz target. */
import { engineAges, type EngineDate, FLAGS_VARIABLE, readFlags } from '../../centipede/index.ts';
import { ageOfEngine, Guest, serveEngine } from '../../guest/index.ts';
import { findSource } from '../../generators/index.ts';
import { worldOf } from '../../session/world.ts';
import { preparedSource } from '../../source/index.ts';
import { findTarget } from '../../target/index.ts';
import { splitWords } from '../../util/split-words.ts';
import { UserError } from '../../util/user-error.ts';
import { type Context } from '../command.ts';

interface ServeCentipedeFlags {
  readonly source: string;
  readonly target: string;
  readonly args: string;
  readonly 'engine-from': string | undefined;
}

export async function serveCentipedeAction(
  context: Context,
  { source, target: name, args, 'engine-from': engineFrom }: ServeCentipedeFlags,
): Promise<number> {
  const text = context.env[FLAGS_VARIABLE];
  if (text === undefined)
    throw new UserError(`there are no flags of an engine in ${FLAGS_VARIABLE}`, [
      "Centipede's engine starts this command; how: docs/targets.md",
    ]);
  const flags = readFlags(text);
  const age = engineFrom === undefined ? ageOfEngine(flags) : ageFrom(engineFrom);
  const world = worldOf(context);
  const found = await findTarget(name, world);
  const say = (line: string): void => context.stderr(`${line}\n`);
  const definition = await preparedSource(await findSource(source, context.cwd), say);
  const guest = new Guest({
    definition,
    target: await found.open(),
    args: splitWords(args),
    searchPath: world.searchPath,
    seed: process.pid,
  });
  try {
    return await serveEngine(guest, { flags, age, build: found.build.key });
  } finally {
    await guest.close();
  }
}

function ageFrom(date: string): (typeof engineAges)[EngineDate] {
  const dates = Object.keys(engineAges) as EngineDate[];
  const found = dates.find((each) => each === date);
  if (found === undefined)
    throw new UserError(`no age of engines begins on ${date}`, [`known: ${dates.join(', ')}`]);
  return engineAges[found];
}
