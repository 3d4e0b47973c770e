/** `cgfuzz serve-centipede`: the command that an engine of Centipede starts instead of a fuzz target. */
import { engineAges, type EngineDate, FLAGS_VARIABLE, readFlags } from '../../centipede/index.ts';
import { ageOfEngine, Guest, serveEngine } from '../../guest/index.ts';
import { findSource } from '../../generators/index.ts';
import { worldOf } from '../../session/world.ts';
import { preparedSource } from '../../source/index.ts';
import { findTarget } from '../../target/index.ts';
import { splitWords } from '../../util/split-words.ts';
import { UserError } from '../../util/user-error.ts';
import { type Command, defineCommand } from '../command.ts';
import { textFlag } from '../flags/flags.ts';

const dates = Object.keys(engineAges) as EngineDate[];

export const serveCentipedeCommand: Command = defineCommand({
  name: 'serve-centipede',
  summary: "Make, change and execute tests for Centipede's engine",
  details: [
    "Centipede's engine starts this command, keeps the corpus, and chooses what is mutated. Its inputs are sequences of",
    'choices. How to start the engine: docs/targets.md.',
  ].join('\n'),
  parameters: [],
  flags: {
    source: textFlag({
      doc: 'the generator; or a module that defines one',
      category: 'Tests',
      valueName: 'NAME',
      completion: 'source',
      default: 'loom',
    }),
    target: textFlag({
      doc: 'the compiler or program under test',
      category: 'Tests',
      valueName: 'NAME',
      completion: 'target',
      default: 'clang-19',
    }),
    args: textFlag({ doc: 'flags for a compiler', category: 'Tests', valueName: 'ARGS', default: '-O2' }),
    'engine-from': textFlag({
      doc: `the age of the engine, by the newest of these dates that it has: ${dates.join(', ')}`,
      category: 'Engine',
      valueName: 'DATE',
      default: undefined,
      defaultDoc: 'recognised',
    }),
  },
  examples: [
    ['serve-centipede --source loom --target clang-19', 'what stands after %f in the engine’s --binary'],
  ],
  async run(context, { source, target: name, args, 'engine-from': engineFrom }) {
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
  },
});

function ageFrom(date: string): (typeof engineAges)[EngineDate] {
  const found = dates.find((each) => each === date);
  if (found === undefined)
    throw new UserError(`no age of engines begins on ${date}`, [`known: ${dates.join(', ')}`]);
  return engineAges[found];
}
