/** Harnesses as a person builds them: compiled for fuzzing, and linked with the runtime in place of libFuzzer. */
import { join } from 'node:path';
import { execa } from 'execa';
import { prepareRuntime, runtimeHeaders } from '../../../src/target/index.ts';
import { world } from '../world.ts';

export interface HarnessAsked {
  readonly source: 'ends.cpp' | 'brackets.c' | 'race.cpp' | 'slow-start.c' | 'stateful.c';
  readonly folder: string;
  /** Flags for compiling and linking, such as those of a sanitizer. */
  readonly flags?: readonly string[];
}

/** Returns the path of the program. */
export async function buildHarness({ source, folder, flags = [] }: HarnessAsked): Promise<string> {
  const file = join(
    folder,
    [source.replace(/\..*/, ''), ...flags.map((flag) => flag.replace(/.*=/, ''))].join('-'),
  );
  const compiler = source.endsWith('.cpp') ? 'clang++-19' : 'clang-19';
  const compiling = ['-g', '-O1', '-fsanitize=fuzzer-no-link', `-I${runtimeHeaders}`, ...flags];
  await execa(compiler, [...compiling, '-c', join(import.meta.dirname, source), '-o', `${file}.o`]);
  await execa(compiler, [...flags, `${file}.o`, await prepareRuntime(world), '-o', file]);
  return file;
}
