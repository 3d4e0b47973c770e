/** The last line of a litmus text: the outcomes that it asks about. */
import type { Observed } from '../program/syntax.ts';
import type { TokenReader } from './tokens.ts';

export type Quantifier = 'exists' | 'not exists' | 'for all';

export interface Question {
  readonly quantifier: Quantifier;
  readonly condition: Condition;
}

export type Condition =
  | { readonly kind: 'is'; readonly observed: Observed; readonly value: number; readonly isEqual: boolean }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition };

export function parseQuestion(reader: TokenReader): Question {
  const isNegated = reader.accept('~');
  if (!isNegated && reader.accept('forall')) return { quantifier: 'for all', condition: disjunction(reader) };
  if (!reader.accept('exists')) throw reader.unexpected('exists, ~exists or forall');
  return { quantifier: isNegated ? 'not exists' : 'exists', condition: disjunction(reader) };
}

function disjunction(reader: TokenReader): Condition {
  const parts = [conjunction(reader)];
  while (reader.accept('\\/')) parts.push(conjunction(reader));
  return parts.length === 1 ? parts[0]! : { kind: 'or', parts };
}

function conjunction(reader: TokenReader): Condition {
  const parts = [atom(reader)];
  while (reader.accept('/\\')) parts.push(atom(reader));
  return parts.length === 1 ? parts[0]! : { kind: 'and', parts };
}

function atom(reader: TokenReader): Condition {
  if (reader.accept('true')) return { kind: 'and', parts: [] };
  if (reader.accept('false')) return { kind: 'or', parts: [] };
  if (reader.accept('~') || reader.accept('not')) return { kind: 'not', part: atom(reader) };
  if (reader.accept('(')) {
    const inner = disjunction(reader);
    reader.expect(')');
    return inner;
  }
  const observed = parseObserved(reader);
  const isEqual = !reader.accept('!=');
  if (isEqual && !reader.accept('==')) reader.expect('=');
  return { kind: 'is', observed, value: reader.integer(), isEqual };
}

/** `0:r0`, `x` or `[x]`. */
export function parseObserved(reader: TokenReader): Observed {
  if (reader.accept('[')) {
    const name = reader.word('a location');
    reader.expect(']');
    return { kind: 'location', name };
  }
  if (reader.token.kind !== 'number') return { kind: 'location', name: reader.word('a location or 0:r0') };
  const thread = reader.integer();
  reader.expect(':');
  return { kind: 'local', thread, name: reader.word('the name of a local') };
}

export function holds(condition: Condition, value: (observed: Observed) => number): boolean {
  switch (condition.kind) {
    case 'is':
      return (value(condition.observed) === condition.value) === condition.isEqual;
    case 'and':
      return condition.parts.every((part) => holds(part, value));
    case 'or':
      return condition.parts.some((part) => holds(part, value));
    case 'not':
      return !holds(condition.part, value);
  }
}

export function observedIn(condition: Condition): Observed[] {
  switch (condition.kind) {
    case 'is':
      return [condition.observed];
    case 'and':
    case 'or':
      return condition.parts.flatMap(observedIn);
    case 'not':
      return observedIn(condition.part);
  }
}
