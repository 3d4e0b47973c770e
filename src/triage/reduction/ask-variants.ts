/**
 * Tries variants of a reduced finding: each gives one choice another value, and the bug stays or goes.
 *
 * The explanation of the finding and the pattern that campaigns avoid follow from these answers. Each choice
 * gets one other value before any gets a second one. Invariant: no variant is tried twice.
 */
import { applyEdits, type Choice, type ChoiceSequence } from '../../choice/index.ts';
import { type Program, programKey } from '../../program/index.ts';
import type { SourcePool } from '../../source/index.ts';
import { triageTuning } from '../tuning.ts';
import type { FailureTest } from '../kinds/kind.ts';

const MAX_ASKED = triageTuning.explainAsked.value;

export interface VariantQuestions {
  readonly generators: Pick<SourcePool, 'make'>;
  readonly test: Pick<FailureTest, 'ask'>;
  readonly signal: AbortSignal;
  readonly onTried?: () => Promise<void> | void;
}

export interface AskedVariant {
  /** The choice, and its other value. */
  readonly op: number;
  readonly value: bigint;
  readonly program: Program;
  /** True if the bug is still there. */
  readonly isThere: boolean;
}

export interface AskedVariants {
  /** The program of the finding itself. */
  readonly base: Program;
  readonly variants: readonly AskedVariant[];
  /** Tries one more variant; undefined if it makes no program, or if the limit is reached. */
  readonly ask: (op: number, value: bigint) => Promise<AskedVariant | undefined>;
}

/** Undefined if the sequence makes no program. */
export async function askVariants(
  sequence: ChoiceSequence,
  { generators, test, signal, onTried = () => undefined }: VariantQuestions,
): Promise<AskedVariants | undefined> {
  const make = async (candidate: ChoiceSequence): Promise<Program | undefined> => {
    const made = await generators.make({ sequence: candidate, seed: 0 });
    return made.outcome === 'ok' ? made.program : undefined;
  };
  const base = await make(sequence);
  if (base === undefined) return undefined;
  const answers = new Map([[programKey(base), true]]);
  // The answers include the base.
  const isEnough = (): boolean => signal.aborted || answers.size > MAX_ASKED;
  const ask = async (op: number, value: bigint): Promise<AskedVariant | undefined> => {
    const ops = sequence.ops.subarray(op, op + 1);
    const words = sequence.wordsFor(op, value);
    const program = await make(applyEdits(sequence, [{ from: op, to: op + 1, ops, words }]));
    if (program === undefined) return undefined;
    const key = programKey(program);
    let isThere = answers.get(key);
    if (isThere === undefined) {
      if (isEnough()) return undefined;
      await onTried();
      isThere = (await test.ask(withArgsOf(base, program))).isInteresting;
      answers.set(key, isThere);
    }
    return { op, value, program, isThere };
  };
  const variants: AskedVariant[] = [];
  for (const { op, value } of inRounds(sequence)) {
    if (isEnough()) break;
    const variant = await ask(op, value);
    if (variant !== undefined) variants.push(variant);
  }
  return { base, variants, ask };
}

/**
 * The arguments are the finding's: a variant in another version of the language then says if the bug needs that
 * version.
 */
function withArgsOf({ compilerArgs }: Program, variant: Program): Program {
  return compilerArgs === undefined ? variant : { ...variant, compilerArgs };
}

/** The first other value of each choice, then the second of each, and so on. */
function inRounds(sequence: ChoiceSequence): { readonly op: number; readonly value: bigint }[] {
  const values = Array.from(sequence.ops, (_, op) =>
    sequence.isChoice(op) ? otherValues(sequence.choiceAt(op)) : [],
  );
  const rounds = Math.max(0, ...values.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) =>
    values.flatMap((each, op) => (each[round] === undefined ? [] : [{ op, value: each[round] }])),
  ).flat();
}

/** The ends of the range, neighbours, and 0: the values that a person would try first. */
function otherValues({ min, max, value }: Choice): bigint[] {
  const tried = [min, value + 1n, value - 1n, max, 0n];
  return [...new Set(tried)].filter((each) => each !== value && each >= min && each <= max);
}
