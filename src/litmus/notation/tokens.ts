/** The words of a C litmus text, each with its line, and errors that name the line. */
import { UserError } from '../../util/user-error.ts';

export interface Token {
  readonly kind: 'word' | 'number' | 'sign' | 'end';
  readonly text: string;
  readonly line: number;
}

const pattern =
  /(?<space>\s+|\/\/[^\n]*|\(\*[\s\S]*?\*\)|\/\*[\s\S]*?\*\/|"[^"]*")|(?<number>0[xX][0-9a-fA-F]+|\d+)|(?<word>[A-Za-z_]\w*)|(?<sign>\/\\|\\\/|&&|\|\||==|!=|<=|>=|\+\+|--|[-+*&|^~!<>=(){}[\];:,.])|(?<other>[\s\S])/g;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  for (const { 0: found, groups } of text.matchAll(pattern)) {
    if (groups?.['other'] !== undefined) throw complaint(line, `"${found}" means nothing here`);
    const kind =
      groups?.['number'] !== undefined ? 'number' : groups?.['word'] !== undefined ? 'word' : 'sign';
    if (groups?.['space'] === undefined) tokens.push({ kind, text: found, line });
    line += found.split('\n').length - 1;
  }
  tokens.push({ kind: 'end', text: 'the end of the text', line });
  return tokens;
}

export function complaint(line: number, what: string, hints: readonly string[] = []): UserError {
  return new UserError(`line ${line}: ${what}`, hints);
}

/** Steps over the tokens, and reports the tokens that it expected. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #place = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  get token(): Token {
    return this.#tokens[this.#place]!;
  }

  get isAtEnd(): boolean {
    return this.token.kind === 'end';
  }

  peek(ahead: number): string {
    return this.#tokens[this.#place + ahead]?.text ?? '';
  }

  /** The next token, if it is this one. */
  accept(text: string): boolean {
    if (this.isAtEnd || this.token.text !== text) return false;
    this.#place++;
    return true;
  }

  expect(text: string): void {
    if (!this.accept(text)) throw this.unexpected(`"${text}"`);
  }

  word(what: string): string {
    if (this.token.kind !== 'word') throw this.unexpected(what);
    return this.#tokens[this.#place++]!.text;
  }

  integer(): number {
    const isNegative = this.accept('-');
    if (this.token.kind !== 'number') throw this.unexpected('a number');
    const value = Number(this.#tokens[this.#place++]!.text);
    return isNegative ? -value : value;
  }

  unexpected(wanted: string): UserError {
    const { line, text, kind } = this.token;
    return complaint(line, `expected ${wanted}, found ${kind === 'end' ? text : `"${text}"`}`);
  }
}
