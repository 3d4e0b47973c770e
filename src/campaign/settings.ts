/**
 * Settings of a campaign: the one table behind the flags of `cgfuzz run`, the keys of `cgfuzz.config`, their
 * types, the help and the shell completion.
 *
 * A key is the name of the setting in a configuration file; its flag is the same name in kebab case. The
 * table is plain data, so the type of a configuration follows from it and cannot differ.
 */
import { hasOwnShare, judgeNames, judgeRows, type SharedJudge } from '../oracle/judges/index.ts';

/** The kind of values that a setting has, for help and completion. A list holds all values themselves. */
export type Completion =
  'file' | 'folder' | 'target' | 'compiler' | 'source' | 'finding' | 'command' | readonly string[];

interface About {
  /** One line for the short help. */
  readonly doc: string;
  /** More text for the long help: why to use it, settings that go with it, an example. */
  readonly more?: string;
  /** The heading of its group on the help page. */
  readonly category: string;
  /** One letter, for `-n`. */
  readonly short?: string;
  /** The word for the value in the help, as in N. */
  readonly valueName?: string;
  /** A text for the help, if the default itself says too little. */
  readonly defaultDoc?: string;
  readonly completion?: Completion;
  /** For measurements: neither help nor completion names it. */
  readonly isHidden?: true;
}

interface SwitchSetting extends About {
  readonly kind: 'switch';
}

interface TextSetting extends About {
  readonly kind: 'text';
  readonly default: string | undefined;
}

interface ListSetting extends About {
  readonly kind: 'list';
  readonly default: readonly string[];
  /**
   * The separator between the texts of a list that is written as one text: commas, or spaces with the quotes of a
   * shell.
   */
  readonly separator: 'comma' | 'space';
}

interface IntegerSetting extends About {
  readonly kind: 'integer';
  readonly default: number | undefined;
  readonly min?: number;
  readonly max?: number;
}

interface TimeSetting extends About {
  readonly kind: 'time';
  /** In milliseconds. */
  readonly default: number | undefined;
}

interface OneOfSetting extends About {
  readonly kind: 'one-of';
  readonly names: readonly string[];
  readonly default: string;
}

export type Setting = SwitchSetting | TextSetting | ListSetting | IntegerSetting | TimeSetting | OneOfSetting;

export type SettingTable = Readonly<Record<string, Setting>>;

type DefaultOf<Of> = Of extends { readonly default: infer Default }
  ? Default extends undefined
    ? undefined
    : never
  : never;

/** The value that a command gets. */
export type SettingValue<Of extends Setting> = Of extends SwitchSetting
  ? boolean
  : Of extends ListSetting
    ? readonly string[]
    : Of extends OneOfSetting
      ? Of['names'][number]
      : Of extends TextSetting
        ? string | DefaultOf<Of>
        : number | DefaultOf<Of>;

/** The value that a configuration file may hold. */
export type WrittenValue<Of extends Setting> = Of extends SwitchSetting
  ? boolean
  : Of extends ListSetting
    ? string | readonly string[]
    : Of extends OneOfSetting
      ? Of['names'][number]
      : Of extends TextSetting
        ? string
        : Of extends TimeSetting
          ? number | string
          : number;

/** The share of each judge, by the judge's name. A person's own judge has its share in the text of `--judge`. */
type JudgeShares = {
  readonly [Name in SharedJudge as `${Name}Share`]: IntegerSetting & { readonly default: undefined };
};

// Sound because each entry has the name of its judge.
const judgeShares = Object.fromEntries(
  judgeNames.filter(hasOwnShare).map((name) => [
    `${name}Share`,
    {
      kind: 'integer',
      doc: `percent of the CPU time, at most, for ${judgeRows[name].doc}`,
      more: judgeRows[name].more,
      category: 'Findings',
      default: undefined,
      defaultDoc: judgeRows[name].usually,
      max: 90,
    },
  ]),
) as JudgeShares;

const ownSettings = {
  source: {
    kind: 'list',
    separator: 'comma',
    doc: 'what makes the programs; several with commas; or a module that defines one',
    defaultDoc: 'csmith-scoped; in a folder with a campaign, what that has',
    more: 'The sources that come with cgfuzz: cgfuzz source list. A source of your own is a module: ./mine.mjs. Some take settings after their name: "loom language=c size=20KB", see docs/loom.md. A comma in its path is written \\,. Several sources share the campaign; more CPU time goes to the one that finds more.',
    category: 'Campaign',
    valueName: 'NAMES',
    completion: 'source',
    default: ['csmith-scoped'],
  },
  donors: {
    kind: 'text',
    doc: 'a folder of C files whose functions are spliced into the programs',
    more: 'For sources that write C. cgfuzz takes functions that need no other file, gives their names another beginning, and tries them once with sanitizers. Calls of them go into the programs of every source, as its last stage: "csmith-scoped | donors folder=DIR" says the same for one source. The files have to stay where they are. See docs/stages.md.',
    category: 'Campaign',
    valueName: 'DIR',
    completion: 'folder',
    default: '',
  },
  target: {
    kind: 'text',
    doc: 'what compiles them; or a program of yours that reads them: ./parser_fuzzer',
    more: 'A name is a compiler; a path is a program of yours, with its words: --target "./tool --check @@", where @@ is the file of the input, which comes on standard input otherwise. See docs/targets.md. Guidance needs an instrumented target: clang-19 is the best one that is built; clang-19-starter, clang-19-passes and clang-19-full name one. A compiler as Debian ships it, such as gcc-12, is only watched for crashes and wrong code; gcc-12+statistics also tells what its passes did, which guides the search. What there is: cgfuzz target list.',
    category: 'Campaign',
    valueName: 'NAME',
    completion: 'target',
    default: 'clang-19',
  },
  args: {
    kind: 'list',
    separator: 'space',
    doc: 'what the compiler is told, besides what the source needs',
    more: 'Written as one argument: --args "-O3 -march=x86-64-v3". Quotes inside keep spaces together, as in a shell. With other flags than before, a campaign executes its tests again to learn what they reach.',
    category: 'Campaign',
    valueName: 'ARGS',
    default: ['-O2'],
  },
  options: {
    kind: 'one-of',
    doc: 'draw more options of the compiler for each program: none, documented ones, hidden ones too, or whole pipelines of passes',
    more: 'The level, the processor and what else the compiler can be told are choices then, as the program is: kept, changed and reduced with it. Documented ones a user may combine freely, so that a bug is a bug; hidden ones are parameters of gcc and -mllvm options of clang, where a maintainer may say that nobody uses them. The first use learns for a minute or two which options do something: cgfuzz compiler options gcc-16. A level in --args gives way.',
    category: 'Campaign',
    valueName: 'TIER',
    names: ['none', 'documented', 'hidden', 'pipelines'],
    default: 'none',
  },
  machines: {
    kind: 'list',
    separator: 'comma',
    doc: 'generate code for other machines, one drawn for each program; all, or names with commas',
    defaultDoc: 'this machine',
    more: 'Such code is compiled; it is run if a cross gcc and qemu for the machine are installed and the source knows what the program prints. A clang as Debian ships it knows some forty machines, such as avr, riscv64 and s390x; a name that is not known is answered with all of them. Implies --options documented. Programs must not need headers of the machine: those of loom do not.',
    category: 'Campaign',
    valueName: 'NAMES',
    default: [],
  },
  learn: {
    kind: 'time',
    doc: 'begin after so much time of learning what options and machines do; what is not known yet is not drawn',
    more: 'Each start of the campaign learns for as long, until everything is known. Code for a machine that was not tried yet is compiled, and not run. For --options and --machines.',
    category: 'Campaign',
    default: undefined,
  },
  dir: {
    kind: 'text',
    doc: 'where the campaign is kept',
    more: 'The same folder again goes on with the campaign that is in it. Two campaigns cannot write to one folder at the same time.',
    category: 'Campaign',
    valueName: 'FOLDER',
    completion: 'folder',
    default: 'campaign',
  },
  strategy: {
    kind: 'one-of',
    doc: 'how to search',
    category: 'Search',
    valueName: 'NAME',
    names: ['guided', 'unguided', 'random', 'enumerate'],
    default: 'guided',
  },
  maxChoices: {
    kind: 'integer',
    doc: 'with enumerate: leave out tests with more choices',
    more: 'The campaign then ends when every test within the bound has been made, and says how many there were.',
    category: 'Search',
    default: undefined,
    min: 1,
  },
  without: {
    kind: 'list',
    separator: 'comma',
    doc: 'with guided and unguided: arms to leave out, with commas',
    more: 'An arm is one way of making tests. Leaving one out measures what it is worth: --without splice,small.',
    category: 'Search',
    isHidden: true,
    valueName: 'ARMS',
    default: [],
  },
  focus: {
    kind: 'text',
    doc: 'files or functions of the target that the search is to reach, with commas',
    more: 'Tests that were the first to reach something there are changed, and ways of making tests are paid by what they reach there. The summary says how many of its edges were reached. A file has its name with or without its ending: --focus SLPVectorizer. With a line, --focus SLPVectorizer.cpp:9120 or :9120-9131, it is the function around that line. The target must be instrumented.',
    category: 'Search',
    valueName: 'NAME',
    default: undefined,
  },
  noSeeds: {
    kind: 'switch',
    doc: 'begin without the tests that come with cgfuzz for its own sources',
    more: 'Only guided uses them; every strategy accepts the flag. Without them a campaign shows what it finds by itself; with them it reaches sooner what others reached. They are tried as long as they earn more for their time than other tests do. See docs/campaigns.md.',
    category: 'Search',
  },
  seed: {
    kind: 'integer',
    doc: 'where all randomness comes from',
    more: 'With --execs, equal seeds give equal corpora, unless --jobs says otherwise.',
    category: 'Search',
    default: 1,
  },
  jobs: {
    kind: 'integer',
    doc: 'tests at the same time',
    more: 'More than there are cores slows all of them down. One process feeds ten of them: for more, cgfuzz starts as many processes as it takes, which share what they find in the folder of the campaign. With --execs tests follow one another, so that equal seeds give equal corpora; while --upgrade builds, it has the other cores.',
    category: 'Run',
    short: 'j',
    default: undefined,
    defaultDoc: 'one for each core; 1 with --execs',
    min: 1,
    max: 256,
  },
  time: {
    kind: 'time',
    doc: 'stop after so much time',
    more: 'A total of the campaign over all its runs: 90s, 1.5h, 2d.',
    category: 'Run',
    default: undefined,
  },
  cpuTime: {
    kind: 'time',
    doc: 'stop after so much CPU time',
    more: 'The CPU time of cgfuzz, the generators and the compilers together; a total over all runs. Fairer than --time if campaigns are compared.',
    category: 'Run',
    default: undefined,
  },
  execs: {
    kind: 'integer',
    doc: 'stop after so many executions; with one job, equal seeds then give equal corpora',
    category: 'Run',
    default: undefined,
    min: 1,
  },
  testTime: {
    kind: 'time',
    doc: 'the CPU time that the target may take for one test',
    defaultDoc: 'learnt: well above what is usual, 10s at most',
    more: 'A test that takes longer is a hang, once a second look has taken as long.',
    category: 'Run',
    default: undefined,
  },
  testMemory: {
    kind: 'integer',
    doc: 'the memory that the target may take for one test, in megabytes',
    category: 'Run',
    valueName: 'MB',
    default: undefined,
    defaultDoc: '2048',
    min: 1,
    max: 1_048_576,
  },
  upgrade: {
    kind: 'one-of',
    doc: 'if only a lesser profile of the target is built: build this one meanwhile, and go over to it',
    more: 'It is built at low priority on the cores that are not in use, and the campaign goes over to it with what it has learnt: its tests are executed again. Ctrl-C stops the build, too, and the same command goes on with it. Nothing is built where the target is named as one certain build, such as clang-19-starter. npm start does this with passes.',
    category: 'Run',
    valueName: 'PROFILE',
    names: ['none', 'starter', 'passes', 'full'],
    default: 'none',
  },
  follow: {
    kind: 'switch',
    doc: 'when another version of the compiler takes the place of this one: ask all findings and some tests that passed again, and go on',
    more: 'For a compiler of Debian: cgfuzz compiler update fetches a newer one, beside the campaign or before it. An instrumented build, such as clang-23-passes, is built again of the newer LLVM beside the campaign, which then goes over to it. What came back is told first, then what is fixed. A test that passed and fails now is a finding of its own, told as regressed.',
    category: 'Run',
  },
  compareWith: {
    kind: 'text',
    doc: 'compilers that programs must do the same with, as in "gcc-12 -O2; clang-16-stock -O0"; or a file with one a line',
    more: 'Programs are run after each of these compilers and after the target. Another output is wrong code, once the program itself was proved valid.',
    category: 'Findings',
    valueName: 'MATRIX',
    completion: 'compiler',
    default: '',
    defaultDoc: 'the newest clang and gcc that are installed, at -O0',
  },
  control: {
    kind: 'text',
    doc: 'the compiler before a change; tests that it makes the same code of are looked at no further',
    more: 'For two builds of one compiler, of which one has a patch. Tests with other code are changed further, and only these are run, compared and judged. If nearly all tests have other code, it is not asked any more.',
    category: 'Findings',
    isHidden: true,
    valueName: 'COMPILER',
    completion: 'target',
    default: undefined,
  },
  compareShare: {
    kind: 'integer',
    doc: 'percent of the CPU time for that; 0 looks for crashes only',
    category: 'Findings',
    default: undefined,
    defaultDoc: '10',
    max: 90,
  },
  truthShare: {
    kind: 'integer',
    doc: 'percent of the CPU time, at most, for running what the target makes of tests',
    more: 'A program that promises to have no undefined behaviour is run once with counters, which says what it must print; what the target made of it must print the same. So wrong code is seen without a second compiler.',
    category: 'Findings',
    default: undefined,
    defaultDoc: '10, and 0 if --compare-share is 0',
    max: 90,
  },
  judge: {
    kind: 'text',
    doc: 'a command that is asked with two files, before and after the optimiser: exit code 1 says wrong',
    more: 'A clang gives IR of single functions, as alive-tv checks them; a gcc gives the program and its assembly. Exit code 0 says right, and all others say nothing. The reason is the first line that the command prints. A finding names it and the pass. Settings may end the text: about=programs asks about whole programs as an interpreter needs them, time=30s is for one question (10s), share=50 is the percentage of the CPU time at most (10), which also pays for the compiles. As in: --judge "./alive.sh share=50". See docs/oracles.md.',
    category: 'Findings',
    valueName: 'COMMAND',
    default: '',
  },
  reduceShare: {
    kind: 'integer',
    doc: 'percent of the CPU time, at most, for reducing findings as they arrive',
    more: 'With 0 findings are kept as they are; cgfuzz reduce makes them small later.',
    category: 'Findings',
    default: undefined,
    defaultDoc: '10',
    max: 90,
  },
  known: {
    kind: 'text',
    doc: 'a file of bugs that are known; findings of theirs are counted, and neither reduced nor listed',
    more: 'cgfuzz findings mute writes it, and people may share it. Where there is no such file nothing is known.',
    category: 'Findings',
    valueName: 'FILE',
    completion: 'file',
    default: 'known.json',
  },
  onFinding: {
    kind: 'text',
    doc: 'a command of the shell that runs for each new finding',
    more: 'It gets one line of JSON on its standard input: the id, the kind, the title, the compiler and its flags.',
    category: 'Findings',
    valueName: 'COMMAND',
    default: '',
  },
  ci: {
    kind: 'switch',
    doc: 'for continuous integration: exit with 1 for new findings alone',
    more: 'New is a finding of this run that is not in the file of known bugs and does not come with cgfuzz. Needs --time or --execs. In a workflow of GitHub, each new finding is an annotation.',
    category: 'Output',
  },
  ciReport: {
    kind: 'text',
    doc: 'with --ci: write a report, JUnit for FILE.xml, SARIF for FILE.sarif, GitLab code quality for FILE.json',
    category: 'Output',
    valueName: 'FILE',
    completion: 'file',
    default: '',
  },
  fleet: {
    kind: 'text',
    doc: 'share with other workers: a folder that all of them see, or the address of a server',
    more: 'Workers on one machine, or on many, tell one another which tests they kept, what their ways of making tests earn, and what they found. Start and stop them in any order, as often as you like. Without --dir the campaign of a worker is kept in the folder, too. See docs/fleet.md.',
    category: 'Fleet',
    valueName: 'PLACE',
    completion: 'folder',
    default: '',
  },
  fleetKey: {
    kind: 'text',
    doc: "the file of the key that the fleet's server asks for",
    more: 'cgfuzz fleet init DIR writes it: DIR/worker.key. A folder needs none.',
    category: 'Fleet',
    valueName: 'FILE',
    completion: 'file',
    default: undefined,
  },
  worker: {
    kind: 'text',
    doc: 'the name of this process in the fleet',
    defaultDoc: 'the number that a scheduler gave the job, or the name of the machine',
    more: 'No two processes of a fleet have one name. A process that starts again under its old name goes on with its campaign. Numbers come from JOB_COMPLETION_INDEX (Kubernetes), SLURM_ARRAY_TASK_ID, SGE_TASK_ID, PBS_ARRAY_INDEX or PARALLEL_SEQ.',
    category: 'Fleet',
    valueName: 'NAME',
    default: undefined,
  },
  json: {
    kind: 'switch',
    doc: 'print one object at the end, and nothing else',
    category: 'Output',
  },
} as const;

export const campaignSettings: typeof ownSettings & JudgeShares = { ...ownSettings, ...judgeShares };

/** A value for each setting of a campaign. */
export type CampaignSettings = {
  readonly [Key in keyof typeof campaignSettings]: SettingValue<(typeof campaignSettings)[Key]>;
};

/** True if a person named the sources: the default object itself, not an equal list, means that no person did. */
export function areSourcesGiven({ source }: { readonly source: readonly string[] }): boolean {
  return source !== campaignSettings.source.default;
}

/** The settings of a campaign, with the usual value for each one that is not given. */
export function usualSettings(given: Partial<CampaignSettings> = {}): CampaignSettings {
  const usual = Object.entries(campaignSettings).map(([key, setting]) => [
    key,
    setting.kind === 'switch' ? false : setting.default,
  ]);
  // Sound because each default has the type of its setting.
  return { ...(Object.fromEntries(usual) as CampaignSettings), ...given };
}
