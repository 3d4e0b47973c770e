import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';

const built = join(import.meta.dirname, '../../dist/choice/index.js');

/** Replays, encodes and decodes as a campaign does, with a collection now and then in which nothing of that is alive. */
const program = `
  const { Alphabet, decodeSequence, encodeSequence, replay } = await import(process.argv[1]);
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

describe('what V8 has optimised', () => {
  it('outlives collections in which no test is under way', async () => {
    const node = ['--expose-gc', '--trace-opt', '--trace-deopt', '--input-type=module', '--eval', program];
    const { stdout } = await execa(process.execPath, [...node, built]);
    const lines = stdout.split('\n');
    expect(lines.filter((line) => line.includes('completed optimizing')).length).toBeGreaterThan(20);
    // Some of msgpackr's; without an object of each class kept, there are 170.
    expect(lines.filter((line) => line.includes('reason: weak objects')).length).toBeLessThan(20);
  });
});
