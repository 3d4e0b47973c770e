/** How many tokens a program has, its headers left alone: the same number however it is formatted. */
import { execa } from 'execa';
import type { Program } from '../../src/program/index.ts';

export async function countTokens({ files }: Program): Promise<number> {
  const dump = ['-fsyntax-only', '-w', '-Xclang', '-dump-raw-tokens', '-xc', '-'];
  const { stderr } = await execa('clang-19', dump, { input: files[0]?.bytes ?? '' });
  return stderr.split('\n').filter((line) => /^(?!unknown|comment|eof)\w+ '/.test(line)).length;
}
