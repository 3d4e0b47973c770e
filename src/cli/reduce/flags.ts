/** The flags of `cgfuzz reduce`. */
import { durationFlag, type Flag, type Flags, integerFlag, switchFlag, textFlag } from '../flags/flags.ts';
import { trustFlag } from '../flags/trust-flag.ts';

type FlagTypes = {
  readonly test: Flag<string | undefined>;
  readonly name: Flag<string | undefined>;
  readonly timeout: Flag<number>;
  readonly repeats: Flag<number>;
  readonly needed: Flag<number>;
  readonly compilers: Flag<string>;
  readonly args: Flag<string>;
  readonly dir: Flag<string>;
  readonly source: Flag<string | undefined>;
  readonly trust: Flag<boolean>;
  readonly output: Flag<string | undefined>;
  readonly restart: Flag<boolean>;
  readonly text: Flag<boolean>;
  readonly export: Flag<string | undefined>;
  readonly jobs: Flag<number>;
  readonly evaluations: Flag<number | undefined>;
  readonly json: Flag<boolean>;
};

export type ReduceFlags = Flags<FlagTypes>;

export const reduceFlags: FlagTypes = {
  test: textFlag({
    doc: 'tells whether a program is interesting; not needed for a finding, which must stay the same bug',
    more: 'The script runs in a new folder that holds the program, and exits with 0 if the program is interesting. It may run several times at once, so it must not write elsewhere.',
    category: 'Test',
    valueName: 'SCRIPT',
    completion: 'file',
    default: undefined,
  }),
  name: textFlag({
    doc: 'the name of the file that the script reads',
    category: 'Test',
    valueName: 'FILE',
    default: undefined,
    defaultDoc: 'test.c',
  }),
  timeout: durationFlag({
    doc: 'a script that takes longer says no',
    category: 'Test',
    default: 300_000,
    defaultDoc: '5m',
  }),
  repeats: integerFlag({
    doc: 'ask the script so often about each candidate, for a bug that shows now and then',
    more: 'Three of five, say: --repeats 5 --needed 3. A candidate is asked no oftener than it takes to know the answer.',
    category: 'Test',
    default: 1,
    min: 1,
  }),
  needed: integerFlag({ doc: 'how many of the repeats must say yes', category: 'Test', default: 1, min: 1 }),
  compilers: textFlag({
    doc: 'for a PROGRAM: the compilers that are asked, as in "clang-22; gcc-16 -O3"',
    category: 'Test',
    valueName: 'MATRIX',
    completion: 'compiler',
    default: '',
    defaultDoc: 'all that are installed or added',
  }),
  args: textFlag({
    doc: 'for a PROGRAM: flags that every compiler gets',
    category: 'Test',
    valueName: 'ARGS',
    default: '',
  }),
  dir: textFlag({
    doc: 'the campaign that a FINDING is in',
    category: 'Reduction',
    valueName: 'FOLDER',
    completion: 'folder',
    default: 'campaign',
  }),
  trust: trustFlag('Reduction'),
  source: textFlag({
    doc: 'the generator; or a module that defines one',
    category: 'Reduction',
    valueName: 'NAME',
    completion: 'source',
    default: undefined,
    defaultDoc: 'the one that made the sequence',
  }),
  output: textFlag({
    doc: 'where the reduction of a file goes: NAME.c or the like, and for choices NAME.cgseq',
    category: 'Reduction',
    short: 'o',
    valueName: 'NAME',
    completion: 'file',
    default: undefined,
    defaultDoc: "the file's name and .reduced",
  }),
  restart: switchFlag({ doc: 'begin anew, and do not go on from an earlier result', category: 'Reduction' }),
  text: switchFlag({
    doc: "then also reduce the program's text, guarded by sanitizers, with cvise or creduce if one is installed",
    more: 'Choices cannot be made smaller than what the generator can write. The text can: this goes on where the choices ended. The result has no *.cgseq of its own.',
    category: 'Text',
  }),
  export: textFlag({
    doc: 'reduce nothing; write a folder for cvise or creduce, with a guarded script that needs no cgfuzz',
    more: 'For a machine without cgfuzz: copy the folder, and run cvise ./interesting.sh test.c in it.',
    category: 'Text',
    valueName: 'FOLDER',
    completion: 'folder',
    default: undefined,
  }),
  jobs: integerFlag({
    doc: 'evaluations at the same time; the result is the same for any number',
    category: 'Run',
    short: 'j',
    default: 1,
    min: 1,
    max: 256,
  }),
  evaluations: integerFlag({
    doc: 'stop after so many evaluations',
    category: 'Run',
    default: undefined,
    min: 1,
  }),
  json: switchFlag({ doc: 'print one object at the end, and nothing else', category: 'Output' }),
};
