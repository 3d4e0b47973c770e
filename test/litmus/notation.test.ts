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

it('a type of C says how many bits a location has', () => {
  const read = (type: string): ReadonlyMap<string, string> =>
    simulate(
      readCLitmus(
        `C wraps\n{ [x]=127; }\nP0 (${type}* x) {\n  atomic_fetch_add_explicit(x, 1, memory_order_relaxed);\n}\nexists (x=0)\n`,
      ).program,
    ).outcomes;
  expect([...read('atomic_int').keys()]).toEqual(['[x]=128;']);
  expect([...read('atomic_short').keys()]).toEqual(['[x]=128;']);
  expect([...read('atomic_schar').keys()]).toEqual(['[x]=-128;']);
});
