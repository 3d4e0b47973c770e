/**
 * Values of POWER: registers of 64 bits, bits of the condition register, comparing and arithmetic.
 *
 * Numbers have 64 bits. A result that JavaScript has no exact number for ends the attempt.
 */
import type { CodeLine } from './run-thread.ts';
import { type Cell, joined, plainCell, type ThreadState } from './thread-state.ts';

/** One execution of an instruction. */
export interface PowerStep {
  readonly line: CodeLine;
  readonly thread: ThreadState;
}

export function readPower({ line, thread }: PowerStep, place: number): Cell {
  return thread.get(registerIn(line.operands[place], thread));
}

/** The same for a register whose number 0 means the value 0. */
export function readBase(step: PowerStep, place: number): Cell {
  return step.line.operands[place] === '0' ? plainCell(0) : readPower(step, place);
}

export function writePower({ line, thread }: PowerStep, place: number, cell: Cell): void {
  thread.set(registerIn(line.operands[place], thread), cell);
}

function registerIn(operand: string | undefined, thread: ThreadState): string {
  if (operand === undefined || !/^\d+$/.test(operand) || Number(operand) > 31) throw thread.unknown();
  return operand;
}

/** A number that stands in the instruction. */
export function immediate({ line, thread }: PowerStep, place: number): number {
  const operand = line.operands[place] ?? '';
  if (!/^-?(?:0x[\da-f]+|\d+)$/i.test(operand)) throw thread.unknown();
  return operand.startsWith('-') ? -Number(operand.slice(1)) : Number(operand);
}

/** A value of 64 bits that was made of these. */
function made({ thread }: PowerStep, value: bigint, ...cells: readonly Cell[]): Cell {
  const number = Number(BigInt.asIntN(64, value));
  if (!Number.isSafeInteger(number)) throw thread.unknown();
  return joined(number, ...cells);
}

function big({ thread }: PowerStep, cell: Cell): bigint {
  return BigInt(thread.number(cell));
}

/** Bits of the condition register, by their numbers: four to a field. */
const BITS = { lt: 0, gt: 1, eq: 2, so: 3, un: 3 } as const;

type Bit = keyof typeof BITS;

export function readBit(thread: ThreadState, bit: number): Cell {
  return thread.get(`cr${bit}`);
}

function setBit(thread: ThreadState, bit: number, cell: Cell): void {
  if (!(bit >= 0 && bit < 32)) throw thread.unknown();
  thread.set(`cr${bit}`, cell);
}

/** The four bits of a field after a comparison. */
export function setField(thread: ThreadState, field: number, sign: number, cell: Cell): void {
  const set = (bit: Bit, holds: boolean): void =>
    setBit(thread, 4 * field + BITS[bit], { ...cell, value: holds ? 1 : 0 });
  set('lt', sign < 0);
  set('gt', sign > 0);
  set('eq', sign === 0);
  set('so', false);
}

/** Conditions of jumps and selections: a bit, and whether it has to be set. */
export const conditions: Readonly<Record<string, readonly [bit: number, isSet: boolean]>> = {
  lt: [BITS.lt, true],
  gt: [BITS.gt, true],
  eq: [BITS.eq, true],
  so: [BITS.so, true],
  un: [BITS.un, true],
  ge: [BITS.lt, false],
  nl: [BITS.lt, false],
  le: [BITS.gt, false],
  ng: [BITS.gt, false],
  ne: [BITS.eq, false],
  ns: [BITS.so, false],
  nu: [BITS.un, false],
};

export function fieldIn(operand: string, thread: ThreadState): number {
  if (!/^[0-7]$/.test(operand)) throw thread.unknown();
  return Number(operand);
}

/** `cmpwi 7,9,1` and the like; without a field they set the first. */
export function tryPowerComparison(step: PowerStep): boolean {
  const { line, thread } = step;
  const groups = /^cmp(?<unsigned>l?)(?<width>[wd])(?<number>i?)$/.exec(line.name)?.groups;
  if (groups === undefined) return false;
  const hasField = line.operands.length === 3;
  const field = hasField ? fieldIn(line.operands[0]!, thread) : 0;
  const at = hasField ? 1 : 0;
  const left = readPower(step, at);
  const right = groups['number'] === 'i' ? plainCell(immediate(step, at + 1)) : readPower(step, at + 1);
  const bits = groups['width'] === 'w' ? 32 : 64;
  const of = (cell: Cell): bigint =>
    groups['unsigned'] === 'l' ? BigInt.asUintN(bits, big(step, cell)) : BigInt.asIntN(bits, big(step, cell));
  // Compilers compare a value with itself for the dependency alone.
  const sign = isSame(left, right) ? 0 : signOf(of(left) - of(right));
  setField(thread, field, sign, joined(0, left, right));
  return true;
}

function isSame({ value: left }: Cell, { value: right }: Cell): boolean {
  if (typeof left === 'number' || typeof right === 'number') return left === right;
  return left.symbol === right.symbol && left.offset === right.offset;
}

function signOf(value: bigint): number {
  return value < 0n ? -1 : value > 0n ? 1 : 0;
}

const logicalBits: Readonly<Record<string, (a: number, b: number) => number>> = {
  crand: (a, b) => a & b,
  cror: (a, b) => a | b,
  crxor: (a, b) => a ^ b,
  crnand: (a, b) => 1 ^ (a & b),
  crnor: (a, b) => 1 ^ (a | b),
  creqv: (a, b) => 1 ^ a ^ b,
  crandc: (a, b) => a & (1 ^ b),
  crorc: (a, b) => a | (1 ^ b),
};

const bitAliases: Readonly<Record<string, readonly [name: string, places: readonly number[]]>> = {
  crmove: ['cror', [0, 1, 1]],
  crnot: ['crnor', [0, 1, 1]],
  crset: ['creqv', [0, 0, 0]],
  crclr: ['crxor', [0, 0, 0]],
};

/** Instructions about bits of the condition register. */
export function tryBits(step: PowerStep): boolean {
  const { line, thread } = step;
  const [name, places] = bitAliases[line.name] ?? [line.name, [0, 1, 2]];
  const operation = logicalBits[name];
  if (operation !== undefined) {
    const [to, first, second] = places.map((place) => immediate(step, place));
    const [a, b] = [readBit(thread, first!), readBit(thread, second!)];
    setBit(thread, to!, joined(operation(thread.number(a), thread.number(b)), a, b));
    return true;
  }
  const set = /^set(n?)bc(r?)$/.exec(name);
  if (set !== null) {
    const bit = readBit(thread, immediate(step, 1));
    const isSet = (thread.number(bit) === 1) === (set[2] === '');
    writePower(step, 0, { ...bit, value: isSet ? (set[1] === '' ? 1 : -1) : 0 });
    return true;
  }
  const selected = /^isel(lt|gt|eq)?$/.exec(name);
  if (selected !== null) {
    const bit = readBit(thread, selected[1] === undefined ? immediate(step, 3) : BITS[selected[1] as Bit]);
    const chosen = thread.number(bit) === 1 ? readBase(step, 1) : readPower(step, 2);
    writePower(step, 0, { ...joined(0, chosen, bit), value: chosen.value });
    return true;
  }
  if (name !== 'mcrf') return tryWholeField(step);
  const [to, from] = line.operands.map((operand) => fieldIn(operand, thread));
  for (const bit of Object.values(BITS)) setBit(thread, 4 * to! + bit, readBit(thread, 4 * from! + bit));
  return true;
}

/** `mfocrf` and `mtocrf`: fields of the condition register, and a general register. */
function tryWholeField(step: PowerStep): boolean {
  const { line, thread } = step;
  const [, way] = /^m([ft])o?crf?$/.exec(line.name) ?? [];
  if (way === undefined) return false;
  const isFrom = way === 'f';
  const mask = line.operands.length === 1 ? 255 : immediate(step, isFrom ? 1 : 0);
  const bits = Array.from({ length: 32 }, (_, bit) => bit).filter(
    (bit) => ((mask >> (7 - (bit >> 2))) & 1) === 1,
  );
  if (isFrom) {
    const cells = bits.map((bit) => readBit(thread, bit));
    const value = bits.reduce((sum, bit, index) => sum + thread.number(cells[index]!) * 2 ** (31 - bit), 0);
    writePower(step, 0, joined(value, ...cells));
    return true;
  }
  const cell = readPower(step, line.operands.length - 1);
  for (const bit of bits)
    setBit(thread, bit, { ...cell, value: Number((big(step, cell) >> BigInt(31 - bit)) & 1n) });
  return true;
}

type Binary = (a: bigint, b: bigint) => bigint;

const word = (value: bigint): bigint => BigInt.asUintN(32, value);
const double = (value: bigint): bigint => BigInt.asUintN(64, value);
const signedWord = (value: bigint): bigint => BigInt.asIntN(32, value);

const ofRegisters: Readonly<Record<string, Binary>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  subf: (a, b) => b - a,
  mulld: (a, b) => a * b,
  mullw: (a, b) => signedWord(a) * signedWord(b),
  and: (a, b) => a & b,
  andc: (a, b) => a & ~b,
  nand: (a, b) => ~(a & b),
  nor: (a, b) => ~(a | b),
  or: (a, b) => a | b,
  orc: (a, b) => a | ~b,
  xor: (a, b) => a ^ b,
  eqv: (a, b) => ~(a ^ b),
  slw: (a, b) => (b & 32n ? 0n : word(word(a) << (b & 31n))),
  srw: (a, b) => (b & 32n ? 0n : word(a) >> (b & 31n)),
  sraw: (a, b) => signedWord(a) >> (b & 63n),
  sld: (a, b) => (b & 64n ? 0n : a << (b & 63n)),
  srd: (a, b) => (b & 64n ? 0n : double(a) >> (b & 63n)),
  srad: (a, b) => BigInt.asIntN(64, a) >> (b & 127n),
};

const withNumber: Readonly<Record<string, Binary>> = {
  addi: (a, b) => a + b,
  subi: (a, b) => a - b,
  mulli: (a, b) => a * b,
  andi: (a, b) => a & b,
  andis: (a, b) => a & (b << 16n),
  ori: (a, b) => a | b,
  oris: (a, b) => a | (b << 16n),
  xori: (a, b) => a ^ b,
  xoris: (a, b) => a ^ (b << 16n),
  addis: (a, b) => a + (b << 16n),
  slwi: (a, b) => word(word(a) << b),
  srwi: (a, b) => word(a) >> b,
  srawi: (a, b) => signedWord(a) >> b,
  sldi: (a, b) => a << b,
  srdi: (a, b) => double(a) >> b,
  sradi: (a, b) => BigInt.asIntN(64, a) >> b,
  clrlwi: (a, b) => BigInt.asUintN(32 - Number(b), a),
  clrldi: (a, b) => BigInt.asUintN(64 - Number(b), a),
  clrrdi: (a, b) => (a >> b) << b,
  rotlwi: (a, b) => turnedWord(a, b),
  rotldi: (a, b) => turned(a, b),
};

const alone: Readonly<Record<string, (a: bigint) => bigint>> = {
  neg: (a) => -a,
  not: (a) => ~a,
  extsb: (a) => BigInt.asIntN(8, a),
  extsh: (a) => BigInt.asIntN(16, a),
  extsw: (a) => signedWord(a),
  cntlzw: (a) => BigInt(32 - lengthOf(word(a))),
  cntlzd: (a) => BigInt(64 - lengthOf(double(a))),
};

function lengthOf(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

function turned(value: bigint, by: bigint): bigint {
  return double((double(value) << by) | (double(value) >> (64n - by)));
}

/** A word turned, twice side by side. */
function turnedWord(value: bigint, by: bigint): bigint {
  const whole = word((word(value) << by) | (word(value) >> (32n - by)));
  return (whole << 32n) | whole;
}

/** Bits from one place to another, counted from the highest; past the lowest it goes on with the highest. */
function maskOf(from: number, to: number): bigint {
  const ones = (first: number): bigint => (1n << BigInt(64 - first)) - 1n;
  const upTo = double(~ones(to + 1));
  return from <= to ? ones(from) & upTo : ones(from) | upTo;
}

interface Turning {
  readonly by: number;
  readonly mask: bigint;
}

/** The part of a rotated value that the instruction keeps. */
function turningOf(step: PowerStep, name: string): Turning {
  const by = immediate(step, 2);
  const at = immediate(step, 3);
  if (name.startsWith('rlw')) {
    const isMask = step.line.operands.length === 4;
    return { by, mask: isMask ? BigInt(at) : maskOf(32 + at, 32 + immediate(step, 4)) };
  }
  const last = name === 'rldicl' ? 63 : 63 - by;
  return { by, mask: name === 'rldicr' ? maskOf(0, at) : maskOf(at, last) };
}

/**
 * Each location begins a word. So a narrow location has offset 0 in its word, and the word has the same
 * address.
 */
function partOfAddress({ thread }: PowerStep, cell: Cell, { by, mask }: Turning): Cell {
  const isInWord = (bits: bigint): boolean => bits >> BigInt(2 + by) === 0n;
  const { value } = cell;
  if (typeof value === 'number' || value.offset % 4 !== 0) throw thread.unknown();
  if (isInWord(mask)) return { ...cell, value: 0 };
  if (by !== 0 || !isInWord(double(~mask))) throw thread.unknown();
  return cell;
}

function tryTurning(step: PowerStep, name: string): Cell | undefined {
  if (!/^(?:rlwinm|rlwimi|rldicl|rldicr|rldic|rldimi)$/.test(name)) return undefined;
  const turning = turningOf(step, name);
  const cell = readPower(step, 1);
  if (typeof cell.value !== 'number') return partOfAddress(step, cell, turning);
  const turn = name.startsWith('rlw') ? turnedWord : turned;
  const kept = turn(big(step, cell), BigInt(turning.by)) & turning.mask;
  if (!name.endsWith('mi')) return made(step, kept, cell);
  const old = readPower(step, 0);
  return made(step, kept | (double(big(step, old)) & ~turning.mask), cell, old);
}

/** The flag of carry. */
const CARRY = 'carry';

/**
 * Sums that set the flag of carry. `subf…` takes the complement of its first operand; a name that ends in `e`
 * adds the flag.
 */
const carrying = /^(?<way>add|subf)(?<kind>c|e|ze|me|ic)$/;

function tryCarrying(step: PowerStep, name: string): Cell | undefined {
  const { way, kind } = carrying.exec(name)?.groups ?? {};
  if (kind === undefined) return undefined;
  const { thread } = step;
  const first = readPower(step, 1);
  const second =
    kind === 'ic'
      ? plainCell(immediate(step, 2))
      : kind === 'ze' || kind === 'me'
        ? plainCell(kind === 'ze' ? 0 : -1)
        : readPower(step, 2);
  const before = kind.endsWith('e') ? thread.get(CARRY) : plainCell(way === 'add' ? 0 : 1);
  const left = big(step, first);
  const sum = double(way === 'add' ? left : ~left) + double(big(step, second)) + big(step, before);
  thread.set(CARRY, joined(sum >> 64n ? 1 : 0, first, second, before));
  return made(step, sum, first, second, before);
}

/** The sum of an address and a number, in either order. */
export function sumWithAddress(thread: ThreadState, first: Cell, second: Cell): Cell {
  return typeof first.value === 'number' ? thread.moved(second, first) : thread.moved(first, second);
}

/** Sums of an address and a number. */
function tryAddress(step: PowerStep, name: string): Cell | undefined {
  if (name === 'addi' || name === 'add') {
    const first = name === 'addi' ? readBase(step, 1) : readPower(step, 1);
    const second = name === 'addi' ? plainCell(immediate(step, 2)) : readPower(step, 2);
    if (typeof first.value === 'number' && typeof second.value === 'number') return undefined;
    return sumWithAddress(step.thread, first, second);
  }
  return undefined;
}

export function tryPowerArithmetic(step: PowerStep): boolean {
  const { line, thread } = step;
  const [, name = '', record] = /^([a-z]+)(\.?)$/.exec(line.name) ?? [];
  const cell = resultOf(step, name);
  if (cell === undefined) return false;
  writePower(step, 0, cell);
  if (record === '.') setField(thread, 0, Math.sign(thread.number(cell)), cell);
  return true;
}

function resultOf(step: PowerStep, name: string): Cell | undefined {
  if (name === 'li' || name === 'pli') return plainCell(immediate(step, 1));
  if (name === 'lis') return plainCell(immediate(step, 1) * 2 ** 16);
  if (name === 'mr') return readPower(step, 1);
  const moved = tryAddress(step, name) ?? tryTurning(step, name) ?? tryCarrying(step, name);
  if (moved !== undefined) return moved;
  const one = alone[name];
  if (one !== undefined) {
    const cell = readPower(step, 1);
    return made(step, one(big(step, cell)), cell);
  }
  // These set the carry, too; nothing that compilers write asks for it.
  if (name.startsWith('sra')) step.thread.set(CARRY, plainCell({ symbol: CARRY, offset: 0 }));
  const number = withNumber[name];
  if (number !== undefined) {
    const cell = /^addis?$/.test(name) ? readBase(step, 1) : readPower(step, 1);
    return made(step, number(big(step, cell), BigInt(immediate(step, 2))), cell);
  }
  const operation = ofRegisters[name];
  if (operation === undefined) return undefined;
  const [a, b] = [readPower(step, 1), readPower(step, 2)];
  return made(step, operation(big(step, a), big(step, b)), a, b);
}
