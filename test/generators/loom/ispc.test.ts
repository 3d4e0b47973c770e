/** Programs of ISPC: as C with loops that run backwards, and compiled by `ispc` if it is here. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { findProgram, ispcCompiler, withAdded } from '../../../src/build/index.ts';
import { Alphabet, replay } from '../../../src/choice/index.ts';
import { loom } from '../../../src/generators/loom/index.ts';
import { ISPC } from '../../../src/generators/loom/rules/language.ts';
import { findSource } from '../../../src/generators/sources.ts';
import { Laboratory } from '../../../src/laboratory/index.ts';
import { findBlindness } from '../../../src/oracle/index.ts';
import { openSource } from '../../../src/source/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { world } from '../../target/world.ts';

const alphabet = new Alphabet();

function made(seed: number): { readonly text: string; readonly driver: string; readonly output: string } {
  const drawn = replay((draw) => loom(draw, { rules: ISPC, maxSize: 5, shape: 'units' }), { alphabet, seed });
  if (drawn.outcome !== 'ok') throw new Error(`seed ${seed}: ${drawn.outcome}`);
  const { program, output, interpreted } = drawn.value;
  expect(interpreted(), `seed ${seed}`).toBe(output);
  const [text = '', header = '', driver = ''] = program.files.map(({ bytes }) =>
    Buffer.from(bytes).toString(),
  );
  return { text, driver: driver.replace('#include "init.h"', header), output };
}

/** C whose `foreach` goes from the last iteration to the first. */
function asC(text: string): string {
  return [
    '#define min(a, b) ((a) < (b) ? (a) : (b))',
    '#define max(a, b) ((a) > (b) ? (a) : (b))',
    '#define reduce_add(a) (a)',
    text
      .replaceAll(/^static inline uniform.*\n/gm, '')
      .replaceAll(/foreach \((\w+) = (.*) \.\.\. (.*)\) \{$/gm, 'for (int $1 = ($3) - 1; $1 >= $2; $1--) {')
      .replaceAll(/\b(?:uniform|export) /g, '')
      .replaceAll(/\b(\d+)(U?)L\b/g, '$1$2')
      .replaceAll(/\bint32\b/g, 'int')
      .replaceAll(/\bint64\b/g, 'long long'),
  ].join('\n');
}

describe('programs of ISPC', () => {
  it('print the same as C, whose loops go backwards where a gang may do so in any order', async () => {
    const folder = temporaryFolder();
    let gangs = 0;
    for (let seed = 0; seed < 4; seed++) {
      const { text, driver, output } = made(seed);
      gangs += text.split('foreach').length - 1;
      writeFileSync(join(folder, 'func.c'), asC(text));
      writeFileSync(join(folder, 'driver.c'), driver);
      const flags = ['-w', '-fsanitize=undefined', '-fno-sanitize-recover=undefined'];
      await execa('gcc', [...flags, '-o', 'program', 'func.c', 'driver.c'], { cwd: folder });
      const { stdout } = await execa(join(folder, 'program'));
      expect(`${stdout}\n`, `seed ${seed}`).toBe(output);
    }
    expect(gangs).toBeGreaterThan(4);
  });

  it('have types of 32 and 64 bits only, and no literal whose type a target could change', () => {
    for (let seed = 20; seed < 40; seed++) {
      const { text } = made(seed);
      expect(text).not.toMatch(/\b(?:bool|u?int8|u?int16|char|short|long)\b/);
      expect(text).not.toMatch(/\? 1 : 0|<< \d+\b/);
    }
  });
});

const searchPath = withAdded(world.searchPath, world.cache);
const isHere = findProgram(ispcCompiler.name, searchPath) !== undefined;

it.runIf(isHere)(
  'print what loom says of them, and a wrong program is told from a right one: cgfuzz compiler add ispc',
  async () => {
    const laboratory = await Laboratory.open({ ...world, searchPath });
    const source = openSource(await findSource('loom language=ispc size=3', '/'));
    const ways = ['-O0 --target=sse2-i32x4', '-O2 --target=sse4.2-i8x16'].map((words) => words.split(' '));
    const configurations = ways.map((args) => ({ compiler: ispcCompiler.name, args }));
    for (const seed of [1]) {
      const run = await source.run({ seed });
      if (run.outcome !== 'ok') throw new Error(`seed ${seed}: ${run.outcome}`);
      const { truth, compilerArgs = [] } = run.program;
      const behaviours = await laboratory.behave(run.program, configurations, { args: compilerArgs });
      const right = truth?.kind === 'output' ? Buffer.from(truth.stdout).toString() : '';
      const printed = behaviours.map((each) => (each.kind === 'ran' ? each.run.stdout : each.kind));
      expect(printed, `seed ${seed}`).toEqual(ways.map(() => right));
    }
    expect(await findBlindness(laboratory, configurations)).toBeUndefined();
    await source.close();
    await laboratory.close();
  },
  120_000,
);
