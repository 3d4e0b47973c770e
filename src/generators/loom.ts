/**
 * Loom as a source by name: programs with known correct output, so that one compiler is enough to find wrong
 * code.
 *
 * The first choices are the language and the size. Each program names the version of its language.
 */
import { bareUnit } from '../build/index.ts';
import type { Program } from '../program/index.ts';
import type { FunctionDefinition } from '../source/index.ts';
import { loomSettings } from './loom-settings.ts';
import { loom } from './loom/index.ts';
import type { Switch } from './loom/policy/switches.ts';
import { hasNarrowInt } from './loom/rules/language.ts';

/** Powers of two: the most statements that a program may have. Most programs are far smaller. */
const sizes = [4, 6, 8, 10] as const;

/** Each operation rounds by itself, and a root needs no function of the library. */
const strictFloats = ['-ffp-contract=off', '-fno-math-errno'] as const;

const base = {
  name: 'loom',
  summary: 'C and C++ programs that know their right output: wrong code is found with one compiler',
  promises: 'defined',
  // A chain of comparisons is valid, but clang 22 makes it an error.
  compilerArgs: ['-w', '-Wno-parentheses'],
  entry: import.meta.url,
} as const;

const loomSource: FunctionDefinition = { ...loomWith([]), configure: loomWith };
export default loomSource;

/** The memory of AVR holds few data. */
const avrSizes = [4, 5, 6] as const;

/** Output and the end of a program need a unit of ours there. */
function withAvrUnit(program: Program): Program {
  const unit = bareUnit('avr');
  return { ...program, files: [...program.files, unit], beside: [unit.path] };
}

/** The source with the settings in these words. */
export function loomWith(words: readonly string[]): FunctionDefinition {
  const { standards, bytes, shape, switchesOf } = loomSettings(words);
  const isDrawn = (...these: readonly Switch[]): boolean =>
    standards.some(({ rules }) => these.some((each) => switchesOf(rules).has(each)));
  const isNarrow = standards.some(({ rules }) => hasNarrowInt(rules));
  const isIspc = standards.some(({ rules }) => rules.isIspc);
  const roundsFloats = isDrawn('rounding');
  const hasFaults = isDrawn('faults');
  return {
    ...base,
    ...(hasFaults ? { promises: 'valid' as const } : {}),
    // Some machines of 32 bits keep more bits of a number than its type has.
    isForLarge: roundsFloats || isDrawn('long', 'int128'),
    ...(roundsFloats ? { roundsFloats, compilerArgs: [...base.compilerArgs, ...strictFloats] } : {}),
    ...(isNarrow ? { intBits: 16 as const } : {}),
    ...(isIspc ? { compilerArgs: [] } : {}),
    language: isIspc ? 'ispc' : standards[0]!.rules.name,
    generate(draw) {
      const drawn = draw.scope('options', () => ({
        ...draw.pick(standards),
        ...(bytes === undefined ? { maxSize: draw.pick(isNarrow ? avrSizes : sizes) } : { bytes }),
      }));
      const { rules, flag, ...size } = drawn;
      const { program, output } = loom(draw, { ...size, rules, shape, switches: switchesOf(rules) });
      const { files, main, beside, language } = isNarrow ? withAvrUnit(program) : program;
      const units = beside === undefined ? {} : { beside };
      return {
        files,
        main,
        ...units,
        language,
        compilerArgs: flag.split(' '),
        // After a fault a program may do anything.
        ...(hasFaults ? {} : { truth: { kind: 'output', stdout: output } as const }),
      };
    },
  };
}
