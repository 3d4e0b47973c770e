/**
 * `repro.sh`: shows a finding with nothing but a shell and the compiler. Invariant: exit code 1 means that
 * the bug is there, 0 that it is gone, and 77 that the compiler could not run. So nobody takes silence for an
 * answer.
 */
import { otherMachineOf } from '../../build/index.ts';
import { CONTRACT_FILE } from '../../litmus/index.ts';
import { posix } from 'node:path';
import type { FindingRecord, ShownFiles } from '../../finding/index.ts';
import { wordsIn } from '../../oracle/index.ts';
import { stepsOfPipeline } from '../../program/index.ts';
import { quoted } from '../../util/quoted.ts';
import { dependenceScript } from './dependence.ts';
import { optimisedTwice, refutedScript } from './modules-in-shell.ts';
import { executableScript, isOfExecutable } from './executable-finding.ts';
import {
  argumentsOf,
  argumentWords,
  besideArguments,
  besideWith,
  compilerOf,
  folderOf,
  isJudged,
  isRunToo,
  optimiserOf,
  redirected,
} from './finding-command.ts';

const CPU_SECONDS = 60;
const MEMORY_KIB = 4 * 1024 * 1024;
/** Last words of compilers that die; the exit codes of drivers tell little. */
const DEATH =
  'Assertion .* failed|UNREACHABLE executed|LLVM ERROR|error in backend|internal compiler error|PLEASE submit a bug report|Stack dump:';
const OUT_OF_MEMORY = 'out of memory|bad_alloc|memory exhausted|cannot allocate memory';
const OUT_OF_TIME = 'CPU time limit exceeded|Killed signal terminated program';

export function reproScript(record: FindingRecord, shown: Shown): string {
  const { mainPath } = shown;
  if (isOfExecutable(record)) return executableScript(record, { mainPath });
  return [
    '#!/bin/sh',
    `# ${record.title.replaceAll(/\s+/g, ' ')}`,
    '#',
    '# Exit code 1 while the bug is there, 0 when it is gone, 77 when the compiler could not be asked.',
    `# Another compiler: CC=/path/to/${compilerOf(record)} ./repro.sh`,
    ...(record.kind === 'crash' && record.compiler.startsWith('clang')
      ? ['# An assertion needs a compiler that was built with assertions, which released ones are not.']
      : []),
    `CC=\${CC:-${compilerOf(record)}}`,
    `cd "$(dirname "$0")" || exit 77`,
    '# A compiler that was added by cgfuzz is not on the search path.',
    'for added in "${XDG_CACHE_HOME:-$HOME/.cache}"/cgfuzz/compilers/*/bin/"$CC"; do',
    '  if ! command -v "$CC" >/dev/null && [ -x "$added" ]; then CC=$added; fi',
    'done',
    `command -v "$CC" >/dev/null || { echo "$CC is not installed"; exit 77; }`,
    'work=$(mktemp -d) || exit 77',
    `trap 'rm -rf "$work"' EXIT`,
    '# Compilers that crash leave files behind, here.',
    'export TMPDIR="$work"',
    'ulimit -c 0',
    '',
    ...stepsOf(record),
    ...whatToDo(record, shown),
    '',
  ].join('\n');
}

/** A shell function that replaces the compiler and makes code with named passes, if the finding has them. */
function stepsOf(record: FindingRecord): string[] {
  const steps = stepsOfPipeline(argumentsOf(record));
  if (steps === undefined) return [];
  const words = (all: readonly string[]): string => all.map(quoted).join(' ');
  return [
    '# The opt beside the compiler, of the same release; another one: OPT=/path/to/opt',
    'OPT=${OPT:-$(dirname "$(readlink -f "$(command -v "$CC")")")/opt}',
    `command -v "$OPT" >/dev/null || OPT=${optimiserOf(record)}`,
    'command -v "$OPT" >/dev/null || { echo "$OPT is not installed"; exit 77; }',
    '# Makes code of $1, in the form $2, as $3: by the front end, the passes, the code generator.',
    'generate() {',
    `  "$CC" ${words(steps.frontEnd)} "$1" -o "$work/test.bc" &&`,
    `    "$OPT" ${words(steps.optimiser)} "$work/test.bc" -o "$work/passes.bc" &&`,
    `    "$CC" ${words(steps.backEnd)} "$work/passes.bc" "$2" -o "$3"`,
    '}',
    '',
  ];
}

/** The command that makes code from a file: `form` is `-c` or `-S`. */
function codeCommand(record: FindingRecord, form: string, mainPath: string, to: string): string {
  return stepsOfPipeline(record.args) === undefined
    ? `"$CC" ${wordsOf(record)} ${form} ${quoted(mainPath)} -o ${to}`
    : `generate ${quoted(mainPath)} ${form} ${to}`;
}

type Shown = Pick<ShownFiles, 'mainPath' | 'besidePaths' | 'program'>;

function whatToDo(record: FindingRecord, shown: Shown): string[] {
  const { mainPath } = shown;
  if (record.kind === 'wrong-ir') return judgeIr(record, mainPath);
  if (record.judge !== undefined) return refutedScript(record, record.judge, mainPath);
  if (isJudged(record)) return judge(record, mainPath);
  if (record.relation !== undefined) return dependenceScript(record, mainPath);
  return record.kind === 'wrong-code' ? runAndCompare(record, shown) : compile(record, mainPath);
}

/**
 * The judge says which outcomes its code can show. If the program can run here, it runs first, since a person
 * who sees the bug needs no judge.
 */
function judge(record: FindingRecord, mainPath: string): string[] {
  const contract = quoted(posix.join(posix.dirname(mainPath), CONTRACT_FILE));
  return [
    `${codeCommand(record, '-S', mainPath, '"$work/out.s"')} >"$work/log" 2>&1 ||`,
    '  { cat "$work/log"; echo "$CC does not compile it"; exit 77; }',
    ...(isRunToo(record) ? runThreads(record, mainPath) : []),
    'CGFUZZ=${CGFUZZ:-cgfuzz}',
    'command -v "$CGFUZZ" >/dev/null || { cat "$work/out.s"; echo "cgfuzz is not installed, which judges this"; exit 77; }',
    `"$CGFUZZ" litmus ${contract} --compiler "$CC ${wordsOf(record)}"`,
    'status=$?',
    '[ $status -eq 1 ] && { echo "the bug is there"; exit 1; }',
    '[ $status -eq 0 ] && { echo "the bug is not there"; exit 0; }',
    'exit 77',
  ];
}

/**
 * The judge reads its IR before and after the passes; a rule that is broken before them is no fault of the
 * compiler.
 */
function judgeIr(record: FindingRecord, mainPath: string): string[] {
  return [
    'CGFUZZ=${CGFUZZ:-cgfuzz}',
    'command -v "$CGFUZZ" >/dev/null || { echo "cgfuzz is not installed, which judges this"; exit 77; }',
    `{ ${optimisedTwice(record, mainPath, '-c')}; } >"$work/log" 2>&1 ||`,
    '  { cat "$work/log"; echo "$CC does not compile it"; exit 77; }',
    '"$CGFUZZ" judge "$work/before.bc" || { echo "the program is wrong before the passes"; exit 77; }',
    '"$CGFUZZ" judge "$work/after.bc" --output >"$work/actual.txt"',
    'status=$?',
    'cat "$work/actual.txt"',
    '[ $status -eq 1 ] && { echo "the bug is there"; exit 1; }',
    '[ $status -eq 0 ] || exit 77',
    'diff expected.txt "$work/actual.txt" && { echo "the bug is not there"; exit 0; }',
    'echo "the bug is there: < is right, > is what the program does"',
    'exit 1',
  ];
}

function runThreads(record: FindingRecord, mainPath: string): string[] {
  return [
    `if ${codeCommand(record, '-c', mainPath, '"$work/test.o"')} 2>"$work/log" &&`,
    '  ${HOSTCC:-cc} -O2 -w -pthread stress.c "$work/test.o" -o "$work/program" 2>>"$work/log"; then',
    '  "$work/program" "${SECONDS_TO_RUN:-5}" >"$work/seen"',
    `  sed '$d' "$work/seen" | while read -r count outcome; do`,
    '    grep -qxF "$outcome" allowed.txt || echo "seen $count times, and forbidden: $outcome"',
    '  done >"$work/forbidden"',
    '  cat "$work/forbidden"',
    '  tail -n 1 "$work/seen"',
    '  [ -s "$work/forbidden" ] && { echo "the bug is there"; exit 1; }',
    '  echo "not seen in a run, which says nothing"',
    'fi',
  ];
}

function compile(record: FindingRecord, mainPath: string): string[] {
  return [
    `(${limitOf(record)}; ${codeCommand(record, '-c', mainPath, '"$work/out.o"')}) >"$work/log" 2>&1`,
    'status=$?',
    'tail -n 40 "$work/log"',
    `if ${conditionOf(record)}; then`,
    '  echo "the bug is there (exit code $status)"',
    '  exit 1',
    'fi',
    'echo "the bug is not there (exit code $status)"',
    'exit 0',
  ];
}

/** Limits that the compiler runs under. */
export function limitOf({ kind }: FindingRecord): string {
  return kind === 'out-of-memory' ? `ulimit -v ${MEMORY_KIB}` : `ulimit -t ${CPU_SECONDS}`;
}

/** A shell condition that is true if the bug is there, given `$status` and `$work/log`. */
export function conditionOf({ kind, message }: FindingRecord): string {
  switch (kind) {
    case 'rejected':
      return `[ $status -ne 0 ] && [ $status -lt 128 ]${saying(message)}`;
    case 'out-of-memory':
      return `grep -qiE '${OUT_OF_MEMORY}' "$work/log"`;
    case 'hang':
      return `[ $status -ge 128 ] || grep -qE '${OUT_OF_TIME}' "$work/log"`;
    case 'crash':
    case 'wrong-code':
    case 'depends':
    case 'wrong-ir':
    case 'refuted':
      return `[ $status -ge 128 ] || grep -qE '${DEATH}' "$work/log"`;
  }
}

/** A refusal for another reason, such as an unknown option, is not this bug. */
function saying(message: string): string {
  const words = wordsIn(message);
  return words.length < 8 ? '' : ` && grep -qF ${quoted(words)} "$work/log"`;
}

function runAndCompare(record: FindingRecord, shown: Shown): string[] {
  const { mainPath, program } = shown;
  const besidePaths = besideWith(record, shown.besidePaths);
  const whole = [`"$CC" ${wordsOf(record)} ${quoted(mainPath)} -o "$work/program" -lm`];
  const parts = [
    codeCommand(record, '-c', mainPath, '"$work/test.o"'),
    `"$CC" ${[...besideArguments(argumentsOf(record)), ...besidePaths].map(quoted).join(' ')} "$work/test.o" -o "$work/program" -lm`,
  ];
  return [
    ...(besidePaths.length === 0 && stepsOfPipeline(record.args) === undefined ? whole : parts).flatMap(
      (command) => [
        `${command} >"$work/log" 2>&1 ||`,
        '  { cat "$work/log"; echo "$CC does not compile it"; exit 77; }',
      ],
    ),
    `(cd "$work" && ulimit -t 10 && exec ${runnerOf(record)}./program${argumentWords(program)})${redirected(program, folderOf(program, mainPath))} >"$work/stdout" 2>/dev/null`,
    'code=$?',
    '{ echo "exit $code"; cat "$work/stdout"; } >"$work/actual.txt"',
    'if diff expected.txt "$work/actual.txt"; then',
    '  echo "the bug is not there"',
    '  exit 0',
    'fi',
    'echo "the bug is there: < is right, > is what the program does"',
    'exit 1',
  ];
}

/** The command that runs a program for another machine. */
function runnerOf({ compiler, args }: FindingRecord): string {
  return (otherMachineOf(compiler, args)?.runner ?? []).map((word) => `${quoted(word)} `).join('');
}

function wordsOf(record: FindingRecord): string {
  return argumentsOf(record).map(quoted).join(' ');
}
