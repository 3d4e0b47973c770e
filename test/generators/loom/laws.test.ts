import { describe, expect, it } from 'vitest';

import {
  Alphabet,
  applyEdits,
  type ChoiceSequence,
  type Draw,
  endOf,
  makeRandom,
  replay,
  type Replayed,
  uniformBelow,
} from '../../../src/choice/index.ts';
import { loom, type LoomResult } from '../../../src/generators/loom/index.ts';
import { mutate } from '../../../src/mutate/index.ts';
import type { Program } from '../../../src/program/index.ts';
import { runs } from '../../runs.ts';

const alphabet = new Alphabet();

function make(seed: number, sequence?: ChoiceSequence): Replayed<LoomResult> {
  return replay((draw) => loom(draw, { maxSize: 7 }), {
    alphabet,
    seed,
    ...(sequence === undefined ? {} : { sequence }),
  });
}

function made(
  seed: number,
  sequence?: ChoiceSequence,
): { text: string; output: string; record: ChoiceSequence } {
  const result = make(seed, sequence);
  if (result.outcome !== 'ok') throw new Error(`seed ${seed}: ${JSON.stringify(result)}`);
  const { interpreted } = result.value;
  expect(interpreted(), `seed ${seed}: what settling and plain execution find`).toBe(result.value.output);
  return { text: programText(result.value.program), output: result.value.output, record: result.record };
}

function programText({ files }: Program): string {
  return Buffer.from(files[0]!.bytes).toString();
}

const seeds = Array.from({ length: runs(25, 60) }, (_, seed) => seed);

/** Answers as before, but floating point is put into floating point wherever it is possible. */
function deepened(draw: Draw): Draw {
  const wanted = ['float', 'unary', 'leaf'];
  return {
    ...draw,
    pick: draw.pick.bind(draw),
    integer: draw.integer.bind(draw),
    boolean: draw.boolean.bind(draw),
    word: draw.word.bind(draw),
    scope: draw.scope.bind(draw),
    random: draw.random,
    weighted<T>(pairs: readonly (readonly [weight: number, value: T])[]): T {
      const isTree = pairs.some(([, value]) => value === 'leaf');
      const kinds = isTree ? wanted.slice(1) : wanted.slice(0, 1);
      const [found] = kinds.flatMap((kind) =>
        pairs.filter(([weight, value]) => weight > 0 && value === kind),
      );
      return found === undefined ? draw.weighted(pairs) : draw.weighted([found]);
    },
  };
}

function mostBrackets(text: string): number {
  let [open, most] = [0, 0];
  for (const sign of text) {
    if ('([{'.includes(sign)) most = Math.max(most, ++open);
    else if (')]}'.includes(sign)) open--;
  }
  return most;
}

describe('loom', () => {
  it('puts fewer than 200 brackets into each other, of which clang takes 256', () => {
    let most = 0;
    for (const seed of seeds) {
      const result = replay((draw) => loom(deepened(draw), { maxSize: 7 }), { alphabet, seed });
      if (result.outcome !== 'ok') throw new Error(`seed ${seed}: ${result.outcome}`);
      most = Math.max(most, mostBrackets(programText(result.value.program)));
    }
    expect(most).toBeGreaterThan(50);
    expect(most).toBeLessThan(200);
  });

  it('makes the same program and the same truth of the same record', () => {
    for (const seed of seeds) {
      const first = made(seed);
      const again = made(seed + 1_000, first.record);
      expect(again.text, `seed ${seed}`).toBe(first.text);
      expect(again.output, `seed ${seed}`).toBe(first.output);
      expect(again.record.equals(first.record), `seed ${seed}`).toBe(true);
    }
  });

  it('makes a program of every mutant and splice, and its interpreter agrees that nothing is undefined', () => {
    const rng = makeRandom(7);
    let current = made(0).record;
    for (let turn = 0; turn < runs(80, 250); turn++) {
      const donor = made(uniformBelow(rng, 50)).record;
      const { sequence } = mutate(current, rng, { donors: [donor] });
      current = made(turn, sequence).record;
      if (current.choiceCount > 8_000) current = donor;
    }
  });

  it('makes the smallest program of a record of nothing but what is simplest', () => {
    const result = replay((draw) => loom(draw), { alphabet, seed: 1, filler: () => 0 });
    if (result.outcome !== 'ok') throw new Error('no program');
    expect(programText(result.value.program).split('\n').length).toBeLessThan(20);
  });

  it('is no longer after a scope is deleted and what is missing is simplest, nearly always', () => {
    const rng = makeRandom(11);
    let longer = 0;
    let deleted = 0;
    for (const seed of seeds) {
      const { record, text } = made(seed);
      for (let attempt = 0; attempt < 8; attempt++) {
        const at = uniformBelow(rng, record.ops.length);
        if (!record.isScope(at) || at === 0) continue;
        const sequence = applyEdits(record, [{ from: at, to: endOf(record, at) }]);
        const result = replay((draw) => loom(draw, { maxSize: 7 }), { alphabet, sequence, filler: () => 0 });
        if (result.outcome !== 'ok') throw new Error('no program');
        deleted++;
        if (programText(result.value.program).length > text.length) longer++;
      }
    }
    expect(deleted).toBeGreaterThan(runs(20, 50));
    expect(longer / deleted).toBeLessThan(0.1);
  });
});
