/**
 * Reads grammars of ANTLR 4: parser rules, tokens, fragments, imports of a lexer beside the file. Actions, predicates,
 * modes and commands say nothing of the text that a rule writes, and are left out.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readRegularText } from '../../util/read-regular.ts';
import { UserError } from '../../util/user-error.ts';
import { type Grammar, type Phrase, type Rule, rulesIn } from './grammar.ts';
import { ANY, LETTERS, type Ranges, withoutRanges, withoutSurrogates } from './ranges.ts';

const WORD =
  /\s+|\/\/[^\n]*|\/\*[^]*?\*\/|'(?:\\.|[^'\\\n])*'|\[(?:\\.|[^\]\\])*\]|[\p{L}_][\p{L}\p{N}_]*|->|\+=|\.\.|[^]/gu;

export function readAntlr(path: string, start?: string): Grammar {
  return readWith(path, new Set()).grammar(start);
}

/** The file, its lexer and its imports, which have imports of their own. */
function readWith(path: string, known: Set<string>): Reader {
  known.add(path);
  const text = readRegularText(path);
  const reader = new Reader(wordsOf(text), path);
  reader.read();
  const vocabulary = /tokenVocab\s*=\s*(\w+)/.exec(text)?.[1];
  for (const name of [...(vocabulary === undefined ? [] : [vocabulary]), ...reader.imports]) {
    const file = join(dirname(path), `${name}.g4`);
    if (known.has(file)) continue;
    if (!existsSync(file))
      throw new UserError(`${path} needs ${name}.g4`, ['that file belongs into the same folder']);
    reader.take(readWith(file, known));
  }
  return reader;
}

function wordsOf(text: string): string[] {
  return [...text.matchAll(WORD)].map(([word]) => word).filter((word) => !/^(?:\s|\/\/|\/\*)/.test(word));
}

class Reader {
  readonly #words: readonly string[];
  readonly #path: string;
  #at = 0;
  #name = '';
  readonly #rules = new Map<string, Rule>();
  #isSpaced = false;
  #ignored = new Set<string>();
  readonly imports: string[] = [];

  constructor(words: readonly string[], path: string) {
    this.#words = words;
    this.#path = path;
  }

  take(other: Reader): void {
    for (const [name, rule] of other.#rules) if (!this.#rules.has(name)) this.#rules.set(name, rule);
    this.#isSpaced ||= other.#isSpaced;
    for (const what of other.#ignored) this.#ignored.add(what);
  }

  grammar(asked: string | undefined): Grammar {
    const parserRules = [...this.#rules.keys()].filter((name) => /^\p{Ll}/u.test(name));
    const start = asked ?? parserRules[0];
    if (start === undefined)
      throw new UserError(`${this.#path} has no parser rule`, ['name the rule to begin with: --rule NAME']);
    return {
      name: this.#name,
      start,
      rules: { ...Object.fromEntries(this.#rules), EOF: { is: '', isToken: true } },
      isSpaced: this.#isSpaced && this.#hasWords(parserRules),
      ignored: [...this.#ignored],
    };
  }

  /**
   * True if a token may go on with more letters or digits, so that two of them need a space between. A grammar whose
   * tokens are single characters writes numbers as `DIGIT DIGIT`.
   */
  #hasWords(parserRules: readonly string[]): boolean {
    const used = new Set(parserRules.flatMap((name) => rulesIn(this.#rules.get(name)!.is)));
    return [...used].some((name) => {
      const rule = this.#rules.get(name);
      return rule?.isToken === true && this.#isWord(rule.is, 0) === true;
    });
  }

  /** True for letters or digits without end; false if it begins with something else; undefined if it is too short. */
  #isWord(part: Phrase, depth: number): boolean | undefined {
    if (typeof part === 'string') return part === '' || /^[\p{L}\p{N}_]/u.test(part) ? undefined : false;
    if ('chars' in part)
      return part.chars.some(([from, to]) => to >= 0x30 && from <= 0x7a) ? undefined : false;
    if ('rule' in part) {
      const rule = this.#rules.get(part.rule);
      return rule === undefined || depth > 10 ? undefined : this.#isWord(rule.is, depth + 1);
    }
    if ('one' in part) {
      const all = part.one.map((each) => this.#isWord(each, depth));
      return all.includes(true) || (all.includes(undefined) ? undefined : false);
    }
    if ('many' in part) {
      const inside = this.#isWord(part.many, depth);
      return inside === undefined && part.most > 1 ? true : inside;
    }
    if (!('all' in part)) return undefined;
    for (const each of part.all) {
      const is = this.#isWord(each, depth);
      if (is !== undefined) return is;
    }
    return undefined;
  }

  read(): void {
    while (this.#at < this.#words.length) this.#statement();
  }

  #peek(): string {
    return this.#words[this.#at] ?? '';
  }

  #next(): string {
    return this.#words[this.#at++] ?? '';
  }

  #is(word: string): boolean {
    if (this.#peek() !== word) return false;
    this.#at++;
    return true;
  }

  #statement(): void {
    const word = this.#next();
    switch (word) {
      case 'lexer':
      case 'parser':
      case 'fragment':
      case 'public':
      case 'protected':
      case 'private':
        return;
      case 'grammar':
        this.#name = this.#next();
        this.#is(';');
        return;
      case 'mode':
        this.#next();
        this.#is(';');
        return;
      case 'import':
        for (let each = this.#next(); each !== ';' && each !== ''; each = this.#next())
          if (each !== ',') this.imports.push(each);
        return;
      case 'tokens':
        for (const name of this.#block())
          if (/^\w+$/.test(name)) this.#rules.set(name, { is: '', isToken: true });
        return;
      case 'options':
      case 'channels':
        this.#block();
        return;
      case '@':
        while (this.#peek() !== '{' && this.#peek() !== '') this.#at++;
        this.#block();
        return;
      default:
        if (!/^[\p{L}_]/u.test(word)) this.#refuse(word, 'the name of a rule');
        this.#rule(word);
    }
  }

  #rule(name: string): void {
    // Arguments, results and options stand before the colon.
    while (this.#peek() !== ':') {
      if (this.#peek() === '') this.#refuse('the end', `":" after ${name}`);
      if (this.#peek() === '{') this.#block();
      else this.#at++;
    }
    this.#at++;
    const isToken = /^\p{Lu}/u.test(name);
    const is = this.#alternatives(isToken);
    let isHidden = false;
    if (this.#is('->'))
      while (this.#peek() !== ';' && this.#peek() !== '')
        isHidden = /^(?:skip|channel)$/.test(this.#next()) || isHidden;
    if (!this.#is(';')) this.#refuse(this.#peek(), `";" at the end of ${name}`);
    while (/^(?:catch|finally)$/.test(this.#peek())) {
      while (this.#peek() !== '{' && this.#peek() !== '') this.#at++;
      this.#block();
    }
    if (isHidden) this.#isSpaced = true;
    this.#rules.set(name, { is, isToken });
  }

  /** The words of a block in braces. */
  #block(): string[] {
    const from = this.#at;
    let open = 0;
    do {
      const word = this.#next();
      if (word === '{') open++;
      if (word === '}') open--;
      if (word === '') this.#refuse('the end', '"}"');
    } while (open > 0);
    return this.#words.slice(from + 1, this.#at - 1);
  }

  #alternatives(isToken: boolean): Phrase {
    const all: Phrase[] = [];
    do all.push(this.#sequence(isToken));
    while (this.#is('|'));
    return all.length === 1 ? all[0]! : { one: all };
  }

  #sequence(isToken: boolean): Phrase {
    const parts: Phrase[] = [];
    for (;;) {
      const word = this.#peek();
      if (/^(?:\||;|\)|->|)$/.test(word)) break;
      if (word === '#') this.#at += 2;
      else if (word === '{') this.#action();
      else if (word === '<') while (this.#next() !== '>' && this.#peek() !== '') continue;
      else parts.push(this.#element(isToken));
    }
    return parts.length === 1 ? parts[0]! : { all: parts };
  }

  #action(): void {
    this.#block();
    if (this.#is('?')) this.#ignored.add('predicates: code in braces that decides what is allowed');
  }

  #element(isToken: boolean): Phrase {
    const after = this.#words[this.#at + 1];
    if (/^[\p{L}_]/u.test(this.#peek()) && (after === '=' || after === '+=')) this.#at += 2;
    const atom = this.#atom(isToken);
    const many = { '?': [0, 1], '*': [0, Infinity], '+': [1, Infinity] }[this.#peek()];
    if (many === undefined) return atom;
    this.#at++;
    this.#is('?');
    const [least, most] = many as [number, number];
    return { many: atom, least, most: Math.min(most, isToken ? 8 : 40) };
  }

  #atom(isToken: boolean): Phrase {
    const word = this.#next();
    if (word === '(') {
      if (this.#is('options')) this.#block();
      this.#is(':');
      const inside = this.#alternatives(isToken);
      if (!this.#is(')')) this.#refuse(this.#peek(), '")"');
      return inside;
    }
    if (word === '~') return { chars: withoutRanges(ANY, rangesOf(this.#atom(isToken))) };
    if (word === '.') return { chars: LETTERS };
    if (word.startsWith('[') && !isToken) return { all: [] }; // arguments of a rule
    if (word.startsWith('[')) return { chars: classOf(word.slice(1, -1)) };
    if (word.startsWith("'") && word.length > 1) {
      const text = unescaped(word.slice(1, -1));
      if (!this.#is('..')) return text;
      return { chars: [[text.codePointAt(0)!, unescaped(this.#next().slice(1, -1)).codePointAt(0)!]] };
    }
    if (!/^[\p{L}_]/u.test(word)) this.#refuse(word, 'a rule, a text in quotes, or "("');
    return { rule: word };
  }

  #refuse(word: string, wanted: string): never {
    throw new UserError(`${this.#path} cannot be read at "${word}", word ${this.#at}`, [
      `expected: ${wanted}`,
    ]);
  }
}

function rangesOf(part: Phrase): Ranges {
  if (typeof part === 'string') return [[part.codePointAt(0) ?? 0, part.codePointAt(0) ?? 0]];
  if ('chars' in part) return part.chars;
  return 'one' in part ? part.one.flatMap(rangesOf) : [];
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const ESCAPE = /\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|([^]))/gu;

function unescaped(text: string): string {
  return text.replace(ESCAPE, (_, long?: string, short?: string, letter = '') =>
    long === undefined && short === undefined
      ? (escapes[letter as string] ?? (letter as string))
      : String.fromCodePoint(Number.parseInt(long ?? short!, 16)),
  );
}

/** The ranges of `a-z_\p{L}`. */
function classOf(text: string): Ranges {
  const ranges: (readonly [number, number])[] = [];
  const units = [...text.matchAll(/\\[pP]\{[^}]*\}|\\u\{[0-9a-fA-F]+\}|\\u[0-9a-fA-F]{4}|\\[^]|[^]/gu)].map(
    ([unit]) => unit,
  );
  for (let at = 0; at < units.length; at++) {
    const unit = units[at]!;
    if (/^\\[pP]/.test(unit)) {
      ranges.push(...LETTERS);
      continue;
    }
    const from = unescaped(unit).codePointAt(0)!;
    const isRange = units[at + 1] === '-' && at + 2 < units.length;
    const to = isRange ? unescaped(units[at + 2]!).codePointAt(0)! : from;
    ranges.push([from, Math.max(from, to)]);
    if (isRange) at += 2;
  }
  return withoutSurrogates(ranges);
}
