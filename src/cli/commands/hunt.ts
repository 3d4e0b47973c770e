/** `cgfuzz hunt`: campaigns on the newest compilers, by what has found bugs so far. */
import { type Command, defineCommand } from '../command.ts';
import { type Flag, durationFlag, integerFlag, textFlag } from '../flags/flags.ts';

const TEN_MINUTES = 600_000;
const MOST_JOBS = 256;

export type HuntFlags = Readonly<{
  dir: Flag<string>;
  time: Flag<number | undefined>;
  turn: Flag<number>;
  jobs: Flag<number | undefined>;
  seed: Flag<number>;
  known: Flag<string>;
}>;

const flags: HuntFlags = {
  dir: textFlag({
    doc: 'where the campaigns are kept',
    category: 'Campaign',
    valueName: 'FOLDER',
    completion: 'folder',
    default: 'hunt',
  }),
  time: durationFlag({ doc: 'stop after so much time', category: 'Run', default: undefined }),
  turn: durationFlag({ doc: 'the time of one turn of a campaign', category: 'Run', default: TEN_MINUTES }),
  jobs: integerFlag({
    doc: 'tests at the same time',
    category: 'Run',
    short: 'j',
    default: undefined,
    defaultDoc: 'one for each core',
    min: 1,
    max: MOST_JOBS,
  }),
  seed: integerFlag({ doc: 'where all randomness comes from', category: 'Run', default: 1 }),
  known: textFlag({
    doc: 'a file of bugs that are known, as of run',
    category: 'Findings',
    valueName: 'FILE',
    completion: 'file',
    default: 'known.json',
  }),
};

export const huntCommand: Command = defineCommand({
  details: async () => (await import('../actions/hunt.ts')).huntDetails(),
  parameters: [
    { name: 'COMPILER', doc: 'what to hunt in', optional: true, several: true, completion: 'target' },
  ],
  flags,
  examples: [
    ['hunt', 'hunt in the newest compilers that are here, until Ctrl-C'],
    ['hunt clang-24 --time 8h --jobs 1', 'a night, on one core'],
  ],
  run: async (context, values, compilers) =>
    (await import('../actions/hunt.ts')).huntAction(context, values, compilers),
});
