/**
 * Splits a line into words as a POSIX shell does: spaces separate words, and quotes and backslashes keep
 * spaces.
 *
 * It expands nothing. A quote without its partner is an error: the meant word cannot be known.
 */
import { UserError } from './user-error.ts';

export function splitWords(line: string): string[] {
  const words: string[] = [];
  // Undefined between two words, so that '' gives an empty word and spaces give none.
  let word: string | undefined;
  let quote: string | undefined;
  for (let index = 0; index < line.length; index++) {
    const letter = line[index]!;
    if (letter === '\\' && quote !== "'") {
      const next = line[++index];
      if (next === undefined) throw notFinished(line, 'a backslash with nothing behind it');
      // Between double quotes a backslash means itself, except before these.
      const kept = quote === '"' && !'"\\$`'.includes(next) ? `\\${next}` : next;
      word = (word ?? '') + kept;
    } else if (letter === quote) {
      quote = undefined;
    } else if (quote === undefined && (letter === '"' || letter === "'")) {
      quote = letter;
      word ??= '';
    } else if (quote === undefined && /\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + letter;
    }
  }
  if (quote !== undefined) throw notFinished(line, `a quote ${quote} without its partner`);
  if (word !== undefined) words.push(word);
  return words;
}

/**
 * Splits a list at its commas; `\,` is a comma within a part, for example in a path. Empty parts are ignored.
 */
export function splitCommas(list: string): string[] {
  return list
    .split(/(?<!\\),/)
    .map((part) => part.replaceAll('\\,', ','))
    .filter(Boolean);
}

function notFinished(line: string, what: string): UserError {
  return new UserError(`${JSON.stringify(line)} has ${what}`, ['quotes come in pairs, as in -O2 -DX="a b"']);
}
