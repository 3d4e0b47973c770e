/** `cgfuzz findings`: a campaign's findings, whether they still happen, and whether they are known. */
import { type Command, defineCommand } from '../command.ts';
import { switchFlag, textFlag } from '../flags/flags.ts';
import { trustFlag } from '../flags/trust-flag.ts';

const flagTable = {
  dir: textFlag({
    doc: 'the campaign',
    category: 'Findings',
    valueName: 'FOLDER',
    completion: 'folder',
    default: 'campaign',
  }),
  all: switchFlag({ doc: 'muted ones too', category: 'Findings' }),
  reason: textFlag({
    doc: 'with mute: why nobody has to look at it again',
    category: 'Findings',
    default: '',
  }),
  address: textFlag({
    doc: 'with mute: where it is reported',
    category: 'Findings',
    default: '',
  }),
  known: textFlag({
    doc: 'with mute and known: the file of known bugs, which campaigns read',
    category: 'Findings',
    valueName: 'FILE',
    completion: 'file',
    default: 'known.json',
  }),
  off: switchFlag({ doc: 'with avoid: let such tests through again', category: 'Findings' }),
  git: textFlag({
    doc: 'with bisect: your checkout of the compiler',
    category: 'Bisect',
    valueName: 'DIR',
    completion: 'folder',
    default: undefined,
  }),
  good: textFlag({
    doc: 'with bisect: a commit or tag without the bug, as in llvmorg-22.1.0',
    category: 'Bisect',
    valueName: 'COMMIT',
    default: undefined,
  }),
  bad: textFlag({
    doc: 'with bisect: a commit that shows the bug',
    category: 'Bisect',
    valueName: 'COMMIT',
    default: 'HEAD',
  }),
  'git-build': textFlag({
    doc: 'with bisect: the command that builds the compiler, run in a worktree of each commit',
    category: 'Bisect',
    valueName: 'COMMAND',
    default: undefined,
    defaultDoc: 'clang with assertions, by cmake and ninja, in the folder build',
  }),
  'git-compiler': textFlag({
    doc: 'with bisect: the compiler that it makes, from the top of the worktree',
    category: 'Bisect',
    valueName: 'PATH',
    default: undefined,
    defaultDoc: 'build/bin/clang, or build/bin/clang++',
  }),
  llvm: switchFlag({ doc: 'with export: a text for the issues of LLVM', category: 'Findings' }),
  gcc: switchFlag({ doc: "with export: a text for GCC's Bugzilla", category: 'Findings' }),
  trust: trustFlag('Findings'),
  json: switchFlag({ doc: 'one JSON object a line', category: 'Output' }),
};
export const findingsCommand: Command = defineCommand({
  details: [
    'list    all that are not muted: how often each was seen, and its size before and after reduction',
    "show    a finding's report, ready to paste into a bug tracker",
    "verify  run reproducers with every compiler of the finding's family that is installed now",
    'export  a report in the form that a tracker wants: --llvm (Markdown) or --gcc (plain text, with gcc -v)',
    'explain which parts of the program may vary while the bug stays, and which matter; cgfuzz explain is the same',
    'history what the test behind a finding was made from, down to fresh tests',
    'mute    a finding that is known to the people of the compiler: counted, and no longer reduced or listed; it is written',
    '        to the file of known bugs, with the compilers that show it, so that other campaigns do not report it again',
    'avoid   keep the campaign away from tests that show a finding, by the choices that its reduced program needs; --off ends it',
    'bisect  builds commits of your own checkout of the compiler, and names the one that brought a finding: --git, --good',
    'known   the bugs in that file: since when and until when each shows, the reason, and the address',
  ].join('\n'),
  parameters: [
    {
      name: 'VERB',
      doc: 'list, show, verify, explain, bisect, export, mute, avoid, known or history',
      completion: [
        'list',
        'show',
        'verify',
        'explain',
        'bisect',
        'export',
        'mute',
        'avoid',
        'known',
        'history',
      ],
    },
    {
      name: 'FINDING',
      doc: 'its folder, or the first letters of its id',
      optional: true,
      completion: 'finding',
    },
  ],
  flags: flagTable,
  verbs: {
    list: ['dir', 'all', 'json'],
    show: ['dir', 'json'],
    verify: ['dir', 'all', 'trust', 'json'],
    bisect: ['dir', 'git', 'good', 'bad', 'git-build', 'git-compiler', 'trust', 'json'],
    export: ['dir', 'llvm', 'gcc'],
    mute: ['dir', 'reason', 'address', 'known'],
    avoid: ['dir', 'off', 'trust', 'json'],
    known: ['known', 'json'],
    history: ['dir', 'json'],
  },
  examples: [
    ['findings list --dir weekend', 'what was found'],
    ['findings show 3f2a', 'the report of the finding whose id begins so'],
    ['findings export 3f2a --gcc', "a text to paste into GCC's Bugzilla"],
    ['findings verify', 'which of them are still there?'],
    [
      'findings mute 3f2a --reason reported --address https://gcc.gnu.org/PR12345',
      'campaigns here report it no more',
    ],
    ['findings bisect 3f2a --git ~/llvm-project --good llvmorg-22.1.0', 'which commit brought it?'],
    ['findings avoid 3f2a', 'the campaign looks for other bugs'],
    ['findings known', 'what is known, and in which versions'],
  ],
  run: async (context, flags, words) =>
    (await import('../actions/findings.ts')).findingsAction(context, flags, words),
});
