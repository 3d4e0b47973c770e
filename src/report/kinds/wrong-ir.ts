/** Findings of optimised IR that breaks a rule, or does something else than before its passes. */
import type { FindingRecord } from '../../finding/index.ts';
import { argumentsOf, compilerLine, pipedLines } from '../finding/finding-command.ts';
import { optimisedTwice } from '../finding/modules-in-shell.ts';
import { diedInShell } from './compiled.ts';
import { miscompiled, type ReportKind } from './kind.ts';

export const wrongIrReport: ReportKind = {
  says: 'The optimiser writes IR whose rules do not hold.',
  ...miscompiled,
  runs: false,
  reducedBy: 'compiling',
  module: {
    fault: 'One pass spoils this module: it keeps all rules before the pass.',
    test: 'the judge of IR',
  },
  condition: () => diedInShell,
  commands: (record, { mainPath }) =>
    pipedLines(record, mainPath) ?? [
      compilerLine(record, [...argumentsOf(record), '-emit-llvm', '-c', mainPath, '-o', 'test.bc']),
      'cgfuzz judge test.bc',
    ],
  script: (record, { mainPath }) => judgeIr(record, mainPath),
  needs: () => '`./repro.sh` needs a shell, the compiler, and cgfuzz to judge the IR.',
  expected: ({ difference }) => difference?.expected ?? 'It compiles, or is refused with a diagnostic.',
};

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
