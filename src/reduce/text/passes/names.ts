/**
 * Passes for all places of a name at once: a parameter with its arguments, a variable with all its uses.
 */
import { isWord, type Tokens } from '../tokens.ts';
import type { TextEdits } from '../text-reduction.ts';
import { type Level, levelsOf } from '../tree.ts';
import { isLoop, removeItems, replaceTokens } from './edits.ts';

export function* names(tokens: Tokens, root: Level): Generator<TextEdits> {
  const places = placesOf(tokens);
  const [statements, items] = [innermost(tokens, root, true), innermost(tokens, root, false)];
  for (const [name, all] of places) {
    yield* withoutMention(statements, all);
    yield* withoutDeclaration(tokens, items, all);
    yield* asPlainType(tokens, name, all);
  }
  yield* parameters(tokens, root);
  yield* indirections(tokens, root, places);
}

/** For each word, its places. */
function placesOf(tokens: Tokens): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [at, token] of tokens.entries()) {
    if (!isWord(token)) continue;
    const all = places.get(token);
    if (all === undefined) places.set(token, [at]);
    else all.push(at);
  }
  return places;
}

/** An item by its place. */
interface Place {
  readonly level: Level;
  readonly index: number;
}

/** For each token its innermost item; its innermost block if `ofBlocks`. */
function innermost(tokens: Tokens, root: Level, ofBlocks: boolean): readonly (Place | undefined)[] {
  const places: (Place | undefined)[] = Array.from({ length: tokens.length });
  for (const level of levelsOf(root))
    if (level.isBlock || !ofBlocks)
      for (const [index, { from, to }] of level.items.entries()) {
        const place = { level, index };
        for (let at = from; at < to; at++) places[at] = place;
      }
  return places;
}

/** All statements that mention a name. */
function* withoutMention(
  statements: readonly (Place | undefined)[],
  all: readonly number[],
): Generator<TextEdits> {
  const mentioning = new Set(all.flatMap((at) => statements[at] ?? []));
  if (mentioning.size > 1)
    yield [...mentioning].flatMap(({ level, index }) => removeItems(level, index, index + 1));
}

/** Removes the first item that mentions a name, and replaces the name by a number in the others. */
function* withoutDeclaration(
  tokens: Tokens,
  items: readonly (Place | undefined)[],
  all: readonly number[],
): Generator<TextEdits> {
  const place = items[all[0]!];
  if (place === undefined || all.some((at) => tokens[at + 1] === '(')) return;
  const { level, index } = place;
  if (isLoop(tokens, level)) return;
  const rest = all.filter((at) => at >= level.items[index]!.to);
  if (rest.length === 0) return;
  // A value that enables code keeps the code visible, so that other ways to reach it can go.
  for (const value of ['1', '0'])
    yield [
      ...removeItems(level, index, index + 1),
      ...rest.map((at) => replaceTokens({ from: at, to: at + 1 }, [value])),
    ];
}

/** The nth part in every pair of round brackets after the same name. */
function* parameters(tokens: Tokens, root: Level): Generator<TextEdits> {
  const lists = new Map<string, Level[]>();
  for (const level of levelsOf(root)) {
    const name = tokens[level.from - 2];
    if (level.bracket !== '(' || !isWord(name)) continue;
    const all = lists.get(name!);
    if (all === undefined) lists.set(name!, [level]);
    else all.push(level);
  }
  for (const levels of lists.values()) {
    if (levels.length === 1) continue;
    const most = Math.max(...levels.map(({ items }) => items.length));
    for (let nth = most - 1; nth >= 0; nth--)
      yield levels.flatMap((level) => (nth < level.items.length ? removeItems(level, nth, nth + 1) : []));
  }
}

/** All subscripts of one dimension after a name, or all stars before it. */
function* indirections(
  tokens: Tokens,
  root: Level,
  places: ReadonlyMap<string, readonly number[]>,
): Generator<TextEdits> {
  const squares = new Map(
    [...levelsOf(root)].flatMap((level) => (level.bracket === '[' ? [[level.from - 1, level]] : [])),
  );
  for (const all of places.values()) {
    let ends = all.map((at) => at + 1);
    for (;;) {
      const levels = ends.flatMap((at) => squares.get(at) ?? []);
      if (levels.length < 2) break;
      yield levels.map(({ from, to }) => replaceTokens({ from: from - 1, to: to + 1 }, []));
      ends = levels.map(({ to }) => to + 1);
    }
    const stars = all.filter((at) => tokens[at - 1] === '*');
    if (stars.length > 1) yield stars.map((at) => replaceTokens({ from: at - 1, to: at }, []));
  }
}

const keywords = new Set(
  (
    'auto bool break case char class const continue default delete do double else enum extern float for goto if inline ' +
    'int long namespace new operator register restrict return short signed sizeof static struct switch template this ' +
    'typedef typename union unsigned using void volatile while'
  ).split(' '),
);

/** Replaces a type's name, recognised by the token after it, by a type that needs no declaration. */
function* asPlainType(tokens: Tokens, name: string, all: readonly number[]): Generator<TextEdits> {
  const isType = all.every((at) => isWord(tokens[at + 1]) || /^[*)]$/.test(tokens[at + 1] ?? ''));
  if (!isType || keywords.has(name)) return;
  for (const plain of ['int', 'char', 'long'])
    if (name.length > plain.length) yield all.map((at) => replaceTokens({ from: at, to: at + 1 }, [plain]));
}
