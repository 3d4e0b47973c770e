/** One command line for code with a pipeline of passes: clang, the `opt` beside it, and clang again. */
import { BETWEEN, stepsOfPipeline } from '../../program/index.ts';
import type { Emit } from '../../serve/index.ts';
import { quoted } from '../../util/quoted.ts';
import { argumentsToEmit } from './arguments-to-emit.ts';

interface Tools {
  /** The compiler with its fixed flags. */
  readonly clang: readonly string[];
  readonly optimiser: string;
  /** The file to be compiled. */
  readonly main: string;
}

/** The optimiser's arguments come after the script, where the executor sees whether passes are counted. */
export function runOfPipeline(
  { clang, optimiser, main }: Tools,
  args: readonly string[],
  emit: Emit,
): readonly string[] | undefined {
  const steps = stepsOfPipeline(args);
  if (steps === undefined) return undefined;
  const isIr = emit.endsWith('-after-passes');
  const made = isIr ? [...(emit === 'ir-after-passes' ? ['-S'] : []), '-o', 'out'] : ['-o', BETWEEN];
  const commands = [
    [...clang, ...steps.frontEnd, '-o', BETWEEN, main].map(quoted).join(' '),
    `${quoted(optimiser)} "$@" ${[...made, BETWEEN].join(' ')}`,
    ...(isIr
      ? []
      : [[...clang, ...argumentsToEmit('clang', emit)!, ...steps.backEnd, BETWEEN].map(quoted).join(' ')]),
  ];
  return ['/bin/sh', '-c', commands.join(' && '), 'sh', ...steps.optimiser];
}
