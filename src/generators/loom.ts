/**
 * Loom as a source by name: programs with known correct output, so that one compiler is enough to find wrong
 * code.
 *
 * The first choices are the language and the size. Each program names the version of its language.
 */
import type { FunctionDefinition } from '../source/index.ts';
import { loomSettings } from './loom-settings.ts';
import { loom } from './loom/index.ts';

/** Powers of two: the most statements that a program may have. Most programs are far smaller. */
const sizes = [4, 6, 8, 10] as const;

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

/** The source with the settings in these words. */
export function loomWith(words: readonly string[]): FunctionDefinition {
  const { standards, bytes, shape, switchesOf } = loomSettings(words);
  const isForLarge = standards.some(({ rules }) => {
    const on = switchesOf(rules);
    return on.has('long') || on.has('int128');
  });
  return {
    ...base,
    isForLarge,
    language: standards[0]!.rules.name,
    generate(draw) {
      const drawn = draw.scope('options', () => ({
        ...draw.pick(standards),
        ...(bytes === undefined ? { maxSize: draw.pick(sizes) } : { bytes }),
      }));
      const { rules, flag, ...size } = drawn;
      const { program, output } = loom(draw, { ...size, rules, shape, switches: switchesOf(rules) });
      const { files, main, beside, language } = program;
      const units = beside === undefined ? {} : { beside };
      return {
        files,
        main,
        ...units,
        language,
        compilerArgs: [flag],
        truth: { kind: 'output', stdout: output },
      };
    },
  };
}
