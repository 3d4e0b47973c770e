/** Sequences made of random steps, for laws about sequences as such: no generator stands behind them. */
import * as fc from 'fast-check';
import type { Alphabet } from '../../src/choice/sequence/alphabet.ts';
import type { ChoiceSequence } from '../../src/choice/sequence/sequence.ts';
import type { Draw } from '../../src/choice/engine/draw.ts';
import { replay } from '../../src/choice/engine/replay.ts';

export type Step =
  | { readonly kind: 'scope'; readonly label: string; readonly body: readonly Step[] }
  | { readonly kind: 'pick' | 'weighted' | 'word'; readonly size: number }
  | { readonly kind: 'integer'; readonly min: bigint; readonly max: bigint };

const int64 = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);
const uint64 = fc.bigInt(0n, 2n ** 64n - 1n);
const bounds = fc
  .oneof(
    fc.tuple(fc.bigInt(-9n, 9n), fc.bigInt(-9n, 9n)),
    fc.tuple(int64, int64),
    fc.tuple(uint64, uint64),
    fc.constant([-(2n ** 63n), 2n ** 63n - 1n] as const),
    fc.constant([0n, 2n ** 64n - 1n] as const),
  )
  .map(([a, b]) => ({ kind: 'integer' as const, min: a < b ? a : b, max: a < b ? b : a }));

const { steps } = fc.letrec<{ steps: readonly Step[] }>((tie) => ({
  steps: fc.array(
    fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      bounds,
      fc.record({ kind: fc.constantFrom('pick', 'weighted'), size: fc.integer({ min: 1, max: 3_000 }) }),
      fc.record({ kind: fc.constant('word' as const), size: fc.integer({ min: 1, max: 64 }) }),
      fc.record({
        kind: fc.constant('scope' as const),
        label: fc.oneof(fc.constantFrom('', 'a', 'b', 'statement'), fc.string({ unit: 'binary' })),
        body: tie('steps'),
      }),
    ),
    { maxLength: 6 },
  ),
}));

/** A list of steps; repeated parts, so that codes have something to gain. */
export const randomSteps: fc.Arbitrary<readonly Step[]> = fc
  .tuple(steps, fc.integer({ min: 1, max: 20 }))
  .map(([list, times]) => Array.from({ length: times }, () => list).flat());

export function drawSteps(drawing: Draw, list: readonly Step[]): void {
  for (const step of list) {
    if (step.kind === 'scope') drawing.scope(step.label, () => drawSteps(drawing, step.body));
    else if (step.kind === 'integer') drawing.integer(step.min, step.max);
    else if (step.kind === 'pick') drawing.pick(step.size);
    else if (step.kind === 'weighted')
      drawing.weighted(Array.from({ length: step.size }, (_, i) => [1, i] as const));
    else drawing.word(BigInt(step.size));
  }
}

/** The record of a generator that draws these steps. */
export function record(alphabet: Alphabet, list: readonly Step[], seed: number): ChoiceSequence {
  const replayed = replay((drawing) => drawSteps(drawing, list), { alphabet, seed });
  if (replayed.outcome === 'failed') throw replayed.error;
  return replayed.record;
}

/** The content of a sequence, independently of its alphabet. */
export function tell(sequence: ChoiceSequence): string[] {
  return Array.from(sequence.ops, (symbol, op) => {
    if (sequence.isScope(op)) return `open ${sequence.alphabet.labelOf(symbol)}`;
    if (!sequence.isChoice(op)) return 'close';
    const { kind, min, max, value } = sequence.choiceAt(op);
    return `${kind} ${min}..${max} = ${value}`;
  });
}
