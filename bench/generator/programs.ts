/** Programs of loom, by seed. */
import { Alphabet, type ChoiceSequence, type Filler, replay } from '../../src/choice/index.ts';
import { loom, type LoomOptions, type LoomResult } from '../../src/generators/loom/index.ts';

const alphabet = new Alphabet();

export interface Made {
  readonly result: LoomResult;
  readonly record: ChoiceSequence;
  readonly text: string;
}

export interface Making {
  readonly seed: number;
  readonly sequence?: ChoiceSequence;
  readonly filler?: Filler;
  readonly options?: LoomOptions;
}

/** Throws if loom does: the benchmark measures that this never happens. */
export function make({ seed, sequence, filler, options = {} }: Making): Made {
  const made = replay((draw) => loom(draw, options), {
    alphabet,
    seed,
    ...(sequence === undefined ? {} : { sequence }),
    ...(filler === undefined ? {} : { filler }),
  });
  if (made.outcome !== 'ok') throw new Error(`seed ${seed}: ${JSON.stringify(made)}`);
  const text = Buffer.from(made.value.program.files[0]!.bytes).toString();
  return { result: made.value, record: made.record, text };
}

export function fromEnvironment(name: string, usual: number): number {
  return Number(process.env[name] ?? usual);
}
