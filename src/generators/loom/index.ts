/**
 * Loom: valid C and C++ programs whose output is known without compiling them.
 *
 * Three steps that never mix: what draws builds the program and sees no value; what settles computes every value, and
 * repairs what would be undefined, and asks for no choice; what lowers prints.
 */
import type { Draw } from '../../choice/index.ts';
import { type Program, programOf } from '../../program/index.ts';
import { drawProgram } from './draw/program.ts';
import { oneFile } from './lower/one-file.ts';
import { C, type LanguageRules } from './rules/language.ts';
import { Settling } from './settle/settling.ts';
import { expectedOutput } from './truth/checksum.ts';

export interface LoomResult {
  readonly program: Program;
  /** What the program prints when it is compiled by a right compiler. */
  readonly output: string;
  readonly repairs: number;
}

export interface LoomOptions {
  readonly rules?: LanguageRules;
  /** The largest size, as a power of two, in statements. */
  readonly maxSize?: number;
}

export function loom(draw: Draw, { rules = C, maxSize = 10 }: LoomOptions = {}): LoomResult {
  const { program, prefersAgreeing } = drawProgram(draw, { maxSize });
  const settling = new Settling(program.variables, { rules, lanes: 1, prefersAgreeing });
  for (const { body } of program.functions) settling.block(body);
  return {
    program: programOf(oneFile(program, rules), rules.name),
    output: expectedOutput(program, rules),
    repairs: settling.repairs,
  };
}
