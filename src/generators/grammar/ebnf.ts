/**
 * Reads grammars in EBNF and BNF: the notations of ISO 14977, of the W3C (`::=`, classes, `#x20`), of Wirth and
 * Go, and names in angle brackets.
 *
 * EBNF has no tokens. A rule counts as a token if it uses no word and no rule that uses itself: `number = digit
 * { digit }` must not have spaces inside. A grammar that writes white space itself gets no further spaces.
 */
import { basename } from 'node:path';
import { readRegularText } from '../../util/read-regular.ts';
import { UserError } from '../../util/user-error.ts';
import type { Grammar, Phrase, Rule } from './grammar.ts';
import { ANY, type Ranges, withoutRanges, withoutSurrogates } from './ranges.ts';

/** A part of a rule before all rules are known: a difference must wait for them. */
type Draft =
  | string
  | { readonly rule: string }
  | { readonly one: readonly Draft[] }
  | { readonly all: readonly Draft[] }
  | { readonly many: Draft; readonly least: number; readonly most: number }
  | { readonly chars: Ranges }
  | { readonly minus: readonly [Draft, Draft] };

const MOST = 40;
const STRING = String.raw`'[^'\n]*'|"[^"\n]*"|${'`[^`]*`'}`;
const COMMENT = String.raw`\(\*[^]*?\*\)|\/\*[^]*?\*\/|\/\/[^\n]*|^[ \t]*#(?!x[0-9a-f])[^\n]*`;
/** Numbers of rules and constraints in the W3C's pages. */
const MARGIN = String.raw`^[ \t]*\[\d+\w*\](?=[ \t]+[\w<])|\[[ \t]*(?:wfc|vc)[ \t]*:[^\]]*\]`;
const NAME = String.raw`<[\p{L}_][^<>\n]*>|[\p{L}_](?:[\p{L}\p{N}_]|-(?=[\p{L}\p{N}]))*`;
const CLASS = String.raw`\[\^?(?:[^\]\n\\]|\\[^])+\]`;
const OTHER = String.raw`#x[0-9a-fA-F]+|::=|:=|\.\.\.?|…|\d+|[^]`;
const SPECIAL = String.raw`\?[^?\n]+\?`;
const DEFINES = /^(?:::=|:=|=|:)$/;
const NAMED = /^(?:<|[\p{L}_])/u;

export function readEbnf(path: string, start?: string): Grammar {
  return new EbnfReader(readRegularText(path), path).grammar(start);
}

class EbnfReader {
  readonly #path: string;
  readonly #words: readonly string[];
  /** True for the W3C's notation: brackets hold characters, and no optional part. */
  readonly #hasClasses: boolean;
  readonly #joinsNames: boolean;
  readonly #drafts = new Map<string, Draft>();
  readonly #ignored = new Set<string>();
  #at = 0;

  constructor(text: string, path: string) {
    this.#path = path;
    const bare = text.replace(new RegExp(`${COMMENT}|${MARGIN}`, 'gimu'), ' ');
    const marks = bare.replace(new RegExp(STRING, 'gu'), '""');
    this.#hasClasses = /::=/.test(marks) && !/\{/.test(marks) && /#x[0-9a-f]|[\w)"\]][*+?]/i.test(marks);
    this.#joinsNames = /"[ \t\n]*,|,[ \t\n]*[\w"]/.test(marks);
    const words = [STRING, this.#hasClasses ? CLASS : SPECIAL, NAME, OTHER].join('|');
    this.#words = [...bare.matchAll(new RegExp(words, 'gu'))]
      .map(([word]) => word)
      .filter((word) => word.trim() !== '');
    while (this.#at < this.#words.length) this.#rule();
  }

  grammar(asked: string | undefined): Grammar {
    const start = asked ?? [...this.#drafts.keys()][0];
    if (start === undefined) throw new UserError(`${this.#path} has no rule`, ['a rule is: name = "text" ;']);
    const settled = new Map([...this.#drafts].map(([name, draft]) => [name, this.#settle(draft)]));
    const tokens = tokensAmong(settled);
    const rules: Record<string, Rule> = {};
    for (const [name, is] of settled) rules[name] = { is, isToken: tokens.has(name) };
    const isSpaced = ![...settled.values()].some(writesSpace);
    const name = basename(this.#path).replace(/\.\w+$/, '');
    return { name, start, rules, isSpaced, ignored: [...this.#ignored] };
  }

  #peek(more = 0): string {
    return this.#words[this.#at + more] ?? '';
  }

  #is(word: string): boolean {
    if (this.#peek() !== word) return false;
    this.#at++;
    return true;
  }

  /** The name at this place, of several words in ISO 14977; and how many words it has. */
  #name(): readonly [name: string, words: number] {
    const first = this.#peek();
    if (!NAMED.test(first)) return ['', 0];
    if (first.startsWith('<')) return [first.slice(1, -1), 1];
    let words = 1;
    if (this.#joinsNames) while (NAMED.test(this.#peek(words))) words++;
    return [this.#words.slice(this.#at, this.#at + words).join(' '), words];
  }

  #startsRule(): boolean {
    const [, words] = this.#name();
    return words > 0 && DEFINES.test(this.#peek(words));
  }

  #rule(): void {
    if (!this.#startsRule()) this.#refuse('a rule, as in: name = "text" ;');
    const [name, words] = this.#name();
    this.#at += words + 1;
    const is = this.#alternatives();
    const before = this.#drafts.get(name);
    // A second definition adds alternatives.
    this.#drafts.set(name, before === undefined ? is : { one: [before, is] });
    if (!this.#is(';')) this.#is('.');
  }

  #alternatives(): Draft {
    const all: Draft[] = [];
    do all.push(this.#sequence());
    while (this.#is('|') || this.#is('/') || this.#is('!'));
    return all.length === 1 ? all[0]! : { one: all };
  }

  #sequence(): Draft {
    const parts: Draft[] = [];
    while (!/^(?:[|/!;.)\]}]|)$/.test(this.#peek()) && !this.#startsRule()) {
      if (this.#is(',')) continue;
      const part = this.#repeated();
      if (this.#is('-')) parts.push({ minus: [part, this.#repeated()] });
      else parts.push(part);
    }
    return parts.length === 1 ? parts[0]! : { all: parts };
  }

  #repeated(): Draft {
    if (/^\d+$/.test(this.#peek()) && this.#peek(1) === '*') {
      const count = Math.min(1_000, Number(this.#peek()));
      this.#at += 2;
      return { many: this.#repeated(), least: count, most: count };
    }
    let part = this.#atom();
    for (;;) {
      if (this.#is('?')) part = { many: part, least: 0, most: 1 };
      else if (this.#is('*')) part = { many: part, least: 0, most: MOST };
      else if (this.#is('+')) part = { many: part, least: 1, most: MOST };
      else return part;
    }
  }

  #atom(): Draft {
    const word = this.#peek();
    const [name, words] = this.#name();
    if (words > 0) {
      this.#at += words;
      return { rule: name };
    }
    this.#at++;
    for (const [open, close, most] of [
      ['(', ')', undefined],
      ['[', ']', 1],
      ['{', '}', MOST],
    ] as const) {
      if (word !== open) continue;
      const inside = this.#alternatives();
      if (!this.#is(close)) this.#refuse(`"${close}"`);
      return most === undefined ? inside : { many: inside, least: 0, most };
    }
    if (/^["'`]/.test(word) && word.length > 1) return this.#upTo(word.slice(1, -1));
    if (word.startsWith('#x')) return this.#upTo(String.fromCodePoint(Number.parseInt(word.slice(2), 16)));
    if (word.startsWith('[')) return { chars: classOf(word.slice(1, -1)) };
    if (word.startsWith('?') && word.length > 1) return this.#special(word);
    this.#at--;
    return this.#refuse('a name, a text in quotes, or a bracket');
  }

  /** A text, or the range that begins with it. */
  #upTo(text: string): Draft {
    if (!/^(?:\.\.\.?|…)$/.test(this.#peek())) return text;
    this.#at++;
    const last = this.#atom();
    const to = typeof last === 'string' ? last.codePointAt(0) : undefined;
    return { chars: [[text.codePointAt(0) ?? 0, to ?? 0x7e]] };
  }

  /** A part that ISO 14977 leaves to words for people. */
  #special(word: string): Draft {
    if (/line|LF\b/i.test(word)) return '\n';
    if (/space|blank/i.test(word)) return ' ';
    this.#ignored.add(`${word}: any character stands there`);
    return { chars: ANY };
  }

  #settle(draft: Draft): Phrase {
    if (typeof draft === 'string' || 'rule' in draft || 'chars' in draft) return draft;
    if ('one' in draft) return { one: draft.one.map((each) => this.#settle(each)) };
    if ('all' in draft) return { all: draft.all.map((each) => this.#settle(each)) };
    if ('many' in draft) return { ...draft, many: this.#settle(draft.many) };
    const [part, not] = draft.minus.map((each) => this.#charsOf(each, 0));
    if (part !== undefined && not !== undefined) return { chars: withoutRanges(part, not) };
    this.#ignored.add('exceptions of texts with more than one character');
    return this.#settle(draft.minus[0]);
  }

  #charsOf(draft: Draft, depth: number): Ranges | undefined {
    if (typeof draft === 'string') {
      const [code, more] = Array.from(draft, (each) => each.codePointAt(0)!);
      return code === undefined || more !== undefined ? undefined : [[code, code]];
    }
    if ('chars' in draft) return draft.chars;
    if ('rule' in draft) {
      const is = this.#drafts.get(draft.rule);
      return is === undefined || depth > 20 ? undefined : this.#charsOf(is, depth + 1);
    }
    if (!('one' in draft)) return undefined;
    const all = draft.one.map((each) => this.#charsOf(each, depth + 1));
    return all.every((each) => each !== undefined) ? all.flat() : undefined;
  }

  #refuse(wanted: string): never {
    throw new UserError(`${this.#path} cannot be read at "${this.#peek()}", word ${this.#at + 1}`, [
      `expected: ${wanted}`,
      ...(this.#at === 0
        ? []
        : [`before it: ${this.#words.slice(Math.max(0, this.#at - 6), this.#at).join(' ')}`]),
    ]);
  }
}

/** The ranges of `a-z#x20-#x7f`. */
function classOf(text: string): Ranges {
  const isNot = text.startsWith('^');
  const units = [...text.slice(isNot ? 1 : 0).matchAll(/#x([0-9a-fA-F]+)|\\[^]|[^]/gu)].map(([unit, hex]) =>
    hex === undefined
      ? unit.codePointAt(unit.length > 1 && unit.startsWith('\\') ? 1 : 0)!
      : Number.parseInt(hex, 16),
  );
  const ranges: (readonly [number, number])[] = [];
  const dash = 0x2d;
  for (let at = 0; at < units.length; at++) {
    const isRange = units[at + 1] === dash && at + 2 < units.length;
    ranges.push([units[at]!, isRange ? Math.max(units[at]!, units[at + 2]!) : units[at]!]);
    if (isRange) at += 2;
  }
  return isNot ? withoutRanges(ANY, ranges) : withoutSurrogates(ranges);
}

/** Names of the rules whose texts are one token. Rules that use themselves never become tokens. */
function tokensAmong(rules: ReadonlyMap<string, Phrase>): Set<string> {
  const tokens = new Set<string>();
  for (let before = -1; before < tokens.size;) {
    before = tokens.size;
    for (const [name, is] of rules) if (isOfTokens(is, tokens)) tokens.add(name);
  }
  return tokens;
}

function isOfTokens(part: Phrase, tokens: ReadonlySet<string>): boolean {
  if (typeof part === 'string') return !/\p{L}{2}/u.test(part);
  if ('rule' in part) return tokens.has(part.rule);
  if ('one' in part) return part.one.every((each) => isOfTokens(each, tokens));
  if ('all' in part) return part.all.every((each) => isOfTokens(each, tokens));
  return 'many' in part ? isOfTokens(part.many, tokens) : true;
}

/** True if the grammar itself says where white space stands: some part of it is nothing but white space. */
function writesSpace(part: Phrase): boolean {
  if (typeof part === 'string') return part !== '' && part.trim() === '';
  if ('chars' in part) return part.chars.every(([from, to]) => to <= 0x20 && from <= 0x20);
  if ('one' in part) return part.one.some(writesSpace);
  if ('all' in part) return part.all.some(writesSpace);
  return 'many' in part && writesSpace(part.many);
}
