/** Whether settling and plain execution agree on `PROGRAMS` times 20 programs, from the seed `FROM` on. */
import { mutate } from '../../src/mutate/index.ts';
import { makeRandom, uniformBelow } from '../../src/choice/index.ts';
import { C, CPP17, CPP20 } from '../../src/generators/loom/rules/language.ts';
import type { Measurement } from '../harness.ts';
import { fromEnvironment, make } from './programs.ts';

const languages = [C, CPP17, CPP20];

export function* agreement(): Iterable<Measurement> {
  const programs = fromEnvironment('PROGRAMS', 60) * 20;
  const from = fromEnvironment('FROM', 100_000);
  let disagreeing = 0;
  for (let seed = from; seed < from + programs; seed++) {
    const options = { rules: languages[seed % languages.length]!, maxSize: seed % 8 };
    const { result } = make({ seed, options });
    if (result.interpreted() !== result.output) disagreeing++;
  }
  yield {
    name: 'programs on which settling and the interpreter differ',
    value: disagreeing,
    unit: 'programs',
    goal: { atMost: 0 },
    how: `${programs} programs from seed ${from} on, three languages, 1 to 128 statements`,
  };
  yield thrown(fromEnvironment('PAIRS', 400) * 5);
}

/** Chains of mutants and splices: what throws would end the benchmark, so it is counted. */
function thrown(mutants: number): Measurement {
  const rng = makeRandom(5);
  let thrownBy = 0;
  let current = make({ seed: 0, options: { maxSize: 6 } }).record;
  for (let turn = 0; turn < mutants; turn++) {
    const donor = make({ seed: uniformBelow(rng, 100), options: { maxSize: 6 } }).record;
    const { sequence } = mutate(current, rng, { donors: [donor] });
    try {
      current = make({ seed: turn, sequence, options: { maxSize: 6 } }).record;
    } catch {
      thrownBy++;
    }
    if (current.choiceCount > 6_000) current = donor;
  }
  const how = `${mutants} mutants and splices in a chain`;
  return { name: 'mutants that throw', value: thrownBy, unit: 'mutants', goal: { atMost: 0 }, how };
}
