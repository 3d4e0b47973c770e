/** The shipped sources by name, sources that people define in files of their own, and chains of a source and stages. */
import { dirname, resolve } from 'node:path';

import { languages } from '../program/index.ts';
import { configured, type SourceDefinition } from '../source/index.ts';
import { didYouMean } from '../util/did-you-mean.ts';
import { spelled } from '../util/text.ts';
import { UserError } from '../util/user-error.ts';
import { chained, donorsFolder, inChain, isModule, stages } from './chains.ts';
import bytes from './bytes.ts';
import corners from './corners.ts';
import { csmithScoped } from './csmith-scoped.ts';
import { csmith } from './csmith.ts';
import calc from './languages/calc.ts';
import ir from './languages/ir.ts';
import flow from './flow.ts';
import frames from './frames.ts';
import json from './languages/json.ts';
import intrinsics from './intrinsics.ts';
import openmp from './openmp.ts';
import nests from './nests.ts';
import regex from './languages/regex.ts';
import sql from './languages/sql.ts';
import xml from './languages/xml.ts';
import litmus from './litmus.ts';
import { loadModule } from './load-definition.ts';
import loom from './loom.ts';
import { seeds } from './seeds.ts';
import smallC from './small-c.ts';
import suite from './suite.ts';

export const sources: readonly SourceDefinition[] = [
  csmith,
  csmithScoped,
  litmus,
  loom,
  corners,
  flow,
  nests,
  frames,
  intrinsics,
  openmp,
  seeds,
  smallC,
  suite,
  bytes,
  calc,
  ir,
  json,
  regex,
  sql,
  xml,
];

/**
 * The source of this name, or of this path to a module whose default export is a definition. Settings may
 * follow: `loom size=40`; so may stages, by name or by path: `csmith-scoped | relax`.
 */
export async function findSource(text: string, cwd: string): Promise<SourceDefinition> {
  const [first, ...names] = inChain(text);
  const [name, words] = settingsApart(first);
  const definition = configured(await findByName(name, cwd), words);
  return names.length === 0 ? definition : chained(definition, names, cwd);
}

/** Paths of the modules that such a text names. */
export function modulesIn(text: string, cwd: string): string[] {
  return inChain(text)
    .filter((part) => donorsFolder(part) === undefined)
    .map((part) => settingsApart(part)[0])
    .filter(isModule)
    .map((path) => resolve(cwd, path));
}

/**
 * A name may contain spaces, as paths do: settings are the last words that contain an equals sign. The value of
 * a setting has a slash only if it is a path that begins with a slash or a dot.
 */
export function settingsApart(text: string): readonly [name: string, words: readonly string[]] {
  const [settings] = /(?:\s+[\w-]+=(?:\.{0,2}\/\S*|[^\s/\\]*))+$/.exec(text) ?? [''];
  const words = settings.trim().split(/\s+/);
  return [text.slice(0, text.length - settings.length), settings === '' ? [] : words];
}

async function findByName(name: string, cwd: string): Promise<SourceDefinition> {
  if (isModule(name)) return loadSource(resolve(cwd, name));
  const found = sources.find((source) => source.name === name);
  if (found !== undefined) return found;
  const known = sources.map((source) => source.name);
  if (stages.some((stage) => stage.name === name))
    throw new UserError(`${name} is a stage, and a chain begins with a source`, [
      `as in: --source "csmith-scoped | ${name}"`,
    ]);
  const meant = didYouMean(name, known);
  throw new UserError(name === '' ? 'a chain begins with a source' : `no source named "${name}"`, [
    `known sources: ${known.join(', ')}; or the path of a module that exports one`,
    ...(meant === undefined ? [] : [`did you mean ${meant}?`]),
  ]);
}

async function loadSource(path: string): Promise<SourceDefinition> {
  const [definition, entry] = await loadModule(path, 'the source definition');
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

/** The definition that a module exports; reading it may throw. */
function readDefinition(value: unknown): readonly [problem: string | undefined, found: SourceDefinition] {
  try {
    return [problemOf(value), { ...(value as SourceDefinition) }];
  } catch (error) {
    return [`looking at it throws ${spelled(error)}`, value as SourceDefinition];
  }
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
