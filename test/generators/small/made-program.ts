/** Programs of the small sources in tests: made by a seed, compiled and run. */
import { execa } from 'execa';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { otherMachineOf } from '../../../src/build/machines.ts';
import { Alphabet, replay } from '../../../src/choice/index.ts';
import { findSource } from '../../../src/generators/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

export interface MadeProgram {
  readonly files: Readonly<Record<string, string>>;
  readonly truth: { readonly stdout: string };
  /** Arguments of the program, or else of its source. */
  readonly compilerArgs: readonly string[];
}

const alphabet = new Alphabet();

export async function madeProgram(words: string, seed: number): Promise<MadeProgram> {
  const source = await findSource(words, '.');
  if (!('generate' in source)) throw new Error(words);
  const result = replay(source.generate, { alphabet, seed });
  if (result.outcome !== 'ok') throw new Error(result.outcome);
  const made = result.value as unknown as Partial<MadeProgram> & Omit<MadeProgram, 'compilerArgs'>;
  return { ...made, compilerArgs: made.compilerArgs ?? source.compilerArgs ?? [] };
}

export async function printedBy(
  name: string,
  text: string,
  compiler: string,
  flags: readonly string[],
): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), text);
  await execa(compiler, [...flags, '-o', join(folder, 'program'), join(folder, name)]);
  const [runner = [], program] = [otherMachineOf(compiler)?.runner, join(folder, 'program')];
  const [command, ...words] = [...runner, program];
  return `${(await execa(command, words)).stdout}\n`;
}
