/** Identity of programs: a key that distinguishes them, and their size. */
import { hash } from 'node:crypto';
import type { Program } from './program.ts';

export function programSize({ files }: Program): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** Equal for equal programs with equal options. */
export function programKey({ files, main, beside = [], options }: Program): string {
  let key = [main, ...beside].join('\0\0');
  for (const { path, bytes } of files) key += `\0${path}\0${hash('sha1', bytes, 'base64')}`;
  return options === undefined ? key : `${key}\0\0${options.args.join('\0')}`;
}
