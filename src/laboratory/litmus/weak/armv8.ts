/**
 * AArch64 as gcc and clang write it. An unlisted instruction, width or address ends the attempt.
 *
 * Pairs of exclusives succeed the first time. A call of an outlined atomic acts like the instruction that its
 * name means.
 */
import {
  type Cell,
  plainCell,
  type AccessBytes,
  type ThreadState,
  type UpdatedPlace,
  type UpdateOrders,
} from './thread-state.ts';
import { unsigned } from '../memory.ts';
import { armBits } from '../../../litmus/index.ts';
import { tryArmArithmetic, tryArmChoice, tryArmComparison, readArm, writeArm, ZERO } from './armv8-values.ts';
import { FLAGS, flagTest, unpackedFlags } from './flags.ts';
import type { Next } from '../traces.ts';
import type { CodeLine, WeakMachine } from './run-thread.ts';

export const armv8Machine: WeakMachine = { stackPointer: 'sp', execute };

function execute(line: CodeLine, thread: ThreadState): Next {
  const { name } = line;
  if (name === 'ret') return 'return';
  if (/^(nop|hint|paciasp|autiasp|bti|clrex)$/.test(name)) return undefined;
  const jump = jumpOf(line, thread);
  if (jump !== undefined) return jump === 'no' ? undefined : jump;
  if (!tryAll(line, thread)) throw thread.unknown();
  return undefined;
}

/** Executes the line with the first of these that knows it; false if none does. */
function tryAll(line: CodeLine, thread: ThreadState): boolean {
  return (
    tryBarrier(line, thread) ||
    tryAccess(line, thread) ||
    tryUpdate(line, thread) ||
    tryCall(line, thread) ||
    tryArmChoice(line, thread) ||
    tryArmComparison(line, thread) ||
    tryArmArithmetic(line, thread)
  );
}

function jumpOf({ name, operands }: CodeLine, thread: ThreadState): Next | 'no' {
  const target = operands.at(-1) ?? '';
  if (name === 'b') return { label: target };
  const condition = /^b\.?([a-z]{2})$/.exec(name)?.[1];
  const isTrue = condition === undefined ? undefined : flagTest(condition);
  if (isTrue !== undefined) {
    const flags = thread.get(FLAGS);
    thread.jumpBy(flags);
    return isTrue(unpackedFlags(thread.number(flags))) ? { label: target } : 'no';
  }
  if (/^(cbn?z|tbn?z)$/.test(name)) {
    const cell = readArm(operands[0], thread);
    thread.jumpBy(cell);
    const bit = name.startsWith('t') ? 1 << thread.number(readArm(operands[1], thread)) : -1;
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

function tryBarrier({ name, operands }: CodeLine, thread: ThreadState): boolean {
  if (name === 'isb') thread.instructionFence(thread.addressesSoFar());
  else if (name !== 'dmb') return false;
  else {
    const order = barriers[operands[0] ?? ''];
    if (order === undefined) throw thread.unknown();
    thread.fenceAfterLast(order);
  }
  return true;
}

/** The place of `[x0]`, `[sp, #16]`, `[sp, #-48]!` and the like; updates the base if the operand says so. */
function addressOf(operand: string, behind: string | undefined, thread: ThreadState): Cell {
  const match = /^\[(\w+)(?:, *(?:#?(-?\d+)|#?:(\w+):([\w.$]+)))?\](!?)$/.exec(operand);
  if (match === null) throw thread.unknown();
  const [, base = '', offset = '0', part, , isChanged] = match;
  const cell = readArm(base, thread);
  const { value } = cell;
  if (part !== undefined || typeof value === 'number') return cell;
  const address = thread.moved(cell, plainCell(Number(offset)));
  if (isChanged === '!') writeArm(base, address, thread);
  if (behind !== undefined) writeArm(base, thread.moved(cell, readArm(behind, thread)), thread);
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

function tryAccess(line: CodeLine, thread: ThreadState): boolean {
  const { name, operands } = line;
  if (name === 'ldp' || name === 'stp') return isPair(line, thread);
  const conditional = /^st(?<release>l?)xr(?<narrow>[bh]?)$/.exec(name)?.groups;
  if (conditional !== undefined) {
    const [status, from = '', to] = operands;
    const address = addressOf(to ?? '', undefined, thread);
    const bytes = bytesOf(from, conditional['narrow'] || undefined);
    const order = conditional['release'] === 'l' ? armBits.release : 0;
    thread.storeConditional(address, bytes, readArm(from, thread), order);
    writeArm(status, plainCell(0), thread);
    return true;
  }
  const groups = accessNames.exec(name)?.groups;
  if (groups === undefined) return false;
  const [register = '', where = '', behind] = operands;
  if (where.includes(':got_lo12:')) {
    const symbol = /:got_lo12:([\w.$]+)\]/.exec(where)?.[1];
    if (symbol === undefined) throw thread.unknown();
    writeArm(register, plainCell({ symbol, offset: 0 }), thread);
    return true;
  }
  const bytes = bytesOf(register, groups['narrow']);
  const address = addressOf(lowPart(where, thread), behind, thread);
  if (groups['load'] === undefined) {
    thread.store(address, bytes, readArm(register, thread), name.startsWith('stl') ? armBits.release : 0);
    return true;
  }
  // Only single updating instructions may drop an unused result: a load into the zero register is such an
  // instruction.
  const cell = thread.load(address, bytes, loadOrders[groups['load']] ?? 0);
  writeArm(register, narrowed(cell, groups['narrow'], thread), thread);
  return true;
}

/** `[x8, :lo12:x]`: the register holds the symbol's page, and the operand means the symbol. */
function lowPart(where: string, thread: ThreadState): string {
  const match = /^\[(\w+), *#?:lo12:([\w.$]+)\]$/.exec(where);
  if (match === null) return where;
  const { value } = readArm(match[1], thread);
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
  const next = thread.moved(address, plainCell(bytes));
  for (const [register, at] of [
    [first, address],
    [second, next],
  ] as const) {
    if (name === 'stp') thread.store(at, bytes, readArm(register, thread), 0);
    else writeArm(register, thread.load(at, bytes, 0), thread);
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

const updateNames = /^(?:ld|(?<drops>st))(?<operation>add|set|clr|eor)(?<order>a?l?)(?<narrow>[bh]?)$/;

function tryUpdate({ name, operands }: CodeLine, thread: ThreadState): boolean {
  const exchange = /^swp(a?l?)([bh]?)$/.exec(name);
  if (exchange !== null) {
    const [from = '', to = '', where = ''] = operands;
    const cell = readArm(from, thread);
    const old = thread.updateInTwo(
      { address: addressOf(where, undefined, thread), bytes: bytesOf(from, exchange[2] || undefined) },
      ordersOf(exchange[1] ?? '', ZERO.test(to)),
      () => cell,
    );
    writeArm(to, old, thread);
    return true;
  }
  const compared = /^cas(a?l?)([bh]?)$/.exec(name);
  if (compared !== null) {
    const [expected = '', desired, where = ''] = operands;
    const place = {
      address: addressOf(where, undefined, thread),
      bytes: bytesOf(expected, compared[2] || undefined),
    };
    const orders = ordersOf(compared[1] ?? '', ZERO.test(expected));
    writeArm(
      expected,
      compareExchange(place, orders, readArm(expected, thread), readArm(desired, thread), thread),
      thread,
    );
    return true;
  }
  const groups = updateNames.exec(name)?.groups;
  if (groups === undefined) return false;
  const [operand = '', to = 'wzr', where = ''] =
    groups['drops'] === undefined ? operands : [operands[0], 'wzr', operands[1]];
  const orders = ordersOf(groups['order'] ?? '', ZERO.test(to));
  const old = fetch(
    groups['operation']!,
    { address: addressOf(where, undefined, thread), bytes: bytesOf(operand, groups['narrow'] || undefined) },
    orders,
    readArm(operand, thread),
    thread,
  );
  writeArm(to, old, thread);
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
  place: UpdatedPlace,
  orders: UpdateOrders,
  operand: Cell,
  thread: ThreadState,
): Cell {
  return thread.updateInTwo(place, orders, (old) => ({
    ...operand,
    value: operations[operation]!(old, thread.number(operand)) | 0,
  }));
}

function compareExchange(
  place: UpdatedPlace,
  orders: UpdateOrders,
  expected: Cell,
  desired: Cell,
  thread: ThreadState,
): Cell {
  const wanted = unsigned(thread.number(expected), place.bytes);
  return thread.updateInTwo(place, orders, (old) => (old === wanted ? desired : undefined));
}

const outlined =
  /^__aarch64_(?:(?<exchange>swp|cas)|ld(?<operation>add|set|clr|eor))(?<bytes>[1248])_(?<order>relax|acq|rel|acq_rel|sync)$/;
const letters: Readonly<Record<string, string>> = {
  relax: '',
  acq: 'a',
  rel: 'l',
  acq_rel: 'al',
  sync: 'al',
};

/**
 * Operands are in the first registers, followed by the address; the result comes back in the first register.
 */
function tryCall({ name, operands }: CodeLine, thread: ThreadState): boolean {
  if (name !== 'bl') return false;
  const groups = outlined.exec(operands[0] ?? '')?.groups;
  if (groups === undefined) throw thread.unknown();
  const [first, second, third] = ['0', '1', '2'].map((register) => thread.get(register));
  const orders = ordersOf(letters[groups['order']!]!, false);
  const at = (address: Cell): UpdatedPlace => ({ address, bytes: Number(groups['bytes']) as AccessBytes });
  const old =
    groups['exchange'] === 'cas'
      ? compareExchange(at(third!), orders, first!, second!, thread)
      : groups['exchange'] === 'swp'
        ? thread.updateInTwo(at(second!), orders, () => first!)
        : fetch(groups['operation']!, at(second!), orders, first!, thread);
  if (groups['order'] === 'sync') thread.fenceAfterLast(armBits.full);
  thread.set('0', old);
  return true;
}
