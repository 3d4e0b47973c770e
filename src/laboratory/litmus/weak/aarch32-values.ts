/**
 * Values of AArch32: registers, operands with their shifts, addresses, flags and arithmetic. Numbers have 32
 * bits.
 *
 * An incomplete address is an address too, with a symbol that names the missing part.
 */
import { GOT, type Value } from '../memory.ts';
import type { ArmLine } from './aarch32-lines.ts';
import { FLAGS, type FlagBits, flagTest, packed, unpackedFlags } from './flags.ts';
import { type Cell, joined, plainCell, type ThreadState } from './thread-state.ts';

/** One execution of an instruction. */
export interface ArmStep {
  readonly line: ArmLine;
  readonly thread: ThreadState;
  /** Reads that decided, without a jump, whether the instruction is executed. */
  readonly choice: number;
}

/** The program counter, and the distance of a symbol from it. */
const PC = '(pc)';
/** The place of a slot within that table. */
const SLOT = '(slot)';
const TABLE = '_GLOBAL_OFFSET_TABLE_';
/** The lower half of an address. */
const LOWER = '(lower)';

const otherNames: Readonly<Record<string, string>> = {
  sb: 'r9',
  sl: 'r10',
  fp: 'r11',
  ip: 'r12',
  r13: 'sp',
  r14: 'lr',
  r15: 'pc',
};

export function armRegister(operand: string | undefined): string | undefined {
  const name = otherNames[operand ?? ''] ?? operand;
  return name !== undefined && /^(?:r(?:\d|1[0-2])|sp|lr|pc)$/.test(name) ? name : undefined;
}

export function readValue({ thread }: ArmStep, operand: string | undefined): Cell {
  const register = armRegister(operand);
  if (register === 'pc') return plainCell({ symbol: PC, offset: 0 });
  if (register !== undefined) return thread.get(register);
  const number = numberOf(operand?.replace(/^#/, ''));
  if (number === undefined) throw thread.unknown();
  return plainCell(number);
}

export function writeValue({ thread, choice }: ArmStep, operand: string | undefined, cell: Cell): void {
  const register = armRegister(operand);
  if (register === undefined || register === 'pc') throw thread.unknown();
  thread.set(register, { ...cell, choice: cell.choice | choice });
}

function numberOf(text: string | undefined): number | undefined {
  const [, sign, digits] = /^(-?)(0x[\da-f]+|\d+)$/i.exec(text ?? '') ?? [];
  if (digits === undefined) return undefined;
  return (sign === '-' ? -Number(digits) : Number(digits)) | 0;
}

/** A word of the pool, or the operand of `movw` and `movt`. */
export function poolConstant(text: string, thread: ThreadState): Value {
  const number = numberOf(text);
  if (number !== undefined) return number;
  const [, symbol, kind, rest = ''] = /^\(?([A-Za-z_]\w*)(?:\((\w+)\))?(-.+?)?\)?$/.exec(text) ?? [];
  if (symbol === undefined || (rest !== '' && !/^-\(*\.L/.test(rest))) throw thread.unknown();
  const isFromPc = rest !== '';
  const made = kind === undefined ? symbol : kind === 'GOT' && !isFromPc ? SLOT + symbol : GOT + symbol;
  if (kind !== undefined && !/^(?:GOT|GOT_PREL)$/.test(kind)) throw thread.unknown();
  return { symbol: isFromPc ? PC + made : made, offset: 0 };
}

/** The sum of two values, of which one may be an address; undefined if it is neither number nor address. */
export function sumOfCells(left: Cell, right: Cell): Cell | undefined {
  const value = sumOfValues(left.value, right.value) ?? sumOfValues(right.value, left.value);
  return value === undefined ? undefined : { ...joined(0, left, right), value };
}

function sumOfValues(left: Value, right: Value): Value | undefined {
  if (typeof left === 'number') return typeof right === 'number' ? (left + right) | 0 : undefined;
  if (typeof right === 'number') return { symbol: left.symbol, offset: left.offset + right };
  if (left.symbol === PC && right.symbol.startsWith(PC))
    return { symbol: right.symbol.slice(PC.length), offset: right.offset };
  if (left.symbol === TABLE && right.symbol.startsWith(SLOT))
    return { symbol: GOT + right.symbol.slice(SLOT.length), offset: 0 };
  return undefined;
}

/** A bit that marks flags with unknown carry and overflow. */
const HALF_KNOWN = 16;

/** The flags so far; unknown after a sum with an address. */
function flagsBefore({ value }: Cell): FlagBits | undefined {
  return typeof value === 'number' && (value & HALF_KNOWN) === 0 ? unpackedFlags(value) : undefined;
}

/** True if the condition holds. Throws if it depends on unknown flags. */
export function armCondition(condition: string, flags: Cell, thread: ThreadState): boolean {
  const isHalf = flagsBefore(flags) === undefined && !/^(?:eq|ne|mi|pl|al)$/.test(condition);
  if (isHalf) throw thread.unknown();
  return flagTest(condition)!(unpackedFlags(thread.number(flags)));
}

interface Flexible {
  readonly cell: Cell;
  /** The carry flag after a shift; undefined if the shift keeps the flag. */
  readonly carry?: boolean | undefined;
}

const SHIFT = /^(?:(lsl|lsr|asr|ror) +(\S+)|rrx)$/;

/** The last operand, which may be shifted: `r1, lsl #2`. */
export function flexible(step: ArmStep, operands: readonly string[], at: number): Flexible {
  const cell = readValue(step, operands[at]);
  const shift = operands[at + 1];
  if (shift === undefined) {
    const isImmediate = armRegister(operands[at]) === undefined;
    return isImmediate ? { cell, carry: carryOfImmediate(step.thread.number(cell)) } : { cell };
  }
  const [matched, kind = 'rrx', amount] = SHIFT.exec(shift) ?? [];
  if (matched === undefined || operands.length > at + 2) throw step.thread.unknown();
  const flags = step.thread.get(FLAGS);
  const by = amount === undefined ? flags : readValue(step, amount);
  const value = step.thread.number(cell);
  const made =
    kind === 'rrx'
      ? rotatedByOne(value, known(flagsBefore(flags), step).carry)
      : shiftedBy(kind, value, step.thread.number(by) & 0xff);
  return { cell: joined(made.value, cell, by), carry: made.carry };
}

/**
 * An immediate that is made by rotating 8 bits leaves its highest bit in the flag; small numbers and patterns
 * keep the flag.
 */
function carryOfImmediate(value: number): boolean | undefined {
  const [a, b, c, d] = [0, 8, 16, 24].map((by) => (value >>> by) & 0xff);
  return value >>> 0 < 256 || (a === c && b === d) ? undefined : value < 0;
}

function known<T>(value: T | undefined, { thread }: ArmStep): T {
  if (value === undefined) throw thread.unknown();
  return value;
}

interface Shifted {
  readonly value: number;
  readonly carry: boolean | undefined;
}

function rotatedByOne(value: number, carry: boolean): Shifted {
  return { value: (value >>> 1) | (carry ? 1 << 31 : 0), carry: (value & 1) !== 0 };
}

function shiftedBy(kind: string, value: number, by: number): Shifted {
  if (by === 0) return { value, carry: undefined };
  const bit = (place: number): boolean => place >= 0 && place < 32 && ((value >>> place) & 1) !== 0;
  if (kind === 'lsl') return { value: by > 31 ? 0 : value << by, carry: bit(32 - by) };
  if (kind === 'lsr') return { value: by > 31 ? 0 : (value >>> by) | 0, carry: bit(by - 1) };
  if (kind === 'asr') return { value: value >> Math.min(by, 31), carry: bit(Math.min(by, 32) - 1) };
  const turn = by & 31;
  const turned = turn === 0 ? value : (value >>> turn) | (value << (32 - turn));
  return { value: turned, carry: turned < 0 };
}

interface Sum {
  readonly value: number;
  readonly carry: boolean;
  readonly overflow: boolean;
}

/** The result of an operation, with carry and overflow if they are known. */
type Made = Pick<Sum, 'value'> & { readonly [Flag in 'carry' | 'overflow']: boolean | undefined };

function withCarry(a: number, b: number, carry: number): Sum {
  const whole = (a >>> 0) + (b >>> 0) + carry;
  const value = whole | 0;
  return { value, carry: whole > 0xffffffff, overflow: a + b + carry !== value };
}

/** Sums of two operands and the carry flag. */
const sums: Readonly<Record<string, (a: number, b: number, carry: number) => Sum>> = {
  add: (a, b) => withCarry(a, b, 0),
  adc: withCarry,
  sub: (a, b) => withCarry(a, ~b, 1),
  sbc: (a, b, carry) => withCarry(a, ~b, carry),
  rsb: (a, b) => withCarry(b, ~a, 1),
  rsc: (a, b, carry) => withCarry(b, ~a, carry),
};

const logical: Readonly<Record<string, (a: number, b: number) => number>> = {
  and: (a, b) => a & b,
  orr: (a, b) => a | b,
  eor: (a, b) => a ^ b,
  bic: (a, b) => a & ~b,
  orn: (a, b) => a | ~b,
  mov: (_, b) => b,
  mvn: (_, b) => ~b,
};

/** Comparisons, by the operation whose result they drop. */
const comparisons: Readonly<Record<string, string>> = { cmp: 'sub', cmn: 'add', tst: 'and', teq: 'eor' };
const sameAs: Readonly<Record<string, string>> = { addw: 'add', subw: 'sub' };

/** Full operands: `adds r0, #1` is `adds r0, r0, #1`, and a shift is a move of a shifted operand. */
function inFull({ base, operands }: ArmLine): {
  readonly base: string;
  readonly operands: readonly string[];
} {
  const [to = '', from = '', by] = operands;
  if (/^(?:lsl|lsr|asr|ror)$/.test(base))
    return { base: 'mov', operands: [to, to, by === undefined ? to : from, `${base} ${by ?? from}`] };
  if (base === 'rrx') return { base: 'mov', operands: [to, to, from, 'rrx'] };
  if (base === 'neg') return { base: 'rsb', operands: [to, from, '#0'] };
  const isShort = by === undefined || SHIFT.test(by);
  if (base === 'mov' || base === 'mvn') return { base, operands: [to, ...operands] };
  return { base: sameAs[base] ?? base, operands: isShort ? [to, ...operands] : operands };
}

/** Arithmetic, moves and comparisons. */
export function tryOperation(step: ArmStep): boolean {
  const { line } = step;
  const compared = comparisons[line.base];
  const { base, operands } =
    compared === undefined ? inFull(line) : { base: compared, operands: ['', ...line.operands] };
  const sum = sums[base];
  const operation = logical[base];
  if (sum === undefined && operation === undefined) return false;
  const isMove = base === 'mov' || base === 'mvn';
  const left = isMove ? plainCell(0) : readValue(step, operands[1]);
  const address = compared === undefined ? addressMade(step, base, left, operands) : undefined;
  if (address !== undefined) {
    writeValue(step, operands[0], address);
    if (line.setsFlags) setFlags(step, address);
    return true;
  }
  const right = flexible(step, operands, 2);
  const flags = step.thread.get(FLAGS);
  const before = flagsBefore(flags);
  const isCarried = /^(?:adc|sbc|rsc)$/.test(base);
  const carry = isCarried && known(before, step).carry ? 1 : 0;
  const [a, b] = [step.thread.number(left), step.thread.number(right.cell)];
  const made: Made =
    sum === undefined
      ? { value: operation!(a, b) | 0, carry: right.carry ?? before?.carry, overflow: before?.overflow }
      : sum(a, b, carry);
  const sources = isCarried ? [left, right.cell, flags] : [left, right.cell];
  if (compared === undefined) writeValue(step, operands[0], joined(made.value, ...sources));
  if (compared !== undefined || line.setsFlags) setFlags(step, joined(flagsOf(made), ...sources));
  return true;
}

function setFlags({ thread, choice }: ArmStep, cell: Cell): void {
  thread.set(FLAGS, { ...cell, choice: cell.choice | choice });
}

function flagsOf({ value, carry, overflow }: Made): number {
  const signs = { negative: value < 0, zero: value === 0 };
  if (carry === undefined || overflow === undefined)
    return HALF_KNOWN | packed({ ...signs, carry: false, overflow: false });
  return packed({ ...signs, carry, overflow });
}

/** The result if it is an address: moved, with a number added, or rounded down to a multiple. */
function addressMade(step: ArmStep, base: string, left: Cell, operands: readonly string[]): Cell | undefined {
  const isShifted = operands.length > 3;
  const right = isShifted ? flexible(step, operands, 2).cell : readValue(step, operands[2]);
  if (typeof left.value === 'number' && typeof right.value === 'number') return undefined;
  if (base === 'mov') return right;
  if (base === 'add') return sumOfCells(left, right);
  if (typeof left.value === 'number' || typeof right.value !== 'number') return undefined;
  const { symbol, offset } = left.value;
  const moved = (to: number): Cell => ({ ...joined(0, left, right), value: { symbol, offset: to } });
  if (base === 'sub') return moved(offset - right.value);
  // At the start of the thread the stack pointer is a multiple of 8.
  const mask = base === 'bic' ? right.value : base === 'and' ? ~right.value : -1;
  return mask > 0 && mask < 8 ? moved(offset & ~mask) : undefined;
}

const extended: Readonly<Record<string, (value: number) => number>> = {
  sxtb: (value) => (value << 24) >> 24,
  sxth: (value) => (value << 16) >> 16,
  uxtb: (value) => value & 0xff,
  uxth: (value) => value & 0xffff,
};

/** Parts of registers, products, and halves of constants. */
export function tryPart(step: ArmStep): boolean {
  const { line, thread } = step;
  const { base, operands } = line;
  const [to, from, second, third] = operands;
  const extend = extended[base];
  if (extend !== undefined) {
    const full = armRegister(from) === undefined ? [to!, to!, ...operands.slice(1)] : operands;
    const { cell } = flexible(step, full, 1);
    writeValue(step, to, { ...cell, value: extend(thread.number(cell)) });
    return true;
  }
  if (base === 'movw' || base === 'movt') {
    writeValue(step, to, halfMoved(step));
    return true;
  }
  if (base === 'clz') {
    const cell = readValue(step, from);
    writeValue(step, to, { ...cell, value: Math.clz32(thread.number(cell)) });
    return true;
  }
  if (/^(?:mul|mla|mls)$/.test(base) && !line.setsFlags) {
    const [a, b] = [readValue(step, from), readValue(step, second ?? to)];
    const product = Math.imul(thread.number(a), thread.number(b));
    if (base === 'mul') writeValue(step, to, joined(product, a, b));
    else {
      const c = readValue(step, third);
      const sum = base === 'mla' ? thread.number(c) + product : thread.number(c) - product;
      writeValue(step, to, joined(sum | 0, a, b, c));
    }
    return true;
  }
  return tryField(step);
}

/** `movw` and `movt`: the halves of a number or of an address. */
function halfMoved(step: ArmStep): Cell {
  const { line, thread } = step;
  const [to, what = ''] = line.operands;
  const isUpper = line.base === 'movt';
  const symbol = /^#?:(?:lower|upper)16:(.+)$/.exec(what)?.[1];
  const old = readValue(step, to);
  if (symbol === undefined) {
    const half = readValue(step, what);
    if (!isUpper) return half;
    return { ...old, value: (thread.number(old) & 0xffff) | (thread.number(half) << 16) };
  }
  const value = poolConstant(symbol, thread);
  if (typeof value === 'number') throw thread.unknown();
  const lower = { ...value, symbol: LOWER + value.symbol };
  if (!isUpper) return plainCell(lower);
  if (typeof old.value === 'number' || old.value.symbol !== lower.symbol) throw thread.unknown();
  return plainCell(value);
}

/** Fields of bits. */
function tryField(step: ArmStep): boolean {
  const { line, thread } = step;
  const { base, operands } = line;
  if (!/^(?:ubfx|sbfx|bfi|bfc)$/.test(base)) return false;
  const [to, from] = operands;
  const [start, width] = operands.slice(-2).map((each) => thread.number(readValue(step, each)));
  const mask = width === 32 ? -1 : (1 << width!) - 1;
  if (base === 'ubfx' || base === 'sbfx') {
    const cell = readValue(step, from);
    const field = (thread.number(cell) >>> start!) & mask;
    const gap = 32 - width!;
    writeValue(step, to, { ...cell, value: base === 'ubfx' ? field : (field << gap) >> gap });
    return true;
  }
  const [old, put] = [readValue(step, to), base === 'bfi' ? readValue(step, from) : plainCell(0)];
  const kept = thread.number(old) & ~(mask << start!);
  writeValue(step, to, joined(kept | ((thread.number(put) & mask) << start!), old, put));
  return true;
}
