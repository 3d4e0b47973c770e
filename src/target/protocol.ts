/**
 * The bytes between the engine and a server built on `instrumentation/coverage`: frames of a length, a type, a body.
 *
 * `instrumentation/coverage/README.md` is the description; all integers are little-endian. Invariant: nothing here
 * knows processes, so both directions can be tested with bytes alone.
 */
import { constants } from 'node:os';
import type { Program } from '../program/index.ts';
import type { Emit, Execution, ExecuteRequest, ExecutionLimits, OutcomeKind } from './target.ts';

export const protocolVersion = 1;

const outcomes: readonly OutcomeKind[] = [
  'signal', // 0 never leaves the server
  'ok',
  'rejected',
  'assertion',
  'fatal-error',
  'signal',
  'stack-overflow',
  'hang',
  'out-of-memory',
];

const emits: readonly Emit[] = [
  'nothing',
  'object',
  'ir-before-passes',
  'ir-after-passes',
  'assembly',
  'discarded-object',
];

export interface Hello {
  readonly version: number;
  readonly edges: number;
  readonly cells: number;
}

export interface PcTable {
  readonly path: string;
  readonly base: bigint;
  /** Pairs of address and flags; flag 1 marks a function's entry. */
  readonly pairs: BigUint64Array;
}

export type ServerFrame =
  | { readonly type: 'hello'; readonly hello: Hello }
  | { readonly type: 'answer'; readonly execution: Execution; readonly last: boolean }
  | { readonly type: 'pcs'; readonly tables: readonly PcTable[] };

/** A frame in parts, written one after the other: a program of 100 KB is not copied to be sent. */
export type Frame = readonly Uint8Array[];

export function encodeExecute(
  { wholeSet = false, remember = true }: Pick<ExecuteRequest, 'wholeSet' | 'remember'>,
  limits: ExecutionLimits,
  payload: Frame,
): Frame {
  const payloadBytes = payload.reduce((sum, { length }) => sum + length, 0);
  const head = Buffer.allocUnsafe(25);
  head.writeUInt32LE(21 + payloadBytes, 0);
  head[4] = 1;
  head.writeUInt32LE((wholeSet ? 1 : 0) | (remember ? 0 : 2), 5);
  head.writeUInt32LE(limits.cpuMs, 9);
  head.writeUInt32LE(limits.wallMs, 13);
  head.writeBigUInt64LE(BigInt(limits.memoryBytes), 17);
  const [first, ...rest] = payload;
  return first === undefined ? [head] : [Buffer.concat([head, first]), ...rest];
}

/** What the compile server finds in a request. */
export function encodeCompile({ program, configurations }: ExecuteRequest): Frame {
  const tail: Buffer[] = [
    u32(program.files.findIndex(({ path }) => path === program.main)),
    u32(configurations.length),
  ];
  for (const { args, emit } of configurations) tail.push(Buffer.of(emits.indexOf(emit)), sized(packed(args)));
  return [...encodeFiles(program, Buffer.of(0)), Buffer.concat(tail)];
}

/** What the executor finds in a request: whole command lines, run one after the other over the same files. */
export function encodeRuns(program: Program, runs: readonly (readonly string[])[]): Frame {
  const tail = [u32(runs.length), ...runs.map((words) => sized(packed(words)))];
  return [...encodeFiles(program, Buffer.alloc(0)), Buffer.concat(tail)];
}

function encodeFiles({ files }: Program, before: Buffer): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let head: Buffer[] = [u32(files.length)];
  for (const { path, bytes } of files) {
    head.push(before, sized(Buffer.from(path)), u32(bytes.length));
    parts.push(Buffer.concat(head), bytes);
    head = [];
  }
  return files.length === 0 ? head : parts;
}

/** Each word ends with a zero byte, which it cannot hold itself. */
function packed(words: readonly string[]): Buffer {
  return Buffer.from(words.map((word) => `${word.replaceAll('\0', '')}\0`).join(''));
}

export const askForPcs: Buffer = Buffer.from([1, 0, 0, 0, 2]);

export function encodeMask(cells: Iterable<number>): Buffer {
  return framed(3, Buffer.concat([...cells].map(u32)));
}

export function encodeSeen(bucketsOfCells: Uint8Array): Buffer {
  return framed(4, bucketsOfCells);
}

export function decodeFrame(frame: Buffer): ServerFrame {
  switch (frame[0]) {
    case 0:
      return {
        type: 'hello',
        hello: { version: frame.readUInt8(1), edges: frame.readUInt32LE(3), cells: frame.readUInt32LE(7) },
      };
    case 1:
      return { type: 'answer', execution: decodeAnswer(frame), last: frame[3] === 1 };
    case 2:
      return { type: 'pcs', tables: decodePcs(frame) };
    default:
      throw new Error(`the server sent a frame of unknown type ${frame[0]}`);
  }
}

function decodeAnswer(frame: Buffer): Execution {
  const counts = [32, 36, 40, 44].map((at) => frame.readUInt32LE(at));
  const [freshCount = 0, allCount = 0, textBytes = 0, frameCount = 0] = counts;
  let at = 56;
  const take = (bytes: number): Buffer => frame.subarray(at, (at += bytes));
  const stackBytes = take(8 * frameCount);
  const fresh = u32sOf(take(4 * freshCount));
  const all = u32sOf(take(4 * allCount));
  const text = take(textBytes).toString();
  const output = new Uint8Array(take(Number(frame.readBigUInt64LE(48))));
  const signal = frame.readUInt8(2);
  return {
    outcome: outcomes[frame.readUInt8(1)] ?? 'signal',
    text,
    signal: signal === 0 ? undefined : nameOfSignal(signal),
    exitCode: frame.readInt32LE(4),
    stack: Array.from({ length: frameCount }, (_, index) => stackBytes.readBigUInt64LE(8 * index)),
    cpuMs: frame.readUInt32LE(8) / 1_000,
    sharedCpuMs: frame.readUInt32LE(12) / 1_000,
    peakRssBytes: frame.readUInt32LE(16) * 1_024,
    features: {
      fresh,
      hitCount: frame.readUInt32LE(20),
      hash: frame.readBigUInt64LE(24),
      ...(allCount > 0 ? { all } : {}),
    },
    output,
  };
}

function decodePcs(frame: Buffer): PcTable[] {
  let at = 5;
  return Array.from({ length: frame.readUInt32LE(1) }, () => {
    const pathBytes = frame.readUInt32LE(at);
    const path = frame.toString('utf8', at + 4, at + 4 + pathBytes);
    at += 4 + pathBytes;
    const base = frame.readBigUInt64LE(at);
    const bytes = 16 * frame.readUInt32LE(at + 8);
    const pairs = new BigUint64Array(new Uint8Array(frame.subarray(at + 12, at + 12 + bytes)).buffer);
    at += 12 + bytes;
    return { path, base, pairs };
  });
}

const signalNames: ReadonlyMap<number, string> = new Map(
  Object.entries(constants.signals).map(([name, number]) => [number, name]),
);

function nameOfSignal(number: number): string {
  return signalNames.get(number) ?? `signal ${number}`;
}

function u32sOf(bytes: Buffer): Uint32Array {
  const result = new Uint32Array(bytes.length / 4);
  new Uint8Array(result.buffer).set(bytes);
  return result;
}

function framed(type: number, body: Uint8Array): Buffer {
  return Buffer.concat([u32(body.length + 1), Buffer.of(type), body]);
}

function sized(bytes: Uint8Array): Buffer {
  return Buffer.concat([u32(bytes.length), bytes]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
