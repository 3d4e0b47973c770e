/** Findings of compiled programs that do the wrong thing when they run. */
import type { FindingRecord } from '../../finding/index.ts';
import { stepsOfPipeline } from '../../program/index.ts';
import { quoted } from '../../util/quoted.ts';
import {
  argumentsOf,
  argumentWords,
  besideArguments,
  besideWith,
  compilerLine,
  folderOf,
  pipedLines,
  redirected,
} from '../finding/finding-command.ts';
import { codeCommand, runnerOf, wordsOf } from '../finding/in-shell.ts';
import { miscompiled, type ReportKind, type ShownProgram } from './kind.ts';

export const wrongCodeReport: ReportKind = {
  says: 'The compiler generates code that does the wrong thing.',
  ...miscompiled,
  runs: true,
  reducedBy: 'running',
  module: {
    fault: 'One pass spoils this module: before the pass it does the right thing.',
    test: 'the judge of IR',
  },
  commands: linesOf,
  script: runAndCompare,
  needs: () => '`./repro.sh` needs a shell and the compiler, nothing else.',
  expected: ({ difference }) => difference?.expected ?? 'It does what the references do.',
  heading({ culprit }) {
    if (culprit?.kind === 'pass') return `wrong code by ${culprit.pass}`;
    return culprit?.kind === 'flags' ? `wrong code, right with ${culprit.flags.join(' ')}` : 'wrong code';
  },
};

function linesOf(record: FindingRecord, shown: Pick<ShownProgram, 'mainPath' | 'besidePaths'>): string[] {
  const { mainPath } = shown;
  const besidePaths = besideWith(record, shown.besidePaths);
  const args = argumentsOf(record);
  const linked = [...besideArguments(args), '-o', 'program', 'test.o', ...besidePaths, '-lm'];
  const piped = pipedLines(record, mainPath);
  if (piped !== undefined) return [...piped, compilerLine(record, linked)];
  if (besidePaths.length === 0) return [compilerLine(record, [...args, '-o', 'program', mainPath, '-lm'])];
  return [compilerLine(record, [...args, '-c', mainPath, '-o', 'test.o']), compilerLine(record, linked)];
}

function runAndCompare(record: FindingRecord, shown: ShownProgram): string[] {
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
