/**
 * Passes that remove a part of a statement or an expression, or keep that part alone. Parts are an operand, a prefix
 * such as `if (c)`, the inside of a bracket, one argument of a call.
 */
import { isDirective, isNumberToken, isWord, type Tokens } from '../tokens.ts';
import type { TextEdits } from '../text-reduction.ts';
import { type Atom, type Item, type Level, levelsOf, type Span } from '../tree.ts';
import { isLoop, isLoopTail, removeItems, replaceTokens } from './edits.ts';
import { reduceTuning } from '../../tuning.ts';

const WINDOW = reduceTuning.window.value;

export function* parts(tokens: Tokens, root: Level): Generator<TextEdits> {
  for (const level of levelsOf(root)) {
    for (const [index, item] of level.items.entries()) {
      if (isLoopTail(tokens, level, index)) {
        yield* operands(tokens, item, /^(?:&&|\|\||,)$/);
        continue;
      }
      yield removeItems(level, index, index + 1);
      yield* operands(tokens, item, OPERATOR);
      yield* insides(tokens, level, item);
    }
    if (!isLoop(tokens, level)) yield* windows(tokens, level);
    for (const atom of level.atoms) yield* unwrapped(tokens, atom);
  }
}

const OPERATOR = /^(?:[-+*/%&|^=!<>]=|<<=|>>=|[-+*/%&|^=<>?:,]|<<|>>|&&|\|\||->|\.)$/;

const OPERATORS = reduceTuning.operators.value;

/**
 * Removes the text between two operators, and one of the two: `a + b * c` gives `a`, `b * c`, `a + b`,
 * `a * c`.
 */
function* operands(tokens: Tokens, item: Item, operator: RegExp): Generator<TextEdits> {
  const operators = item.atoms.filter(
    ({ from, level }) => level === undefined && operator.test(tokens[from] ?? ''),
  );
  const end = tokens[item.to - 1] === ';' ? item.to - 1 : item.to;
  for (let first = -1; first < operators.length; first++)
    for (let last = first + 1; last <= operators.length; last++) {
      if (last - first > OPERATORS && last < operators.length) continue;
      const [left, right] = [operators[first], operators[last]];
      if (right !== undefined) yield [replaceTokens({ from: left?.to ?? item.from, to: right.to }, [])];
      if (left !== undefined) yield [replaceTokens({ from: left.from, to: right?.from ?? end }, [])];
    }
}

/** Replaces a statement by the content of one of its brackets. */
function* insides(tokens: Tokens, level: Level, item: Item): Generator<TextEdits> {
  if (!level.isBlock) return;
  for (const { level: inner } of item.atoms) {
    if (inner === undefined || inner.items.length === 0) continue;
    const isWhole = inner.isBlock && inner.bracket === '{';
    if (isWhole) yield [replaceTokens(item, tokens.slice(inner.from, inner.to))];
    else
      for (const each of inner.items) yield [replaceTokens(item, [...tokens.slice(each.from, each.to), ';'])];
  }
  const [keyword, condition] = item.atoms;
  if (condition?.level === undefined || !/^(?:if|for|while|switch)$/.test(tokens[keyword!.from] ?? ''))
    return;
  for (const each of condition.level.items)
    yield [replaceTokens({ from: item.from, to: condition.to }, [...tokens.slice(each.from, each.to), ';'])];
}

function* windows(tokens: Tokens, { atoms }: Level): Generator<TextEdits> {
  for (let size = 1; size <= WINDOW; size++)
    for (let start = 0; start + size <= atoms.length; start++) {
      const window = atoms.slice(start, start + size);
      const isAcross = window.some(({ from }) => tokens[from] === ';' || isDirective(tokens[from]));
      const isDangling =
        tokens[window[0]!.from] === 'return' && (size > 1 || isNumberToken(tokens[window[0]!.to]));
      if (size === 1 || (!isAcross && !isDangling))
        yield [{ from: window[0]!.from, to: window.at(-1)!.to, tokens: [] }];
    }
}

/** Replaces `f(a, b)` and `(a, b)` by `a` and `b`; `{a; b;}` by `a; b;`. */
function* unwrapped(tokens: Tokens, atom: Atom): Generator<TextEdits> {
  const { level } = atom;
  if (level === undefined || level.separator === ';') return;
  if (level.items.length === 0) {
    if (level.bracket === '{') yield [replaceTokens(atom, [';'])];
    return;
  }
  if (!isLoop(tokens, level)) yield [replaceTokens(level, [])];
  const isCalled = isWord(tokens[atom.from - 1]) && level.bracket !== '{';
  const wholes: Span[] = [atom, ...(isCalled ? [{ from: atom.from - 1, to: atom.to }] : [])];
  for (const whole of wholes) {
    yield [replaceTokens(whole, tokens.slice(level.from, level.to))];
    if (level.items.length > 1 && !level.isBlock)
      for (const item of level.items) yield [replaceTokens(whole, tokens.slice(item.from, item.to))];
  }
}

/** Replaces expressions, including calls, by 0 and 1. */
export function* zeros(tokens: Tokens, root: Level): Generator<TextEdits> {
  for (const level of levelsOf(root)) {
    for (const [index, item] of level.items.entries()) {
      if (isLoopTail(tokens, level, index)) continue;
      const start = item.atoms.findLastIndex(
        ({ from, level: inner }) => inner === undefined && /^(?:=|return)$/.test(tokens[from] ?? ''),
      );
      if (level.isBlock && start === -1) continue;
      const from = start === -1 ? item.from : item.atoms[start]!.to;
      const to = tokens[item.to - 1] === ';' ? item.to - 1 : item.to;
      yield* toNumbers(tokens, { from, to });
    }
    for (const { from, to, level: inner } of level.atoms) {
      if (inner?.bracket !== '(') continue;
      yield* toNumbers(tokens, { from: isWord(tokens[from - 1]) ? from - 1 : from, to });
    }
  }
}

function* toNumbers(tokens: Tokens, span: Span): Generator<TextEdits> {
  if (span.to <= span.from || (span.to === span.from + 1 && isNumberToken(tokens[span.from]))) return;
  for (const number of ['0', '1']) yield [replaceTokens(span, [number])];
}
