import { expect, it } from 'vitest';
import { makeRandom } from '../../src/choice/index.ts';
import { simulate } from '../../src/litmus/index.ts';
import { below } from './below.ts';
import { literalOutcomes } from './literal-model.ts';
import { randomProgram } from './random-program.ts';

it('the simulator and the literal model agree on all outcomes of random programs', () => {
  const random = below(makeRandom(11));
  for (let i = 0; i < 100; i++) {
    const program = randomProgram(`T${i}`, random, { accesses: 4, hasControl: i % 2 === 1 });
    const ours = [...simulate(program).outcomes].filter(([, permission]) => permission === 'allowed');
    expect(new Set(ours.map(([outcome]) => outcome)), JSON.stringify(program)).toEqual(
      literalOutcomes(program),
    );
  }
});
