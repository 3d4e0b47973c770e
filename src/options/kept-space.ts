/**
 * An option space as text: a compiler's list, the learnt facts about it, and the campaign's wishes.
 *
 * A recorded choice is a place in such a list, and lists change with compilers and with cgfuzz. The text
 * gives the same space everywhere, whichever compilers are installed.
 */
import { hashOf } from '../build/index.ts';
import { type OptionTier, optionTiers } from '../program/index.ts';
import {
  aNumber,
  aText,
  fieldsOf,
  listOf,
  mapOf,
  oneOf,
  optional,
  pairOf,
  parseJsonAs,
} from '../util/shape.ts';
import type { OptionFacts } from './facts.ts';
import type { CompilerOption, OptionList } from './option.ts';
import { passLevels, type PassOfLlvm } from './passes.ts';
import { effects } from './probe.ts';
import { OptionSpace } from './space.ts';

export interface SpaceContent {
  readonly list: OptionList;
  readonly facts: OptionFacts;
  readonly tier: OptionTier;
  /** Names of other machines that a campaign wants. */
  readonly machines: readonly string[];
  /**
   * Words for the kinds of other machines whose code can run here; in older lists, triples of the usual kind.
   */
  readonly runnable: readonly string[];
}

export interface OpenSpace {
  readonly space: OptionSpace;
  /** Equal for equal texts. */
  readonly name: string;
  readonly text: string;
}

const way = listOf(aText);
const listShape = fieldsOf<OptionList>({
  levels: listOf(pairOf(aNumber, aText)),
  machines: listOf(way),
  checks: optional(listOf(way)),
  otherMachines: optional(
    listOf(fieldsOf<NonNullable<OptionList['otherMachines']>[number]>({ name: aText, ways: listOf(way) })),
  ),
  options: listOf(fieldsOf<CompilerOption>({ name: aText, tier: oneOf(...optionTiers), ways: listOf(way) })),
  passes: optional(
    listOf(fieldsOf<PassOfLlvm>({ name: aText, level: oneOf(...passLevels), spellings: listOf(aText) })),
  ),
});
const contentShape = fieldsOf<SpaceContent>({
  list: listShape,
  facts: fieldsOf<OptionFacts>({ compiler: aText, effects: mapOf(oneOf(...effects)) }),
  tier: oneOf(...optionTiers),
  machines: listOf(aText),
  runnable: listOf(aText),
});

export function openSpaceOf(content: SpaceContent): OpenSpace {
  const text = JSON.stringify(content);
  const { list, facts, tier, machines, runnable } = content;
  const words = runnable.map((each) => (each.startsWith('--target=') ? each : `--target=${each}`));
  const space = new OptionSpace(list, facts, tier, new Set(machines), new Set(words));
  return { space, name: hashOf(text).slice(0, 16), text };
}

/** Throws if the text is no option space. */
export function readSpace(text: string): OpenSpace {
  return openSpaceOf(parseJsonAs(contentShape, text));
}
