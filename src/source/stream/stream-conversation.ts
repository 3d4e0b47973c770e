/**
 * Stream conversation: all messages of a generator over a pipe, and the answers. It is the stream protocol,
 * version 1 (instrumentation/choices).
 *
 * Lines of UTF-8. The generator begins with `cgfuzz 1` and receives `program ["argument", ...]`. Then it asks
 * questions, and gets a number for each: `pick N`, `weighted W W ...`, `integer MIN MAX`, `boolean P`, `word
 * BITS`. These messages get no answer: `open LABEL`, `close`, `file BYTES NAME` followed by the bytes, and
 * `end`. After `end` a persistent generator waits for the next `program`.
 */
import { readSync, writeSync } from 'node:fs';

import type { Draw } from '../../choice/index.ts';
import type { ProgramFile } from '../../program/index.ts';
import { ProtocolError } from '../record/protocol-error.ts';

/** The pipe ended. */
export class HungUp extends Error {
  override readonly name = 'HungUp';
}

const LONGEST_LINE = 65_536;
const CHUNK = 65_536;
const NEWLINE = 10;

export class Conversation {
  readonly #from: number;
  readonly #to: number;
  readonly #maxBytes: number;
  #isGreeted = false;
  #unread: Buffer = Buffer.alloc(0);

  constructor(from: number, to: number, maxBytes: number) {
    this.#from = from;
    this.#to = to;
    this.#maxBytes = maxBytes;
  }

  /** Reads the generator's messages about one program, and answers from `draw`. */
  makeProgram(draw: Draw, args: readonly string[], files: ProgramFile[]): void {
    if (!this.#isGreeted) {
      const hello = this.#line();
      if (hello !== 'cgfuzz 1')
        throw new ProtocolError(`it began with ${quote(hello)} and not with "cgfuzz 1"`);
      this.#isGreeted = true;
    }
    this.#answer(`program ${JSON.stringify(args)}`);
    if (this.#hear(draw, files) !== 'end')
      throw new ProtocolError('it closed a scope that it had not opened');
  }

  /** Runs until the last opened scope is closed, or the program ends. */
  #hear(draw: Draw, files: ProgramFile[]): 'end' | 'close' {
    for (;;) {
      const line = this.#line();
      const space = line.indexOf(' ');
      const what = space < 0 ? line : line.slice(0, space);
      const rest = space < 0 ? '' : line.slice(space + 1);
      switch (what) {
        case 'open':
          if (draw.scope(rest, () => this.#hear(draw, files)) === 'end')
            throw new ProtocolError('its program ended inside a scope');
          break;
        case 'close':
        case 'end':
          return what;
        case 'file':
          files.push(this.#file(rest, files));
          break;
        default:
          this.#answer(String(answerTo(draw, what, rest)));
      }
    }
  }

  #file(rest: string, files: readonly ProgramFile[]): ProgramFile {
    const [, digits, path] = /^(\d{1,12}) (.+)$/.exec(rest) ?? [];
    if (digits === undefined || path === undefined)
      throw new ProtocolError(`it sent a file as ${quote(rest)}`);
    const length = Number(digits);
    const sum = files.reduce((bytes, file) => bytes + file.bytes.length, length);
    if (sum > this.#maxBytes || files.length >= 1_000)
      throw new ProtocolError('it sent more files than it may');
    if (files.some((file) => file.path === path)) throw new ProtocolError(`it sent ${quote(path)} twice`);
    return { path, bytes: this.#bytes(length) };
  }

  #line(): string {
    let end = this.#unread.indexOf(NEWLINE);
    while (end < 0) {
      if (this.#unread.length > LONGEST_LINE) throw new ProtocolError('it sent a line that does not end');
      const before = this.#unread.length;
      this.#readMore();
      end = this.#unread.indexOf(NEWLINE, before);
    }
    const line = this.#unread.toString('utf8', 0, end);
    this.#unread = this.#unread.subarray(end + 1);
    return line;
  }

  #bytes(length: number): Uint8Array {
    const parts: Buffer[] = [];
    let missing = length;
    while (missing > 0) {
      if (this.#unread.length === 0) this.#readMore();
      const part = this.#unread.subarray(0, missing);
      parts.push(part);
      this.#unread = this.#unread.subarray(part.length);
      missing -= part.length;
    }
    return new Uint8Array(Buffer.concat(parts));
  }

  #readMore(): void {
    const chunk = Buffer.alloc(CHUNK);
    const got = readSync(this.#from, chunk);
    if (got === 0) throw new HungUp('the generator hung up');
    const read = chunk.subarray(0, got);
    this.#unread = this.#unread.length === 0 ? read : Buffer.concat([this.#unread, read]);
  }

  #answer(text: string): void {
    try {
      const bytes = Buffer.from(`${text}\n`);
      for (let done = 0; done < bytes.length;) done += writeSync(this.#to, bytes, done);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EPIPE')
        throw new HungUp('the generator hung up');
      throw error;
    }
  }
}

function answerTo(draw: Draw, what: string, rest: string): number | bigint {
  const words = rest === '' ? [] : rest.split(' ');
  const isCount = (count: number): boolean => words.length === count;
  switch (what) {
    case 'pick':
      if (isCount(1)) return draw.pick(number(words[0]!));
      break;
    case 'weighted':
      if (words.length > 0) return draw.weighted(words.map((word, i): [number, number] => [number(word), i]));
      break;
    case 'integer':
      if (isCount(2)) return draw.integer(whole(words[0]!), whole(words[1]!));
      break;
    case 'boolean':
      if (isCount(1)) return draw.boolean(number(words[0]!)) ? 1 : 0;
      break;
    case 'word':
      if (isCount(1)) return draw.word(whole(words[0]!));
      break;
  }
  throw new ProtocolError(`it said ${quote(`${what} ${rest}`)}`);
}

function number(word: string): number {
  if (!/^[-+]?[\d.]+(e[-+]?\d+)?$/i.test(word)) throw new ProtocolError(`${quote(word)} is no number`);
  return Number(word);
}

function whole(word: string): bigint {
  if (!/^-?\d{1,40}$/.test(word)) throw new ProtocolError(`${quote(word)} is no whole number`);
  return BigInt(word);
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}
