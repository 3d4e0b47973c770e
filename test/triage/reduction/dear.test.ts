/** Reduction of a test whose shortest sequence takes its generator long. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findSource } from '../../../src/generators/sources.ts';
import type { Program } from '../../../src/program/index.ts';
import { SourcePool } from '../../../src/source/index.ts';
import { reduceTest } from '../../../src/triage/reduction/reduce-test.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const module = `export default { name: 'powers', summary: 'for a test', language: 'c', generate(draw) {
  if (draw.boolean(0.1)) {
    // Two choices for a large number, which is counted one by one.
    let [value, end] = [0, 20 ** 7 + draw.integer(0, 2)];
    while (value < end) value = (value + 1) % 4294967291;
    return 'int n = ' + value + ';\\n';
  }
  const digits = ['7'];
  while (digits.length < 12 && draw.scope('digit', () => draw.boolean(0.8))) digits.push(draw.integer(0, 9));
  return 'int n = ' + digits.join('') + ';\\n';
} };\n`;

const textOf = ({ files }: Program): string => Buffer.from(files[0]!.bytes).toString();
const isLarge = (program: Program): boolean => textOf(program).length >= 'int n = 1000000;\n'.length;

it(
  'a reduction ends at what is made as fast as the original, though less would do',
  { timeout: 600_000 },
  async () => {
    const path = join(temporaryFolder(), 'powers.mjs');
    writeFileSync(path, module);
    const generators = new SourcePool(await findSource(path, '/'), 1);
    try {
      let seed = 1;
      let made = await generators.make({ seed });
      while (made.outcome !== 'ok' || !textOf(made.program).startsWith('int n = 7') || !isLarge(made.program))
        made = await generators.make({ seed: ++seed, limits: { maxTimeMs: 100 } });
      const { test, end, sequence } = await reduceTest(
        generators,
        made.record,
        async (program) => isLarge(program),
        { jobs: 1, signal: new AbortController().signal, onImproved: () => undefined },
      );
      expect(end).toBe('minimal');
      expect(textOf(test)).toBe('int n = 7000000;\n');
      expect(sequence.choiceCount).toBeGreaterThan(3);
    } finally {
      await generators.close();
    }
  },
);
