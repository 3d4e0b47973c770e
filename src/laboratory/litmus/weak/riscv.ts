/**
 * RISC-V of 64 bits as gcc and clang write it. An unlisted instruction, width or address ends the attempt.
 *
 * A pair of LR and SC succeeds the first time.
 */
import { riscvBits } from '../../../litmus/index.ts';
import { GOT, signed, symbolInSlot, unsigned } from '../memory.ts';
import type { Next } from '../traces.ts';
import type { CodeLine, WeakMachine } from './run-thread.ts';
import {
  type AccessBytes,
  type Cell,
  joined,
  plainCell,
  type ThreadState,
  type UpdatedPlace,
} from './thread-state.ts';

export const riscvMachine: WeakMachine = { stackPointer: 'sp', execute };

/** gcc writes several instructions in one line, with numbers as labels. */
export function riscvLines(lines: readonly string[]): string[] {
  const parts = lines.flatMap((line) => line.split(/;|(?<=^\s*\d+:)/)).map((part) => part.trim());
  const split = parts.flatMap((part) => {
    const match = /^(\d+):\s*(.+)$/.exec(part);
    return match === null ? [part] : [`${match[1]}:`, match[2]!];
  });
  const whole = split.filter((part) => part !== '');
  const places = (number: string): number[] =>
    whole.flatMap((part, place) => (part === `${number}:` ? [place] : []));
  return whole.map((part, place) => {
    const label = /^(\d+):$/.exec(part)?.[1];
    if (label !== undefined) return `.Llocal${place}:`;
    return part.replace(/\b(\d+)([fb])$/, (_, number: string, side: string) => {
      const target =
        side === 'f'
          ? places(number).find((each) => each > place)
          : places(number).findLast((each) => each < place);
      return `.Llocal${target}`;
    });
  });
}

function execute(line: CodeLine, thread: ThreadState): Next {
  const { name, operands } = line;
  if (name === 'ret' || (name === 'jr' && operands[0] === 'ra')) return 'return';
  if (name === 'nop') return undefined;
  if (name === 'tail' && tryCall({ ...line, name: 'call' }, thread)) return 'return';
  if (name === 'j') return { label: operands[0] ?? '' };
  const branch = branchOf(line, thread);
  if (branch !== undefined) return branch === 'no' ? undefined : branch;
  const isDone =
    tryFence(line, thread) ||
    tryAccess(line, thread) ||
    tryUpdate(line, thread) ||
    tryCall(line, thread) ||
    tryAddress(line, thread) ||
    tryArithmetic(line, thread);
  if (!isDone) throw thread.unknown();
  return undefined;
}

function registerOf(operand: string | undefined, thread: ThreadState): string {
  if (operand === undefined || !/^(zero|ra|sp|gp|tp|fp|[sat]\d+)$/.test(operand)) throw thread.unknown();
  return operand === 'fp' ? 's0' : operand;
}

function read(operand: string | undefined, thread: ThreadState): Cell {
  if (operand !== undefined && /^(?:-?\d+|0x[\da-f]+)$/.test(operand)) return plainCell(Number(operand) | 0);
  const register = registerOf(operand, thread);
  return register === 'zero' ? plainCell(0) : thread.get(register);
}

function write(operand: string | undefined, cell: Cell, thread: ThreadState): void {
  const register = registerOf(operand, thread);
  if (register !== 'zero') thread.set(register, cell);
}

type Comparison = (left: number, right: number) => boolean;
const comparisons: Readonly<Record<string, Comparison>> = {
  eq: (left, right) => left === right,
  ne: (left, right) => left !== right,
  lt: (left, right) => left < right,
  ge: (left, right) => left >= right,
  gt: (left, right) => left > right,
  le: (left, right) => left <= right,
  ltu: (left, right) => left >>> 0 < right >>> 0,
  geu: (left, right) => left >>> 0 >= right >>> 0,
  gtu: (left, right) => left >>> 0 > right >>> 0,
  leu: (left, right) => left >>> 0 <= right >>> 0,
};

function branchOf({ name, operands }: CodeLine, thread: ThreadState): Next | 'no' {
  const groups = /^b(?<how>eq|ne|lt|ge|gt|le|ltu|geu|gtu|leu)(?<zero>z?)$/.exec(name)?.groups;
  if (groups === undefined) return undefined;
  const left = read(operands[0], thread);
  const right = groups['zero'] === 'z' ? plainCell(0) : read(operands[1], thread);
  thread.jumpBy(joined(0, left, right));
  const holds = comparisons[groups['how']!]!(thread.number(left), thread.number(right));
  return holds ? { label: operands.at(-1)! } : 'no';
}

function tryFence({ name, operands }: CodeLine, thread: ThreadState): boolean {
  const { readsBefore, writesBefore, readsAfter, writesAfter, total } = riscvBits;
  const all = readsBefore | writesBefore | readsAfter | writesAfter;
  if (name === 'fence.tso') {
    thread.fence(all | total);
    return true;
  }
  if (name !== 'fence') return false;
  const [before = 'rw', after = 'rw'] = operands;
  if (!/^[iorw]+$/.test(before) || !/^[iorw]+$/.test(after)) throw thread.unknown();
  thread.fence(
    (before.includes('r') ? readsBefore : 0) |
      (before.includes('w') ? writesBefore : 0) |
      (after.includes('r') ? readsAfter : 0) |
      (after.includes('w') ? writesAfter : 0),
  );
  return true;
}

/** The place of `8(sp)`, `(a1)` and `%lo(x)(a0)`. */
function addressOf(operand: string | undefined, thread: ThreadState): Cell {
  const groups = /^(?:(?<offset>-?\d+)|%(?:pcrel_)?lo\((?<low>[\w.$]+)\))?\((?<base>\w+)\)$/.exec(
    operand ?? '',
  )?.groups;
  if (groups === undefined) throw thread.unknown();
  const base = read(groups['base'], thread);
  return groups['low'] === undefined
    ? thread.moved(base, plainCell(Number(groups['offset'] ?? 0)))
    : lowPart(base, groups['low'], thread);
}

/**
 * The address after an instruction added the low part of `symbol` to the high part in a register. Members of a
 * struct may share the high part. If `symbol` is a label, it names the instruction that made the high part.
 */
function lowPart(high: Cell, symbol: string, thread: ThreadState): Cell {
  if (typeof high.value === 'number') throw thread.unknown();
  return symbol.startsWith('.') ? high : { ...high, value: { symbol, offset: 0 } };
}

const widths: Readonly<Record<string, AccessBytes>> = { b: 1, h: 2, w: 4, d: 8 };

function tryAccess({ name, operands }: CodeLine, thread: ThreadState): boolean {
  const groups = /^(?<way>[ls])(?<width>[bhwd])(?<unsigned>u?)$/.exec(name)?.groups;
  if (groups === undefined) return false;
  const [register, where] = operands;
  const bytes = widths[groups['width']!]!;
  const address = addressOf(where, thread);
  if (groups['way'] === 's') {
    thread.store(address, bytes, read(register, thread), 0);
    return true;
  }
  const symbol = symbolInSlot(address.value);
  if (symbol !== undefined) {
    write(register, plainCell({ symbol, offset: 0 }), thread);
    return true;
  }
  const cell = isWord(bytes, address, thread)
    ? thread.loadWord(address, bytes, 0)
    : thread.load(address, bytes, 0);
  if (bytes >= 4) {
    write(register, cell, thread);
    return true;
  }
  const shift = 32 - 8 * bytes;
  const moved = thread.number(cell) << shift;
  write(register, { ...cell, value: groups['unsigned'] === 'u' ? moved >>> shift : moved >> shift }, thread);
  return true;
}

/** True if code loads a word to update a part of it later. */
function isWord(bytes: AccessBytes, { value }: Cell, thread: ThreadState): boolean {
  return bytes === 4 && typeof value !== 'number' && thread.isNarrow(value);
}

type Operation = (left: number, right: number) => number;
const changes: Readonly<Record<string, Operation>> = {
  swap: (_, operand) => operand,
  add: (old, operand) => old + operand,
  sub: (old, operand) => old - operand,
  and: (old, operand) => old & operand,
  or: (old, operand) => old | operand,
  xor: (old, operand) => old ^ operand,
};

function tryUpdate({ name, operands }: CodeLine, thread: ThreadState): boolean {
  const groups =
    /^(?:amo(?<change>swap|add|and|or|xor|cas)|(?<exclusive>lr|sc))\.(?<width>[bhwd])(?<order>\.aqrl|\.aq|\.rl|)$/.exec(
      name,
    )?.groups;
  if (groups === undefined) return false;
  const letters = groups['order']!;
  const order =
    (letters.includes('aq') ? riscvBits.acquire : 0) | (letters.includes('rl') ? riscvBits.release : 0);
  const address = addressOf(operands.at(-1), thread);
  const bytes = widths[groups['width']!]!;
  if (groups['exclusive'] === 'lr') {
    write(operands[0], thread.loadExclusive(address, bytes, order), thread);
    return true;
  }
  const operand = read(operands[1], thread);
  if (groups['exclusive'] === 'sc') {
    thread.storeConditional(address, bytes, operand, order | riscvBits.conditional);
    write(operands[0], plainCell(0), thread);
    return true;
  }
  const place = { address, bytes };
  const old =
    groups['change'] === 'cas'
      ? thread.compareAtOnce(
          place,
          { read: order & riscvBits.acquire, write: order },
          read(operands[0], thread),
          operand,
        )
      : updated(place, order, changes[groups['change']!]!, operand, thread);
  write(operands[0], { ...old, value: signed(thread.number(old), bytes) }, thread);
  return true;
}

function updated(
  place: UpdatedPlace,
  order: number,
  change: Operation,
  operand: Cell,
  thread: ThreadState,
): Cell {
  const value = thread.number(operand);
  return thread.updateAtOnce(place, order, operand, (before) => change(before, value));
}

/** Orders in the numbering of library functions: relaxed, consume, acquire, release, both, seq_cst. */
const passedOrders: readonly number[] = [
  0,
  riscvBits.acquire,
  riscvBits.acquire,
  riscvBits.release,
  riscvBits.acquire | riscvBits.release,
  riscvBits.acquire | riscvBits.release,
];

/**
 * gcc leaves narrow updates to the library: it passes address, operand and order, and gets the old value
 * back.
 */
function tryCall({ name, operands }: CodeLine, thread: ThreadState): boolean {
  const groups =
    /^__atomic_(?:fetch_)?(?<change>exchange|compare_exchange|add|sub|and|or|xor)_(?<bytes>[1248])(?:@plt)?$/.exec(
      name === 'call' ? (operands[0] ?? '') : '',
    )?.groups;
  if (groups === undefined) return false;
  const bytes = Number(groups['bytes']) as AccessBytes;
  if (groups['change'] === 'compare_exchange') {
    compareExchange(bytes, thread);
    return true;
  }
  const [address, operand, passed] = ['a0', 'a1', 'a2'].map((register) => thread.get(register));
  const order = passedOrders[thread.number(passed!)];
  if (order === undefined) throw thread.unknown();
  const change = changes[groups['change'] === 'exchange' ? 'swap' : groups['change']!]!;
  const value = thread.number(operand!);
  thread.set(
    'a0',
    thread.updateAtOnce({ address: address!, bytes }, order, operand!, (old) =>
      signed(change(old, value), bytes),
    ),
  );
  return true;
}

/** The expected value lies in the thread's memory, and after a failure the old value replaces it. */
function compareExchange(bytes: AccessBytes, thread: ThreadState): void {
  const [address, place, desired, passed] = ['a0', 'a1', 'a2', 'a3'].map((register) => thread.get(register));
  const order = passedOrders[thread.number(passed!)];
  if (order === undefined) throw thread.unknown();
  const expected = unsigned(thread.number(thread.load(place!, bytes, 0)), bytes);
  const written = signed(thread.number(desired!), bytes);
  const old = thread.updateAtOnce({ address: address!, bytes }, order, desired!, (value) =>
    value === expected ? written : signed(value, bytes),
  );
  const isDone = thread.number(old) === expected;
  if (!isDone) thread.store(place!, bytes, old, 0);
  thread.set('a0', { ...old, value: isDone ? 1 : 0 });
}

function tryAddress({ name, operands }: CodeLine, thread: ThreadState): boolean {
  const [to, what = '', part = ''] = operands;
  if (name === 'la' || name === 'lla') {
    write(to, plainCell({ symbol: what, offset: 0 }), thread);
    return true;
  }
  const high = /^%(got_pcrel_hi|pcrel_hi|hi)\(([\w.$]+)\)$/.exec(what);
  if ((name === 'auipc' || name === 'lui') && high !== null) {
    const symbol = high[1] === 'got_pcrel_hi' ? `${GOT}${high[2]}` : high[2]!;
    write(to, plainCell({ symbol, offset: 0 }), thread);
    return true;
  }
  const low = /^%(?:pcrel_)?lo\(([\w.$]+)\)$/.exec(part)?.[1];
  if (name === 'addi' && low !== undefined) {
    write(to, lowPart(read(what, thread), low, thread), thread);
    return true;
  }
  return false;
}

const binary: Readonly<Record<string, Operation>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  mul: Math.imul,
  sll: (a, b) => a << b,
  srl: (a, b) => a >>> b,
  sra: (a, b) => a >> b,
  slt: (a, b) => (a < b ? 1 : 0),
  sltu: (a, b) => (a >>> 0 < b >>> 0 ? 1 : 0),
  sgt: (a, b) => (a > b ? 1 : 0),
  sgtu: (a, b) => (a >>> 0 > b >>> 0 ? 1 : 0),
};

const unary: Readonly<Record<string, (a: number) => number>> = {
  mv: (a) => a,
  not: (a) => ~a,
  neg: (a) => -a,
  negw: (a) => -a,
  'sext.w': (a) => a,
  'sext.b': (a) => signed(a, 1),
  'sext.h': (a) => signed(a, 2),
  'zext.b': (a) => unsigned(a, 1),
  'zext.h': (a) => unsigned(a, 2),
  seqz: (a) => (a === 0 ? 1 : 0),
  snez: (a) => (a === 0 ? 0 : 1),
  sltz: (a) => (a < 0 ? 1 : 0),
  sgtz: (a) => (a > 0 ? 1 : 0),
};

function tryArithmetic({ name, operands }: CodeLine, thread: ThreadState): boolean {
  const [to, first, second] = operands;
  if (name === 'li') {
    write(to, read(first, thread), thread);
    return true;
  }
  if (name === 'lui') {
    write(to, plainCell(Number(first) << 12), thread);
    return true;
  }
  const from = read(first, thread);
  if (name === 'mv' || name === 'sext.w') {
    write(to, from, thread);
    return true;
  }
  const alone = unary[name];
  if (alone !== undefined) {
    write(to, { ...from, value: alone(thread.number(from)) | 0 }, thread);
    return true;
  }
  // Each location begins a word, so the location's offset in the word around it is 0.
  if (/^(andi|slliw?)$/.test(name) && typeof from.value !== 'number' && from.value.offset % 4 === 0) {
    write(to, name === 'andi' && Number(second) < 0 ? from : plainCell(0), thread);
    return true;
  }
  // Moving the stack pointer makes a frame.
  if (name === 'addi' && typeof from.value !== 'number') {
    write(to, thread.moved(from, plainCell(Number(second))), thread);
    return true;
  }
  const operator = binary[name] ?? binary[name.replace(/^(sltiu)$/, 'sltu').replace(/i?w?$/, '')];
  if (operator === undefined) return false;
  const other = read(second, thread);
  const value = operator(thread.number(from), thread.number(other)) | 0;
  write(to, { value, data: from.data | other.data, choice: from.choice | other.choice }, thread);
  return true;
}
