/**
 * Passes for a declaration together with its name: the place of a variable, the meaning of a type's name.
 */
import { isWord, type Tokens } from '../tokens.ts';
import type { TextEdits, TextEdit } from '../text-reduction.ts';
import { type Item, type Level, levelsOf } from '../tree.ts';
import { replaceTokens } from './edits.ts';

export function* declarations(tokens: Tokens, root: Level): Generator<TextEdits> {
  yield* withoutTypedefs(tokens, root);
  yield* hoisted(tokens, root);
}

/** Replaces a type's name by its meaning everywhere. */
function* withoutTypedefs(tokens: Tokens, root: Level): Generator<TextEdits> {
  for (const item of root.items) {
    const [name, end] = [tokens[item.to - 2], tokens[item.to - 1]];
    if (tokens[item.from] !== 'typedef' || end !== ';' || !isWord(name)) continue;
    const meaning = tokens.slice(item.from + 1, item.to - 2);
    const edits = [replaceTokens(item, [])];
    for (let at = item.to; at < tokens.length; at++)
      if (tokens[at] === name) edits.push(replaceTokens({ from: at, to: at + 1 }, meaning));
    if (edits.length > 1) yield edits;
  }
}

/** Moves a variable from a block to the whole program, where it needs no initialiser, not even in loops. */
function* hoisted(tokens: Tokens, root: Level): Generator<TextEdits> {
  for (const level of levelsOf(root)) {
    if (!level.isBlock || level.depth === 0) continue;
    for (const item of level.items) {
      const text = tokens.slice(item.from, item.to);
      if (!isWord(text[0]) || text[0] === 'return' || !/^[\w*]+$/.test(text[1] ?? '') || text.at(-1) !== ';')
        continue;
      const outer = root.items.find(({ from, to }) => from <= item.from && item.to <= to);
      if (outer === undefined) continue;
      const names = new Set(text.filter((token, index) => index > 0 && isWord(token)));
      const starts = setsOf(tokens, root, names, item);
      const plain = withoutInitialisers(text);
      if (starts.length > 0 || plain.length < text.length)
        yield [
          replaceTokens({ from: outer.from, to: outer.from }, plain),
          replaceTokens(item, []),
          ...starts,
        ];
    }
  }
}

/** The tokens of a declaration without its initialisers. */
function withoutInitialisers(tokens: Tokens): string[] {
  const result: string[] = [];
  let isValue = false;
  let depth = 0;
  for (const token of tokens) {
    if (depth === 0 && /^[=,;]$/.test(token)) isValue = token === '=';
    if (/^[([{]$/.test(token)) depth++;
    else if (/^[)\]}]$/.test(token)) depth--;
    if (!isValue) result.push(token);
  }
  return result;
}

/** Loops over these names, and statements that set them. */
function setsOf(tokens: Tokens, root: Level, names: ReadonlySet<string>, but: Item): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const level of levelsOf(root)) {
    const isFor = tokens[level.from - 2] === 'for' && level.separator === ';';
    if (isFor && names.has(tokens[level.from] ?? ''))
      edits.push(replaceTokens({ from: level.from - 2, to: level.to + 1 }, []));
    if (!level.isBlock) continue;
    for (const item of level.items)
      if (item !== but && names.has(tokens[item.from] ?? '') && tokens[item.from + 1] === '=')
        edits.push(replaceTokens(item, []));
  }
  return edits;
}
