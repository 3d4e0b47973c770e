/**
 * Configuration of a command: its flags on the command line, then a file of the folder, then defaults.
 *
 * The file is `cgfuzz.config.ts` (or .mjs, .js) or `cgfuzz.config.json`. Its keys are the names of the flags
 * in camel case; its values are the flags' values, with their own types. A setting in the file counts like a
 * flag on the command line.
 */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readWhole } from '../../util/read-whole.ts';
import { leftTable, spelled } from '../../util/text.ts';
import { kebabCase } from '../../util/kebab-case.ts';
import { didYouMean } from '../../util/did-you-mean.ts';
import { UserError } from '../../util/user-error.ts';
import { configurationFlags } from './configuration-flags.ts';
import { type Flag, type FlagKind, type FlagTable, parseValue, retiredError } from './flags.ts';

export interface SettingInForce {
  readonly value: unknown;
  /** `command line`, the name of the file, or `default`. */
  readonly from: string;
}

/** By the names of flags. */
export type Settings = Readonly<Record<string, SettingInForce>>;

interface Given {
  readonly values: Readonly<Record<string, unknown>>;
  /** Names of the flags that stood on the command line. */
  readonly given: ReadonlySet<string>;
}

export async function configure(flags: FlagTable, { values, given }: Given, cwd: string): Promise<Settings> {
  const path = findFile(cwd, values['config'] as string | undefined);
  const name = path === undefined ? '' : basename(path);
  const written = path === undefined ? {} : readValues(flags, name, await load(path));
  return Object.fromEntries(
    Object.keys(withoutOwn(flags)).map((flag): [string, SettingInForce] => {
      if (given.has(flag)) return [flag, { value: values[flag], from: 'command line' }];
      if (Object.hasOwn(written, flag)) return [flag, { value: written[flag], from: name }];
      return [flag, { value: values[flag], from: 'default' }];
    }),
  );
}

const names = ['ts', 'mjs', 'js', 'json'].map((ending) => `cgfuzz.config.${ending}`);

function findFile(cwd: string, given: string | undefined): string | undefined {
  if (given !== undefined) {
    const path = resolve(cwd, given);
    if (existsSync(path)) return path;
    throw new UserError(`there is no configuration file ${given}`, [`looked for: ${path}`]);
  }
  const found = names.filter((name) => existsSync(join(cwd, name)));
  if (found.length > 1) {
    throw new UserError(`there are several configuration files: ${found.join(', ')}`, [
      'keep one of them, or name one: --config FILE',
    ]);
  }
  return found[0] === undefined ? undefined : join(cwd, found[0]);
}

async function load(path: string): Promise<unknown> {
  const name = basename(path);
  try {
    if (name.endsWith('.json')) return JSON.parse(readWhole(path).toString());
    // Most folders have no such file, and these two take half a second of CPU time.
    const [{ createJiti }, { LOADING_MS, tryLoading }] = await Promise.all([
      import('jiti'),
      import('../../source/index.ts'),
    ]);
    // A file needs only types from cgfuzz, so a stand-in is enough, and cgfuzz need not be loaded twice.
    const problem = await tryLoading(pathToFileURL(path).href, LOADING_MS, 'node:util');
    if (problem !== undefined) throw new Error(problem);
    // No cache: a file of a few lines takes milliseconds to read, and a cache would leave files behind.
    const jiti = createJiti(import.meta.url, {
      fsCache: false,
      moduleCache: false,
      alias: { cgfuzz: library() },
    });
    return await jiti.import(path, { default: true });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new UserError(`cannot load ${name}: ${said.split('\n')[0]}`, [`it lies in ${path}`]);
  }
}

/** Lets a configuration import its types from "cgfuzz", wherever this cgfuzz is installed. */
function library(): string {
  const own = fileURLToPath(import.meta.url);
  return resolve(own, `../../../index${own.endsWith('.ts') ? '.ts' : '.js'}`);
}

/** The values of a configuration, by the names of flags. `file` says where they stand. */
export function readValues(flags: FlagTable, file: string, content: unknown): Record<string, unknown> {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new UserError(`${file} does not hold settings`, [
      file.endsWith('.json') ? 'write an object: { "seed": 1 }' : 'write: export default { seed: 1 }',
    ]);
  }
  const byKey = new Map(
    Object.entries(withoutOwn(flags)).map(([name, flag]) => [camelCase(name), { name, flag }]),
  );
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(content as Readonly<Record<string, unknown>>)) {
    const known = byKey.get(key);
    if (known === undefined) throw unknownKey(file, key, [...byKey.keys()]);
    if (value !== undefined) values[known.name] = readValue(known.flag, `${key} in ${file}`, value);
  }
  return values;
}

function withoutOwn(flags: FlagTable): FlagTable {
  return Object.fromEntries(
    Object.entries(flags).filter(([name]) => !Object.hasOwn(configurationFlags, name)),
  );
}

function camelCase(flag: string): string {
  return flag.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function unknownKey(file: string, key: string, known: readonly string[]): UserError {
  const isGone = retiredError(kebabCase(key), `the setting ${key} in ${file}`);
  if (isGone !== undefined) return isGone;
  const meant = didYouMean(key, known);
  return new UserError(`${file} sets "${key}", which is no setting`, [
    `known settings: ${known.join(', ')}`,
    ...(meant ? [`did you mean ${meant}?`] : []),
  ]);
}

interface Taken {
  readonly doc: string;
  readonly types: readonly string[];
}

const taken: Readonly<Record<FlagKind, Taken>> = {
  switch: { doc: 'true or false', types: ['boolean'] },
  text: { doc: 'a text', types: ['string'] },
  'one-of': { doc: 'a text', types: ['string'] },
  integer: { doc: 'a whole number', types: ['number'] },
  time: { doc: 'a number of seconds, or a text as in "90m"', types: ['number', 'string'] },
  list: { doc: 'a list of texts, or a text', types: ['string'] },
};

function readValue(flag: Flag<unknown>, what: string, value: unknown): unknown {
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (flag.kind === 'list' && isList) return value;
  const { doc, types } = taken[flag.kind];
  if (!types.includes(typeof value)) {
    throw new UserError(`${what} cannot be ${spelled(value)}`, [`allowed: ${doc}`]);
  }
  return flag.kind === 'switch' ? value : parseValue(flag, what, String(value));
}

/** A line for each setting: its name, its value, and the origin of the value. */
export function settingsText(settings: Settings, flags: FlagTable): string {
  const rows = Object.entries(settings).map(([name, { value, from }]) => [
    name,
    shown(value, flags[name]!),
    from,
  ]);
  return `${leftTable(rows).join('\n')}\n`;
}

function shown(value: unknown, { kind }: FlagTable[string]): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '-';
  if (Array.isArray(value)) return value.join(' ');
  if (kind === 'time') return `${Number(value) / 1_000}s`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
