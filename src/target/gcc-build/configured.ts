/**
 * A configured GCC: its libraries for the compiler, all generated sources, and the command of each compile.
 *
 * Make works in the final folder, since its results contain paths. So the folder is whole only if its note
 * exists. Until then one process at a time continues from the last step. This step compiles only the programs
 * that generate sources: `record-command` replaces the compiler for everything else.
 */
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, instrumentationFolder, runTool, tryTool, failure } from '../../build/index.ts';
import { withLock } from '../../ownership/index.ts';
import { makeFolder } from '../../util/make-folder.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';
import { recordedCommands, type RecordedCommand } from './commands.ts';
import type { GccHome } from './gcc-home.ts';
import { configureArguments, configureEnvironment, type GccSpec, stockNameOf } from './plan.ts';

export interface ConfiguringOptions {
  readonly cache: string;
  readonly jobs: number;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

const NOTE = 'commands.json';

/** The recorder of commands is not part of the key: its results are compared with nothing. */
export function keyOfConfigured(spec: GccSpec, home: GccHome): string {
  const settings = [...configureArguments(spec), ...Object.values(configureEnvironment)];
  // A person's own source gets a new folder when it changes, which takes seconds.
  return hashOf('configured-1', spec.own === undefined ? home.identity : home.source, ...settings);
}

export function folderOfConfigured(spec: GccSpec, home: GccHome, cache: string): string {
  return join(cache, 'configured', `${spec.own?.name ?? stockNameOf(spec)}-${keyOfConfigured(spec, home)}`);
}

interface Note {
  readonly identity: string;
  readonly commands: readonly RecordedCommand[];
}

/** The command of each compile. */
export async function makeConfigured(
  spec: GccSpec,
  home: GccHome,
  options: ConfiguringOptions,
): Promise<readonly RecordedCommand[]> {
  const { cache, say, signal } = options;
  const folder = folderOfConfigured(spec, home, cache);
  const known = readNote(folder, home);
  if (known !== undefined) return known;
  makeFolder(folder);
  const onWait = (who: string): void => say(`waiting for ${who}, which configures the same GCC`);
  const work = async (): Promise<readonly RecordedCommand[]> =>
    readNote(folder, home) ?? (await configure(folder, spec, home, options));
  return withLock(`${folder}.lock`, onWait, work, { signal });
}

function readNote(folder: string, { identity }: GccHome): readonly RecordedCommand[] | undefined {
  const file = join(folder, NOTE);
  if (!existsSync(file)) return undefined;
  const note = JSON.parse(readFileSync(file, 'utf8')) as Note;
  return note.identity === identity ? note.commands : undefined;
}

async function configure(
  folder: string,
  spec: GccSpec,
  home: GccHome,
  { jobs, say, signal }: ConfiguringOptions,
): Promise<readonly RecordedCommand[]> {
  const env = configureEnvironment;
  // If machines were named, make would look for a second copy of libiberty.
  const make = async (...words: string[]): Promise<void> => {
    const args = [...words, 'MAKEINFO=true', 'build_libsubdir=.', `-j${jobs}`];
    const { code, stdout, stderr } = await tryTool('make', args, { cwd: folder, env, signal });
    if (code !== 0) throw failure('GCC could not be configured', stderr || stdout);
  };
  say('configuring GCC');
  if (!existsSync(join(folder, 'Makefile')))
    await runTool(join(home.source, 'configure'), configureArguments(spec), { cwd: folder, env, signal });
  await make(
    'configure-gcc',
    ...['libiberty', 'libcpp', 'libdecnumber', 'libbacktrace', 'libcody'].map((name) => `all-${name}`),
  );
  makeFolder(join(folder, 'libiberty/pic'));
  copyFileSync(join(folder, 'libiberty/libiberty.a'), join(folder, 'libiberty/pic/libiberty.a'));
  say('generating sources of GCC');
  const recorder = join(instrumentationFolder, 'gcc/build/record-command');
  // By default, generating programs would be compiled without optimisation, and take minutes.
  const fast = `CXXFLAGS=${env['CXXFLAGS']}`;
  await make('-C', 'gcc', 'cc1', 'cc1plus', fast, `COMPILER=${recorder}`, `LINKER=${recorder}`);
  const commands = recordedCommands(join(folder, 'gcc'));
  if (commands.length < 100) throw new Error(`make recorded only ${commands.length} commands in ${folder}`);
  const note: Note = { identity: home.identity, commands };
  writeFileAtomic(join(folder, NOTE), JSON.stringify(note));
  return commands;
}
