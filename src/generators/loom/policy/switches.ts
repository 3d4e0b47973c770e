/** Switches: parts of the generated languages that can be left out, and the presets that name sets of them. */
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
] as const;
export type Switch = (typeof switches)[number];

/** What YARPGen has: scalar code, structs, arrays, pointers, loops. */
const classic: readonly Switch[] = [
  'structs',
  'pointers',
  'stencils',
  'reductions',
  'nests',
  'bounds',
  'pragmas',
];

export type Preset = 'classic' | 'all';

/** Only what the language has. */
export function presetOf(preset: Preset, _rules: LanguageRules): ReadonlySet<Switch> {
  return new Set(preset === 'classic' ? classic : switches);
}
