/**
 * Places for relaxations in one statement: operands and indices, found among its tokens, with the types of
 * names.
 *
 * Invariant: any relaxation leaves the text a program of C: it replaces only values that are read, by values
 * of the same type.
 */
import { type DeclaredName, type Facts, isInteger } from '../../facts/index.ts';
import type { ScannedStatement } from '../c/statements.ts';
import type { CodeToken } from '../c/tokens.ts';

export type RelaxedPlace = { readonly begin: number; readonly end: number } & (
  | { readonly kind: 'pointer'; readonly type: string; readonly pointee: string }
  | { readonly kind: 'index' | 'index-expression' }
  | { readonly kind: 'conflict'; readonly name: string; readonly written: string }
);

/** Names by the places where they are used. */
export type NamesAt = ReadonlyMap<number, DeclaredName>;

export function namesAtUses({ analysis: { uses, names } }: Facts): NamesAt {
  return new Map(uses.map(({ at, declared }) => [at, names[declared]!]));
}

export function placesIn(
  { own }: ScannedStatement,
  namesAt: NamesAt,
  types: readonly string[],
): RelaxedPlace[] {
  const written = writtenIn(own, namesAt, types);
  return own.flatMap((token, index): RelaxedPlace[] => {
    const [before, after] = [own[index - 1]?.text ?? '', own[index + 1]?.text ?? ''];
    const span = { begin: token.at, end: token.at + token.text.length };
    if (token.kind === 'number' && before === '[' && after === ']') return [{ ...span, kind: 'index' }];
    if (token.text === '+' && isIndexSum(own, index)) return [{ ...span, kind: 'index-expression' }];
    const name = token.kind === 'name' ? namesAt.get(token.at) : undefined;
    if (name === undefined || (name.kind !== 'variable' && name.kind !== 'parameter')) return [];
    const type = types[name.type]!;
    const pointee = pointeeOf(type);
    if (pointee !== undefined)
      return isDereferenced(own, index) || isRead(before, after)
        ? [{ ...span, kind: 'pointer', type, pointee }]
        : [];
    if (written === undefined || !isInteger(type) || !isRead(before, after)) return [];
    return [{ ...span, kind: 'conflict', name: name.name, written }];
  });
}

/** Undefined if the type is no pointer, or cannot be written as a word with stars. */
export function pointeeOf(type: string): string | undefined {
  const bare = type.replace(/(?:\s*\b(?:const|volatile|restrict)\b)+$/, '').trim();
  return bare.endsWith('*') && !/[([]/.test(bare) ? bare.slice(0, -1).trim() : undefined;
}

/** True if only the value is read: an argument, the end of an assignment, a part of a comma expression. */
function isRead(before: string, after: string): boolean {
  if (before === '(') return after === ',';
  if (before === '=') return after === ';';
  return before === ',' && (after === ',' || after === ')');
}

/** True for `*(name)` and `**(name)`: a star after a bracket has one operand. */
function isDereferenced(own: readonly CodeToken[], index: number): boolean {
  if (own[index + 1]?.text !== ')' || own[index - 1]?.text !== '*') return false;
  let at = index - 1;
  while (own[at]?.text === '*') at--;
  return own[at]?.text === '(';
}

/** True for the sign in `[name + 2]` and `[(name + 2)]`. */
function isIndexSum(own: readonly CodeToken[], index: number): boolean {
  if (own[index - 1]?.kind !== 'name' || own[index + 1]?.kind !== 'number') return false;
  const open = own[index - 2]?.text;
  return open === '[' || (open === '(' && own[index - 3]?.text === '[');
}

const assignments: ReadonlySet<string> = new Set([
  '=',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '&=',
  '|=',
  '^=',
  '<<=',
  '>>=',
  '++',
  '--',
]);

/** The first integer variable that the statement writes by its name. */
function writtenIn(
  own: readonly CodeToken[],
  namesAt: NamesAt,
  types: readonly string[],
): string | undefined {
  for (const [index, { at, text }] of own.entries()) {
    const name = namesAt.get(at);
    const isWritten =
      assignments.has(own[index + 1]?.text ?? '') || /^(?:\+\+|--)$/.test(own[index - 1]?.text ?? '');
    if (!isWritten || name === undefined || own[index - 1]?.text === '*' || own[index - 1]?.text === '.')
      continue;
    const type = types[name.type]!;
    if (isInteger(type) && !type.includes('const')) return text;
  }
  return undefined;
}

/** True for nested loops with one assignment to array elements, by which Csmith initialises arrays. */
export function isInitialisingLoop({ kind, inner: [body, ...more] }: ScannedStatement): boolean {
  if (kind !== 'for' || body === undefined || more.length > 0) return false;
  const [only = body, ...others] = body.kind === 'block' ? body.inner : [];
  if (others.length > 0) return false;
  if (only.kind === 'for') return isInitialisingLoop(only);
  const [name, bracket] = only.own;
  if (only.kind !== 'expression' || name?.kind !== 'name' || bracket?.text !== '[') return false;
  return only.own.filter(({ text }) => assignments.has(text)).length === 1;
}

/** The initialiser of a declaration with one name, including its sign; undefined if it must stay. */
export function initialiserIn({
  own,
}: ScannedStatement): { readonly begin: number; readonly end: number } | undefined {
  if (own.some(({ text }) => text === 'const' || text === 'static' || text === 'extern')) return undefined;
  let depth = 0;
  let sign: number | undefined;
  for (const { text, at } of own) {
    if (text === '(' || text === '[' || text === '{') depth++;
    if (text === ')' || text === ']' || text === '}') depth--;
    if (depth > 0) continue;
    if (text === ',') return undefined;
    if (text === '=' && sign === undefined) sign = at;
  }
  const last = own.at(-1)!;
  return sign === undefined || last.text !== ';' ? undefined : { begin: sign, end: last.at };
}
