import { expect, it } from 'vitest';
import { makeRandom } from '../../src/choice/index.ts';
import { readCLitmus, simulate, writeCLitmus } from '../../src/litmus/index.ts';
import { below } from './below.ts';
import { randomProgram } from './random-program.ts';

it('a program that was written as C and read again has the same outcomes', () => {
  const random = below(makeRandom(5));
  for (let i = 0; i < 200; i++) {
    const program = randomProgram(`T${i}`, random, { accesses: 5, hasControl: i % 2 === 0 });
    const { program: again } = readCLitmus(writeCLitmus(program, 'exists (true)'));
    expect(simulate(again).outcomes).toEqual(simulate(program).outcomes);
  }
});
