/**
 * `repro.sh`: shows a finding with nothing but a shell and the compiler. Invariant: exit code 1 means that
 * the bug is there, 0 that it is gone, and 77 that the compiler could not run. So nobody takes silence for an
 * answer.
 */
import type { FindingRecord } from '../../finding/index.ts';
import { stepsOfPipeline } from '../../program/index.ts';
import { quoted } from '../../util/quoted.ts';
import { reportKindOf } from '../kinds/index.ts';
import type { ShownProgram } from '../kinds/kind.ts';
import { isOfExecutable } from './executable-finding.ts';
import { argumentsOf, compilerOf, optimiserOf } from './finding-command.ts';

export function reproScript(record: FindingRecord, shown: ShownProgram): string {
  const lines = reportKindOf(record).script(record, shown);
  if (isOfExecutable(record)) return lines.join('\n');
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
    ...lines,
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
