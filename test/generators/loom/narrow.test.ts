/** Programs for machines whose `int` has 16 bits. */
import { expect, it } from 'vitest';
import { findProgram, withAdded } from '../../../src/build/index.ts';
import { findSource } from '../../../src/generators/sources.ts';
import { constant } from '../../../src/generators/loom/ir/build.ts';
import { narrow, retype } from '../../../src/generators/loom/ir/narrow.ts';
import {
  INT,
  type IntegerType,
  SCHAR,
  SHORT,
  UINT,
  unsignedTwin,
} from '../../../src/generators/loom/ir/types.ts';
import { presetOf } from '../../../src/generators/loom/policy/switches.ts';
import { AVR } from '../../../src/generators/loom/rules/language.ts';
import { applyBinary, binaryType } from '../../../src/generators/loom/rules/operators.ts';
import { Laboratory } from '../../../src/laboratory/index.ts';
import { openSource } from '../../../src/source/index.ts';
import { world } from '../../target/world.ts';
import { programsOf } from './programs-of.ts';

/** The type that loom has there for a type of as many bits. */
function narrowed(type: IntegerType): IntegerType {
  const program = { type };
  retype(program, narrow);
  return program.type;
}

it('narrow types become an int of 16 bits, or an unsigned one, and long has 32', () => {
  const [char, short, ushort] = [SCHAR, SHORT, unsignedTwin(SHORT)].map(narrowed);
  expect(applyBinary('*', 127n, 127n, char!, char!, AVR)).toBe(16_129n);
  expect(applyBinary('*', 181n, 182n, short!, char!, AVR)).toBeUndefined();
  expect(applyBinary('-', 1n, 2n, ushort!, char!, AVR)).toBe(65_535n);
  expect(applyBinary('<<', 1n, 15n, char!, char!, AVR)).toBeUndefined();
  expect(applyBinary('+', 32_767n, 1n, short!, INT, AVR)).toBe(32_768n);
  expect(binaryType('+', ushort!, INT, AVR)).toBe(INT);
  expect(binaryType('+', short!, UINT, AVR)).toBe(UINT);
  expect(binaryType('<', INT, INT, AVR)).toBe(short);
});

it('both evaluators agree, and no text has a type or a literal of another machine', () => {
  const switches = [...presetOf('all', AVR)];
  const programs = programsOf({ rules: AVR, switches, count: 150 });
  for (const { text } of [...programs, ...programsOf({ rules: AVR, switches: [], count: 30 })]) {
    // Also a program without data prints its line, which is empty.
    expect(text).toMatch(/\n {2}(?:show\(|putchar\('\\n'\))[^}]*\}\n$/);
    expect(text).not.toMatch(/__int128|\bdouble\b|printf|^ {2}[\w ]+ \w+: (?:1[7-9]|[23]\d);$/m);
  }
});

it('nothing that programs share is changed: afterwards, usual types are the usual ones', () => {
  programsOf({ rules: AVR, switches: [...presetOf('all', AVR)], count: 20 });
  expect(constant(1n, SHORT).type.cName).toBe('short');
  expect([SCHAR, SHORT, INT].map(({ becomes }) => becomes)).toEqual([undefined, undefined, undefined]);
});

const searchPath = withAdded(world.searchPath, world.cache);
const canRun = ['avr-gcc', 'simavr'].every((name) => findProgram(name, searchPath) !== undefined);

it.runIf(canRun)(
  'print what loom says of them: cgfuzz compiler add avr-gcc, and simavr',
  async () => {
    const laboratory = await Laboratory.open({ ...world, searchPath });
    const source = openSource(await findSource('loom language=avr size=12', '/'));
    const levels = ['-O0', '-O2', '-Os'].map((level) => ({ compiler: 'avr-gcc', args: [level] }));
    for (let seed = 0; seed < 4; seed++) {
      const made = await source.run({ seed });
      if (made.outcome !== 'ok') throw new Error(`seed ${seed}: ${made.outcome}`);
      const args = ['-std=c11', '-w', '-mmcu=atmega2560'];
      const behaviours = await laboratory.behave(made.program, levels, { args });
      const truth = made.program.truth;
      const right = truth?.kind === 'output' ? Buffer.from(truth.stdout).toString() : '';
      const printed = behaviours.map((each) =>
        each.kind === 'ran' ? each.run.stdout : `${each.kind} ${right}`,
      );
      expect(printed, `seed ${seed}`).toEqual(levels.map(() => right));
    }
    await source.close();
    await laboratory.close();
  },
  120_000,
);
