/** Files as targets: `./parser_fuzzer`, `./tool --check @@`, `command:./tool`. The bytes in the file say which kind it is. */
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { hashOf } from '../../build/index.ts';
import { prepareExecutor } from '../../serve/index.ts';
import { UserError } from '../../util/user-error.ts';
import { checkExecutable } from '../executable/check-executable.ts';
import { CommandTarget } from '../executable/command-target.ts';
import { openExecutable } from '../executable/executable-target.ts';
import { recognise, sanitizersIn } from '../executable/recognise.ts';
import { sanitizerOptions } from '../executable/sanitizers.ts';
import {
  absoluteText,
  canonicalText,
  type ExecutableText,
  INPUT_WORD,
  readExecutableText,
} from '../executable/words.ts';
import { type EdgeNames, nameEdges, type NameOptions } from '../features/edge-names.ts';
import { findSymbolizer } from '../features/symbolizer.ts';
import { Build, type FoundTarget, type KindOfTarget, type TargetWorld } from '../found.ts';
import type { Target } from '../target.ts';

export const executable: KindOfTarget = {
  find: async (text, world) => {
    const written = readExecutableText(text);
    return written && foundFile(absoluteText(written, world.cwd ?? process.cwd()), world);
  },
  findBuild: async (build, world, name) => {
    const written = readExecutableText(name);
    if (written === undefined || statSync(written.file, { throwIfNoEntry: false }) === undefined)
      return undefined;
    const found = foundFile(written, world);
    return found.build.isOf(build) ? found : undefined;
  },
};

function foundFile(written: ExecutableText, world: TargetWorld): FoundTarget {
  const bytes = readProgram(written.file);
  const recognised = recognise(bytes);
  if (recognised.way === 'none')
    throw new UserError(`${written.file} ${recognised.why}`, [recognised.advice]);
  if (written.kind === 'executable' && recognised.way !== 'served')
    throw new UserError(`${written.file} was not linked with the runtime of cgfuzz`, [
      'link it with "$(cgfuzz target runtime)"; how: docs/targets.md',
      `or run it without coverage: command:${written.file}`,
    ]);
  const isServed = recognised.way === 'served' && written.kind !== 'command';
  const takesFiles = recognised.way === 'plain' && recognised.takesFiles;
  const full = takesFiles && written.args.length === 0 ? { ...written, args: [INPUT_WORD] } : written;
  const { file, args } = full;
  const name = canonicalText(full);
  const advice = recognised.way === 'plain' ? recognised.advice : undefined;
  const about = {
    name,
    // The name and the words are part of it: one program may be two targets.
    build: new Build(`${basename(file).replaceAll(/\s/g, '_')}-${hashOf(bytes, name).slice(0, 16)}`),
    program: file,
    notes: isServed
      ? []
      : [
          `${basename(file)} shows no coverage, so that tests are made at random${advice === undefined ? '' : `; ${advice}`}`,
        ],
  };
  const sanitizers = sanitizersIn(bytes);
  const env = (own: readonly string[]): Record<string, string> => ({
    ...environmentOf(world),
    ...sanitizerOptions(world.env ?? {}, own),
  });
  if (!isServed) {
    const limitsMemory = sanitizers.length > 0;
    const options = { name, file, args, env: env(optionsForReports(world)), limitsMemory };
    const open = async (): Promise<CommandTarget> =>
      new CommandTarget(options, await prepareExecutor(world.cache, world.searchPath));
    return {
      ...about,
      kind: 'command',
      open,
      check: (input) => checkExecutable({ input, sanitizers, open, names: undefined }),
    };
  }
  // Frames are named from their addresses; the sanitizer's own naming would take a second.
  const options = { name, file, args, env: env(['symbolize=0']) };
  const open = (provoked?: string): Promise<Target> =>
    openExecutable(
      provoked === undefined ? options : { ...options, env: { ...options.env, CGFUZZ_PROVOKE: provoked } },
    );
  const names = async (where: Pick<NameOptions, 'cache' | 'searchPath'>): Promise<EdgeNames> => {
    const target = await open();
    try {
      return await nameEdges((await target.coverage?.pcs?.()) ?? [], where);
    } finally {
      await target.close();
    }
  };
  return {
    ...about,
    kind: 'executable',
    open: () => open(),
    check: (input) => checkExecutable({ input, sanitizers, open, names: () => names(world) }),
    names,
  };
}

function readProgram(file: string): Buffer {
  const status = statSync(file, { throwIfNoEntry: false });
  if (status === undefined)
    throw new UserError(`there is no file ${file}`, ['a target with a / is the path of a program']);
  if (!status.isFile())
    throw new UserError(`${file} is no file`, ['a target with a / is the path of a program']);
  try {
    accessSync(file, constants.X_OK);
  } catch {
    throw new UserError(`${file} may not be executed`, [`allow it: chmod +x ${file}`]);
  }
  return readFileSync(file);
}

/** A program sees little of the person's environment, so that it behaves the same elsewhere. */
function environmentOf({ searchPath, env = {} }: TargetWorld): Record<string, string> {
  const { LD_LIBRARY_PATH: libraries } = env;
  return {
    PATH: searchPath,
    LC_ALL: 'C',
    HOME: '/nonexistent',
    ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }),
  };
}

/** A program that is started anew names the frames of its report itself, and keeps a limit of memory itself. */
function optionsForReports({ searchPath }: TargetWorld): string[] {
  return [`external_symbolizer_path=${findSymbolizer(searchPath)}`, 'hard_rss_limit_mb=2048'];
}
