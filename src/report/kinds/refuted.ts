/** Findings that a person's own judge refutes. */
import type { FindingRecord } from '../../finding/index.ts';
import type { JudgeCommand } from '../../oracle/index.ts';
import { quoted } from '../../util/quoted.ts';
import { argumentsOf, compilerOf, pipedLines } from '../finding/finding-command.ts';
import { optimisedTwice } from '../finding/modules-in-shell.ts';
import { diedInShell } from './compiled.ts';
import { miscompiled, type ReportKind } from './kind.ts';

export const refutedReport: ReportKind = {
  says: 'A judge says that the optimiser changes what the program means.',
  ...miscompiled,
  runs: false,
  reducedBy: 'compiling',
  module: { fault: 'The judge refutes what one pass makes of this module.', test: 'the judge' },
  condition: () => diedInShell,
  commands: (record, { mainPath }) =>
    pipedLines(record, mainPath) ?? linesOfJudge(record, judgeOf(record), mainPath),
  script: (record, { mainPath }) => refutedScript(record, judgeOf(record), mainPath),
  needs: () => '`./repro.sh` needs a shell, the compiler, and the judge that the finding names.',
  expected: () => 'The judge says that the second file may take the place of the first one.',
  actual: (_, output) => `the judge says: ${output.trim()}`,
};

function judgeOf({ judge }: Pick<FindingRecord, 'judge'>): JudgeCommand {
  if (judge === undefined) throw new Error('the finding names no judge');
  return judge;
}

/** The commands that make both files, and the judge's command. */
function linesOfJudge(record: FindingRecord, { words }: JudgeCommand, mainPath: string): string[] {
  const compile = [compilerOf(record), ...argumentsOf(record)];
  const made = record.compiler.startsWith('clang')
    ? [
        [...compile, '-Xclang', '-disable-llvm-passes', '-emit-llvm', '-S', mainPath, '-o', 'before.ll'],
        [...compile, '-emit-llvm', '-S', mainPath, '-o', 'after.ll'],
        [...words, 'before.ll', 'after.ll'],
      ]
    : [
        [...compile, '-S', mainPath, '-o', 'after.s'],
        [...words, mainPath, 'after.s'],
      ];
  return made.map((line) => line.map(quoted).join(' '));
}

/** The script runs the person's judge in the same way as the campaign. */
function refutedScript(
  record: FindingRecord,
  { words, timeoutMs }: JudgeCommand,
  mainPath: string,
): string[] {
  const isClang = record.compiler.startsWith('clang');
  const made = isClang
    ? optimisedTwice(record, mainPath, '-S')
    : `"$CC" ${argumentsOf(record).map(quoted).join(' ')} -S ${quoted(mainPath)} -o "$work/after.s"`;
  const files = isClang ? '"$work/before.ll" "$work/after.ll"' : `${quoted(mainPath)} "$work/after.s"`;
  return [
    '# The judge ends with 1 if the second file may not take the place of the first one, and with 0 if it may.',
    `{ ${made}; } >"$work/log" 2>&1 ||`,
    '  { cat "$work/log"; echo "$CC does not compile it"; exit 77; }',
    `timeout ${Math.ceil(timeoutMs / 1_000)} ${words.map(quoted).join(' ')} ${files}`,
    'case $? in',
    '  0) echo "the bug is not there"; exit 0 ;;',
    '  1) echo "the bug is there"; exit 1 ;;',
    '  *) echo "the judge says nothing"; exit 77 ;;',
    'esac',
  ];
}
