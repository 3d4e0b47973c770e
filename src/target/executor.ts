/** The executor, compiled with whatever C compiler there is the first time it is needed. */
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../util/user-error.ts';
import { hashOf, instrumentationFolder, partOf, publish } from './build/places.ts';
import { runTool } from './build/run-tool.ts';
import { findProgram } from './compilers.ts';
import type { ServerCommand } from './server.ts';

export async function prepareExecutor(cache: string, searchPath: string): Promise<ServerCommand> {
  const sources = ['executor/cgfuzz-executor.c', 'coverage/cgfuzz-coverage.c'].map((path) =>
    join(instrumentationFolder, path),
  );
  const coverage = join(instrumentationFolder, 'coverage');
  const headers = readdirSync(coverage)
    .filter((name) => name.endsWith('.h'))
    .toSorted();
  const parts = [...sources, ...headers.map((name) => join(coverage, name))];
  const hash = hashOf(...parts.map((path) => readFileSync(path)));
  const file = join(cache, 'tools', `executor-${hash}`);
  if (!existsSync(file)) {
    const compiler = ['cc', 'gcc', 'gcc-12', 'clang', 'clang-19']
      .map((name) => findProgram(name, searchPath))
      .find((path) => path);
    if (compiler === undefined)
      throw new UserError('there is no C compiler here', ['install one: sudo apt-get install gcc']);
    mkdirSync(join(cache, 'tools'), { recursive: true });
    const part = partOf(file);
    await runTool(compiler, ['-O2', '-w', '-o', part, ...sources]);
    publish(part, file);
  }
  return { file, args: [], env: { CGFUZZ_SERVE: 'executor', PATH: searchPath, LC_ALL: 'C' } };
}
