/** Takes in an input of another engine: finds the choices with which a source writes the same bytes. */
import { Alphabet, type ChoiceSequence, replay } from '../choice/index.ts';
import type { FunctionDefinition, SourceDefinition } from './definition.ts';
import { programOfWritten } from './thread/written.ts';

type Reader = FunctionDefinition & Required<Pick<FunctionDefinition, 'answersFor'>>;

export function readsInputs(definition: SourceDefinition): definition is Reader {
  return 'answersFor' in definition && definition.answersFor !== undefined;
}

/** Undefined if the source cannot write this input. */
export function sequenceOfInput(definition: Reader, input: Uint8Array): ChoiceSequence | undefined {
  const answers = definition.answersFor(input)[Symbol.iterator]();
  const made = replay(
    (draw) => programOfWritten(definition.generate(draw), definition.language, Number.MAX_SAFE_INTEGER),
    {
      alphabet: new Alphabet(),
      filler: () => {
        const answer = answers.next();
        return answer.done === true ? undefined : answer.value;
      },
    },
  );
  if (made.outcome !== 'ok') return undefined;
  const { files, main } = made.value;
  const written = files.find(({ path }) => path === main)?.bytes;
  return written !== undefined && Buffer.compare(written, input) === 0 ? made.record : undefined;
}
