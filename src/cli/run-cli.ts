/**
 * One command line from its words to its exit code.
 *
 * Invariant: a person's mistake is shown as a `UserError` without a stack trace. A refusal by the machine and
 * a damaged file of choices are shown in the same way. Any other error is our own, and is shown with a stack
 * trace. Output is stripped of control characters, except what goes to `raw`.
 */
import { circumstanceOf } from '../util/circumstance.ts';
import { harmless } from '../util/text.ts';
import { UserError } from '../util/user-error.ts';
import { type CalledCommand, type Context, exitCodes, type ListedCommand, loadCommand } from './command.ts';
import { findCommand } from './find-command.ts';
import { parseFlags, type ParsedFlags } from './flags/flags.ts';
import { readFileSync } from 'node:fs';

export async function runCli(
  commands: readonly ListedCommand[],
  words: readonly string[],
  world: Omit<Context, 'raw'>,
  version: string,
): Promise<number> {
  const { stdout, stderr } = world;
  const context: Context = {
    ...world,
    stdout: (text) => stdout(harmless(text)),
    stderr: (text) => stderr(harmless(text)),
    raw: { stdout, stderr },
  };
  try {
    return await dispatch(commands, words, context, version);
  } catch (error) {
    return tellError(error, context, version);
  }
}

/** Returns the exit code. */
export function tellError(
  error: unknown,
  { stderr, signal }: Pick<Context, 'stderr' | 'signal'>,
  version: string,
): number {
  const told = mistakeIn(error);
  if (told === undefined && signal.aborted) {
    stderr('interrupted\n');
    return exitCodes.interrupted;
  }
  if (told !== undefined) {
    stderr(harmless([`error: ${told.message}`, ...told.hints.map((hint) => `  ${hint}`), ''].join('\n')));
    return exitCodes.usage;
  }
  const shown = error instanceof Error ? (error.stack ?? error.message) : String(error);
  stderr(harmless(shown));
  stderr(`\nerror: this is a bug in cgfuzz ${version}; please report it with the lines above\n`);
  return exitCodes.bug;
}

/** Undefined if the error is a bug of ours. */
function mistakeIn(error: unknown): UserError | undefined {
  if (error instanceof UserError) return error;
  return circumstanceOf(error);
}

async function dispatch(
  commands: readonly ListedCommand[],
  [first, ...rest]: readonly string[],
  context: Context,
  version: string,
): Promise<number> {
  if (first === undefined) {
    const { question } = await import('./flags/help.ts');
    context.stdout(question());
    return exitCodes.ok;
  }
  if (isHelp(first)) {
    const { overview } = await import('./flags/help.ts');
    context.stdout(overview(commands));
    return exitCodes.ok;
  }
  if (first === '--version' || first === '-V') {
    context.stdout(`cgfuzz ${version}\n`);
    return exitCodes.ok;
  }
  if (first.startsWith('-')) {
    throw new UserError(`no flag named ${first} before a command`, [
      'write: cgfuzz COMMAND [FLAGS] [ARGUMENTS]',
    ]);
  }
  if (first !== 'help') refuseFewFiles();
  if (!commands.some(({ name }) => name === first)) return take(commands, first, rest, context, version);
  const command = await loadCommand(findCommand(commands, first));
  const flagWords = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  const help = flagWords.find(isHelp);
  if (help !== undefined) {
    const { commandPage } = await import('./flags/help.ts');
    context.stdout(
      await commandPage(command, flagWords.includes('--all') ? 'all' : help === '-h' ? 'short' : 'long'),
    );
    return exitCodes.ok;
  }
  const parsed = parseCommandLine(command, rest);
  if (command.isConfigurable) return runConfigured(command, parsed, context);
  await command.check?.(parsed.values);
  return command.run(context, parsed.values, parsed.args);
}

/** A word that is no command may be a file, a folder or a compiler. */
async function take(
  commands: readonly ListedCommand[],
  word: string,
  rest: readonly string[],
  context: Context,
  version: string,
): Promise<number> {
  const { takenFor } = await import('./brought/take.ts');
  const taken = await takenFor(word, rest, context);
  if (taken === undefined) findCommand(commands, word);
  const { as = '', lines = [], hints = [] } = taken ?? {};
  context.stderr(`${word} ${as}\n`);
  let worst: number = lines.length === 0 ? exitCodes.usage : exitCodes.ok;
  for (const line of lines) {
    context.stderr(`runs: cgfuzz ${line.map(shellWord).join(' ')}\n`);
    const code = await dispatch(commands, line, context, version);
    worst = Math.max(worst, code);
    if (code > exitCodes.found) break;
  }
  for (const hint of hints) context.stderr(`  ${hint}\n`);
  return worst;
}

/** The word as a person writes it for a shell. */
function shellWord(word: string): string {
  return /^[\w./=:,@%+-]+$/.test(word) ? word : `"${word}"`;
}

async function runConfigured(command: CalledCommand, parsed: ParsedFlags, context: Context): Promise<number> {
  const { configure, settingsText } = await import('./flags/configuration.ts');
  const settings = await configure(command.flags, parsed, context.cwd);
  const values = Object.fromEntries(Object.entries(settings).map(([name, { value }]) => [name, value]));
  const isPrinted = parsed.values['print-config'] === true;
  if (!isPrinted)
    for (const line of command.opening?.(values, context.cwd) ?? []) context.stderr(`${line}\n`);
  await command.check?.(values);
  if (isPrinted) {
    const { json } = parsed.values;
    context.stdout(json === true ? `${JSON.stringify(settings)}\n` : settingsText(settings, command.flags));
    return exitCodes.ok;
  }
  return command.run(context, values, parsed.args);
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

function parseCommandLine(command: CalledCommand, words: readonly string[]): ParsedFlags {
  try {
    const parsed = parseFlags(command.flags, words, command);
    checkVerb(command, parsed);
    checkArguments(command, parsed.args);
    return parsed;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(error.message, [...error.hints, `more: cgfuzz ${command.name} --help`]);
  }
}

/** Refuses a flag of another verb: it would be ignored. */
function checkVerb({ name, verbs = {} }: CalledCommand, { args: [verb = ''], given }: ParsedFlags): void {
  const own = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  const foreign = own === undefined ? undefined : [...given].find((flag) => !own.includes(flag));
  if (own === undefined || foreign === undefined) return;
  const others = Object.keys(verbs).filter((other) => verbs[other]!.includes(foreign));
  throw new UserError(`cgfuzz ${name} ${verb} takes no --${foreign}`, [
    own.length === 0 ? 'it takes no flags' : `its flags: ${own.map((flag) => `--${flag}`).join(', ')}`,
    `--${foreign} is for: ${others.join(', ')}`,
  ]);
}

/** An example with a flag or an argument, which shows how to write both. */
function exampleOf(examples: CalledCommand['examples']): string[] {
  const [commandLine] = examples.find(([line]) => line.includes(' ')) ?? [];
  return commandLine === undefined ? [] : [`for example: cgfuzz ${commandLine}`];
}

function checkArguments({ name, parameters = [], examples }: CalledCommand, args: readonly string[]): void {
  const missing = parameters.find((parameter, index) => !parameter.optional && args[index] === undefined);
  if (missing) {
    const article = /^[AEIOU]/.test(missing.name) ? 'an' : 'a';
    throw new UserError(`cgfuzz ${name} needs ${article} ${missing.name}`, [
      `${missing.name}: ${missing.doc}`,
      ...exampleOf(examples),
    ]);
  }
  const empty = args.findIndex((arg) => arg === '');
  if (empty >= 0) throw new UserError(`argument ${empty + 1} of cgfuzz ${name} is empty`);
  const surplus = args[parameters.length];
  if (surplus !== undefined && !parameters.at(-1)?.several)
    throw new UserError(`cgfuzz ${name} takes no argument "${surplus}"`, exampleOf(examples));
}

/** Loading a large command opens 230 files at once; a campaign keeps some 20 a job open (measured 2026-11-29). */
const LEAST_FILES = 512;

/** Node raises the limit to the hard limit when it starts, so `limits` tells what the person can get. */
function refuseFewFiles(limits: string = limitsOfProcess()): void {
  const [, allowed] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  if (allowed === undefined || Number(allowed) >= LEAST_FILES) return;
  throw new UserError(`this process may open ${allowed} files; cgfuzz needs ${LEAST_FILES}`, [
    `allow more in a new shell: ulimit -n ${2 * LEAST_FILES}; in a service: LimitNOFILE=${2 * LEAST_FILES}`,
    'if the shell refuses, raise the hard limit: nofile in /etc/security/limits.conf',
  ]);
}

/** Empty if the system does not tell. */
function limitsOfProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
