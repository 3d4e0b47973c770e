/** The tools that build a target for cgfuzz, libFuzzer and AFL++, the same for each bench. */
import { existsSync } from 'node:fs';
import { cacheFolder, findProgram } from '../../src/build/index.ts';

export const CLANG = 'clang-19';
export const AFL_CLANG = 'afl-clang-fast';
export const AFL_DRIVER = '/usr/lib/afl/libAFLDriver.a';
export const usualFlags: readonly string[] = ['-O1', '-g', '-w'];
export const world: { readonly cache: string; readonly searchPath: string } = {
  cache: cacheFolder(process.env),
  searchPath: process.env['PATH'] ?? '/usr/bin:/bin',
};

export function hasAfl(): boolean {
  return findProgram(AFL_CLANG, world.searchPath) !== undefined && existsSync(AFL_DRIVER);
}

export function tell(text: string): void {
  console.error(text);
}
