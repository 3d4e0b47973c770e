/** Findings of concurrent programs whose code a judge of assembly refutes by their contract. */
import { posix } from 'node:path';
import { CONTRACT_FILE } from '../../litmus/index.ts';
import type { FindingRecord } from '../../finding/index.ts';
import { quoted } from '../../util/quoted.ts';
import { argumentsOf, compilerLine, isRunToo, pipedLines } from '../finding/finding-command.ts';
import { codeCommand, wordsOf } from '../finding/in-shell.ts';
import type { ReportKind } from './kind.ts';
import { wrongCodeReport } from './wrong-code.ts';

export const litmusReport: ReportKind = {
  ...wrongCodeReport,
  runs: false,
  commands: (record, { mainPath }) =>
    pipedLines(record, mainPath, ['-S', '-o', '-']) ?? [
      compilerLine(record, [...argumentsOf(record), '-S', '-o', '-', mainPath]),
    ],
  script: (record, { mainPath }) => judge(record, mainPath),
  needs: (record) =>
    isRunToo(record)
      ? '`./repro.sh` needs a shell and two compilers, the second one for the harness that runs the threads and says how often it shows; if it does not show in a run, cgfuzz judges the assembly.'
      : '`./repro.sh` needs a shell, the compiler, and cgfuzz to judge the assembly.',
};

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
