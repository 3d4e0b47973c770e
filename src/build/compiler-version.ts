/**
 * The full version of a compiler, as Debian's package has it: `22.1.8-3`. Bug trackers ask for the full
 * version.
 */
import { tryTool } from './run-tool.ts';

/** Undefined if the program does not say a version. */
export async function compilerVersion(program: string): Promise<string | undefined> {
  const { code, stdout } = await tryTool(program, ['--version']);
  return code === 0 ? versionIn(stdout) : undefined;
}

/** Debian's clang says `22.1.8 (3)`, its gcc `(Debian 16.2.0-4) 16.2.0`; others say a number alone. */
export function versionIn(text: string): string | undefined {
  const [line = ''] = text.split('\n');
  const clang = /\bclang version ([\d.]+)(?:\S*) \(([\w.~+]+)\)/.exec(line);
  if (clang !== null) return `${clang[1]}-${clang[2]}`;
  return /\(Debian ([^\s)]+)\)/.exec(line)?.[1] ?? /\b\d+(?:\.\d+)+\S*/.exec(line)?.[0];
}
