/** Programs that show planted defects, and compilers that tell what such a program really does. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { plantedFolder } from '../../lab/planted/names.ts';
import type { CompilerConfiguration } from '../../src/laboratory/index.ts';
import { type Program, programOf } from '../../src/program/index.ts';

export const references: readonly CompilerConfiguration[] = [
  { compiler: 'clang-19-stock', args: ['-O0'] },
  { compiler: 'gcc-12', args: ['-O0'] },
];

/** The triggers of a folder beside the patches: `names` has those that are there. */
export function triggersIn(folder: 'triggers' | 'gcc-triggers'): {
  readonly names: readonly string[];
  readonly of: (name: string) => Program;
} {
  const path = join(plantedFolder, folder);
  return {
    names: readdirSync(path).map((name) => name.replace(/\.c$/, '')),
    of: (name) => programOf(readFileSync(join(path, `${name}.c`))),
  };
}
