import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';

const built = join(import.meta.dirname, '../../dist');

/** Replays, encodes and decodes as a campaign does, with a collection now and then in which nothing of that is alive. */
const program = `
  const { Alphabet, decodeSequence, encodeSequence, replay } = await import(process.argv[1] + '/choice/index.js');
  const alphabet = new Alphabet();
  const generator = (draw) => {
    for (let i = 0; i < 200; i++) draw.scope('item' + (i % 7), () => [draw.pick(3), draw.integer(0, 1000)]);
  };
  const { record } = replay(generator, { seed: 1, alphabet });
  const envelope = { source: { name: 'test', version: '1' } };
  for (let round = 0; round < 5; round++) {
    for (let i = 0; i < 600; i++) {
      const { sequence } = decodeSequence(encodeSequence(record, envelope), alphabet);
      replay(generator, { seed: 2, alphabet, sequence });
      await undefined;
    }
    gc();
  }
`;

/** Mutates as a campaign does, with collections, and says where each round ends. */
const mutations = `
  const { Alphabet, makeRandom, replay } = await import(process.argv[1] + '/choice/index.js');
  const { mutate, operatorNames } = await import(process.argv[1] + '/mutate/index.js');
  const alphabet = new Alphabet();
  const list = (draw, depth) => {
    for (let i = 0; i < 6; i++)
      draw.scope('item' + (i % 4), () => { draw.pick(3); draw.integer(0, 1000); if (depth > 0) list(draw, depth - 1); });
  };
  const sequences = [1, 2, 3].map((seed) => replay((draw) => list(draw, 3), { seed, alphabet }).record);
  for (let round = 0; round < 12; round++) {
    for (let i = 0; i < 600; i++) {
      const weights = Object.fromEntries(operatorNames.map((name, at) => [name, at === i % operatorNames.length ? 1 : 0]));
      mutate(sequences[0], makeRandom(i), { weights, donors: sequences.slice(1) });
      await undefined;
    }
    gc();
    console.log('end of a round');
  }
`;

async function traced(code: string): Promise<string[]> {
  const node = ['--expose-gc', '--trace-opt', '--trace-deopt', '--input-type=module', '--eval', code];
  const { stdout } = await execa(process.execPath, [...node, built]);
  return stdout.split('\n');
}

function count(lines: readonly string[], text: string): number {
  return lines.filter((line) => line.includes(text)).length;
}

describe('what V8 has optimised', () => {
  it('outlives collections in which no test is under way', async () => {
    const lines = await traced(program);
    expect(count(lines, 'completed optimizing')).toBeGreaterThan(20);
    // Some of msgpackr's; without an object of each class kept, there are 170.
    expect(count(lines, 'reason: weak objects')).toBeLessThan(20);
  });

  it('of mutation is not compiled again after each of them', async () => {
    const lines = await traced(mutations);
    const rounds = lines.flatMap((line, at) => (line === 'end of a round' ? [at] : []));
    expect(rounds).toHaveLength(12);
    expect(count(lines, 'completed optimizing')).toBeGreaterThan(20);
    // With a function made for each search, there are 70: what V8 compiled for it goes with it.
    expect(count(lines.slice(rounds[5]), 'completed optimizing')).toBeLessThan(10);
  });
});
