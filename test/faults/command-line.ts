/**
 * A generator of command lines for cgfuzz, made from its own table of commands. Most are such as a person might write,
 * and a few are such as nobody would.
 *
 * The generator leaves out slow and heavy commands: building and checking real sources, `doctor`, the judge of IR,
 * servers, `regress`, and standard input.
 */
import type { Draw } from '../../src/choice/index.ts';
import { type CalledCommand, loadCommand } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/commands.ts';
import type { Flag } from '../../src/cli/flags/flags.ts';

/** Names of what lies in the folder, and of what does not. */
const paths: readonly string[] = [
  'a',
  'a.other',
  'a/one.cgseq',
  'a/campaign.json',
  'a/corpus',
  'a/findings',
  'a/corpus/000001.cgcorpus',
  'a/stats.jsonl',
  'nosuch',
  'out',
  'out/deep/er',
  'mine.mjs',
  'odd.mjs',
  'cgfuzz.config.json',
  'circle',
  'secret/file',
  '.',
  '..',
  '/proc/x',
  'full',
  'a/one.cgseq/x',
  'FINDING',
  'a/findings/FINDING',
];

const oddWords: readonly string[] = [
  '',
  ' ',
  '--',
  '-',
  '---',
  '-x',
  '-j',
  '--=',
  '=',
  '--json=1',
  '\0',
  'a\0b',
  '\u001b[31m',
  'ä\ud800',
  "'",
  '"',
  '\\',
  '../../../../x',
  'x'.repeat(5_000),
  '--'.repeat(300),
  'constructor',
  '__proto__',
  'toString',
  '--constructor',
  '--__proto__',
  'hasOwnProperty',
  '%s%n',
  '$(reboot)',
  '*',
  '-1',
  '0',
  '1e400',
  'NaN',
  '99999999999999999999',
  '1,2,,3',
  ',',
  '\\,',
  ';;;',
];

const texts: readonly string[] = [
  'clang-19',
  'clang-19-starter',
  'clang-19-pases',
  'gcc-12',
  'tcc',
  'csmith',
  'gcc-12 -O2; clang-16-stock -O0',
  'gcc-12 "-O2',
  '-O2 -g',
  'bash',
  'guided',
  'scope/item',
  'item',
  'passes',
  'test.c',
  'fresh,swarm',
  './mine.mjs',
];

const loaded = await Promise.all(commands.map(loadCommand));

/** Their verbs ask for what is not on any machine, or for too much. */
const slow: readonly string[] = ['doctor', 'judge', 'regress', 'serve-centipede'];
const slowVerbs: readonly string[] = ['check', 'build'];

/** The words behind `cgfuzz`. FINDING stands for the id of one that is there. */
export function commandLine(draw: Draw): readonly string[] {
  return draw.scope('command line', () => {
    const known = loaded.filter(({ name }) => !slow.includes(name));
    const command = draw.weighted<CalledCommand | undefined>([
      [20, undefined],
      ...known.map((each): [number, CalledCommand] => [30, each]),
    ]);
    if (command === undefined) return [odd(draw), ...listOf(draw, 'word', 3, odd)];
    const words = [
      ...parametersOf(draw, command),
      ...listOf(draw, 'flag', 4, () => flagOf(draw, command)).flat(),
    ];
    const line = [command.name, ...(draw.boolean(0.2) ? words.toReversed() : words)];
    return isSlow(line) ? [...line, '--help'] : line;
  });
}

function isSlow([name, ...rest]: readonly string[]): boolean {
  return (
    (name === 'fleet' && rest.includes('serve')) ||
    // It asks Debian's servers, and unpacks gigabytes.
    (name === 'compiler' && rest.includes('newest')) ||
    (name === 'source' && rest.some((word) => slowVerbs.includes(word)) && !rest.includes('nosuch')) ||
    // It reads standard input.
    rest.includes('-')
  );
}

function listOf<T>(draw: Draw, label: string, most: number, item: (draw: Draw) => T): T[] {
  const items: T[] = [];
  while (items.length < most && draw.boolean(0.5)) items.push(draw.scope(label, () => item(draw)));
  return items;
}

function parametersOf(draw: Draw, { parameters = [] }: CalledCommand): string[] {
  const words: string[] = [];
  for (const { completion, optional = false, several = false } of parameters) {
    if (draw.boolean(optional ? 0.4 : 0.05)) break;
    const word = (): string =>
      draw.scope('word', () => (draw.boolean(0.1) ? odd(draw) : meant(draw, completion)));
    words.push(word());
    if (several) words.push(...listOf(draw, 'more', 3, word));
  }
  return words;
}

function meant(draw: Draw, completion: Flag<unknown>['completion']): string {
  if (typeof completion === 'object') return draw.pick(completion);
  switch (completion) {
    case 'file':
    case 'folder':
    case 'finding':
      return draw.pick(paths);
    case 'command':
      return draw.pick(commands).name;
    default:
      return draw.boolean(0.5) ? draw.pick(paths) : draw.pick(texts);
  }
}

function flagOf(draw: Draw, command: CalledCommand): string[] {
  const names = Object.keys(command.flags);
  if (names.length === 0 || draw.boolean(0.1)) return [odd(draw)];
  const name = draw.pick(names);
  const flag = command.flags[name] as Flag<unknown>;
  const written = flag.short !== undefined && draw.boolean(0.5) ? `-${flag.short}` : `--${name}`;
  if (flag.valueName === undefined) return draw.boolean(0.1) ? [`${written}=${odd(draw)}`] : [written];
  const value = draw.scope('value', () => valueOf(draw, flag));
  switch (draw.pick(4)) {
    case 0:
      return [`${written}=${value}`];
    case 1:
      return written.startsWith('--') ? [written, value] : [`${written}${value}`];
    default:
      return [written, value];
  }
}

function valueOf(draw: Draw, { kind, completion }: Flag<unknown>): string {
  if (draw.boolean(0.25)) return odd(draw);
  switch (kind) {
    case 'integer':
      return String(draw.pick([0, 1, 2, 7, 100, 4_096, -1, 2 ** 53]));
    case 'time':
      return draw.pick(['1ms', '1s', '90', '1.5h', '2d', '-1s', '1e9d', 'soon']);
    default:
      return meant(draw, completion);
  }
}

function odd(draw: Draw): string {
  return draw.pick(oddWords);
}
