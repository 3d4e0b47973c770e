/** `cgfuzz serve-centipede`: the command that an engine of Centipede starts instead of a fuzz target. */
import { engineAges, type EngineDate } from '../../centipede/index.ts';
import { type Command, defineCommand } from '../command.ts';
import { textFlag } from '../flags/flags.ts';

const dates = Object.keys(engineAges) as EngineDate[];

const flags = {
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
} as const;

export const serveCentipedeCommand: Command = defineCommand({
  details: [
    "Centipede's engine starts this command, keeps the corpus, and chooses what is mutated. Its inputs are sequences of",
    'choices. How to start the engine: docs/targets.md.',
  ].join('\n'),
  parameters: [],
  flags,
  examples: [
    ['serve-centipede --source loom --target clang-19', 'what stands after %f in the engine’s --binary'],
  ],
  run: async (context, values) =>
    (await import('../actions/serve-centipede.ts')).serveCentipedeAction(context, values),
});
