/**
 * The parts of cgfuzz in C: the library inside generators, and the launcher that runs them.
 *
 * They are compiled at first use and kept in the user's cache, by content; see instrumentation/choices/build.
 * That is a script, since people who link generators by hand run it without cgfuzz.
 */
import { join } from 'node:path';

import { instrumentationFolder, tryTool } from '../../build/index.ts';
import { UserError } from '../../util/user-error.ts';

export interface ChoiceLibrary {
  /** To be preloaded. */
  readonly shared: string;
  /** To be linked. */
  readonly object: string;
  readonly launcher: string;
  /** Folder of cgfuzz.h and cgfuzz.hpp. */
  readonly include: string;
  readonly wrappers: string;
}

let built: Promise<ChoiceLibrary> | undefined;

export function choiceLibrary(): Promise<ChoiceLibrary> {
  built ??= build();
  // After a failure the next call tries again, since a person may have mended the cause.
  built.catch(() => (built = undefined));
  return built;
}

/** The folder `instrumentation/choices`, found from any folder of compiled code. */
export const choicesFolder: string = join(instrumentationFolder, 'choices');

async function build(): Promise<ChoiceLibrary> {
  const source = choicesFolder;
  const { code, stdout, stderr } = await tryTool(join(source, 'build'), []);
  if (code !== 0 || stdout === '') {
    throw new UserError(
      'cannot build the choice library, which runs inside generators',
      (stderr || 'it printed nothing').split('\n'),
    );
  }
  const folder = stdout.trim();
  return {
    shared: join(folder, 'libcgfuzz.so'),
    object: join(folder, 'libcgfuzz.o'),
    launcher: join(folder, 'launcher'),
    include: join(source, 'include'),
    wrappers: join(source, 'wrappers'),
  };
}
