/**
 * Effects of options that come with cgfuzz, for compilers as Debian ships them: a file for each in `corpus/options`. A
 * campaign on such a compiler learns nothing and begins at once.
 *
 * Invariant: only the very package that was tried is believed, under the rules and on the programs of this cgfuzz. The
 * processor that it was tried on may be another one: see {@link effectsHere} in probe.ts.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seedsFolder } from '../build/index.ts';
import { aText, fieldsOf, listOf, parseJsonAs } from '../util/shape.ts';
import { type Effect, effects } from './probe.ts';

export interface ShippedFacts {
  /** The compiler's own words about its version, which name the package. */
  readonly compiler: string;
  /** Name of the rules and of the programs that options were tried on. */
  readonly rules: string;
  /** The words of each option. */
  readonly effects: Readonly<Record<Effect, readonly string[]>>;
}

const shape = fieldsOf<ShippedFacts>({
  compiler: aText,
  rules: aText,
  effects: fieldsOf<ShippedFacts['effects']>({
    active: listOf(aText),
    quiet: listOf(aText),
    elsewhere: listOf(aText),
    refused: listOf(aText),
    'not-linked': listOf(aText),
    different: listOf(aText),
  }),
});

/** The folder of all lists. */
export const shippedFolder: string = join(seedsFolder, 'options');

/** By the words of the option; empty if nothing ships for this compiler. */
export function shippedEffects(
  target: string,
  asked: Pick<ShippedFacts, 'compiler' | 'rules'>,
  folder: string = shippedFolder,
): ReadonlyMap<string, Effect> {
  const file = join(folder, `${target}.json`);
  if (!/^[\w-]+$/.test(target) || !existsSync(file)) return new Map();
  const facts = parseJsonAs(shape, readFileSync(file, 'utf8'));
  if (facts.compiler !== asked.compiler || facts.rules !== asked.rules) return new Map();
  return new Map(effects.flatMap((effect) => facts.effects[effect].map((words) => [words, effect] as const)));
}
