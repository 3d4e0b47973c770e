/** Small C programs that execute others; the first use compiles them with any available C compiler. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../util/make-folder.ts';
import { UserError } from '../util/user-error.ts';
import {
  findHostCompiler,
  hashOf,
  instrumentationFolder,
  partPathOf,
  publish,
  runTool,
} from '../build/index.ts';
import type { ServerCommand } from './server.ts';

export async function prepareExecutor(cache: string, searchPath: string): Promise<ServerCommand> {
  return prepareTool('executor', ['executor/cgfuzz-executor.c'], cache, searchPath);
}

/**
 * `sources` are relative to the folder instrumentation; the key includes headers beside them and beside the
 * runtime.
 */
export async function prepareTool(
  name: string,
  sources: readonly string[],
  cache: string,
  searchPath: string,
): Promise<ServerCommand> {
  const files = [...sources, 'folder/folder.c', 'coverage/cgfuzz-coverage.c'].map((path) =>
    join(instrumentationFolder, path),
  );
  const folders = new Set([...files, join(instrumentationFolder, 'executor', 'x')].map(dirname));
  const headers = [...folders].flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.h'))
      .toSorted()
      .map((file) => join(folder, file)),
  );
  const hash = hashOf(...[...files, ...headers].map((path) => readFileSync(path)));
  const file = join(cache, 'tools', `${name}-${hash}`);
  if (!existsSync(file)) {
    const compiler = findHostCompiler('c', searchPath);
    if (compiler === undefined)
      throw new UserError('there is no C compiler here', ['install one: sudo apt-get install gcc']);
    makeFolder(join(cache, 'tools'));
    const part = partPathOf(file);
    await runTool(compiler, ['-O2', '-w', '-o', part, ...files]);
    publish(part, file);
  }
  return { file, args: [], env: { CGFUZZ_SERVE: name, PATH: searchPath, LC_ALL: 'C' } };
}
