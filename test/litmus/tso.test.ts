import { describe, expect, it } from 'vitest';
import { outcomesUnder, parseLine, tso, witnessOf } from '../../src/litmus/index.ts';
import { allTraces } from '../../src/litmus/program/choices.ts';
import { withoutForgotten } from '../../src/litmus/program/forgotten.ts';
import { makeRandom } from '../../src/choice/index.ts';
import { below } from './below.ts';
import { randomProgram } from './random-program.ts';

/** The line as machine code: loads, stores and fences, without orders. */
function canShow(line: string): boolean {
  const { program, asked } = parseLine(`t: ${line}`);
  return outcomesUnder(program, allTraces(program), tso).has(asked);
}

/** Verdicts of the catalogue of herdtools7 for x86-64. */
const allowed = {
  SB: 'Wx1rlx Ry.rlx=0 | Wy1rlx Rx.rlx=0',
  'SB+mfence+po': 'Wx1rlx Fsc Ry.rlx=0 | Wy1rlx Rx.rlx=0',
  'SB+rfi-pos': 'Wx1rlx Rx.rlx=1 Ry.rlx=0 | Wy1rlx Ry.rlx=1 Rx.rlx=0',
  'SB+po+rfi-po': 'Wx1rlx Ry.rlx=0 | Wy1rlx Ry.rlx=1 Rx.rlx=0',
  'SB+mfence+rfi-po': 'Wx1rlx Fsc Ry.rlx=0 | Wy1rlx Ry.rlx=1 Rx.rlx=0',
  'SB+po+po-rfi-po': 'Wx1rlx Ry.rlx=0 | Wy1rlx Wz1rlx Rz.rlx=1 Rx.rlx=0',
  R: 'Wx1rlx Wy1rlx | Wy2rlx Rx.rlx=0 ; y=2',
  'R+po+rfi-po': 'Wx1rlx Wy1rlx | Wy2rlx Ry.rlx=2 Rx.rlx=0 ; y=2',
  RWC: 'Wx1rlx | Rx.rlx=1 Ry.rlx=0 | Wy1rlx Rx.rlx=0',
  'RWC+po+rfi-po': 'Wx1rlx | Rx.rlx=1 Ry.rlx=0 | Wy1rlx Ry.rlx=1 Rx.rlx=0',
  'WRW+WR': 'Wx1rlx | Rx.rlx=1 Wy1rlx | Wy2rlx Rx.rlx=0 ; y=2',
};
const forbidden = {
  'SB+mfences': 'Wx1rlx Fsc Ry.rlx=0 | Wy1rlx Fsc Rx.rlx=0',
  'SB+xchgs': 'Xx1rlx Ry.rlx=0 | Xy1rlx Rx.rlx=0',
  'SB+locked fences': 'Wx1rlx Az0rlx Ry.rlx=0 | Wy1rlx Az0rlx Rx.rlx=0',
  MP: 'Wx1rlx Wy1rlx | Ry.rlx=1 Rx.rlx=0',
  'MP+po+po-rfi-po': 'Wx1rlx Wy1rlx | Ry.rlx=1 Wz1rlx Rz.rlx=1 Rx.rlx=0',
  LB: 'Rx.rlx=1 Wy1rlx | Ry.rlx=1 Wx1rlx',
  S: 'Wx2rlx Wy1rlx | Ry.rlx=1 Wx1rlx ; x=2',
  '2+2W': 'Wx1rlx Wy2rlx | Wy1rlx Wx2rlx ; x=1 y=1',
  'R+po+mfence': 'Wx1rlx Wy1rlx | Wy2rlx Fsc Rx.rlx=0 ; y=2',
  'RWC+po+mfence': 'Wx1rlx | Rx.rlx=1 Ry.rlx=0 | Wy1rlx Fsc Rx.rlx=0',
  WRC: 'Wx1rlx | Rx.rlx=1 Wy1rlx | Ry.rlx=1 Rx.rlx=0',
  WWC: 'Wx2rlx | Rx.rlx=2 Wy1rlx | Ry.rlx=1 Wx1rlx ; x=2',
  'WRR+2W': 'Wx2rlx | Rx.rlx=2 Ry.rlx=0 | Wy1rlx Wx1rlx ; x=2',
  'WRW+2W': 'Wx2rlx | Rx.rlx=2 Wy1rlx | Wy2rlx Wx1rlx ; x=2 y=2',
  'WRW+WR+po+mfence': 'Wx1rlx | Rx.rlx=1 Wy1rlx | Wy2rlx Fsc Rx.rlx=0 ; y=2',
  IRIW: 'Wx1rlx | Wy1rlx | Rx.rlx=1 Ry.rlx=0 | Ry.rlx=1 Rx.rlx=0',
  CoRR: 'Wx1rlx | Rx.rlx=1 Rx.rlx=0',
};

describe('what is left out of traces', () => {
  it('changes no outcome, whatever is observed, whether steps are done or orders of all writes are asked about', () => {
    let smaller = 0;
    for (let seed = 0; seed < 400; seed++) {
      const number = below(makeRandom(seed));
      const whole = randomProgram(`seed ${seed}`, number, { accesses: 5, hasControl: true });
      const program = {
        ...whole,
        observed: whole.observed.filter(({ kind }) => kind === 'local' || number(3) === 0),
      };
      const traces = allTraces(program);
      const all = outcomesUnder(program, traces, { ...tso, isTotalStoreOrder: false });
      expect(outcomesUnder(program, traces, tso), program.name).toEqual(all);
      if (withoutForgotten(program, traces).program.locations.length < program.locations.length) smaller++;
    }
    expect(smaller).toBeGreaterThan(100);
  });
});

describe('a test with many writes of one location', () => {
  const writes = Array.from({ length: 5 }, (_, place) => `Wz${place + 1}rlx`).join(' ');
  const line = `${writes} Wx1rlx Ry.rlx=0 | ${writes} Wy1rlx Rx.rlx=0 | Wz9rlx Rz.rlx=9`;

  it('is asked about, and an execution of it is told', () => {
    const { program } = parseLine(`t: ${line}`);
    const traces = allTraces(program);
    const shown = [...outcomesUnder(program, traces, tso)];
    const wanted = shown.find((outcome) => /0:r0=0; 1:r0=0;/.test(outcome))!;
    const witness = witnessOf(program, traces, tso, wanted);
    expect(witness?.overtaken.map(({ first, second }) => [first.effect, second.effect])).toContainEqual([
      'writes x, 1',
      'reads y, 0',
    ]);
    expect(witnessOf(program, traces, tso, wanted.replace('0:r0=0', '0:r0=7'))).toBeUndefined();
  });
});

describe('x86-TSO', () => {
  it.each(Object.entries(allowed))('lets a machine show %s', (_, line) => expect(canShow(line)).toBe(true));
  it.each(Object.entries(forbidden))('never shows %s', (_, line) => expect(canShow(line)).toBe(false));
});
