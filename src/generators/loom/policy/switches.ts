/** Switches: parts of the generated languages that can be left out, and the presets that name sets of them. */
import { drawnTypes, type IntegerType, isLong, oddTypes, wideTypes } from '../ir/types.ts';
import type { LanguageRules } from '../rules/language.ts';

/** The order never changes; what needs one is drawn only where it is on. */
export const switches = [
  'structs',
  'pointers',
  'stencils',
  'reductions',
  'nests',
  'bounds',
  'pragmas',
  'calls',
  'recursion',
  'lanes',
  'builtins',
  'assume',
  'int128',
  'bitint',
  'bytes',
  'strings',
  'vectors',
  'floats',
  'goto',
  'exceptions',
  'lambdas',
  'templates',
  'algorithms',
  'volatile',
  'streams',
  'versions',
  'commons',
  'alternating',
  'aligned',
  'contexts',
  'patterns',
  'packed',
  'strides',
  'wraps',
  'storage',
  'indirect',
  'parameters',
  'passing',
  'varargs',
  'runs',
  'automata',
  'searches',
  'walks',
  'locals',
  'barriers',
  'atomics',
  'puns',
  'virtuals',
  'sinks',
  'long',
] as const;
export type Switch = (typeof switches)[number];

/** The features that YARPGen has: scalar code, structs, arrays, pointers, loops. */
const classic: readonly Switch[] = [
  'structs',
  'pointers',
  'stencils',
  'reductions',
  'nests',
  'bounds',
  'pragmas',
  'streams',
  'versions',
  'commons',
  'alternating',
  'aligned',
  'contexts',
  'patterns',
  'parameters',
  'long',
];

export type Preset = 'classic' | 'all';

const inCppOnly: ReadonlySet<Switch> = new Set([
  'exceptions',
  'lambdas',
  'templates',
  'algorithms',
  'virtuals',
]);
/** gcc does not know these: a preset leaves them out. */
const inClangOnly: ReadonlySet<Switch> = new Set(['bitint']);

/** Switches that are nothing without others. */
const bases: Partial<Readonly<Record<Switch, readonly Switch[]>>> = {
  recursion: ['calls'],
  templates: ['calls'],
  indirect: ['calls'],
  packed: ['structs'],
  passing: ['structs'],
  sinks: ['locals'],
};

/** A switch alone, with those that it needs. */
export function withItsBase(one: Switch): ReadonlySet<Switch> {
  return new Set([one, ...(bases[one] ?? [])]);
}

/** Switches of SYCL: a kernel uses integers and arrays that are handed to it, loops, and no other function. */
const inSycl: ReadonlySet<Switch> = new Set([
  'stencils',
  'reductions',
  'nests',
  'bounds',
  'pragmas',
  'lanes',
  'builtins',
  'assume',
  'streams',
  'versions',
  'commons',
  'alternating',
  'contexts',
  'patterns',
  'strides',
  'wraps',
  'runs',
  'automata',
  'searches',
  'lambdas',
  'long',
]);

/** Whether the language has it, with some compiler. */
export function isIn({ name, isSycl }: LanguageRules, each: Switch): boolean {
  return isSycl ? inSycl.has(each) : name === 'c++' || !inCppOnly.has(each);
}

/** Only what the language has, and both compilers. */
export function presetOf(preset: Preset, rules: LanguageRules): ReadonlySet<Switch> {
  const wanted = preset === 'classic' ? classic : switches;
  return new Set(wanted.filter((each) => !inClangOnly.has(each) && isIn(rules, each)));
}

/** The types that are drawn. */
export function typesOf(on: ReadonlySet<Switch>): readonly IntegerType[] {
  const drawn = drawnTypes.filter((type) => on.has('long') || !isLong(type));
  return [...drawn, ...(on.has('int128') ? wideTypes : []), ...(on.has('bitint') ? oddTypes : [])];
}
