/** The shipped sources by name, and sources that people define in files of their own. */
import { spawnSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { languages } from '../program/index.ts';
import { configured, loadDefault, type SourceDefinition, tryLoading, userLine } from '../source/index.ts';
import { didYouMean } from '../util/did-you-mean.ts';
import { spelled } from '../util/text.ts';
import { UserError } from '../util/user-error.ts';
import { csmithScoped } from './csmith-scoped.ts';
import { csmith } from './csmith.ts';
import litmus from './litmus.ts';
import loom from './loom.ts';
import smallC from './small-c.ts';

export const sources: readonly SourceDefinition[] = [csmith, csmithScoped, litmus, loom, smallC];

/**
 * By name; or by path, of a module whose default export is a definition. Settings may stand behind: `loom size=40`.
 */
export async function findSource(nameAndWords: string, cwd: string): Promise<SourceDefinition> {
  const [name, words] = settingsApart(nameAndWords);
  return configured(await findByName(name, cwd), words);
}

/** A name may hold spaces, as paths do: settings are the last words, as far as they have a sign of equality. */
export function settingsApart(text: string): readonly [name: string, words: readonly string[]] {
  const [settings] = /(?:\s+[\w-]+=[^\s/\\]*)+$/.exec(text) ?? [''];
  const words = settings.trim().split(/\s+/);
  return [text.slice(0, text.length - settings.length), settings === '' ? [] : words];
}

async function findByName(name: string, cwd: string): Promise<SourceDefinition> {
  if (/[/\\]|\.m?[jt]s$/.test(name)) return loadSource(resolve(cwd, name));
  const found = sources.find((source) => source.name === name);
  if (found !== undefined) return found;
  const known = sources.map((source) => source.name);
  const meant = didYouMean(name, known);
  throw new UserError(`no source named "${name}"`, [
    `known sources: ${known.join(', ')}; or the path of a module that exports one`,
    ...(meant === undefined ? [] : [`did you mean ${meant}?`]),
  ]);
}

async function loadSource(path: string): Promise<SourceDefinition> {
  const entry = pathToFileURL(path).href;
  const problem = await tryLoading(entry);
  if (problem !== undefined)
    throw new UserError(`cannot load the source definition ${path}`, [
      problem,
      'leave work to generate, which has limits: the top level of a module only defines the source',
    ]);
  let definition: unknown;
  try {
    definition = await loadDefault(entry);
  } catch (error) {
    const line = userLine(error) ?? lineOfSyntaxError(error, path);
    throw new UserError(`cannot load the source definition ${path}`, [
      String(error),
      ...(line === undefined ? [] : [`at: ${line}`]),
    ]);
  }
  const [mistake, found] = readDefinition(definition);
  if (mistake !== undefined)
    throw new UserError(`${path} does not define a source: ${mistake}`, [
      'a function: export default { name, summary, language, generate: (draw) => text }',
      'a fast-check arbitrary: export default { name, summary, language, arbitrary }',
      'a program: export default { name, summary, language, command, reach, process, scopes, writes }',
      'more: docs/in-process-sources.md, docs/plug-in-a-generator.md',
    ]);
  if (!('command' in found)) return { ...found, module: path, entry };
  const table = found.table === undefined ? {} : { table: resolve(dirname(path), found.table) };
  return { ...found, ...table, module: path };
}

/** The definition that a person exported; looking at it may throw. */
function readDefinition(value: unknown): readonly [problem: string | undefined, found: SourceDefinition] {
  try {
    return [problemOf(value), { ...(value as SourceDefinition) }];
  } catch (error) {
    return [`looking at it throws ${spelled(error)}`, value as SourceDefinition];
  }
}

/** Node keeps the line of a syntax error to itself, but prints it when it is asked to check the file. */
function lineOfSyntaxError(error: unknown, path: string): string | undefined {
  if (!(error instanceof SyntaxError)) return undefined;
  const { stderr } = spawnSync(process.execPath, ['--check', path], { encoding: 'utf8' });
  const first = stderr.split('\n', 1)[0]!;
  return first.includes(path) ? `${path}${first.slice(first.lastIndexOf(':'))}` : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const ofProcesses: Readonly<Record<string, readonly string[]>> = {
  reach: ['preload', 'linked', 'stream'],
  process: ['exec', 'fork', 'persistent'],
  scopes: ['stack', 'own'],
};

const kinds: readonly string[] = ['generate', 'arbitrary', 'command'];

function problemOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return 'its default export is no object';
  const fields = value as Fields;
  if (typeof fields['name'] !== 'string' || fields['name'] === '') return 'it has no name';
  if (typeof fields['summary'] !== 'string') return 'it has no summary, a sentence for lists';
  if (!languages.some((each) => each === fields['language']))
    return notAllowed(fields, 'language', languages);
  const named = kinds.filter((kind) => fields[kind] !== undefined);
  if (named.length === 0) return `it has none of ${kinds.join(', ')}: what makes the programs?`;
  if (named.length > 1) return `it has ${named.join(' and ')}; one of them makes the programs`;
  switch (named[0]) {
    case 'generate':
      return typeof fields['generate'] === 'function' ? undefined : 'generate is no function';
    case 'arbitrary':
      return isArbitrary(fields['arbitrary']) ? undefined : 'arbitrary is no arbitrary of fast-check';
    default:
      return problemOfProcess(fields);
  }
}

function problemOfProcess(fields: Fields): string | undefined {
  for (const [field, values] of Object.entries(ofProcesses))
    if (!values.some((value) => value === fields[field])) return notAllowed(fields, field, values);
  const { command, writes, engines } = fields;
  const isList = isWords(command) && command.length > 0;
  if (!isList && typeof command !== 'function') return 'command is no list of words';
  if (engines !== undefined && !isWords(engines))
    return "engines is no list of texts, as in ['std', 'my_next word 64']";
  const to = typeof writes === 'object' && writes !== null && 'to' in writes ? writes.to : undefined;
  if (to !== 'stdout' && to !== 'file' && to !== 'folder') return 'writes.to is none of stdout, file, folder';
  const { table } = fields;
  if (table !== undefined && typeof table !== 'string') return 'table is no path';
  const { main, beside = [] } = writes as Fields;
  if (to === 'folder' && typeof main !== 'string') return 'writes.main is missing: which file is the test?';
  if (to === 'folder' && !isWords(beside)) return 'writes.beside is no list of files';
  return undefined;
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}

function notAllowed(fields: Fields, field: string, values: readonly string[]): string {
  return `${field} is ${spelled(fields[field])}; allowed: ${values.join(', ')}`;
}

function isArbitrary(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'generate' in value;
}
