/** Words for the fates of tests that could not be used. */
import type { JudgedStats } from '../campaign/index.ts';
import { grouped, percent } from '../util/text.ts';

const words: Readonly<Record<string, string>> = {
  overrun: 'an overrun',
  'generator-failed': 'a failure of the generator',
  rejected: 'refused by the target',
  'cut-off': 'too slow for the target',
  'undefined-behaviour': 'undefined behaviour against its promise',
  'stage-mistaken': 'a mistake of a stage',
};

/** A word for a fate; an unknown fate of a later version stands for itself. */
export function fateText(fate: string): string {
  return words[fate] ?? fate;
}

/** Number of tests about which the judge could say nothing. */
export function notAskedText({ notAsked, tests }: JudgedStats): string {
  return `not asked ${grouped(notAsked)} (${percent(notAsked, tests)})`;
}
