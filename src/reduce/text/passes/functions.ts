/** Passes for a function together with its calls: its body replaces a call, and its result goes. */
import { isWord, type Tokens } from '../tokens.ts';
import type { TextEdits } from '../text-reduction.ts';
import { type Item, type Level, levelsOf } from '../tree.ts';
import { replaceTokens } from './edits.ts';

interface Definition {
  readonly item: Item;
  readonly name: string;
  /** Index of the name. */
  readonly at: number;
  readonly body: Level;
}

export function* functions(tokens: Tokens, root: Level): Generator<TextEdits> {
  for (const definition of definitions(tokens, root)) {
    yield* inlined(tokens, root, definition);
    yield* withoutResult(tokens, definition);
  }
}

function* definitions(tokens: Tokens, root: Level): Generator<Definition> {
  for (const item of root.items) {
    const body = item.atoms.at(-1)?.level;
    const list = item.atoms.find(({ level }) => level?.bracket === '(');
    const name = list && tokens[list.from - 1];
    if (list === undefined || name === 'main' || !isWord(name) || body?.bracket !== '{') continue;
    yield { item, name: name!, at: list.from - 1, body };
  }
}

/** Replaces statements that are calls by the function's body, and removes the function. */
function* inlined(tokens: Tokens, root: Level, { item, name, body }: Definition): Generator<TextEdits> {
  const calls = [...levelsOf(root)].flatMap((level) =>
    level.isBlock && level.depth > 0 ? level.items.filter(({ from }) => tokens[from] === name) : [],
  );
  if (calls.length === 0) return;
  const inside = withoutReturns(tokens, body);
  yield [replaceTokens(item, []), ...calls.map((call) => replaceTokens(call, inside))];
}

function* withoutResult(tokens: Tokens, { item, at, body }: Definition): Generator<TextEdits> {
  if (tokens[at - 1] === 'void') return;
  yield [
    replaceTokens({ from: item.from, to: at }, ['void']),
    replaceTokens(body, withoutReturns(tokens, body)),
  ];
}

function withoutReturns(tokens: Tokens, body: Level): Tokens {
  const result: string[] = [];
  for (let at = body.from; at < body.to; at++) {
    if (tokens[at] !== 'return') result.push(tokens[at]!);
    else while (at + 1 < body.to && tokens[at] !== ';') at++;
  }
  return result;
}
