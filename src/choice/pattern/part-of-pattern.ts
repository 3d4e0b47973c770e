/**
 * A part of a pattern: some of its choices, and the scopes that hold them. Every sequence with the pattern has each of
 * its parts.
 *
 * A scope without choices that holds one part is left out, so that this part may lie deeper.
 */
import type { Pattern, PatternChoice, PatternScope } from './pattern.ts';

interface Part {
  readonly label: string;
  readonly isDirect: boolean;
  readonly choices: readonly PatternChoice[];
  readonly inner: readonly Part[];
}

/** Undefined if no choice is kept. */
export function partOfPattern(
  pattern: Pattern,
  isKept: (choice: PatternChoice) => boolean,
): Pattern | undefined {
  const partAt = (index: number): Part[] => {
    const { label, isDirect, choices } = pattern[index]!;
    const inner = pattern.flatMap(({ parent }, at) => (parent === index ? partAt(at) : []));
    const kept = choices.filter((each) => isKept(each));
    if (kept.length === 0 && inner.length < 2) return inner.map((only) => ({ ...only, isDirect: false }));
    return [{ label, isDirect, choices: kept, inner }];
  };
  const scopes: PatternScope[] = [];
  const add = ({ label, isDirect, choices, inner }: Part, parent: number): void => {
    const index = scopes.push({ label, parent, isDirect: isDirect && parent >= 0, choices }) - 1;
    for (const each of inner) add(each, index);
  };
  for (const part of pattern.length === 0 ? [] : partAt(0)) add(part, -1);
  return scopes.length === 0 ? undefined : scopes;
}
