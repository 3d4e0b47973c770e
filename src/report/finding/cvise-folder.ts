/**
 * A folder in which C-Vise, C-Reduce or a person can work without cgfuzz. It has the program, its headers,
 * and a script. The script says if a program still shows the bug and no sanitizer objects.
 */
import type { FindingRecord } from '../../finding/index.ts';
import { undefinedOrInvalid } from '../../oracle/index.ts';
import { type Program, stepsOfPipeline, withoutPipeline } from '../../program/index.ts';
import { quoted } from '../../util/quoted.ts';
import {
  argumentsOf,
  argumentWords,
  besideArguments,
  compilerOf,
  optimiserOf,
  redirected,
} from './finding-command.ts';
import { usualDisassembler, waysInShell, wordsOfComplaint } from './dependence.ts';
import { crashReport, diedInShell } from '../kinds/compiled.ts';
import { reportKindOf } from '../kinds/index.ts';

/** Available compilers and checkers: the newest installed ones. */
export interface Judges {
  readonly clang: string | undefined;
  readonly gcc: string | undefined;
}

type Units = Pick<Program, 'main' | 'beside' | 'files'>;

const WARNINGS =
  '-Werror=uninitialized -Werror=implicit-function-declaration -Werror=return-type -Werror=int-conversion -Werror=array-bounds -Werror=main';
const COMPLAINTS = 'runtime error:|ERROR: AddressSanitizer';

/** For a person's own script, which lies beside this script as test.sh. */
export function guardedScript(args: readonly string[], units: Units, judges: Judges): string {
  return script([...guard(args, units, judges, false), 'exec "$here/test.sh"']);
}

/** For a finding: the script runs the failing compiler, and for wrong code also compilers that are right. */
export function interestingScript(record: FindingRecord, units: Units, judges: Judges): string {
  const { main, beside = [] } = units;
  const args = wordsHere(record);
  const file = quoted(main);
  const row = reportKindOf(record);
  if (row.reducedBy === 'comparing') return dependenceQuestion(record, main);
  if (row.reducedBy === 'compiling') {
    return script([
      ...(row.isUnguarded === true ? [] : guard(args, units, judges, false)),
      `(${row.limit ?? crashReport.limit}; ${codeCommand(record, file, '"$work/out.o"')}) >"$work/log" 2>&1`,
      'status=$?',
      row.condition?.(record) ?? diedInShell,
    ]);
  }
  const references = (record.references ?? []).map((reference) => ({ ...record, ...reference }));
  const objects = beside.map((_, index) => `"$work/beside${index}.o"`);
  const linked = beside.map(
    (path, index) =>
      `${compilerOf(record)} ${besideArguments(args).map(quotedWithHere).join(' ')} -c ${quoted(path)} -o "$work/beside${index}.o" >/dev/null 2>&1 || exit 1`,
  );
  const words = inputWords(units);
  const compiled = [record, ...references].map((each, index) =>
    [
      `{ ${codeCommand(each, file, `"$work/t${index}.o"`)}; } >/dev/null 2>&1 || exit 1`,
      `${compilerOf(each)} ${wordsForLinking(each)} ${[`"$work/t${index}.o"`, ...objects].join(' ')} -o "$work/p${index}" -lm >/dev/null 2>&1 || exit 1`,
      `(ulimit -t 10; exec "$work/p${index}"${words}) >"$work/out${index}" 2>/dev/null; echo "exit $?" >>"$work/out${index}"`,
    ].join('\n'),
  );
  return script([
    ...linked,
    ...compiled,
    ...references.slice(1).map((_, index) => `cmp -s "$work/out1" "$work/out${index + 2}" || exit 1`),
    'cmp -s "$work/out0" "$work/out1" && exit 1',
    ...guard(args, units, judges, true),
    'exit 0',
  ]);
}

/** Two compiles without sanitizers: a relation also holds for programs without a meaning. */
function dependenceQuestion(record: FindingRecord, main: string): string {
  const ways = waysInShell({ ...record, args: wordsHere(record) }, compilerOf(record), main);
  return script([
    `OBJDUMP=\${OBJDUMP:-${usualDisassembler(record)}}`,
    ...ways.map((line) => line.replaceAll(/'(-I\$here\/[^']*)'/g, '"$1"')),
    'first >/dev/null 2>&1 || exit 1',
    ...(record.message === ''
      ? [
          'second >/dev/null 2>&1 || exit 1',
          'code "$work/first.o" >"$work/first"',
          'code "$work/second.o" >"$work/second"',
          'if cmp -s "$work/first" "$work/second"; then exit 1; fi',
          'exit 0',
        ]
      : ['second >"$work/log" 2>&1 && exit 1', `grep -qF ${quoted(wordsOfComplaint(record))} "$work/log"`]),
  ]);
}

type Called = Pick<FindingRecord, 'compiler' | 'args' | 'program' | 'kind'>;

function wordsHere(record: Called): string[] {
  return argumentsOf(record).map((arg) => arg.replace(/^-I(?!\/)/, '-I$here/'));
}

/** Arguments for linking: all arguments for the object, without named passes. */
function wordsForLinking(record: Called): string {
  return withoutPipeline(wordsHere(record)).map(quotedWithHere).join(' ');
}

/** Words after the program's name: the input lies beside the script. */
function inputWords(program: Pick<Program, 'files'>): string {
  return argumentWords(program) + redirected(program, '"$here"/');
}

/** One command that makes an object from a file; three commands if passes are named. */
function codeCommand(record: Called, file: string, to: string): string {
  const args = wordsHere(record);
  const steps = stepsOfPipeline(args);
  const words = (all: readonly string[]): string => all.map(quotedWithHere).join(' ');
  const clang = compilerOf(record);
  if (steps === undefined) return `${clang} ${words(args)} -c ${file} -o ${to}`;
  return [
    `${clang} ${words(steps.frontEnd)} ${file} -o "$work/test.bc"`,
    `${optimiserOf(record)} ${words(steps.optimiser)} "$work/test.bc" -o "$work/passes.bc"`,
    `${clang} -c ${words(steps.backEnd)} "$work/passes.bc" -o ${to}`,
  ].join(' && ');
}

function script(lines: readonly string[]): string {
  return [
    '#!/bin/sh',
    '# Exits with 0 if the program in this folder is interesting, as C-Vise and C-Reduce want it.',
    'here=$(cd "$(dirname "$0")" && pwd)',
    'work=$(mktemp -d) || exit 1',
    `trap 'rm -rf "$work"' EXIT`,
    'export TMPDIR="$work"',
    'ulimit -c 0',
    ...lines,
    '',
  ].join('\n');
}

/**
 * The commands that detect undefined behaviour. A program that must run must also end well under the
 * sanitizers.
 */
function guard(
  args: readonly string[],
  { main, beside = [], files: all }: Units,
  { clang, gcc }: Judges,
  mustRun: boolean,
): string[] {
  const words = judgeArguments(args).map(quotedWithHere).join(' ');
  const file = quoted(main);
  const files = [main, ...beside].map(quoted).join(' ');
  const judges = [clang, gcc].filter((each) => each !== undefined);
  return [
    '# No program without a meaning:',
    ...judges.map(
      (each) => `${each} ${words} ${WARNINGS} -O1 -c ${file} -o "$work/w.o" 2>/dev/null || exit 1`,
    ),
    ...judges.flatMap((each) => [
      `if ${each} ${words} -w -g ${undefinedOrInvalid} -fno-sanitize-recover=all ${files} -o "$work/s" -lm 2>/dev/null; then`,
      `  (ulimit -t 20; ASAN_OPTIONS=detect_leaks=0 exec "$work/s"${inputWords({ files: all })}) >/dev/null 2>"$work/complaints"`,
      `  if grep -qE '${COMPLAINTS}' "$work/complaints"; then exit 1; fi`,
      ...(mustRun ? ['else', '  exit 1'] : []),
      'fi',
    ]),
  ];
}

/** Flags that other compilers need for the same program: headers, macros, the language. */
export function judgeArguments(args: readonly string[]): string[] {
  return args.filter((arg) => /^-(?:[IDU]|std=|f(?!sanitize))/.test(arg));
}

/** A word in quotes, in which the shell still expands `$here`. */
function quotedWithHere(word: string): string {
  return word.includes('$here/') ? `"${word}"` : quoted(word);
}
