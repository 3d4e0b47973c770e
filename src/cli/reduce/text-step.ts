/** `cgfuzz reduce --text`: reduces the text of a program further than its choices allow. */
import { programSize, type Program } from '../../program/index.ts';
import { reduceText, type TextReduced, type TextReductionOptions } from '../../triage/index.ts';
import { Laboratory } from '../../laboratory/index.ts';
import { reductionProgress } from '../progress/reduction-progress.ts';
import { worldOf } from '../../session/world.ts';
import type { ReduceSession } from './session.ts';

export interface TextStep extends TextReduced {
  readonly bytes: { readonly from: number; readonly to: number };
}

export interface TextStepOptions extends Pick<
  TextReductionOptions,
  'isInteresting' | 'seemsInteresting' | 'mayMeanNothing' | 'isCompiledOnly' | 'validity'
> {
  /** Saves the best program so far: a killed process then loses only unchecked work. */
  readonly save: (sofar: Omit<TextStep, 'end'>) => void;
}

export async function textStep(
  { context, flags, cpuMs }: ReduceSession,
  program: Program,
  args: readonly string[],
  { save, ...questions }: TextStepOptions,
): Promise<TextStep> {
  const laboratory = await Laboratory.open(worldOf(context));
  const view = reductionProgress(context, flags.json, cpuMs);
  const from = programSize(program);
  view.begin(from);
  const withSizes = <Made extends Pick<TextReduced, 'program'>>(
    made: Made,
  ): Made & Pick<TextStep, 'bytes'> => ({ ...made, bytes: { from, to: programSize(made.program) } });
  try {
    const reduced = await reduceText(program, {
      ...questions,
      laboratory,
      args,
      jobs: flags.jobs,
      signal: context.signal,
      onLine: (line) => view.say(line),
      onSmaller: (bytes, done, pass) => view.tell(bytes, done, pass),
      onChecked: (sofar) => save(withSizes(sofar)),
    });
    if (reduced.guard === 'unknown' && questions.isCompiledOnly !== true)
      context.stderr(
        'no sanitizer could run the program, so that only warnings kept the text reducer from undefined behaviour\n',
      );
    return withSizes(reduced);
  } finally {
    view.clear();
    await laboratory.close();
  }
}
