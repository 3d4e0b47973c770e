/**
 * The bytes between the engine and a server with `instrumentation/coverage`: frames of a length, a type, a
 * body.
 *
 * `instrumentation/coverage/README.md` is the description; all integers are little-endian. Invariant: nothing
 * here knows processes, so both directions can be tested with bytes alone.
 */
import { constants } from 'node:os';
import type { Program } from '../program/index.ts';
import { BUCKETS, cellOf } from './feature.ts';
import { bytesCopied, FrameWriter, type Frame } from './frame-writer.ts';
import type { Emit, Execution, ExecuteRequest, ExecutionLimits, OutcomeKind } from './execution.ts';

export const protocolVersion = 3;

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

/** The compile server writes IR as text, which every reader of bitcode also accepts. */
function asText(emit: Emit): Emit {
  if (emit === 'bitcode-before-passes') return 'ir-before-passes';
  return emit === 'bitcode-after-passes' ? 'ir-after-passes' : emit;
}

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

/** A program or library of the server's process. */
export interface LoadedModule {
  readonly path: string;
  readonly base: bigint;
  /** The first address after the module. */
  readonly end: bigint;
}

/** The addresses of a server's process. */
export interface AddressMap {
  readonly tables: readonly PcTable[];
  /** The program is the first. */
  readonly modules: readonly LoadedModule[];
}

export type ServerFrame =
  | { readonly type: 'hello'; readonly hello: Hello }
  | { readonly type: 'answer'; readonly execution: Execution; readonly last: boolean }
  | { readonly type: 'pcs'; readonly map: AddressMap };

/** Writes the part of a request after its head. */
export type Payload = (to: FrameWriter) => void;

/** More bytes than nearly every request holds besides its sources. */
const expectedHeadBytes = 1_024;

export function encodeExecute(
  { program, wholeSet = false, remember = true }: ExecuteRequest,
  { cpuMs, wallMs, memoryBytes }: ExecutionLimits,
  payload: Payload,
): Frame {
  const to = new FrameWriter(expectedHeadBytes + bytesCopied(program.files));
  to.u8(1);
  to.u32((wholeSet === true ? 1 : 0) | (remember ? 0 : 2) | (wholeSet === 'if-new' ? 4 : 0));
  to.u32(cpuMs);
  to.u32(wallMs);
  to.u64(memoryBytes);
  payload(to);
  return to.finish();
}

/** For the compile server. */
export function compilePayload({ program, configurations }: ExecuteRequest): Payload {
  return (to) => {
    to.u32(program.files.length);
    for (const { path, bytes } of program.files) {
      to.u8(0);
      to.text(path);
      to.u32(bytes.length);
      to.bytes(bytes);
    }
    to.u32(program.files.findIndex(({ path }) => path === program.main));
    to.u32(configurations.length);
    for (const { args, emit } of configurations) {
      to.u8(emits.indexOf(asText(emit)));
      to.words(args);
    }
  };
}

/** For the executor: whole command lines, run one after the other over the same files. */
export function runsPayload({ files }: Program, runs: readonly (readonly string[])[]): Payload {
  return (to) => {
    to.u32(files.length);
    for (const { path, bytes } of files) {
      to.text(path);
      to.u32(bytes.length);
      to.bytes(bytes);
    }
    to.u32(runs.length);
    for (const words of runs) to.words(words);
  };
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
      return { type: 'answer', execution: decodeAnswer(frame), last: (frame.readUInt8(3) & 1) !== 0 };
    case 2:
      return { type: 'pcs', map: decodePcs(frame) };
    default:
      throw new Error(`the server sent a frame of unknown type ${frame[0]}`);
  }
}

const nothing = new Uint8Array();
const noFeatures = new Uint32Array();

/** Most answers are only a head. */
function decodeAnswer(frame: Buffer): Execution {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.length);
  const signal = view.getUint8(2);
  const freshCount = view.getUint32(32, true);
  const allBytes = view.getUint32(36, true);
  const textBytes = view.getUint32(40, true);
  const frameCount = view.getUint32(44, true);
  const freshAt = 56 + 8 * frameCount;
  const allAt = freshAt + 4 * freshCount;
  const textAt = allAt + allBytes;
  const outputAt = textAt + textBytes;
  if (outputAt > frame.length) throw new RangeError(`an answer of ${frame.length} bytes claims ${outputAt}`);
  const fresh = freshCount === 0 ? noFeatures : u32sOf(frame, freshAt, freshCount);
  const hitCount = view.getUint32(20, true);
  const hash = view.getBigUint64(24, true);
  return {
    outcome: outcomes[view.getUint8(1)] ?? 'signal',
    text: textBytes === 0 ? '' : frame.toString('utf8', textAt, outputAt),
    signal: signal === 0 ? undefined : nameOfSignal(signal),
    exitCode: view.getInt32(4, true),
    stack: Array.from({ length: frameCount }, (_, index) => view.getBigUint64(56 + 8 * index, true)),
    cpuMs: view.getUint32(8, true) / 1_000,
    sharedCpuMs: view.getUint32(12, true) / 1_000,
    peakRssBytes: view.getUint32(16, true) * 1_024,
    features:
      allBytes === 0
        ? { fresh, hitCount, hash }
        : { fresh, hitCount, hash, all: frame.subarray(allAt, textAt) },
    output: frame.length === outputAt ? nothing : new Uint8Array(frame.subarray(outputAt)),
    ...(view.getUint8(3) & 2 ? { leaked: true as const } : {}),
  };
}

/** The reason why an answer cannot come from a target with this number of cells; undefined if it can. */
export function problemOf({ features }: Execution, cells: number): string | undefined {
  if (features === undefined) return undefined;
  for (const feature of features.fresh)
    if (cellOf(feature) >= cells) return `feature ${feature} of ${cells} cells`;
  return features.all === undefined || isFeatureList(features.all, cells)
    ? undefined
    : 'a list of features that makes no sense';
}

/** True if the bytes are ascending features in the format of `packFeatures`. */
function isFeatureList(bytes: Uint8Array, cells: number): boolean {
  let feature = 0;
  let difference = 0;
  let scale = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    difference += (byte & 127) * scale;
    if (difference >= cells * BUCKETS) return false;
    scale *= 128;
    if (byte > 127) continue;
    if (difference === 0 && feature > 0) return false;
    feature += difference;
    if (feature >= cells * BUCKETS) return false;
    difference = 0;
    scale = 1;
  }
  return scale === 1;
}

function decodePcs(frame: Buffer): AddressMap {
  let at = 1;
  const take = (bytes: number): number => {
    if (at + bytes > frame.length) throw new RangeError('its addresses are cut off');
    at += bytes;
    return at - bytes;
  };
  const count = (): number => frame.readUInt32LE(take(4));
  const u64 = (): bigint => frame.readBigUInt64LE(take(8));
  const text = (): string => {
    const from = take(count());
    return frame.toString('utf8', from, at);
  };
  const listOf = <Item>(read: () => Item): Item[] => {
    const items: Item[] = [];
    for (let left = count(); left > 0; left--) items.push(read());
    return items;
  };
  const tables = listOf(() => {
    const [path, base] = [text(), u64()];
    const from = take(16 * count());
    return { path, base, pairs: new BigUint64Array(new Uint8Array(frame.subarray(from, at)).buffer) };
  });
  const modules = listOf(() => ({ path: text(), base: u64(), end: u64() }));
  return { tables, modules };
}

const signalNames: ReadonlyMap<number, string> = new Map(
  // Some numbers have two names, of which the first is the usual one: SIGABRT, not SIGIOT.
  Object.entries(constants.signals)
    .toReversed()
    .map(([name, number]) => [number, name]),
);

function nameOfSignal(number: number): string {
  return signalNames.get(number) ?? `signal ${number}`;
}

function u32sOf(frame: Buffer, at: number, count: number): Uint32Array {
  const result = new Uint32Array(count);
  new Uint8Array(result.buffer).set(frame.subarray(at, at + 4 * count));
  return result;
}

function framed(type: number, body: Uint8Array): Buffer {
  return Buffer.concat([u32(body.length + 1), Buffer.of(type), body]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
