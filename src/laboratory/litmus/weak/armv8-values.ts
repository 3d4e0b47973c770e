/**
 * Values of AArch64: registers, flags, conditional selection, comparisons and arithmetic. Numbers have 32
 * bits.
 */
import {
  FLAGS,
  flagTest,
  flagsOfDifference,
  flagsOfResult,
  flagsOfSum,
  packed,
  unpackedFlags,
} from './flags.ts';
import type { CodeLine } from './run-thread.ts';
import { type Cell, joined, plainCell, type ThreadState } from './thread-state.ts';

export const ZERO: RegExp = /^[wx]zr$/;

type Operation = (old: number, operand: number) => number;

/** The register that both of its names mean. */
function registerOf(operand: string): string | undefined {
  if (operand === 'sp' || operand === 'wsp') return 'sp';
  return /^[wx](\d+)$/.exec(operand)?.[1];
}

export function readArm(operand: string | undefined, thread: ThreadState): Cell {
  if (operand === undefined) throw thread.unknown();
  if (ZERO.test(operand)) return plainCell(0);
  const register = registerOf(operand);
  if (register !== undefined) return thread.get(register);
  const immediate = /^#?(-?(?:0x[\da-f]+|\d+))$/.exec(operand)?.[1];
  if (immediate === undefined) throw thread.unknown();
  const isNegative = immediate.startsWith('-');
  const value = Number(isNegative ? immediate.slice(1) : immediate);
  return plainCell((isNegative ? -value : value) | 0);
}

export function writeArm(operand: string | undefined, cell: Cell, thread: ThreadState): void {
  if (operand === undefined) throw thread.unknown();
  if (ZERO.test(operand)) return;
  const register = registerOf(operand);
  if (register === undefined) throw thread.unknown();
  thread.set(register, cell);
}

/** Conditional selection: the value depends on the selected operand, and on the flags only by choice. */
export function tryArmChoice({ name, operands }: CodeLine, thread: ThreadState): boolean {
  const isSet = /^csetm?$/.test(name);
  if (!isSet && !/^(csel|csinc|csinv|csneg|cinc|cinv|cneg)$/.test(name)) return false;
  const isTrue = flagTest(operands.at(-1) ?? '');
  if (isTrue === undefined) throw thread.unknown();
  const flags = thread.get(FLAGS);
  const holds = isTrue(unpackedFlags(thread.number(flags)));
  const choice = flags.data | flags.choice;
  const set = (cell: Cell): void => writeArm(operands[0], { ...cell, choice: cell.choice | choice }, thread);
  if (isSet) {
    set(plainCell(holds ? (name === 'csetm' ? -1 : 1) : 0));
    return true;
  }
  const isShort = name.length === 4 && name !== 'csel';
  const kind = isShort ? name.slice(1) : name.slice(2);
  const plain = isShort ? !holds : holds;
  const taken = readArm(isShort ? operands[1] : plain ? operands[1] : operands[2], thread);
  if (plain || kind === 'el') {
    set(taken);
    return true;
  }
  const value = thread.number(taken);
  set({ ...taken, value: (kind === 'inc' ? value + 1 : kind === 'inv' ? ~value : -value) | 0 });
  return true;
}

export function tryArmComparison({ name, operands }: CodeLine, thread: ThreadState): boolean {
  if (!/^(cmp|cmn|tst|ccmp|ccmn)$/.test(name)) return false;
  const left = readArm(operands[0], thread);
  const right = shifted(operands, 1, thread);
  const [a, b] = [thread.number(left), thread.number(right)];
  if (name === 'ccmp' || name === 'ccmn') {
    const isTrue = flagTest(operands[3] ?? '');
    if (isTrue === undefined) throw thread.unknown();
    const before = thread.get(FLAGS);
    const bits = isTrue(unpackedFlags(thread.number(before)))
      ? packed(name === 'ccmp' ? flagsOfDifference(a, b) : flagsOfSum(a, b))
      : thread.number(readArm(operands[2], thread));
    thread.set(FLAGS, joined(bits, left, right, before));
    return true;
  }
  const flags =
    name === 'cmp' ? flagsOfDifference(a, b) : name === 'cmn' ? flagsOfSum(a, b) : flagsOfResult(a & b);
  thread.set(FLAGS, joined(packed(flags), left, right));
  return true;
}

/** The last operand, which may be shifted or extended: `w1, lsl #2`. */
function shifted(operands: readonly string[], at: number, thread: ThreadState): Cell {
  const cell = readArm(operands[at], thread);
  const how = operands[at + 1];
  if (how === undefined || !/^(lsl|lsr|asr|sxtw|uxtw|uxtb|sxtb|uxth|sxth)\b/.test(how)) return cell;
  const [, kind = '', amount = '0'] = /^(\w+)(?: +#?(\d+))?$/.exec(how) ?? [];
  const by = Number(amount);
  const value = thread.number(cell);
  switch (kind) {
    case 'lsl':
      return { ...cell, value: value << by };
    case 'lsr':
      return { ...cell, value: (value >>> by) | 0 };
    case 'asr':
      return { ...cell, value: value >> by };
    case 'uxtb':
      return { ...cell, value: (value & 0xff) << by };
    case 'sxtb':
      return { ...cell, value: ((value << 24) >> 24) << by };
    case 'uxth':
      return { ...cell, value: (value & 0xffff) << by };
    case 'sxth':
      return { ...cell, value: ((value << 16) >> 16) << by };
    default:
      return { ...cell, value: value << by };
  }
}

const binary: Readonly<Record<string, Operation>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  and: (a, b) => a & b,
  orr: (a, b) => a | b,
  eor: (a, b) => a ^ b,
  bic: (a, b) => a & ~b,
  orn: (a, b) => a | ~b,
  eon: (a, b) => a ^ ~b,
  mul: Math.imul,
  lsl: (a, b) => a << b,
  lsr: (a, b) => a >>> b,
  asr: (a, b) => a >> b,
};

const unary: Readonly<Record<string, (a: number) => number>> = {
  mvn: (a) => ~a,
  neg: (a) => -a,
  sxtw: (a) => a,
  uxtw: (a) => a,
  uxtb: (a) => a & 0xff,
  sxtb: (a) => (a << 24) >> 24,
  uxth: (a) => a & 0xffff,
  sxth: (a) => (a << 16) >> 16,
};

export function tryArmArithmetic({ name, operands }: CodeLine, thread: ThreadState): boolean {
  const [to, first, second] = operands;
  if (name === 'adrp' || name === 'adr') {
    const symbol = /^(?::got:)?([\w.$]+)$/.exec(first ?? '')?.[1];
    if (symbol === undefined) throw thread.unknown();
    writeArm(to, plainCell({ symbol, offset: 0 }), thread);
    return true;
  }
  if (name === 'mov' || name === 'movz') {
    writeArm(to, shifted(operands, 1, thread), thread);
    return true;
  }
  if (name === 'movn') {
    writeArm(to, plainCell(~thread.number(readArm(first, thread))), thread);
    return true;
  }
  if (name === 'movk') {
    const by = Number(/^lsl #?(\d+)$/.exec(second ?? '')?.[1] ?? 0);
    const old = readArm(to, thread);
    const bits = thread.number(readArm(first, thread)) << by;
    writeArm(to, { ...old, value: (thread.number(old) & ~(0xffff << by)) | bits }, thread);
    return true;
  }
  const alone = unary[name];
  if (alone !== undefined) {
    const cell = shifted(operands, 1, thread);
    writeArm(to, { ...cell, value: alone(thread.number(cell)) | 0 }, thread);
    return true;
  }
  return isBinary({ name, operands, text: '' }, thread);
}

function isBinary({ name, operands }: CodeLine, thread: ThreadState): boolean {
  const setsFlags = /^(adds|subs|ands|negs|bics)$/.test(name);
  const base = setsFlags ? name.slice(0, -1) : name;
  const operator = binary[base];
  if (operator === undefined) return false;
  const [to, from, by = ''] = operands;
  const left = readArm(from, thread);
  if (typeof left.value !== 'number') {
    // The low part of an address whose page is already there, or a new stack frame.
    const isLow = by.replace(/^#/, '') === `:lo12:${left.value.symbol}`;
    const step = isLow ? 0 : thread.number(readArm(by, thread));
    if (base !== 'add' && base !== 'sub') throw thread.unknown();
    const offset = left.value.offset + (base === 'add' ? step : -step);
    writeArm(to, { ...left, value: { symbol: left.value.symbol, offset } }, thread);
    return true;
  }
  const right = shifted(operands, 2, thread);
  const [a, b] = [left.value, thread.number(right)];
  const result = operator(a, b) | 0;
  writeArm(to, joined(result, left, right), thread);
  if (setsFlags) {
    const flags =
      base === 'add' ? flagsOfSum(a, b) : base === 'sub' ? flagsOfDifference(a, b) : flagsOfResult(result);
    thread.set(FLAGS, joined(packed(flags), left, right));
  }
  return true;
}
