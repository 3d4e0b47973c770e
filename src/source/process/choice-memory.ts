/**
 * ChoiceMemory: writes a request into the memory that is shared with a generator, and reads the generator's
 * record.
 *
 * Reading and writing go through the file's descriptor, so the engine never maps memory that a generator
 * writes to. Invariant: everything that a generator wrote is checked before use.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';

import {
  type Alphabet,
  type ChoiceSequence,
  type LearntAnswers,
  makeRandom,
  type Limits,
  type OverrunLimit,
  type ResyncStrategy,
  type Swarm,
  swarmCoin,
  swarmNumbers,
} from '../../choice/index.ts';
import {
  ANSWER_BYTES,
  ARGUMENT_BYTES,
  at,
  flag,
  HEADER_BYTES,
  MAGIC,
  resyncNumber,
  type Room,
  seenNames,
  state,
  VERSION,
} from './memory-layout.ts';
import { ProtocolError } from '../record/protocol-error.ts';
import { SymbolTable } from '../record/symbol-table.ts';

export interface MemoryRequest {
  readonly sequence?: ChoiceSequence | undefined;
  readonly seed: number;
  readonly resync: ResyncStrategy;
  readonly swarm?: Swarm | undefined;
  readonly answers?: LearntAnswers | undefined;
  readonly limits: Required<Omit<Limits, 'maxTimeMs'>>;
  readonly stackScopes: boolean;
  readonly forkServer: boolean;
  readonly keepClock: boolean;
  readonly listens: boolean;
  /** Arguments, the program's own name first; empty for the command's usual arguments. */
  readonly arguments: readonly string[];
}

/** Content that a generator left in the memory. */
export interface MemoryRecord {
  readonly isAttached: boolean;
  readonly overrun: OverrunLimit | undefined;
  readonly record: ChoiceSequence;
  readonly freshCount: number;
  /** Labels of the scopes that were open at its end; computed on demand. */
  readonly openScopes: () => readonly string[];
}

const overruns: readonly (OverrunLimit | undefined)[] = [undefined, 'choices', 'scopes', 'depth', 'choices'];

export class ChoiceMemory {
  readonly #fd: number;
  readonly #room: Room;
  readonly #alphabet: Alphabet;
  readonly #symbols: SymbolTable;
  #symbolBytes = 0;

  constructor(path: string, room: Room, alphabet: Alphabet) {
    this.#fd = openSync(path, 'r+');
    this.#room = room;
    this.#alphabet = alphabet;
    this.#symbols = new SymbolTable(alphabet);
  }

  close(): void {
    closeSync(this.#fd);
  }

  write(request: MemoryRequest): void {
    const room = this.#room;
    const news = this.#symbols.appendNews();
    if (this.#symbolBytes + news.length > room.symbolBytes)
      throw new Error('the alphabet is too large for the memory');
    this.#writeAll(news, room.symbolsAt + this.#symbolBytes);
    this.#symbolBytes += news.length;

    const sequence = request.sequence;
    const hasInput =
      sequence !== undefined && sequence.ops.length <= room.ops && sequence.words.length <= room.words;
    if (hasInput) {
      this.#writeAll(bytesOf(this.#symbols.toGenerator(sequence.ops)), room.inputOpsAt);
      this.#writeAll(bytesOf(sequence.words), room.inputWordsAt);
    }
    const list = Buffer.from([...request.arguments, ''].join('\0'));
    if (list.length > ARGUMENT_BYTES) throw new Error('the arguments are too long');
    this.#writeAll(list, room.argumentsAt);
    const answers = this.#symbols
      .answersToGenerator(request.answers ?? new Map())
      .subarray(0, room.answers * ANSWER_BYTES);
    this.#writeAll(answers, room.answersAt);
    const answerCount = answers.length / ANSWER_BYTES;
    this.#writeAll(this.#header(request, hasInput ? sequence : undefined, answerCount), 0);
  }

  /** Returns the record of the whole test: `before` holds the draws before the generator's start. */
  read(before: ChoiceSequence): MemoryRecord {
    const header = this.#readAll(HEADER_BYTES, 0);
    const room = this.#room;
    const opCount = count(header, at.opCount, room.ops, 'ops');
    const wordCount = count(header, at.wordCount, room.words, 'words');
    this.#readSymbols(header);
    if (scratch.length < opCount) scratch = new Uint16Array(2 * opCount);
    const ops = scratch.subarray(0, opCount);
    this.#readInto(bytesOf(ops), room.opsAt);
    const words = new Uint32Array(before.words.length + wordCount);
    words.set(before.words);
    this.#readInto(bytesOf(words.subarray(before.words.length)), room.wordsAt);
    const record = this.#symbols.toSequence(before, ops, words);
    const now = header.readUInt32LE(at.state);
    if (now === state.refused)
      throw new ProtocolError('its choice library is of another version, or did not understand the request');
    return {
      isAttached: now !== state.fresh,
      overrun: now === state.overrun ? (overruns[header.readUInt32LE(at.overrun)] ?? 'choices') : undefined,
      record,
      freshCount: count(header, at.freshCount, Number.MAX_SAFE_INTEGER, 'fresh choices'),
      openScopes: () => this.#openScopes(record, before.ops.length + opCount),
    };
  }

  /** Number of requests for each kind of randomness, since the memory was made. */
  seen(): ReadonlyMap<string, number> {
    const header = this.#readAll(HEADER_BYTES, 0);
    const counts = seenNames.map((name, i): [string, number] => [
      name,
      Number(header.readBigUInt64LE(at.seen + 8 * i)),
    ]);
    return new Map(counts.filter(([, times]) => times > 0));
  }

  #header(request: MemoryRequest, sequence: ChoiceSequence | undefined, answerCount: number): Buffer {
    const room = this.#room;
    const { limits } = request;
    const header = Buffer.alloc(at.seen);
    const flags =
      (sequence === undefined ? 0 : flag.input) |
      (request.stackScopes ? flag.stackScopes : 0) |
      (request.forkServer ? flag.forkServer : 0) |
      (request.keepClock ? flag.keepClock : 0) |
      (request.listens ? flag.listen : 0);
    header.write(MAGIC, at.magic, 'latin1');
    u32(header, at.version, VERSION);
    u32(header, at.headerBytes, HEADER_BYTES);
    u32(header, at.flags, flags);
    u32(header, at.resync, resyncNumber[request.resync]);
    u32(header, at.maxIntegerSites, this.#alphabet.maxIntegerSites);
    u32(header, at.maxDepth, limits.maxDepth);
    u64(header, at.maxChoices, limits.maxChoices);
    u64(header, at.maxScopes, limits.maxScopes);
    u32s(header, at.randomState, makeRandom(request.seed).getState());
    if (request.swarm !== undefined) {
      const swarm = swarmNumbers(request.swarm);
      u32s(header, at.swarmState, swarmCoin(swarm).getState());
      u32(header, at.swarmSeed, swarm.seed);
      u32(header, at.swarmShare, swarm.share);
      u32(header, at.swarmStrength, swarm.strength);
    }
    u64(header, at.symbolsAt, room.symbolsAt);
    u64(header, at.symbolsRoom, room.symbolBytes);
    u64(header, at.inputOpsAt, room.inputOpsAt);
    u64(header, at.inputOpCount, sequence?.ops.length ?? 0);
    u64(header, at.inputWordsAt, room.inputWordsAt);
    u64(header, at.inputWordCount, sequence?.words.length ?? 0);
    u64(header, at.opsAt, room.opsAt);
    u64(header, at.opsRoom, room.ops);
    u64(header, at.wordsAt, room.wordsAt);
    u64(header, at.wordsRoom, room.words);
    u64(header, at.argumentsAt, room.argumentsAt);
    u64(header, at.argumentCount, request.arguments.length);
    u64(header, at.answersAt, room.answersAt);
    u64(header, at.answerCount, answerCount);
    u64(header, at.totalBytes, room.totalBytes);
    u32(header, at.symbolCount, this.#symbols.count);
    u64(header, at.symbolBytes, this.#symbolBytes);
    return header;
  }

  #readSymbols(header: Buffer): void {
    const bytes = count(header, at.symbolBytes, this.#room.symbolBytes, 'bytes of symbols');
    const symbols = header.readUInt32LE(at.symbolCount);
    if (bytes < this.#symbolBytes || symbols < this.#symbols.count)
      throw new ProtocolError('its symbol table has shrunk');
    const news = this.#readAll(bytes - this.#symbolBytes, this.#room.symbolsAt + this.#symbolBytes);
    this.#symbols.takeIn(news, symbols - this.#symbols.count);
    this.#symbolBytes = bytes;
  }

  #openScopes(record: ChoiceSequence, opCount: number): string[] {
    const open: string[] = [];
    for (let op = opCount; op < record.ops.length; op++) {
      open.unshift(this.#alphabet.labelOf(record.ops[record.outline.match[op]!]!));
    }
    return open;
  }

  #writeAll(bytes: Uint8Array, position: number): void {
    for (let done = 0; done < bytes.length;) {
      done += writeSync(this.#fd, bytes, done, bytes.length - done, position + done);
    }
  }

  #readAll(length: number, position: number): Buffer {
    const buffer = Buffer.alloc(length);
    this.#readInto(buffer, position);
    return buffer;
  }

  #readInto(buffer: Uint8Array, position: number): void {
    for (let done = 0; done < buffer.length;) {
      const got = readSync(this.#fd, buffer, done, buffer.length - done, position + done);
      if (got === 0) throw new ProtocolError('its memory has shrunk');
      done += got;
    }
  }
}

/**
 * Ops of generators, in their own numbers. The array is reused: memory taken and dropped with every record makes the
 * collector run.
 */
let scratch = new Uint16Array(0);

function bytesOf(array: Uint16Array | Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function u32(header: Buffer, offset: number, value: number): void {
  header.writeUInt32LE(value >>> 0, offset);
}

function u64(header: Buffer, offset: number, value: number): void {
  header.writeBigUInt64LE(BigInt(value), offset);
}

function u32s(header: Buffer, offset: number, values: readonly number[]): void {
  for (let i = 0; i < values.length; i++) u32(header, offset + 4 * i, values[i]!);
}

function count(header: Buffer, offset: number, most: number, of: string): number {
  const value = header.readBigUInt64LE(offset);
  if (value > BigInt(most)) throw new ProtocolError(`it claims ${value} ${of}; at most ${most} fit`);
  return Number(value);
}
