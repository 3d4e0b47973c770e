/** `cgfuzz source`: which generators there are, whether one can be trusted, and building them. */
import { findSource, sources } from '../../generators/sources.ts';
import { examineSource, isInProcess, preparedSource } from '../../source/index.ts';
import { UserError } from '../../util/user-error.ts';
import { defineCommand, exitCodes, type Command } from '../command.ts';
import { integerFlag, switchFlag } from '../flags/flags.ts';

const verbs = ['list', 'check', 'build'];

export const sourceCommand: Command = defineCommand({
  name: 'source',
  summary: 'List, check or build generators of test programs',
  details: [
    'list   the sources that come with cgfuzz',
    'check  prove on real runs that a source is deterministic under replay, and say what it costs and what it asks for',
    'build  build a source, where that is needed; it is also built when it is first used',
  ].join('\n'),
  parameters: [
    { name: 'VERB', doc: 'list, check or build', completion: verbs },
    {
      name: 'NAME',
      doc: 'a source, or the path of a module that exports a definition',
      optional: true,
      completion: 'source',
    },
  ],
  flags: {
    programs: integerFlag({
      doc: 'how many programs to make and replay',
      category: 'Checking',
      default: 5,
      min: 1,
      max: 10_000,
    }),
    scopes: switchFlag({
      doc: 'list the functions or labels that scopes come from, to choose which should carry them',
      category: 'Checking',
    }),
  },
  examples: [
    ['source list', 'the sources that come with cgfuzz'],
    ['source check csmith', "is Debian's csmith deterministic, and how fast?"],
    ['source check ./my-generator.mjs', 'the same for a definition of your own'],
  ],
  async run(context, { programs, scopes }, [verb = '', name]) {
    if (!verbs.includes(verb)) throw new UserError(`cannot ${verb} a source`, [`known: ${verbs.join(', ')}`]);
    if (verb === 'list') {
      const width = Math.max(...sources.map((source) => source.name.length));
      for (const source of sources) context.stdout(`${source.name.padEnd(width)}  ${source.summary}\n`);
      return exitCodes.ok;
    }
    if (name === undefined)
      throw new UserError(`cgfuzz source ${verb} needs a NAME`, ['which ones: cgfuzz source list']);
    const definition = await findSource(name, context.cwd);
    const say = (text: string): void => context.stderr(`${text}\n`);
    if (verb === 'build') {
      if (isInProcess(definition)) {
        context.stdout(`${definition.name}: there is nothing to build\n`);
        return exitCodes.ok;
      }
      const { command } = await preparedSource(definition, say);
      context.stdout(`${definition.name}: ${command.join(' ')}\n`);
      return exitCodes.ok;
    }
    const { isGood, lines } = await examineSource(definition, programs, { say, listsScopes: scopes });
    context.stdout(`${definition.name}: ${isGood ? 'good' : 'not good'}\n`);
    for (const line of lines) context.stdout(`  ${line}\n`);
    return isGood ? exitCodes.ok : exitCodes.found;
  },
});
