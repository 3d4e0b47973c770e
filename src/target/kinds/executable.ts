/**
 * Files as targets: `./parser_fuzzer`, `./tool --check @@`, `command:./tool`. The file's bytes tell its kind.
 */
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { hashOf } from '../../build/index.ts';
import { prepareExecutor } from '../../serve/index.ts';
import { UserError } from '../../util/user-error.ts';
import { CentipedeTarget } from '../centipede/centipede-target.ts';
import { centipedeSettings } from '../centipede/settings.ts';
import { prepareStackLibrary } from '../centipede/stack-library.ts';
import { checkExecutable } from '../executable/check-executable.ts';
import { CommandTarget } from '../executable/command-target.ts';
import { openExecutable } from '../executable/executable-target.ts';
import { recognise, type Sanitizer, sanitizersIn, type WayToRun } from '../executable/recognise.ts';
import { sanitizerOptions } from '../executable/sanitizers.ts';
import {
  absoluteText,
  canonicalText,
  type ExecutableText,
  INPUT_WORD,
  readExecutableText,
} from '../executable/words.ts';
import { nameEdges } from '../features/edge-names.ts';
import { findSymbolizer } from '../features/symbolizer.ts';
import { Build, type FoundTarget, type KindOfTarget, type TargetWorld } from '../found.ts';
import type { Target } from '../target.ts';

/** Linux reads no more of a script to find its interpreter. */
const MOST_OF_FIRST_LINE = 256;

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
  refuseWrongKind(written, recognised.way);
  const program = { written, bytes, sanitizers: sanitizersIn(bytes), world };
  if (written.kind === 'command') return foundCommand(program, recognised);
  switch (recognised.way) {
    case 'served':
      return foundServed(program);
    case 'centipede':
      return foundCentipede(program, recognised.isWorker);
    case 'plain':
      return foundCommand(program, recognised);
  }
}

function refuseWrongKind({ kind, file }: ExecutableText, way: string): void {
  const without = `or run it without coverage: command:${file}`;
  if (kind === 'executable' && way !== 'served')
    throw new UserError(`${file} was not linked with the runtime of cgfuzz`, [
      'link it with "$(cgfuzz target runtime)"; how: docs/targets.md',
      without,
    ]);
  if (kind === 'centipede' && way !== 'centipede')
    throw new UserError(`${file} has no runner of Centipede`, [
      "link it with Centipede's runner, or a worker of its C interface",
      without,
    ]);
}

/** An existing program, read once. */
interface ReadProgram {
  readonly written: ExecutableText;
  readonly bytes: Buffer;
  readonly sanitizers: readonly Sanitizer[];
  readonly world: TargetWorld;
}

type About = Pick<FoundTarget, 'name' | 'build' | 'program'>;

function aboutOf(written: ExecutableText, bytes: Buffer): About {
  const name = canonicalText(written);
  return {
    name,
    // The key contains the name and the words: one program may be two targets.
    build: new Build(`${basename(written.file).replaceAll(/\s/g, '_')}-${hashOf(bytes, name).slice(0, 16)}`),
    program: written.file,
  };
}

function environmentFor(world: TargetWorld, own: readonly string[]): Record<string, string> {
  return { ...environmentOf(world), ...sanitizerOptions(world.env ?? {}, own) };
}

function foundCommand({ written, bytes, sanitizers, world }: ReadProgram, recognised: WayToRun): FoundTarget {
  const takesFiles = recognised.way === 'centipede' || (recognised.way === 'plain' && recognised.takesFiles);
  const full = takesFiles && written.args.length === 0 ? { ...written, args: [INPUT_WORD] } : written;
  const { file, args } = full;
  const about = aboutOf(full, bytes);
  const advice = recognised.way === 'plain' ? recognised.advice : undefined;
  const env = environmentFor(world, optionsForReports(world));
  const options = { name: about.name, file, args, env, limitsMemory: sanitizers.length > 0 };
  const open = async (): Promise<CommandTarget> =>
    new CommandTarget(options, await prepareExecutor(world.cache, world.searchPath));
  return {
    ...about,
    kind: 'command',
    notes: [
      `${basename(file)} shows no coverage, so that tests are made at random${advice === undefined ? '' : `; ${advice}`}`,
    ],
    open,
    check: (input) => checkExecutable({ input, sanitizers, open, names: undefined }),
  };
}

function foundServed({ written, bytes, sanitizers, world }: ReadProgram): FoundTarget {
  const about = aboutOf(written, bytes);
  const { file, args } = written;
  // cgfuzz names frames by their addresses; the sanitizer's own naming would take a second. A race has no
  // single address: its report names two stacks.
  const naming = sanitizers.includes('tsan') ? optionsForNames(world) : ['symbolize=0'];
  const options = { name: about.name, file, args, env: environmentFor(world, naming) };
  const open = (provoked?: string): Promise<Target> =>
    openExecutable(
      provoked === undefined ? options : { ...options, env: { ...options.env, CGFUZZ_PROVOKE: provoked } },
    );
  const names = namesBy(open);
  return {
    ...about,
    kind: 'executable',
    open: () => open(),
    check: (input) => checkExecutable({ input, sanitizers, open, names: () => names(world) }),
    names,
  };
}

function foundCentipede({ written, bytes, sanitizers, world }: ReadProgram, isWorker: boolean): FoundTarget {
  // The text holds the kind, so that a finding knows how to run such a binary.
  const about = aboutOf({ ...written, kind: 'centipede' }, bytes);
  const isSanitized = sanitizers.length > 0;
  const open = async (): Promise<Target> =>
    CentipedeTarget.open({
      ...centipedeSettings(written.args),
      name: about.name,
      file: written.file,
      // The sanitizer reports an abort, since the library catches no signals then.
      env: environmentFor(world, ['symbolize=0', 'handle_abort=1']),
      library: await prepareStackLibrary(world),
      catchesSignals: !isSanitized,
      isWorker,
    });
  const names = namesBy(open);
  return {
    ...about,
    kind: 'centipede',
    open,
    check: (input) =>
      checkExecutable({ input, sanitizers, open, names: () => names(world), provokesNothing: true }),
    names,
  };
}

type NamesOf = NonNullable<FoundTarget['names']>;

function namesBy(open: () => Promise<Target>): NamesOf {
  return async (where) => {
    const target = await open();
    try {
      return await nameEdges((await target.coverage?.pcs?.()) ?? [], where);
    } finally {
      await target.close();
    }
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
    throw new UserError(`${file} may not be executed`, [
      'a target is a compiler, or a program that reads tests',
      `if it is such a program, allow it: chmod +x ${file}`,
      `if it is a test, look at it with: cgfuzz check ${file}`,
    ]);
  }
  const bytes = readFileSync(file);
  refuseLostInterpreter(file, bytes);
  return bytes;
}

/** A script without its interpreter refuses every test, as a script that works may do, too. */
function refuseLostInterpreter(file: string, bytes: Buffer): void {
  const [, interpreter] = /^#! *(\/\S+)/.exec(bytes.toString('latin1', 0, MOST_OF_FIRST_LINE)) ?? [];
  if (interpreter === undefined || existsSync(interpreter)) return;
  throw new UserError(`${file} is a script for ${interpreter}, and there is no such program`, [
    'its first line names the program that runs it',
  ]);
}

/** A program gets little of the person's environment, so that it behaves the same elsewhere. */
function environmentOf({ searchPath, env = {} }: TargetWorld): Record<string, string> {
  const { LD_LIBRARY_PATH: libraries } = env;
  return {
    PATH: searchPath,
    LC_ALL: 'C',
    HOME: '/nonexistent',
    ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }),
  };
}

/**
 * A program that starts again for each input names the frames of its report itself, and keeps a memory limit
 * itself.
 */
function optionsForReports(world: TargetWorld): string[] {
  return [...optionsForNames(world), 'hard_rss_limit_mb=2048'];
}

function optionsForNames({ searchPath }: TargetWorld): string[] {
  return [`external_symbolizer_path=${findSymbolizer(searchPath)}`];
}
