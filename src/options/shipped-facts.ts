/**
 * Effects of options that come with cgfuzz, for Debian's compilers: a file for each in `corpus/options`. A
 * campaign on such a compiler need not learn, and begins at once.
 *
 * Invariant: the effects count only for the release that was tried, with the rules and programs of this cgfuzz.
 * Debian's revision does not count: another suite or an update has the same options. The trials may have run on
 * another processor: see {@link effectsHere} in probe.ts.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seedsFolder } from '../build/index.ts';
import { aText, fieldsOf, listOf, parseJsonAs } from '../util/shape.ts';
import { type Effect, effects } from './probe.ts';

export interface ShippedFacts {
  /** The compiler's own words about its version, which name the package. */
  readonly compiler: string;
  /** Name of the rules and programs of the trials. */
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

/** Effects by the words of the option; empty if cgfuzz ships none for this compiler. */
export function shippedEffects(
  target: string,
  asked: Pick<ShippedFacts, 'compiler' | 'rules'>,
  folder: string = shippedFolder,
): ReadonlyMap<string, Effect> {
  const file = join(folder, `${target}.json`);
  if (!/^[\w-]+$/.test(target) || !existsSync(file)) return new Map();
  const facts = parseJsonAs(shape, readFileSync(file, 'utf8'));
  if (releaseIn(facts.compiler) !== releaseIn(asked.compiler) || facts.rules !== asked.rules)
    return new Map();
  return new Map(effects.flatMap((effect) => facts.effects[effect].map((words) => [words, effect] as const)));
}

/** The words of a compiler about its version, without the package: `gcc-16 16.2.0`. */
function releaseIn(compiler: string): string {
  return compiler.replaceAll(/ \([^()]*\)/g, '');
}
