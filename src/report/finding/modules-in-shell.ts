/** Scripts that make a program's module before and after its compiler's passes, for judges of IR. */
import type { FindingRecord } from '../../finding/index.ts';
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
