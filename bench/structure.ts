/** How much mutation should prefer structure over constants. */
import { Alphabet } from '../src/choice/sequence/alphabet.ts';
import type { ChoiceSequence } from '../src/choice/sequence/sequence.ts';
import { makeRandom } from '../src/choice/engine/fresh.ts';
import { mutateBy, type OperatorName } from '../src/mutate/mutate.ts';
import { replay } from '../src/choice/engine/replay.ts';
import { toyTarget } from '../src/cli/demo/target.ts';
import { expression } from '../src/generators/index.ts';
import type { Bench, Measurement } from './harness.ts';

const EXECUTIONS = 4_000;
const SEEDS = 40;
const operators: readonly OperatorName[] = ['replace', 'replace', 'replace', 'havoc'];

/** Features after so many executions of a loop that only mutates, from one fresh test on. */
function featuresOf(structurePreference: number, seed: number): number {
  const alphabet = new Alphabet();
  const rng = makeRandom(seed);
  const seen = new Set<number>();
  const corpus: ChoiceSequence[] = [];
  for (let i = 0; i < EXECUTIONS; i++) {
    const parent = corpus[Math.floor(((rng.next() >>> 0) / 2 ** 32) * corpus.length)];
    const operator = operators[i % operators.length]!;
    const sequence = parent && mutateBy(operator, parent, rng, { structurePreference })?.sequence;
    const made = replay(expression, {
      alphabet,
      seed: rng.next(),
      ...(sequence === undefined ? {} : { sequence }),
    });
    if (made.outcome !== 'ok') continue;
    const before = seen.size;
    for (const feature of toyTarget(made.value).features) seen.add(feature);
    if (seen.size > before) corpus.push(made.record);
  }
  return seen.size;
}

export const structure: Bench = {
  name: 'structure-preference',
  question:
    'How many features does mutation find, by the share of structural choices among those it replaces?',
  decision: 'the default of `structurePreference`',
  *run(): Iterable<Measurement> {
    for (const preference of [0, 0.25, 0.5, 0.75, 0.9, 1]) {
      let features = 0;
      for (let seed = 0; seed < SEEDS; seed++) features += featuresOf(preference, seed);
      yield {
        name: `features, ${preference} of the replaced choices structural`,
        value: features / SEEDS,
        unit: 'features',
        how: `toy compiler, arithmetic expressions, ${EXECUTIONS} executions, mean of ${SEEDS} seeds; replace and havoc only`,
      };
    }
  },
};
