/** Programs of loom as they were: a change of them is made on purpose, and is seen in review as so many lines. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';

const file = fileURLToPath(new URL('programs.jsonl', import.meta.url));
const dist = new URL('../../../dist/', import.meta.url).href;

const script = `
import { createHash } from 'node:crypto';
import { Alphabet, replay } from '${dist}choice/index.js';
import { loom } from '${dist}generators/loom/index.js';
import { C, CPP20 } from '${dist}generators/loom/rules/language.js';

const alphabet = new Alphabet();
for (let seed = 0; seed < 200; seed++) {
  const options = { rules: seed % 2 === 0 ? C : CPP20, maxSize: seed % 7 };
  const first = replay((draw) => loom(draw, options), { alphabet, seed });
  const made = replay((draw) => loom(draw, options), { alphabet, sequence: first.record });
  const hash = createHash('sha256');
  for (const { bytes } of made.value.program.files) hash.update(bytes);
  console.log(JSON.stringify({ seed, hash: hash.update(made.value.output).digest('hex').slice(0, 16) }));
}
`;

/** Each program of 200 records, and what it prints, as a short hash. */
async function hashes(...flags: readonly string[]): Promise<string> {
  const { stdout } = await execa(process.execPath, [...flags, '--input-type=module', '--eval', script]);
  return `${stdout}\n`;
}

it('are as they were; CGFUZZ_DRAW=1 writes down a change that is meant', async () => {
  const now = await hashes();
  if (process.env['CGFUZZ_DRAW'] === '1') writeFileSync(file, now);
  expect(now.split('\n')).toEqual(readFileSync(file, 'utf8').split('\n'));
});

it('are the same where V8 compiles nothing', async () => {
  expect(await hashes('--jitless')).toBe(readFileSync(file, 'utf8'));
}, 120_000);
