/** How a person calls the compiler of a finding, in the finding's folder, without cgfuzz. */
import type { FindingRecord } from '../../finding/index.ts';
import { stockCompilers } from '../../target/index.ts';

/** The program behind a target's name: the instrumented `clang-19-passes` is a clang 19 like any other to report to. */
export function compilerOf({ compiler, program }: Pick<FindingRecord, 'compiler' | 'program'>): string {
  const plain = /^(?:clang|gcc)-\d+/.exec(compiler)?.[0] ?? compiler;
  return program.language === 'c++' ? plain.replace('clang', 'clang++').replace('gcc', 'g++') : plain;
}

/** Its flags, with the copies of headers in place of their origins. */
export function argumentsOf({ args, program }: Pick<FindingRecord, 'args' | 'program'>): string[] {
  const copies = new Map(program.includes.map(({ from, to }) => [`-I${from}`, `-I${to}`]));
  return args.map((arg) => copies.get(arg) ?? arg);
}

export function commandLine(
  record: Pick<FindingRecord, 'compiler' | 'args' | 'program' | 'kind'>,
  mainPath: string,
): string {
  const [output, libraries] = record.kind === 'wrong-code' ? [['-o', 'program'], ['-lm']] : [['-c'], []];
  const words = [compilerOf(record), ...argumentsOf(record), ...output, mainPath, ...libraries];
  return words.map(quoted).join(' ');
}

/** One word for a shell. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Every compiler that might show it too: all versions of its family. */
export function compilersToVerify(record: Pick<FindingRecord, 'compiler' | 'program'>): string[] {
  const family = record.compiler.split('-')[0];
  return stockCompilers
    .filter((each) => each.family === family)
    .map(({ name }) => compilerOf({ ...record, compiler: name }));
}
