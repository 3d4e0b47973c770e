/**
 * Statements of C, found by brackets and first words: a tree of the statements in functions, in the order of
 * the text.
 *
 * Without a parser it serves to give decisions about a text a scope for each statement. Invariants: any text
 * has such a tree; the same statement has the same kind and shape everywhere.
 */
import { stageTuning } from '../tuning.ts';
import { type CodeToken, codeTokens } from './tokens.ts';
import { fnv1a } from '../../util/fnv1a.ts';

export interface ScannedStatement {
  /** `block`, the first word of a statement with a keyword, `label`, `declaration` or `expression`. */
  readonly kind: string;
  readonly begin: number;
  readonly end: number;
  /** Its own tokens, without the tokens of statements inside it. */
  readonly own: readonly CodeToken[];
  readonly inner: readonly ScannedStatement[];
}

/** The bodies of all functions. */
export function bodiesIn(text: string): ScannedStatement[] {
  const tokens = codeTokens(text);
  const bodies: ScannedStatement[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]!.text !== '{') continue;
    if (tokens[at - 1]?.text === ')') {
      const scan = new StatementScan(tokens, at);
      bodies.push(scan.statement(0));
      at = scan.at - 1;
    } else {
      at = closingOf(tokens, at);
    }
  }
  return bodies;
}

/** The place of the matching closing bracket; the last token if there is none. */
function closingOf(tokens: readonly CodeToken[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    const { text } = tokens[at]!;
    if (text === '(' || text === '[' || text === '{') depth++;
    else if (text === ')' || text === ']' || text === '}') depth--;
    if (depth <= 0) return at;
  }
  return tokens.length - 1;
}

const withHead: ReadonlySet<string> = new Set(['if', 'while', 'for', 'switch']);
const firstWords: ReadonlySet<string> = new Set(['return', 'goto', 'break', 'continue', 'asm', '__asm__']);

class StatementScan {
  readonly #tokens: readonly CodeToken[];
  at: number;

  constructor(tokens: readonly CodeToken[], at: number) {
    this.#tokens = tokens;
    this.at = at;
  }

  /** The statement that begins here; the scan then stands after its end. */
  statement(depth: number): ScannedStatement {
    const from = this.at;
    const first = this.#text();
    const isFlat = depth > stageTuning.maxNesting.value;
    const own: CodeToken[] = [];
    const inner: ScannedStatement[] = [];
    let kind = first;
    if (first === '{' && !isFlat) {
      kind = 'block';
      this.#block(inner, depth);
    } else if (withHead.has(first) && !isFlat) {
      this.#take(own, 1);
      this.#head(own);
      this.#inner(inner, depth);
      if (first === 'if' && this.#text() === 'else') {
        this.#take(own, 1);
        this.#inner(inner, depth);
      }
    } else if (first === 'do' && !isFlat) {
      this.#take(own, 1);
      this.#inner(inner, depth);
      this.#untilSemicolon(own);
    } else if (first === 'case' || first === 'default') {
      while (this.#text() !== ':' && this.#text() !== ';' && this.#isThere()) this.#take(own, 1);
      this.#take(own, 1);
    } else if (this.#tokens[from]?.kind === 'name' && this.#tokens[from + 1]?.text === ':') {
      kind = 'label';
      this.#take(own, 2);
    } else {
      if (!firstWords.has(first)) kind = isDeclaration(this.#tokens, from) ? 'declaration' : 'expression';
      this.#untilSemicolon(own);
    }
    // The scan moves on in any case.
    if (this.at === from) this.#take(own, 1);
    const [begin, last] = [this.#tokens[from]!, this.#tokens[this.at - 1]!];
    return { kind, begin: begin.at, end: last.at + last.text.length, own, inner };
  }

  #block(inner: ScannedStatement[], depth: number): void {
    this.at++;
    while (this.#isThere() && this.#text() !== '}') inner.push(this.statement(depth + 1));
    if (this.#isThere()) this.at++;
  }

  #inner(inner: ScannedStatement[], depth: number): void {
    if (this.#isThere() && this.#text() !== '}') inner.push(this.statement(depth + 1));
  }

  #head(own: CodeToken[]): void {
    if (this.#text() === '(') this.#take(own, closingOf(this.#tokens, this.at) + 1 - this.at);
  }

  #untilSemicolon(own: CodeToken[]): void {
    while (this.#isThere()) {
      const text = this.#text();
      // A surplus brace ends the enclosing block.
      if (text === '}') return;
      this.#take(
        own,
        text === '(' || text === '[' || text === '{' ? closingOf(this.#tokens, this.at) + 1 - this.at : 1,
      );
      if (text === ';') return;
    }
  }

  #isThere(): boolean {
    return this.at < this.#tokens.length;
  }

  #text(): string {
    return this.#tokens[this.at]?.text ?? '';
  }

  #take(own: CodeToken[], count: number): void {
    for (const token of this.#tokens.slice(this.at, this.at + count)) own.push(token);
    this.at = Math.min(this.#tokens.length, this.at + count);
  }
}

const typeWords =
  /^(?:const|volatile|static|register|extern|auto|struct|union|enum|unsigned|signed|int|char|short|long|float|double|void|_Bool|u?int\d+_t)$/;

/** A declaration begins with a word of a type, or with two names. */
function isDeclaration(tokens: readonly CodeToken[], at: number): boolean {
  const first = tokens[at];
  if (first?.kind !== 'name') return false;
  return typeWords.test(first.text) || tokens[at + 1]?.kind === 'name';
}

/**
 * A few bits of the shape of a statement: the kinds of its own tokens in their order. Names and numbers are
 * left out, since generators renumber them after any change before them; names of library functions stay.
 */
export function statementShape({ own }: Pick<ScannedStatement, 'own'>, bits: number): number {
  let hash = 0x811c9dc5;
  for (const { kind, text } of own) {
    const part = kind === 'sign' || isKept(text) ? text : kind;
    hash = fnv1a(`${part} `, hash);
  }
  hash ^= hash >>> 15;
  return bits === 0 ? 0 : Math.imul(hash, 0x85ebca6b) >>> (32 - bits);
}

function isKept(text: string): boolean {
  return text.startsWith('safe_') || typeWords.test(text);
}
