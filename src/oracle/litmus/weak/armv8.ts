/**
 * AArch64 as gcc and clang write it. An instruction, a width or an address that is not listed ends the attempt.
 *
 * Pairs of exclusives succeed the first time. A call of an outlined atomic does what its name says, as one instruction.
 */
import {
  type Cell,
  plainCell,
  type AccessBytes,
  type ThreadState,
  type UpdateOrders,
} from './thread-state.ts';
import { armBits } from '../../../litmus/index.ts';
import { conditionOf, type Flags, flagsOfDifference, flagsOfResult, flagsOfSum } from './flags.ts';
import type { CodeLine, Next, WeakMachine } from './run-thread.ts';

/** The flags are kept like a register: a number that stands for the four of them. */
const FLAGS = 'flags';
const ZERO = /^[wx]zr$/;

export const armv8Machine: WeakMachine = { stackPointer: 'sp', execute };

function execute(line: CodeLine, thread: ThreadState): Next {
  const { name } = line;
  if (name === 'ret') return 'return';
  if (/^(nop|hint|paciasp|autiasp|bti)$/.test(name)) return undefined;
  const jump = jumpOf(line, thread);
  if (jump !== undefined) return jump === 'no' ? undefined : jump;
  if (!isDone(line, thread)) throw thread.unknown();
  return undefined;
}

/** The first of these that knows the instruction does it. */
function isDone(line: CodeLine, thread: ThreadState): boolean {
  return (
    isBarrier(line, thread) ||
    isAccess(line, thread) ||
    isUpdate(line, thread) ||
    isCall(line, thread) ||
    isChoice(line, thread) ||
    isComparison(line, thread) ||
    isArithmetic(line, thread)
  );
}

/** The register behind both of its names. */
function registerOf(operand: string): string | undefined {
  if (operand === 'sp' || operand === 'wsp') return 'sp';
  return /^[wx](\d+)$/.exec(operand)?.[1];
}

function read(operand: string | undefined, thread: ThreadState): Cell {
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

function write(operand: string | undefined, cell: Cell, thread: ThreadState): void {
  if (operand === undefined) throw thread.unknown();
  if (ZERO.test(operand)) return;
  const register = registerOf(operand);
  if (register === undefined) throw thread.unknown();
  thread.set(register, cell);
}

function jumpOf({ name, operands }: CodeLine, thread: ThreadState): Next | 'no' {
  const target = operands.at(-1) ?? '';
  if (name === 'b') return { label: target };
  const condition = /^b\.?([a-z]{2})$/.exec(name)?.[1];
  const isTrue = condition === undefined ? undefined : conditionOf(condition);
  if (isTrue !== undefined) {
    const flags = thread.get(FLAGS);
    thread.control |= flags.data | flags.choice;
    return isTrue(unpacked(thread.number(flags))) ? { label: target } : 'no';
  }
  if (/^(cbn?z|tbn?z)$/.test(name)) {
    const cell = read(operands[0], thread);
    thread.control |= cell.data | cell.choice;
    const bit = name.startsWith('t') ? 1 << thread.number(read(operands[1], thread)) : -1;
    const isZero = (thread.number(cell) & bit) === 0;
    return isZero === (name === 'cbz' || name === 'tbz') ? { label: target } : 'no';
  }
  return undefined;
}

const barriers: Readonly<Record<string, number>> = {
  ish: armBits.full,
  sy: armBits.full,
  ishld: armBits.loads,
  ld: armBits.loads,
  ishst: armBits.stores,
  st: armBits.stores,
};

function isBarrier({ name, operands }: CodeLine, thread: ThreadState): boolean {
  if (name === 'isb') thread.fence(armBits.isb);
  else if (name !== 'dmb') return false;
  else {
    const order = barriers[operands[0] ?? ''];
    if (order === undefined) throw thread.unknown();
    thread.fence(order);
  }
  return true;
}

/** Where `[x0]`, `[sp, #16]`, `[sp, #-48]!` and `[x19, :got_lo12:x]` lead to; writes the base back where it changes. */
function addressOf(operand: string, behind: string | undefined, thread: ThreadState): Cell {
  const match = /^\[(\w+)(?:, *(?:#?(-?\d+)|#?:(\w+):([\w.$]+)))?\](!?)$/.exec(operand);
  if (match === null) throw thread.unknown();
  const [, base = '', offset = '0', part, , isChanged] = match;
  const cell = read(base, thread);
  const { value } = cell;
  if (part !== undefined || typeof value === 'number') return cell;
  const moved = (by: number): Cell => ({
    ...cell,
    value: { symbol: value.symbol, offset: value.offset + by },
  });
  const address = moved(Number(offset));
  if (isChanged === '!') write(base, address, thread);
  if (behind !== undefined) write(base, moved(thread.number(read(behind, thread))), thread);
  return address;
}

const accessNames =
  /^(?:(?<load>ldr|ldur|ldar|ldapr|ldapur|ldxr|ldaxr)|(?<store>str|stur|stlr|stlur))(?<narrow>s?[bhw])?$/;
const loadOrders: Readonly<Record<string, number>> = {
  ldar: armBits.acquire,
  ldaxr: armBits.acquire,
  ldapr: armBits.acquirePc,
  ldapur: armBits.acquirePc,
};

function isAccess(line: CodeLine, thread: ThreadState): boolean {
  const { name, operands } = line;
  if (name === 'ldp' || name === 'stp') return isPair(line, thread);
  if (/^stl?xr$/.test(name)) {
    const [status, from, to] = operands;
    const address = addressOf(to ?? '', undefined, thread);
    thread.storeConditional(address, read(from, thread), name === 'stlxr' ? armBits.release : 0);
    write(status, plainCell(0), thread);
    return true;
  }
  const groups = accessNames.exec(name)?.groups;
  if (groups === undefined) return false;
  const [register = '', where = '', behind] = operands;
  if (where.includes(':got_lo12:')) {
    const symbol = /:got_lo12:([\w.$]+)\]/.exec(where)?.[1];
    if (symbol === undefined) throw thread.unknown();
    write(register, plainCell({ symbol, offset: 0 }), thread);
    return true;
  }
  const bytes = bytesOf(register, groups['narrow']);
  const address = addressOf(lowPart(where, thread), behind, thread);
  if (groups['load'] === undefined) {
    thread.store(address, bytes, read(register, thread), name.startsWith('stl') ? armBits.release : 0);
    return true;
  }
  const isDropped = ZERO.test(register);
  const cell = thread.load(
    address,
    bytes,
    (loadOrders[groups['load']] ?? 0) | (isDropped ? armBits.noResult : 0),
  );
  write(register, narrowed(cell, groups['narrow'], thread), thread);
  return true;
}

/** `[x8, :lo12:x]`: the page of the symbol is in the register, and the symbol is what is meant. */
function lowPart(where: string, thread: ThreadState): string {
  const match = /^\[(\w+), *#?:lo12:([\w.$]+)\]$/.exec(where);
  if (match === null) return where;
  const { value } = read(match[1], thread);
  if (typeof value === 'number' || value.symbol !== match[2]) throw thread.unknown();
  return `[${match[1]}]`;
}

function bytesOf(register: string, narrow: string | undefined): AccessBytes {
  if (narrow === undefined) return register.startsWith('x') || register.startsWith('s') ? 8 : 4;
  return narrow.endsWith('b') ? 1 : narrow.endsWith('h') ? 2 : 4;
}

function narrowed(cell: Cell, narrow: string | undefined, thread: ThreadState): Cell {
  if (narrow === undefined || narrow.endsWith('w')) return cell;
  const shift = narrow.endsWith('b') ? 24 : 16;
  const value = thread.number(cell) << shift;
  return { ...cell, value: narrow.startsWith('s') ? value >> shift : value >>> shift };
}

function isPair({ name, operands }: CodeLine, thread: ThreadState): boolean {
  const [first = '', second = '', where = '', behind] = operands;
  const bytes = bytesOf(first, undefined);
  const address = addressOf(where, behind, thread);
  if (typeof address.value === 'number') throw thread.unknown();
  const next: Cell = { ...address, value: { ...address.value, offset: address.value.offset + bytes } };
  for (const [register, at] of [
    [first, address],
    [second, next],
  ] as const) {
    if (name === 'stp') thread.store(at, bytes, read(register, thread), 0);
    else write(register, thread.load(at, bytes, 0), thread);
  }
  return true;
}

type Operation = (old: number, operand: number) => number;
const operations: Readonly<Record<string, Operation>> = {
  add: (old, operand) => old + operand,
  set: (old, operand) => old | operand,
  clr: (old, operand) => old & ~operand,
  eor: (old, operand) => old ^ operand,
};

const updateNames = /^(?:ld|(?<drops>st))(?<operation>add|set|clr|eor)(?<order>a?l?)$/;

function isUpdate({ name, operands }: CodeLine, thread: ThreadState): boolean {
  const exchange = /^swp(a?l?)$/.exec(name);
  if (exchange !== null) {
    const [from, to = '', where = ''] = operands;
    const cell = read(from, thread);
    const old = thread.updateInTwo(
      addressOf(where, undefined, thread),
      ordersOf(exchange[1] ?? '', ZERO.test(to)),
      () => cell,
    );
    write(to, old, thread);
    return true;
  }
  const compared = /^cas(a?l?)$/.exec(name);
  if (compared !== null) {
    const [expected = '', desired, where = ''] = operands;
    const address = addressOf(where, undefined, thread);
    const orders = ordersOf(compared[1] ?? '', ZERO.test(expected));
    write(
      expected,
      compareExchange(address, orders, read(expected, thread), read(desired, thread), thread),
      thread,
    );
    return true;
  }
  const groups = updateNames.exec(name)?.groups;
  if (groups === undefined) return false;
  const [operand, to = 'wzr', where = ''] =
    groups['drops'] === undefined ? operands : [operands[0], 'wzr', operands[1]];
  const orders = ordersOf(groups['order'] ?? '', ZERO.test(to));
  const old = fetch(
    groups['operation']!,
    addressOf(where, undefined, thread),
    orders,
    read(operand, thread),
    thread,
  );
  write(to, old, thread);
  return true;
}

/** An update whose result is dropped acquires nothing. */
function ordersOf(letters: string, isDropped: boolean): UpdateOrders {
  const acquires = letters.includes('a') && !isDropped ? armBits.acquire : 0;
  return {
    read: armBits.single | acquires | (isDropped ? armBits.noResult : 0),
    write: armBits.single | (letters.includes('l') ? armBits.release : 0),
  };
}

function fetch(
  operation: string,
  address: Cell,
  orders: UpdateOrders,
  operand: Cell,
  thread: ThreadState,
): Cell {
  return thread.updateInTwo(address, orders, (old) => ({
    ...operand,
    value: operations[operation]!(old, thread.number(operand)) | 0,
  }));
}

function compareExchange(
  address: Cell,
  orders: UpdateOrders,
  expected: Cell,
  desired: Cell,
  thread: ThreadState,
): Cell {
  const wanted = thread.number(expected);
  return thread.updateInTwo(address, orders, (old) => (old === wanted ? desired : undefined));
}

const outlined =
  /^__aarch64_(?:(?<exchange>swp|cas)|ld(?<operation>add|set|clr|eor))4_(?<order>relax|acq|rel|acq_rel|sync)$/;
const letters: Readonly<Record<string, string>> = {
  relax: '',
  acq: 'a',
  rel: 'l',
  acq_rel: 'al',
  sync: 'al',
};

/** Operands lie in the first registers, the address behind them; the result comes back in the first. */
function isCall({ name, operands }: CodeLine, thread: ThreadState): boolean {
  if (name !== 'bl') return false;
  const groups = outlined.exec(operands[0] ?? '')?.groups;
  if (groups === undefined) throw thread.unknown();
  const [first, second, third] = ['0', '1', '2'].map((register) => thread.get(register));
  const orders = ordersOf(letters[groups['order']!]!, false);
  const old =
    groups['exchange'] === 'cas'
      ? compareExchange(third!, orders, first!, second!, thread)
      : groups['exchange'] === 'swp'
        ? thread.updateInTwo(second!, orders, () => first!)
        : fetch(groups['operation']!, second!, orders, first!, thread);
  if (groups['order'] === 'sync') thread.fence(armBits.full);
  thread.set('0', old);
  return true;
}

/** Conditional selection: the value depends on the one that is taken, and on the flags only by choice. */
function isChoice({ name, operands }: CodeLine, thread: ThreadState): boolean {
  const isSet = /^csetm?$/.test(name);
  if (!isSet && !/^(csel|csinc|csinv|csneg|cinc|cinv|cneg)$/.test(name)) return false;
  const isTrue = conditionOf(operands.at(-1) ?? '');
  if (isTrue === undefined) throw thread.unknown();
  const flags = thread.get(FLAGS);
  const holds = isTrue(unpacked(thread.number(flags)));
  const choice = flags.data | flags.choice;
  const set = (cell: Cell): void => write(operands[0], { ...cell, choice: cell.choice | choice }, thread);
  if (isSet) {
    set(plainCell(holds ? (name === 'csetm' ? -1 : 1) : 0));
    return true;
  }
  const isShort = name.length === 4 && name !== 'csel';
  const kind = isShort ? name.slice(1) : name.slice(2);
  const plain = isShort ? !holds : holds;
  const taken = read(isShort ? operands[1] : plain ? operands[1] : operands[2], thread);
  if (plain || kind === 'el') {
    set(taken);
    return true;
  }
  const value = thread.number(taken);
  set({ ...taken, value: (kind === 'inc' ? value + 1 : kind === 'inv' ? ~value : -value) | 0 });
  return true;
}

function packed({ negative, zero, carry, overflow }: Flags): number {
  return (negative ? 8 : 0) | (zero ? 4 : 0) | (carry ? 2 : 0) | (overflow ? 1 : 0);
}

function unpacked(bits: number): Flags {
  return {
    negative: (bits & 8) !== 0,
    zero: (bits & 4) !== 0,
    carry: (bits & 2) !== 0,
    overflow: (bits & 1) !== 0,
  };
}

function joined(value: number, ...cells: readonly Cell[]): Cell {
  return {
    value,
    data: cells.reduce((mask, { data }) => mask | data, 0),
    choice: cells.reduce((mask, { choice }) => mask | choice, 0),
  };
}

function isComparison({ name, operands }: CodeLine, thread: ThreadState): boolean {
  if (!/^(cmp|cmn|tst|ccmp)$/.test(name)) return false;
  const left = read(operands[0], thread);
  const right = shifted(operands, 1, thread);
  const [a, b] = [thread.number(left), thread.number(right)];
  if (name === 'ccmp') {
    const isTrue = conditionOf(operands[3] ?? '');
    if (isTrue === undefined) throw thread.unknown();
    const before = thread.get(FLAGS);
    const bits = isTrue(unpacked(thread.number(before)))
      ? packed(flagsOfDifference(a, b))
      : thread.number(read(operands[2], thread));
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
  const cell = read(operands[at], thread);
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

function isArithmetic({ name, operands }: CodeLine, thread: ThreadState): boolean {
  const [to, first, second] = operands;
  if (name === 'adrp' || name === 'adr') {
    const symbol = /^(?::got:)?([\w.$]+)$/.exec(first ?? '')?.[1];
    if (symbol === undefined) throw thread.unknown();
    write(to, plainCell({ symbol, offset: 0 }), thread);
    return true;
  }
  if (name === 'mov' || name === 'movz') {
    write(to, shifted(operands, 1, thread), thread);
    return true;
  }
  if (name === 'movn') {
    write(to, plainCell(~thread.number(read(first, thread))), thread);
    return true;
  }
  if (name === 'movk') {
    const by = Number(/^lsl #?(\d+)$/.exec(second ?? '')?.[1] ?? 0);
    const old = read(to, thread);
    const bits = thread.number(read(first, thread)) << by;
    write(to, { ...old, value: (thread.number(old) & ~(0xffff << by)) | bits }, thread);
    return true;
  }
  const alone = unary[name];
  if (alone !== undefined) {
    const cell = shifted(operands, 1, thread);
    write(to, { ...cell, value: alone(thread.number(cell)) | 0 }, thread);
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
  const left = read(from, thread);
  if (typeof left.value !== 'number') {
    // The low part of an address that is whole already, or a frame that is made.
    const isLow = by.replace(/^#/, '') === `:lo12:${left.value.symbol}`;
    const step = isLow ? 0 : thread.number(read(by, thread));
    if (base !== 'add' && base !== 'sub') throw thread.unknown();
    const offset = left.value.offset + (base === 'add' ? step : -step);
    write(to, { ...left, value: { symbol: left.value.symbol, offset } }, thread);
    return true;
  }
  const right = shifted(operands, 2, thread);
  const [a, b] = [left.value, thread.number(right)];
  const result = operator(a, b) | 0;
  write(to, joined(result, left, right), thread);
  if (setsFlags) {
    const flags =
      base === 'add' ? flagsOfSum(a, b) : base === 'sub' ? flagsOfDifference(a, b) : flagsOfResult(result);
    thread.set(FLAGS, joined(packed(flags), left, right));
  }
  return true;
}
