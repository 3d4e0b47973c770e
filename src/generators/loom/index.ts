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
import { checksum, interpretedOutput } from './truth/checksum.ts';
import { Memory } from './truth/memory.ts';

export interface LoomResult {
  readonly program: Program;
  /** What the program prints when it is compiled by a right compiler. */
  readonly output: string;
  readonly repairs: number;
  /** The output again, by plain execution of the finished program. */
  readonly interpreted: () => string;
}

export interface LoomOptions {
  readonly rules?: LanguageRules;
  /** The largest size, as a power of two, in statements. */
  readonly maxSize?: number;
}

export function loom(draw: Draw, { rules = C, maxSize = 10 }: LoomOptions = {}): LoomResult {
  const { program, prefersAgreeing } = drawProgram(draw, { maxSize });
  const memory = new Memory(program.variables);
  const settling = new Settling({ rules, memory, prefersAgreeing });
  for (const { body } of program.functions) settling.block(body);
  return {
    program: programOf(oneFile(program, rules), rules.name),
    output: checksum(program, memory),
    repairs: settling.repairs,
    interpreted: () => interpretedOutput(program, rules),
  };
}
