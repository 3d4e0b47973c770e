/**
 * Loom as a source by name: programs whose right output is known, so that one compiler is enough to find wrong code.
 *
 * The first choices are the language and the size. Each program says itself which version of its language it is in.
 */
import type { Draw } from '../choice/index.ts';
import type { FunctionDefinition } from '../source/index.ts';
import { loom } from './loom/index.ts';
import { C, CPP17, CPP20, type LanguageRules } from './loom/rules/language.ts';

interface Standard {
  readonly rules: LanguageRules;
  readonly flag: string;
}

const standards = [
  { rules: C, flag: '-std=c11' },
  { rules: CPP17, flag: '-std=c++17' },
  { rules: CPP20, flag: '-std=c++20' },
] as const;

/** Powers of two: the most statements that a program may have, which makes of most programs far smaller ones. */
const sizes = [4, 6, 8, 10] as const;

const loomSource: FunctionDefinition = {
  name: 'loom',
  summary: 'C and C++ programs that know their right output: wrong code is found with one compiler',
  language: 'c',
  promises: 'defined',
  // A chain of comparisons is valid, and an error of clang 22 all the same.
  compilerArgs: ['-w', '-Wno-parentheses'],
  entry: import.meta.url,
  generate(draw) {
    const { rules, flag, maxSize } = drawOptions(draw);
    const { program, output } = loom(draw, { rules, maxSize });
    const { files, main, language } = program;
    return { files, main, language, compilerArgs: [flag], truth: { kind: 'output', stdout: output } };
  },
};
export default loomSource;

function drawOptions(draw: Draw): Standard & { readonly maxSize: number } {
  return draw.scope('options', () => ({ ...draw.pick(standards), maxSize: draw.pick(sizes) }));
}
