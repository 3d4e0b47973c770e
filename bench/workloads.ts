/** What the engine is measured on: draws in a row, draws in scopes, and one large sequence. */
import { sample } from 'fast-check';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { Alphabet, CLOSE } from '../src/choice/sequence/alphabet.ts';
import { ChoiceSequence } from '../src/choice/sequence/sequence.ts';
import type { Draw, Generator } from '../src/choice/engine/draw.ts';
import { makeRandom } from '../src/choice/engine/fresh.ts';
import { replay } from '../src/choice/engine/replay.ts';
import { generatorOf, plans } from '../test/choice/random-generators.ts';

export const DRAWS = 9_600;
export const DRAWS_PER_SCOPE = 4;

/** Three picks for each integer, none of them a power of two, which `%` would favour. */
function fourDraws(draw: Draw): number {
  return draw.pick(3) + draw.pick(17) + draw.integer(-100, 99) + draw.pick(7);
}

/** The same questions to plain pure-rand. */
export function plainDraws(tests: number): number {
  let sum = 0;
  for (let test = 0; test < tests; test++) {
    const rng = makeRandom(test);
    for (let i = 0; i < DRAWS; i += 4) {
      sum ^=
        uniformInt(rng, 0, 2) + uniformInt(rng, 0, 16) + uniformInt(rng, -100, 99) + uniformInt(rng, 0, 6);
    }
  }
  return sum;
}

export const flat: Generator<number> = (draw) => {
  let sum = 0;
  for (let i = 0; i < DRAWS; i += 4) sum ^= fourDraws(draw);
  return sum;
};

export const inScopes: Generator<number> = (draw) => {
  let sum = 0;
  const body = (): number => fourDraws(draw);
  for (let i = 0; i < DRAWS; i += DRAWS_PER_SCOPE) sum ^= draw.scope('statement', body);
  return sum;
};

export const DEPTH = 6;

/** Scopes in scopes, as a generator of programs opens them. */
export const nested: Generator<number> = (draw) => {
  let depth = 0;
  const body = (): number => {
    let sum = fourDraws(draw);
    if (++depth < DEPTH) sum ^= draw.scope('expression', body);
    depth--;
    return sum;
  };
  let sum = 0;
  for (let i = 0; i < DRAWS; i += DEPTH * DRAWS_PER_SCOPE) sum ^= draw.scope('statement', body);
  return sum;
};

/**
 * Runs all kinds of generators with all kinds of options, so that what is measured afterwards is code that has seen the
 * world, not code compiled for one benchmark.
 */
export function seeTheWorld(): void {
  const alphabet = new Alphabet();
  for (const plan of sample(plans, { numRuns: 150, seed: 1 })) {
    for (const resync of ['scopes', 'depth', 'position'] as const) {
      const first = replay(generatorOf(plan), { alphabet, seed: 1 });
      replay(generatorOf(plan), { alphabet, seed: 2, resync, sequence: first.record, filler: () => 1 });
    }
  }
}

export const LARGE_CHOICES = 70_000;
export const LARGE_SCOPES = 100_000;

/** A random tree of so many choices and scopes, under 60 labels and to a depth of 100. */
export function largeSequence(alphabet: Alphabet, seed: number): ChoiceSequence {
  const rng = makeRandom(seed);
  const labels = Array.from({ length: 60 }, (_, index) => alphabet.label(`label ${index}`));
  const sites = [
    alphabet.pick(3),
    alphabet.pick(17),
    alphabet.weighted(2),
    alphabet.integer(0, 99),
    alphabet.integer(-128, 127),
    alphabet.word(32),
  ];
  const ops: number[] = [];
  const words: number[] = [];
  let scopes = 0;
  let depth = 0;
  while (scopes < LARGE_SCOPES || words.length < LARGE_CHOICES || depth > 0) {
    const chance = uniformInt(rng, 0, 9);
    if (scopes < LARGE_SCOPES && depth < 100 && chance < 4) {
      ops.push(labels[uniformInt(rng, 0, labels.length - 1)]!);
      scopes++;
      depth++;
    } else if (words.length < LARGE_CHOICES && chance < 7) {
      ops.push(sites[uniformInt(rng, 0, sites.length - 1)]!);
      words.push(uniformInt(rng, 0, 1));
    } else if (depth > 0) {
      ops.push(CLOSE);
      depth--;
    }
  }
  return new ChoiceSequence(alphabet, Uint16Array.from(ops), Uint32Array.from(words), words.length);
}
