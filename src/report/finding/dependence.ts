/**
 * Findings about code that depends on something irrelevant. The report shows the two ways to compile the
 * program, as commands for a person and for `repro.sh`, and explains them.
 *
 * Invariant: the script needs a shell, the compiler and `objdump`. It ignores padding when it compares, since
 * an assembler may choose the padding.
 */
import type { FindingRecord } from '../../finding/index.ts';
import {
  type BrokenRelation,
  KEEP_USES,
  nameOfRelation,
  NO_PASSES,
  plainArgsOf,
  wordsIn,
} from '../../oracle/index.ts';
import { quoted } from '../../util/quoted.ts';
import { argumentsOf } from './finding-command.ts';

type Called = Pick<FindingRecord, 'compiler' | 'args' | 'program' | 'kind' | 'relation'>;

interface Step {
  readonly args: readonly string[];
  readonly from: string;
  readonly to: string;
}

function relationOf({ relation }: Pick<FindingRecord, 'relation'>): BrokenRelation {
  if (relation === undefined) throw new Error('the finding names no relation');
  return relation;
}

/** The first way, and the steps of the second one. */
function stepsOf(record: Called, file: string): readonly [Step, ...Step[]] {
  const { way, added } = relationOf(record);
  const args = argumentsOf(record);
  const first = { args: [...args, '-c'], from: file, to: 'first.o' };
  if (way === 'options') return [first, { args: [...args, ...added, '-c'], from: file, to: 'second.o' }];
  const back = [...plainArgsOf(args), ...(way === 'optimised-ir' ? NO_PASSES : []), '-c'];
  const between = way === 'assembly' ? 'second.s' : 'second.ll';
  const made =
    way === 'assembly'
      ? [...added, '-S']
      : ['-S', '-emit-llvm', ...KEEP_USES, ...(way === 'ir' ? NO_PASSES : [])];
  return [
    first,
    { args: [...args, ...made], from: file, to: between },
    { args: back, from: between, to: 'second.o' },
  ];
}

/** One command a line. */
export function dependenceCommands(record: Called, compiler: string, file: string): string[] {
  return stepsOf(record, file).map(({ args, from, to }) =>
    [compiler, ...args, from, '-o', to].map(quoted).join(' '),
  );
}

/** Lines of a script for a program that lies in the folder of the script; results lie in `$work`. */
export function waysInShell(record: Called, compiler: string, file: string): string[] {
  const [first, ...second] = stepsOf(record, file).map(({ args, from, to }) => {
    const source = from === file ? quoted(from) : `"$work/${from}"`;
    return `${compiler} ${args.map(quoted).join(' ')} ${source} -o "$work/${to}"`;
  });
  return [
    `first() { ${first}; }`,
    `second() { ${second.join(' && ')}; }`,
    '# Code and relocations without addresses and padding; bytes if the disassembler does not know the architecture.',
    'code() {',
    `  { "$OBJDUMP" -dr --no-show-raw-insn "$1" 2>/dev/null || "$OBJDUMP" -s -j .text "$1"; } |`,
    `    sed -e '/file format/d' -e '/nop/d' -e '/xchg  *%ax,%ax/d'`,
    ...sectionInShell(relationOf(record)),
    '}',
  ];
}

/** A section without code is compared as bytes. */
function sectionInShell({ section = '.text' }: BrokenRelation): string[] {
  if (section === 'symbols') return [`  "$OBJDUMP" -t "$1" | grep ' g '`];
  if (section.startsWith('.text')) return [];
  return [`  "$OBJDUMP" -s -r -j ${quoted(section)} "$1" | sed -e '/file format/d'`];
}

/** All of `repro.sh` after its head. */
export function dependenceScript(record: FindingRecord, file: string): string[] {
  const name = nameOfRelation(relationOf(record));
  const isRefused = record.message !== '';
  return [
    '# Another disassembler: OBJDUMP=/path/to/llvm-objdump ./repro.sh',
    `OBJDUMP=\${OBJDUMP:-${usualDisassembler(record)}}`,
    `command -v "$OBJDUMP" >/dev/null || { echo "$OBJDUMP is not installed"; exit 77; }`,
    ...waysInShell(record, '"$CC"', file),
    'first >"$work/log" 2>&1 || { cat "$work/log"; echo "$CC does not compile it"; exit 77; }',
    'if ! second >"$work/log" 2>&1; then',
    '  tail -n 40 "$work/log"',
    ...(isRefused
      ? [
          `  if grep -qF ${quoted(wordsOfComplaint(record))} "$work/log"; then`,
          '    echo "the bug is there"',
          '    exit 1',
          '  fi',
        ]
      : []),
    '  exit 77',
    'fi',
    'code "$work/first.o" >"$work/first"',
    'code "$work/second.o" >"$work/second"',
    'if cmp -s "$work/first" "$work/second"; then',
    '  echo "the bug is not there"',
    '  exit 0',
    'fi',
    'diff "$work/first" "$work/second" | head -n 40',
    ...(isRefused
      ? ['echo "the bug is not there; the code differs, which is another one"', 'exit 0']
      : [`echo "the bug is there: < is as usual, > is with: ${name}"`, 'exit 1']),
  ];
}

/** GNU's disassembler knows only its own architecture. */
export function usualDisassembler({ args }: Pick<FindingRecord, 'args'>): string {
  const isElsewhere = args.some((arg) => arg.startsWith('--target='));
  return isElsewhere ? '$(command -v llvm-objdump || echo objdump)' : 'objdump';
}

/** Words that the compiler must print; the instruction that they are about follows them. */
export function wordsOfComplaint({ message }: Pick<FindingRecord, 'message'>): string {
  return wordsIn(message.split(' | ')[0] ?? '');
}

/** For the report: the property that a compiler must keep. */
export function expectedOfRelation(record: Pick<FindingRecord, 'relation' | 'message'>): string {
  const { way, added } = relationOf(record);
  const same = 'Both objects have the same code, data and symbols';
  switch (way) {
    case 'options':
      if (added.length === 0) return `${same}: the compiler is asked the same question twice.`;
      return `${same}: \`${added.join(' ')}\` ${added.some((word) => /^-f?(?:g|debug)/.test(word)) ? 'only adds debug information' : 'only says what to tell a person'}.`;
    case 'assembly':
      return record.message === ''
        ? `${same}: the compiler makes an object as if by way of this assembly.`
        : 'The compiler assembles the assembly that it wrote itself.';
    case 'ir':
    case 'optimised-ir':
      return `${same}: the IR that the compiler writes is the IR that it reads.`;
  }
}
