/**
 * Grammar: what files of ANTLR and JSON Schema become, before they become a source.
 *
 * Invariant: each rule of a grammar that `bounded` returns has a derivation of bounded depth, so that writing ends.
 */
import { UserError } from '../../util/user-error.ts';

export type Phrase =
  /** A text as it is. */
  | string
  | { readonly rule: string }
  | { readonly one: readonly Phrase[] }
  | { readonly all: readonly Phrase[] }
  /** `least` or more; `most` is 1 for an optional part. */
  | { readonly many: Phrase; readonly least: number; readonly most: number; readonly between?: string }
  /** A character of these ranges of code points. */
  | { readonly chars: readonly (readonly [number, number])[] }
  | { readonly from: number; readonly to: number };

export interface Rule {
  readonly is: Phrase;
  /** True if white space may not stand between its parts. */
  readonly isToken: boolean;
}

export interface Grammar {
  readonly name: string;
  readonly start: string;
  readonly rules: Readonly<Record<string, Rule>>;
  /** True if white space may stand between tokens. */
  readonly isSpaced: boolean;
  /** Words of the file that the source does not follow, for people. */
  readonly ignored: readonly string[];
}

/** A grammar with the least depth of each rule. */
export interface BoundedGrammar extends Grammar {
  readonly depths: Readonly<Record<string, number>>;
}

/** Leaves out rules that the start never reaches; refuses a grammar with a rule that is missing or that never ends. */
export function bounded(grammar: Grammar): BoundedGrammar {
  const { rules, start, name } = grammar;
  const reached = new Set([start]);
  for (const each of reached) {
    const rule = Object.hasOwn(rules, each) ? rules[each] : undefined;
    if (rule === undefined)
      throw new UserError(`${name} has no rule named ${each}`, [
        `rules: ${Object.keys(rules).slice(0, 20).join(', ')}`,
      ]);
    for (const used of rulesIn(rule.is)) reached.add(used);
  }
  const used = [...reached];
  const depths = new Map(used.map((each) => [each, Infinity]));
  for (let changes = 1; changes > 0;) {
    changes = 0;
    for (const each of used) {
      const depth = 1 + depthOf(rules[each]!.is, depths);
      if (depth >= depths.get(each)!) continue;
      depths.set(each, depth);
      changes++;
    }
  }
  const endless = used.find((each) => depths.get(each) === Infinity);
  if (endless !== undefined)
    throw new UserError(`rule ${endless} of ${name} never ends`, ['one of its alternatives must not use it']);
  return {
    ...grammar,
    rules: Object.fromEntries(used.map((each) => [each, rules[each]!])),
    depths: Object.fromEntries(depths),
  };
}

export function rulesIn(part: Phrase): string[] {
  if (typeof part === 'string') return [];
  if ('rule' in part) return [part.rule];
  if ('one' in part) return part.one.flatMap(rulesIn);
  if ('all' in part) return part.all.flatMap(rulesIn);
  return 'many' in part ? rulesIn(part.many) : [];
}

function depthOf(part: Phrase, depths: ReadonlyMap<string, number>): number {
  if (typeof part === 'string') return 0;
  if ('rule' in part) return depths.get(part.rule) ?? Infinity;
  if ('one' in part) return Math.min(...part.one.map((each) => depthOf(each, depths)));
  if ('all' in part) return Math.max(0, ...part.all.map((each) => depthOf(each, depths)));
  return 'many' in part && part.least > 0 ? depthOf(part.many, depths) : 0;
}
