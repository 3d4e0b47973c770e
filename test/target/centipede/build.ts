/** Harnesses as a person builds them for Centipede, with the stand-in where its runner would be. */
import { join } from 'node:path';
import { execa } from 'execa';

export interface StandInAsked {
  readonly source: 'ends.cpp' | 'brackets.c';
  readonly folder: string;
  /** Definitions of the stand-in, as in `AGE=3`. */
  readonly ways?: readonly string[];
  readonly flags?: readonly string[];
  /** Where the sources lie, if this module was compiled to another place. */
  readonly here?: string;
}

/** Returns the path of the binary. */
export async function buildStandIn({
  source,
  folder,
  ways = [],
  flags = [],
  here = import.meta.dirname,
}: StandInAsked): Promise<string> {
  const parts = [source, ...ways, ...flags].map((part) => part.replaceAll(/\W+/g, '-'));
  const file = join(folder, `stand-in-${parts.join('_')}`);
  const [harness, runner] = [`${file}.harness.o`, `${file}.runner.o`];
  const coverage = '-fsanitize-coverage=inline-8bit-counters,pc-table';
  const compiler = source.endsWith('.cpp') ? 'clang++-19' : 'clang-19';
  await execa(compiler, [
    '-g',
    '-O1',
    coverage,
    ...flags,
    '-c',
    join(here, '../executable', source),
    '-o',
    harness,
  ]);
  const definitions = ways.map((way) => `-D${way}`);
  await execa('clang-19', ['-O1', '-w', ...definitions, '-c', join(here, 'stand-in.c'), '-o', runner]);
  await execa(compiler, [...flags, harness, runner, '-o', file]);
  return file;
}
