/**
 * `cgfuzz.o`: the runtime as one object for linking, made once by the installed C compiler.
 *
 * It is an object and no archive: sanitizers define the coverage callbacks weakly, so a linker would never
 * take ours out of an archive.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findHostCompiler,
  hashOf,
  instrumentationFolder,
  partPathOf,
  publish,
  runTool,
} from '../../build/index.ts';
import { makeFolder } from '../../util/make-folder.ts';
import { UserError } from '../../util/user-error.ts';
import type { TargetWorld } from '../found.ts';

const parts = ['coverage/cgfuzz-coverage.c', 'harness/main.c'];
const folders = ['coverage', 'harness'];

/** The folder with `cgfuzz.h`. */
export const runtimeHeaders: string = join(instrumentationFolder, 'harness');

export async function prepareRuntime({ cache, searchPath }: TargetWorld): Promise<string> {
  const files = folders.flatMap((folder) =>
    readdirSync(join(instrumentationFolder, folder))
      .filter((name) => /\.[ch]$/.test(name))
      .toSorted()
      .map((name) => join(instrumentationFolder, folder, name)),
  );
  const hash = hashOf(...files.map((path) => readFileSync(path)));
  const object = join(cache, 'tools', `runtime-${hash}`, 'cgfuzz.o');
  if (existsSync(object)) return object;
  const compiler = findHostCompiler('c', searchPath);
  if (compiler === undefined)
    throw new UserError('there is no C compiler here', ['install one: sudo apt-get install gcc']);
  makeFolder(join(object, '..'));
  const work = mkdtempSync(join(tmpdir(), 'cgfuzz-runtime-'));
  try {
    const objects = parts.map((_, index) => join(work, `${index}.o`));
    for (const [index, part] of parts.entries())
      await runTool(compiler, [
        '-O2',
        '-w',
        '-fPIC',
        '-c',
        join(instrumentationFolder, part),
        '-o',
        objects[index]!,
      ]);
    const whole = partPathOf(object);
    await runTool(compiler, ['-r', '-nostdlib', '-o', whole, ...objects]);
    publish(whole, object);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return object;
}
