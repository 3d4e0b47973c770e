/**
 * Flags as a table: doc, default and category stand beside each name, and the type of the value follows from
 * the entry.
 *
 * A flag is written `--name VALUE`, `--name=VALUE`, `-n VALUE` or `-nVALUE`, and a switch `--name`. The last
 * one counts, a list may occur once, and `--` ends the flags. There are no abbreviations and no bundles, so
 * that a script of today means the same tomorrow.
 */
import type { Completion, Setting, SettingTable, SettingValue } from '../../campaign/index.ts';
import { didYouMean } from '../../util/did-you-mean.ts';
import { kebabCase } from '../../util/kebab-case.ts';
import { splitCommas, splitWords } from '../../util/split-words.ts';
import { UserError } from '../../util/user-error.ts';

/** Kind of a value, for code that gets values from a file. */
export type FlagKind = Setting['kind'];

export interface Flag<Value> {
  readonly kind: FlagKind;
  /** One line. */
  readonly doc: string;
  /** More text for the long help. */
  readonly more?: string;
  /** The heading of its group on the help page. */
  readonly category: string;
  /** One letter, for `-n`. */
  readonly short?: string;
  /** The word for the value in the help, as in N; a switch has none. */
  readonly valueName?: string;
  /** The separator between the texts of a list. */
  readonly separator?: 'comma' | 'space';
  readonly default: Value;
  /** A text for the help, if the default itself says too little. */
  readonly defaultDoc?: string;
  /** The possible values, for help and completion. Paths may not be empty. */
  readonly completion?: Completion;
  /** For measurements: neither help nor completion names it. */
  readonly isHidden?: boolean;
  /** Returns the value, or throws a string that says what is allowed. */
  readonly parse: (text: string) => Value;
}

// The type is `any`, because a table holds flags of every type, and each flag gets only its own values.
// oxlint-disable-next-line typescript/no-explicit-any
export type FlagTable = Readonly<Record<string, Flag<any>>>;

export type Flags<Table extends FlagTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Flag<infer Value> ? Value : never;
};

type About = Omit<Flag<never>, 'kind' | 'default' | 'parse'>;

/** `compareWith` is written `--compare-with`. */
export type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${KebabCase<Rest>}`
    : `-${Lowercase<First>}${KebabCase<Rest>}`
  : Name;

export type FlagsOfSettings<Table extends SettingTable> = {
  readonly [Name in keyof Table & string as KebabCase<Name>]: Flag<SettingValue<Table[Name]>>;
};

/** The flags of a table of settings, by their names in kebab case. */
export function flagsOfSettings<Table extends SettingTable>(table: Table): FlagsOfSettings<Table> {
  const flags = Object.entries(table).map(([name, setting]) => [kebabCase(name), flagOf(setting)] as const);
  // Sound because flagOf makes a flag of the setting's own kind.
  return Object.fromEntries(flags) as FlagsOfSettings<Table>;
}

function flagOf(setting: Setting): Flag<unknown> {
  switch (setting.kind) {
    case 'switch':
      return switchFlag(setting);
    case 'text':
      return textFlag(setting);
    case 'list':
      return listFlag(setting);
    case 'integer':
      return integerFlag(setting);
    case 'time':
      return durationFlag(setting);
    case 'one-of':
      return oneOfFlag(setting);
  }
}

class NotAllowed extends Error {}

export function switchFlag(about: About): Flag<boolean> {
  return { ...about, kind: 'switch', default: false, parse: () => true };
}

export function textFlag<Default extends string | undefined>(
  about: About & { readonly default: Default },
): Flag<string | Default> {
  const { completion } = about;
  const parse = (text: string): string => {
    if (text === '' && (completion === 'file' || completion === 'folder'))
      throw new NotAllowed(`allowed: the path of a ${completion}`);
    return text;
  };
  return { valueName: 'TEXT', ...about, kind: 'text', parse };
}

/** Several texts in one. */
function listFlag(
  about: About & { readonly default: readonly string[]; readonly separator: 'comma' | 'space' },
): Flag<readonly string[]> {
  const { separator } = about;
  const parse = (text: string): string[] => (separator === 'space' ? splitAsShell(text) : splitCommas(text));
  return { valueName: 'NAMES', ...about, kind: 'list', parse };
}

function splitAsShell(text: string): string[] {
  try {
    return splitWords(text);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new NotAllowed(error.hints[0] ?? error.message);
  }
}

export function integerFlag<Default extends number | undefined>(
  about: About & { readonly default: Default; readonly min?: number; readonly max?: number },
): Flag<number | Default> {
  const { min = 0, max = Number.MAX_SAFE_INTEGER, ...rest } = about;
  const parse = (text: string): number => {
    const value = Number(text);
    if (!/^-?\d+$/.test(text) || value < min || value > max) {
      const to = max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`;
      throw new NotAllowed(`allowed: whole numbers from ${min}${to}`);
    }
    return value;
  };
  return { valueName: 'N', ...rest, kind: 'integer', parse };
}

const msPerUnit: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** A duration in milliseconds; `90`, `90s` and `1.5m` are possible values. */
export function durationFlag<Default extends number | undefined>(
  about: About & { readonly default: Default },
): Flag<number | Default> {
  const parse = (text: string): number => {
    const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text) ?? [];
    if (amount === undefined)
      throw new NotAllowed(
        'allowed: a number of seconds, or one with a unit of ms, s, m, h or d, as in 90s or 1.5h',
      );
    return Number(amount) * (msPerUnit[unit] ?? 0);
  };
  return { valueName: 'TIME', ...about, kind: 'time', parse };
}

export function oneOfFlag<Name extends string>(
  about: About & { readonly names: readonly Name[]; readonly default: Name },
): Flag<Name> {
  const { names, ...rest } = about;
  const parse = (text: string): Name => {
    const found = names.find((name) => name === text);
    if (found === undefined) throw new NotAllowed(`allowed: ${names.join(', ')}`);
    return found;
  };
  return { valueName: 'NAME', completion: names, ...rest, kind: 'one-of', parse };
}

export interface ParsedFlags {
  readonly values: Readonly<Record<string, unknown>>;
  /** Names of the flags on the command line. */
  readonly given: ReadonlySet<string>;
  readonly args: readonly string[];
}

/** The flags and the other arguments of one command line; throws a `UserError` at the first mistake. */
export function parseFlags(
  table: FlagTable,
  words: readonly string[],
  { keepsSeparator = false }: { readonly keepsSeparator?: boolean | undefined } = {},
): ParsedFlags {
  const given = new Set<string>();
  const values: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(table)) values[name] = flag.default;
  const args: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word === '--' && !keepsSeparator) {
      args.push(...words.slice(index + 1));
      break;
    }
    if (!word.startsWith('-') || word === '-' || word === '--') {
      args.push(word);
      continue;
    }
    const [written, attached] = splitWritten(table, word);
    const name = nameOf(table, written);
    const flag = name === undefined ? undefined : table[name];
    if (name === undefined || flag === undefined) throw unknownFlag(table, written);
    const isRepeated = given.has(name);
    given.add(name);
    if (flag.valueName === undefined) {
      if (attached !== undefined) throw new UserError(`${written} is a switch and takes no value`);
      values[name] = flag.parse('');
      continue;
    }
    const text = attached ?? words[++index];
    if (text === undefined)
      throw new UserError(`${written} needs a value`, [`write: ${written} ${flag.valueName}`]);
    if (isRepeated && flag.separator !== undefined) throw repeated(flag, written, text);
    values[name] = parseValue(flag, written, text);
  }
  return { values, given, args };
}

/** Taking only the last list, or both lists, would be a guess. */
function repeated({ separator }: Flag<unknown>, written: string, text: string): UserError {
  const example = separator === 'comma' ? `A,${text}` : `"A ${text}"`;
  return new UserError(`${written} stands twice`, [`write all of them as one: ${written} ${example}`]);
}

/** `--jobs=2` and `-j=2` are split at the sign, and `-j2` after the letter of a flag that takes a value. */
function splitWritten(table: FlagTable, word: string): [string, string | undefined] {
  const short = word.slice(0, 2);
  const name = nameOf(table, short);
  const takesValue = name !== undefined && table[name]?.valueName !== undefined;
  if (takesValue && word.length > 2 && word[2] !== '=') return [short, word.slice(2)];
  const equals = word.indexOf('=');
  return equals < 0 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
}

function nameOf(table: FlagTable, written: string): string | undefined {
  if (written.startsWith('--')) return Object.hasOwn(table, written.slice(2)) ? written.slice(2) : undefined;
  return Object.keys(table).find((name) => table[name]?.short === written.slice(1));
}

/** `written` is the flag's name as the person wrote it. */
export function parseValue(flag: Flag<unknown>, written: string, text: string): unknown {
  try {
    return flag.parse(text);
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error;
    throw new UserError(`${written} cannot be "${text}"`, [error.message]);
  }
}

/** Flags and settings that older versions had, and what a person does instead. */
const retired: Readonly<Record<string, string>> = {
  avoid: 'a campaign avoids what a person names: cgfuzz findings avoid ID',
  'no-avoid': 'a campaign avoids nothing by itself: leave it out',
};

/** Undefined if no version had a flag of this name. */
export function retiredError(name: string, what: string): UserError | undefined {
  const instead = Object.hasOwn(retired, name) ? retired[name] : undefined;
  return instead === undefined ? undefined : new UserError(`${what} is gone`, [instead]);
}

function unknownFlag(table: FlagTable, written: string): UserError {
  const isGone = retiredError(written.slice(2), written);
  if (isGone !== undefined) return isGone;
  const known = Object.keys(shownFlags(table)).map((name) => `--${name}`);
  const meant = didYouMean(written, known);
  return new UserError(`no flag named ${written}`, [
    `known flags: ${known.join(', ')}`,
    ...(meant ? [`did you mean ${meant}?`] : []),
  ]);
}

/** The flags that help and completion name. */
export function shownFlags(table: FlagTable): FlagTable {
  return Object.fromEntries(Object.entries(table).filter(([, { isHidden }]) => isHidden !== true));
}

/** The values that flags have if a person gives none. */
export function defaultsOf<Table extends FlagTable>(table: Table): Flags<Table> {
  const values = Object.entries(table).map(([name, flag]) => [name, flag.default as unknown]);
  // Sound because each value is the default of the flag with its name.
  return Object.fromEntries(values) as Flags<Table>;
}
