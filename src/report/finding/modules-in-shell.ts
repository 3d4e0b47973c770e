/** Scripts that make a program's module before and after its compiler's passes, for judges of IR. */
import type { FindingRecord } from '../../finding/index.ts';
import type { JudgeCommand } from '../../oracle/index.ts';
import { stepsOfPipeline } from '../../program/index.ts';
import { quoted } from '../../util/quoted.ts';
import { argumentsOf } from './finding-command.ts';

/** A shell command that writes two modules: `before` the passes, and `after` them. */
export function optimisedTwice(record: FindingRecord, mainPath: string, form: '-c' | '-S'): string {
  const steps = stepsOfPipeline(argumentsOf(record));
  const words =
    steps === undefined ? argumentsOf(record).map(quoted).join(' ') : steps.frontEnd.map(quoted).join(' ');
  const ending = form === '-c' ? 'bc' : 'll';
  const emit = (more: string, to: string): string =>
    `"$CC" ${words} ${more}-emit-llvm ${form} ${quoted(mainPath)} -o "$work/${to}.${ending}"`;
  const text = form === '-c' ? '' : '-S ';
  const optimise =
    steps === undefined
      ? emit('', 'after')
      : `"$OPT" ${steps.optimiser.map(quoted).join(' ')} ${text}"$work/before.${ending}" -o "$work/after.${ending}"`;
  return `${emit('-Xclang -disable-llvm-passes ', 'before')} &&\n  ${optimise}`;
}

/** The script runs the person's judge in the same way as the campaign. */
export function refutedScript(
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
