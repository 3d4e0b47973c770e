/**
 * Settings of loom: the words after its name, as in `loom language=c11 preset=classic size=20KB`.
 *
 * An impossible setting, or one that contradicts another, gives an error with the allowed values. Loom draws
 * a setting that the person does not give, for each program.
 */
import { didYouMean } from '../util/did-you-mean.ts';
import { UserError } from '../util/user-error.ts';
import { bytesFor } from './loom/draw/program.ts';
import { isIn, presetOf, type Preset, type Switch, switches, withItsBase } from './loom/policy/switches.ts';
import { AVR, C, CPP17, CPP20, hasNarrowInt, ISPC, type LanguageRules, SYCL } from './loom/rules/language.ts';

export interface Standard {
  readonly name: string;
  readonly rules: LanguageRules;
  readonly flag: string;
}

/** Programs are the same in each version of C: they use nothing that one version lacks. */
const standards: readonly Standard[] = [
  { name: 'c11', rules: C, flag: '-std=c11' },
  { name: 'c17', rules: C, flag: '-std=c17' },
  // Compilers of 2022 know this name as well.
  { name: 'c23', rules: C, flag: '-std=c2x' },
  { name: 'c++17', rules: CPP17, flag: '-std=c++17' },
  { name: 'c++20', rules: CPP20, flag: '-std=c++20' },
  { name: 'avr', rules: AVR, flag: '-std=c11 -mmcu=atmega2560' },
  { name: 'sycl', rules: SYCL, flag: '-std=c++17' },
  // The driver is C, and linkers make programs that may lie anywhere.
  { name: 'ispc', rules: ISPC, flag: '--PIC --woff' },
];

/** The versions that loom draws from if the person gives none. */
const usual: readonly string[] = ['c11', 'c++17', 'c++20'];

export interface LoomSettings {
  readonly standards: readonly Standard[];
  readonly switchesOf: (rules: LanguageRules) => ReadonlySet<Switch>;
  /** The size of the program; if undefined, loom draws it. */
  readonly bytes: number | undefined;
  readonly shape: 'one file' | 'units';
}

const keys: readonly string[] = ['language', 'preset', 'with', 'without', 'size', 'shape'];
const example = 'an example: --source "loom language=c11 preset=classic without=goto size=20KB shape=units"';
const shapes: Readonly<Record<string, LoomSettings['shape']>> = { one: 'one file', units: 'units' };

const MOST_STATEMENTS = 4_096;
const MOST_BYTES = bytesFor(MOST_STATEMENTS);

export function loomSettings(words: readonly string[]): LoomSettings {
  const said = new Map<string, string[]>(keys.map((key) => [key, []]));
  for (const word of words) {
    const [key, value] = apart(word);
    const values = said.get(key);
    if (values === undefined) throw unknown('setting', key, keys);
    values.push(value);
  }
  const languages = said.get('language')!.flatMap(standardsNamed);
  const chosen = languages.length > 0 ? languages : standards.filter(({ name }) => usual.includes(name));
  const alone = chosen.find(({ rules }) => rules.types !== undefined);
  if (chosen.length > 1 && alone !== undefined)
    throw new UserError(`loom is told language=${alone.name} and another language`, [
      'no target takes both: say one',
    ]);
  const preset = named('preset', last(said, 'preset') ?? 'all', [
    'classic',
    'all',
  ] as const satisfies Preset[]);
  const added = said.get('with')!.map((name) => named('switch', name, switches));
  const left = said.get('without')!.map((name) => named('switch', name, switches));
  refuseContradictions(added, left, chosen);
  const size = last(said, 'size');
  const shape = shapes[named('shape', last(said, 'shape') ?? 'one', Object.keys(shapes))]!;
  const whole = chosen.find(({ rules }) => rules.isSycl || hasNarrowInt(rules));
  if (shape === 'units' && whole !== undefined)
    throw new UserError(
      `programs of ${whole.name.toUpperCase()} are one file, and loom is told shape=units`,
      ['leave shape=units away, or say another language'],
    );
  return {
    standards: chosen,
    switchesOf: (rules) => {
      const known = added.filter((each) => isIn(rules, each)).flatMap((each) => [...withItsBase(each)]);
      const on = new Set([...presetOf(preset, rules), ...known]);
      return new Set([...on].filter((each) => !left.includes(each)));
    },
    bytes: size === undefined ? undefined : bytesOf(size),
    shape: chosen[0]!.rules.isIspc ? 'units' : shape,
  };
}

function apart(word: string): readonly [key: string, value: string] {
  const at = word.indexOf('=');
  return [word.slice(0, at), word.slice(at + 1)];
}

function last(said: ReadonlyMap<string, readonly string[]>, key: string): string | undefined {
  const values = said.get(key)!;
  if (values.length > 1)
    throw new UserError(`loom is told its ${key} twice: ${values.join(' and ')}`, [example]);
  return values[0];
}

/** `c` and `c++` stand for all their usual versions. */
function standardsNamed(name: string): readonly Standard[] {
  const found = standards.filter(
    (each) => each.name === name || (each.rules.name === name && usual.includes(each.name)),
  );
  if (found.length === 0)
    throw unknown('language', name, ['c', 'c++', ...standards.map((each) => each.name)]);
  return found;
}

function refuseContradictions(
  added: readonly Switch[],
  left: readonly Switch[],
  chosen: readonly Standard[],
): void {
  const both = added.find((each) => left.includes(each));
  if (both !== undefined) throw new UserError(`loom is told with=${both} and without=${both}`, ['say one']);
  const alone = added.find((each) => left.some((one) => withItsBase(each).has(one)));
  if (alone !== undefined) {
    const base = left.find((one) => withItsBase(alone).has(one))!;
    throw new UserError(`with=${alone} needs ${base}, and loom is told without=${base}`, ['say one']);
  }
  const lost = added.find((each) => chosen.every(({ rules }) => !isIn(rules, each)));
  if (lost === undefined) return;
  const needed = standards.find(({ rules }) => isIn(rules, lost))!.rules.name;
  throw new UserError(
    `with=${lost} needs ${needed.toUpperCase()}, and the language is ${chosen.map(({ name }) => name).join(', ')}`,
    [`leave with=${lost} away, or say language=${needed}`],
  );
}

/** A number of statements, or of bytes. A size below the smallest program means the smallest program. */
function bytesOf(size: string): number {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)(KB|MB|GB|B)?$/i.exec(size) ?? [];
  const allowed = [
    `allowed: 1 to ${MOST_STATEMENTS} statements, as size=40; or bytes, as size=500B, size=20KB`,
  ];
  if (digits === undefined) throw new UserError(`size=${size} is no size`, allowed);
  const scale = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 }[unit?.toLowerCase() ?? ''];
  const number = Number(digits);
  if (number === 0) throw new UserError(`size=${size}: there is no program without a statement`, allowed);
  const bytes = scale === undefined ? bytesFor(number) : Math.ceil(number * scale);
  if (scale === undefined && !Number.isInteger(number))
    throw new UserError(`size=${size} is no whole number of statements`, allowed);
  if (bytes > MOST_BYTES)
    throw new UserError(
      `size=${size} is more than loom writes: ${MOST_STATEMENTS} statements, some ${Math.round(MOST_BYTES / 1e6)} MB`,
      allowed,
    );
  return bytes;
}

function named<T extends string>(what: string, name: string, known: readonly T[]): T {
  const found = known.find((each) => each === name);
  if (found === undefined) throw unknown(what, name, known);
  return found;
}

function unknown(what: string, name: string, known: readonly string[]): UserError {
  const meant = didYouMean(name, known);
  return new UserError(`loom has no ${what} "${name}"`, [
    `allowed: ${known.join(', ')}`,
    ...(meant === undefined ? [] : [`did you mean ${meant}?`]),
    example,
  ]);
}
