/** The shipped sources by name, and sources that people define in files of their own. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { SourceDefinition } from '../source/index.ts';
import { didYouMean } from '../util/did-you-mean.ts';
import { UserError } from '../util/user-error.ts';
import { csmithScoped } from './csmith-scoped.ts';
import { csmith } from './csmith.ts';

export const sources: readonly SourceDefinition[] = [csmith, csmithScoped];

/** By name; or by path, of a module whose default export is a definition. */
export async function findSource(name: string, cwd: string): Promise<SourceDefinition> {
  if (/[/\\]|\.m?js$/.test(name)) return loadSource(resolve(cwd, name));
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
  let module: { default?: unknown };
  try {
    module = (await import(pathToFileURL(path).href)) as { default?: unknown };
  } catch (error) {
    throw new UserError(`cannot load the source definition ${path}`, [String(error)]);
  }
  const problem = problemOf(module.default);
  if (problem !== undefined)
    throw new UserError(`${path} does not define a source: ${problem}`, [
      'write: export default { name, summary, language, command, reach, process, scopes, writes }',
      'more: docs/plug-in-a-generator.md',
    ]);
  return { ...(module.default as SourceDefinition), module: path };
}

const allowed: Readonly<Record<string, readonly string[]>> = {
  language: ['c', 'c++', 'llvm-ir', 'text'],
  reach: ['preload', 'linked', 'stream'],
  process: ['exec', 'fork', 'persistent'],
  scopes: ['stack', 'own'],
};

function problemOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return 'its default export is no object';
  const fields = value as Readonly<Record<string, unknown>>;
  if (typeof fields['name'] !== 'string' || fields['name'] === '') return 'it has no name';
  for (const [field, values] of Object.entries(allowed)) {
    if (!values.includes(String(fields[field])))
      return `${field} is ${JSON.stringify(fields[field])}; allowed: ${values.join(', ')}`;
  }
  const { command, writes } = fields;
  const isList =
    Array.isArray(command) && command.length > 0 && command.every((word) => typeof word === 'string');
  if (!isList && typeof command !== 'function') return 'command is no list of words';
  const to = typeof writes === 'object' && writes !== null && 'to' in writes ? writes.to : undefined;
  if (to !== 'stdout' && to !== 'file' && to !== 'folder') return 'writes.to is none of stdout, file, folder';
  return undefined;
}
