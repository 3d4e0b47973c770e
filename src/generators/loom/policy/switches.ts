/**
 * Switches: parts of the generated languages that can be left out, and presets, which name sets of switches.
 */
import { drawnTypes, enumTypes, type IntegerType, isLong, oddTypes, wideTypes } from '../ir/types.ts';
import { hasNarrowInt, type LanguageRules } from '../rules/language.ts';

interface SwitchRow {
  /** YARPGen also has it: scalar code, structs, arrays, pointers, loops. */
  readonly isClassic?: true;
  /** A kernel can use it: integers and arrays that it receives, loops, and no other function. */
  readonly isInSycl?: true;
  /** A function of ISPC can use it, with types of 32 and 64 bits and no other function. */
  readonly isInIspc?: true;
  readonly isInIspcOnly?: true;
  readonly isInCppOnly?: true;
  readonly isInCOnly?: true;
  readonly isInCpp20Only?: true;
  /** No preset has it: gcc does not know it, the command has to be strict about floating point, or programs
   * need more than themselves. */
  readonly isExtra?: true;
  /** Its texts need an `int` of 32 bits, floating point, or a library. */
  readonly needsWide?: true;
  /** The switch that it depends on. */
  readonly base?: string;
}

/** The order never changes. A part that needs a switch is drawn only if the switch is on. */
const rows = {
  structs: { isClassic: true },
  pointers: { isClassic: true },
  stencils: { isClassic: true, isInSycl: true, isInIspc: true },
  reductions: { isClassic: true, isInSycl: true, isInIspc: true },
  nests: { isClassic: true, isInSycl: true, isInIspc: true },
  bounds: { isClassic: true, isInSycl: true, isInIspc: true },
  pragmas: { isClassic: true, isInSycl: true },
  calls: {},
  recursion: { base: 'calls' },
  lanes: { isInSycl: true, isInIspc: true },
  builtins: { isInSycl: true, needsWide: true },
  assume: { isInSycl: true },
  int128: { needsWide: true },
  bitint: { isExtra: true, needsWide: true },
  bytes: { needsWide: true },
  strings: { needsWide: true },
  vectors: { needsWide: true },
  floats: { needsWide: true },
  goto: {},
  exceptions: { isInCppOnly: true },
  lambdas: { isInSycl: true, isInCppOnly: true },
  templates: { isInCppOnly: true, base: 'calls' },
  algorithms: { isInCppOnly: true },
  volatile: {},
  streams: { isClassic: true, isInSycl: true, isInIspc: true },
  versions: { isClassic: true, isInSycl: true, isInIspc: true },
  commons: { isClassic: true, isInSycl: true, isInIspc: true },
  alternating: { isClassic: true, isInSycl: true, isInIspc: true },
  aligned: { isClassic: true, needsWide: true },
  contexts: { isClassic: true, isInSycl: true, isInIspc: true },
  patterns: { isClassic: true, isInSycl: true, isInIspc: true },
  packed: { base: 'structs' },
  strides: { isInSycl: true, isInIspc: true },
  wraps: { isInSycl: true },
  storage: {},
  indirect: { base: 'calls' },
  parameters: { isClassic: true },
  passing: { base: 'structs', needsWide: true },
  varargs: { needsWide: true },
  runs: { isInSycl: true, isInIspc: true },
  automata: { isInSycl: true, isInIspc: true },
  searches: { isInSycl: true, isInIspc: true },
  walks: {},
  locals: { isInIspc: true },
  barriers: {},
  atomics: { needsWide: true },
  puns: { needsWide: true },
  virtuals: { isInCppOnly: true },
  sinks: { base: 'locals' },
  long: { isClassic: true, isInSycl: true, needsWide: true },
  graphs: { base: 'goto' },
  spaces: { isClassic: true, isInSycl: true, isInIspc: true },
  splits: { isClassic: true, isInSycl: true, isInIspc: true },
  slp: { isInSycl: true, isInIspc: true },
  rhythms: { isInSycl: true, isInIspc: true },
  heap: { needsWide: true },
  longdouble: { base: 'floats', needsWide: true },
  containers: { isInCppOnly: true },
  statics: { isClassic: true, isInCppOnly: true, base: 'structs' },
  widefields: { isClassic: true, isInCppOnly: true, base: 'structs' },
  rounding: { isExtra: true, needsWide: true },
  inputs: { isExtra: true, needsWide: true },
  conventions: { isExtra: true, needsWide: true },
  spans: { isInCppOnly: true, isInCpp20Only: true, base: 'parameters' },
  peepholes: { isInSycl: true, isInIspc: true },
  markers: { isExtra: true, needsWide: true },
  faults: { isExtra: true, needsWide: true },
  labels: { needsWide: true },
  enums: { isInCOnly: true, needsWide: true },
  callgraphs: { needsWide: true },
  gangs: { isInIspc: true, isInIspcOnly: true },
} as const;

export type Switch = keyof typeof rows;
export type Preset = 'classic' | 'all';

export const switches: readonly Switch[] = Object.keys(rows) as Switch[];

function rowOf(each: Switch): SwitchRow {
  return rows[each];
}

/** A switch, together with the switch that it depends on. */
export function withItsBase(one: Switch): ReadonlySet<Switch> {
  const { base } = rowOf(one);
  return new Set(switches.filter((each) => each === one || each === base));
}

/** True if the language has it, with at least one compiler. */
export function isIn(rules: LanguageRules, each: Switch): boolean {
  const { name, isSycl, isIspc, hasSpan } = rules;
  const { isInSycl, isInIspc, isInIspcOnly, isInCppOnly, isInCOnly, isInCpp20Only, needsWide } = rowOf(each);
  if (isIspc) return isInIspc === true;
  if (isInIspcOnly === true) return false;
  if (needsWide === true && hasNarrowInt(rules)) return false;
  if (isInCOnly === true && name !== 'c') return false;
  if (isInCpp20Only === true && hasSpan !== true) return false;
  return isSycl ? isInSycl === true : name === 'c++' || isInCppOnly !== true;
}

/** The switches of a preset that the language and both compilers have. */
export function presetOf(preset: Preset, rules: LanguageRules): ReadonlySet<Switch> {
  const isWanted = (each: Switch): boolean => {
    const { isClassic, isExtra } = rowOf(each);
    return (preset === 'all' || isClassic === true) && isExtra !== true && isIn(rules, each);
  };
  return new Set(switches.filter(isWanted));
}

/** The types that are drawn. */
export function typesOf(on: ReadonlySet<Switch>): readonly IntegerType[] {
  const drawn = drawnTypes.filter((type) => on.has('long') || !isLong(type));
  return [
    ...drawn,
    ...(on.has('int128') ? wideTypes : []),
    ...(on.has('bitint') ? oddTypes : []),
    ...(on.has('enums') ? enumTypes : []),
  ];
}
