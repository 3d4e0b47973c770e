/**
 * Initialisers of global variables. Without one a variable is zero, so that nothing is undefined; but a pointer
 * is null.
 *
 * Invariant: if no statement that ran can reach a variable, by its name or through a pointer, the variable is
 * dead. The value of a dead variable makes no difference.
 */
import type { Facts } from '../../facts/index.ts';
import { type CodeToken, codeTokens } from '../c/tokens.ts';

export interface RelaxableGlobal {
  readonly isDead: boolean;
  /** The initialiser, its sign included. */
  readonly begin: number;
  readonly end: number;
}

/** Nothing if it is not known what runs. */
export function relaxableGlobals(text: string, facts: Facts): RelaxableGlobal[] {
  const { analysis, run } = facts;
  if (run === undefined) return [];
  const { names, types } = analysis;
  const tokens = codeTokens(text);
  const at = new Map(tokens.map((token, index) => [token.at, index]));
  const found = names.flatMap(({ kind, inFunction, at: place, type }, index) => {
    if (kind !== 'variable' || inFunction >= 0 || place < 0) return [];
    const initialiser = initialiserAfter(tokens, at.get(place));
    const isFixed = /\bconst\b/.test(types[type]!);
    return initialiser === undefined ? [] : [{ index, isFixed, ...initialiser }];
  });
  const alive = aliveIn(facts, found, tokens);
  return found.flatMap(({ index, isFixed, begin, end }) =>
    isFixed ? [] : { isDead: !alive.has(index), begin, end },
  );
}

interface Initialiser {
  readonly begin: number;
  readonly end: number;
}

/** Undefined if there is none, or if other names or the length of an array depend on it. */
function initialiserAfter(tokens: readonly CodeToken[], name: number | undefined): Initialiser | undefined {
  if (name === undefined) return undefined;
  let index = name + 1;
  while (tokens[index]?.text === '[') {
    if (tokens[index + 1]?.text === ']') return undefined;
    while (index < tokens.length && tokens[index]!.text !== ']') index++;
    index++;
  }
  const sign = tokens[index];
  if (sign?.text !== '=') return undefined;
  let depth = 0;
  for (; index < tokens.length; index++) {
    const { text, at } = tokens[index]!;
    if ('([{'.includes(text)) depth++;
    else if (')]}'.includes(text)) depth--;
    else if (depth === 0 && text === ',') return undefined;
    else if (depth === 0 && text === ';') return { begin: sign.at, end: at };
  }
  return undefined;
}

/**
 * Names that statements that ran use, and names in the initialisers of those. Nobody knows whether text of an earlier
 * stage runs.
 */
function aliveIn(
  { analysis: { uses, names, statements }, run }: Facts,
  found: readonly (Initialiser & { readonly index: number })[],
  tokens: readonly CodeToken[],
): ReadonlySet<number> {
  const asked = new Map(found.map(({ index }) => [names[index]!.name, index]));
  const known = new Set([...uses, ...names].map(({ at }) => at));
  const alive = new Set<number>();
  const reached: number[] = [];
  const reach = (index: number): void => {
    if (alive.has(index)) return;
    alive.add(index);
    reached.push(index);
  };
  for (const { kind, text, at } of tokens)
    if (kind === 'name' && asked.has(text) && !known.has(at)) reach(asked.get(text)!);
  for (const { at, declared } of uses) {
    if (asked.get(names[declared]!.name) !== declared) continue;
    if (found.some(({ begin, end }) => begin <= at && at < end)) continue;
    const around = statements.findLastIndex(({ begin, end }) => begin <= at && at < end);
    if (around < 0 || run!.ran[around] === true) reach(declared);
  }
  for (let index = reached.pop(); index !== undefined; index = reached.pop()) {
    const own = found.find((each) => each.index === index);
    if (own === undefined) continue;
    for (const { at, declared } of uses) if (own.begin <= at && at < own.end) reach(declared);
  }
  return alive;
}
