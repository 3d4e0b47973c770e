/**
 * POWER of 64 bits as gcc and clang write it. An instruction, a width or an address that is not listed ends the
 * attempt.
 *
 * A pair of load-reserve and store-conditional succeeds the first time. Jumps after it depend on the store.
 */
import { powerBits } from '../../../litmus/index.ts';
import { GOT, symbolInSlot } from '../memory.ts';
import type { Next } from '../traces.ts';
import {
  conditions,
  fieldIn,
  immediate,
  type PowerStep,
  readBase,
  readBit,
  readPower,
  setField,
  sumWithAddress,
  tryBits,
  tryPowerArithmetic,
  tryPowerComparison,
  writePower,
} from './power-values.ts';
import type { CodeLine, WeakMachine } from './run-thread.ts';
import { type AccessBytes, type Cell, joined, plainCell, type ThreadState } from './thread-state.ts';

export const powerMachine: WeakMachine = { stackPointer: '1', execute };

function execute(line: CodeLine, thread: ThreadState): Next {
  const step = { line, thread };
  if (line.name === 'blr') return 'return';
  const jump = jumpOf(step);
  if (jump !== undefined) return jump === 'no' ? undefined : jump;
  const isDone =
    line.name === 'nop' ||
    tryBarrier(step) ||
    tryTable(step) ||
    tryAccess(step) ||
    tryReserved(step) ||
    tryPowerComparison(step) ||
    tryBits(step) ||
    tryVector(step) ||
    tryPowerArithmetic(step);
  if (!isDone) throw thread.unknown();
  return undefined;
}

function jumpOf(step: PowerStep): Next | 'no' {
  const { line, thread } = step;
  const { operands } = line;
  if (line.name === 'b') return { label: operands[0] ?? '' };
  const condition = conditionOf(step);
  if (condition === undefined) return undefined;
  const cell = readBit(thread, condition.bit);
  thread.jumpBy(cell);
  if ((thread.number(cell) === 1) !== condition.isSet) return 'no';
  if (condition.returns) return 'return';
  const target = operands.at(-1) ?? '';
  // A jump to the next instruction only makes what follows wait for the condition.
  return /^[.$]\+4$/.test(target) ? 'no' : { label: target };
}

interface JumpCondition {
  readonly bit: number;
  readonly isSet: boolean;
  readonly returns: boolean;
}

/** The condition of `bne- 7,.L1`, `beqlr`, `bc 12, 20, .L1` and the like. */
function conditionOf(step: PowerStep): JumpCondition | undefined {
  const { line, thread } = step;
  const [, name = '', link] = /^b(\w\w)(lr)?[-+]?$/.exec(line.name) ?? [];
  const known = conditions[name];
  const returns = link === 'lr';
  if (known !== undefined) {
    const hasField = line.operands.length === (returns ? 1 : 2);
    const field = hasField ? fieldIn(line.operands[0]!, thread) : 0;
    return { bit: 4 * field + known[0], isSet: known[1], returns };
  }
  const general = /^bc(lr)?[-+]?$/.exec(line.name);
  if (general === null) return undefined;
  const kind = immediate(step, 0);
  if (kind !== 4 && kind !== 12) throw thread.unknown();
  return { bit: immediate(step, 1), isSet: kind === 12, returns: general[1] === 'lr' };
}

const barriers: Readonly<Record<string, number>> = {
  sync: powerBits.sync,
  hwsync: powerBits.sync,
  ptesync: powerBits.sync,
  'sync 0': powerBits.sync,
  lwsync: powerBits.lwsync,
  'sync 1': powerBits.lwsync,
  eieio: powerBits.eieio,
};

function tryBarrier({ line, thread }: PowerStep): boolean {
  if (line.name === 'isync') {
    thread.instructionFence();
    return true;
  }
  const order = barriers[[line.name, ...line.operands].join(' ')];
  if (order === undefined) return false;
  thread.fenceAfterLast(order);
  return true;
}

/** `x@toc@ha`, `x@toc@l` and `x@got@pcrel`: each part of an address stands for the whole. */
const SYMBOL = /^([\w.$]+?)(@got)?(?:@toc|@pcrel)?(?:@ha|@l)?(?:\((\w+)\))?$/;

function symbolIn(
  operand: string | undefined,
): { readonly symbol: string; readonly base?: string } | undefined {
  if (operand === undefined || !operand.includes('@')) return undefined;
  const [, name, table = '', base] = SYMBOL.exec(operand) ?? [];
  if (name === undefined) return undefined;
  const symbol = table === '' ? name : GOT + name;
  return base === undefined ? { symbol } : { symbol, base };
}

/** Addresses of locations, and of slots that have them. */
function tryTable(step: PowerStep): boolean {
  const { name, operands } = step.line;
  if (!/^(?:addis?|paddi|pla)$/.test(name)) return false;
  const named = operands.flatMap((operand) => symbolIn(operand) ?? [])[0];
  if (named === undefined) return false;
  writePower(step, 0, plainCell({ symbol: named.symbol, offset: 0 }));
  return true;
}

const accessNames = /^p?(?:l(?<load>[bhw]z|[hw]a|d)|st(?<store>[bhwd]))(?<update>u?)(?<indexed>x?)$/;
const widths: Readonly<Record<string, AccessBytes>> = { b: 1, h: 2, w: 4, d: 8 };

/** The place of `8(1)`, `x@toc@l(9)`, `x@got@pcrel` and of two registers. */
function addressOf(step: PowerStep, isIndexed: boolean): Cell {
  const { line, thread } = step;
  if (isIndexed) return sumWithAddress(thread, readBase(step, 1), readPower(step, 2));
  const [, where = ''] = line.operands;
  const named = symbolIn(where);
  if (named !== undefined) return plainCell({ symbol: named.symbol, offset: 0 });
  const [, offset = '', base = ''] = /^(-?\d+)\((\d+)\)$/.exec(where) ?? [];
  if (offset === '' || base === '0') throw thread.unknown();
  return thread.moved(thread.get(base), plainCell(Number(offset)));
}

function tryAccess(step: PowerStep): boolean {
  const { line, thread } = step;
  const groups = accessNames.exec(line.name)?.groups;
  if (groups === undefined) return false;
  const address = addressOf(step, groups['indexed'] === 'x');
  const { load, store } = groups;
  const bytes = widths[(load ?? store)!.charAt(0)]!;
  if (load === undefined) {
    thread.store(address, bytes, fitting(step, address, bytes), 0);
  } else {
    const symbol = symbolInSlot(address.value);
    const cell =
      symbol === undefined
        ? extended(thread.load(address, bytes, 0), load)
        : plainCell({ symbol, offset: 0 });
    writePower(step, 0, cell);
  }
  if (groups['update'] === 'u') {
    const base = groups['indexed'] === 'x' ? line.operands[1] : /\((\d+)\)$/.exec(line.operands[1]!)?.[1];
    if (base === undefined) throw thread.unknown();
    thread.set(base, address);
  }
  return true;
}

/** The value to be stored: in a location of 64 bits it has to fit into 32. */
function fitting(step: PowerStep, { value: where }: Cell, bytes: AccessBytes): Cell {
  const { thread } = step;
  const cell = readPower(step, 0);
  const isShared = typeof where !== 'number' && thread.isWide(where);
  if (bytes === 8 && isShared && cell.value !== (thread.number(cell) | 0)) throw thread.unknown();
  return cell;
}

/** The whole register after a load. */
function extended(cell: Cell, load: string): Cell {
  if (typeof cell.value !== 'number') return cell;
  const number = cell.value;
  const value: Readonly<Record<string, number>> = {
    bz: number & 0xff,
    hz: number & 0xffff,
    ha: (number << 16) >> 16,
    wz: number >>> 0,
    wa: number | 0,
    d: number,
  };
  return { ...cell, value: value[load]! };
}

/** Pairs of load-reserve and store-conditional; the first field tells that the pair succeeded. */
function tryReserved(step: PowerStep): boolean {
  const { line, thread } = step;
  const [, load, store] = /^(?:l([bhwd])arx|st([bhwd])cx\.)$/.exec(line.name) ?? [];
  if (load === undefined && store === undefined) return false;
  const bytes = widths[(load ?? store)!]!;
  const address = addressOf(step, true);
  if (load !== undefined) {
    const cell = thread.loadExclusive(address, bytes, 0);
    writePower(step, 0, extended(cell, load === 'd' ? 'd' : `${load}z`));
    return true;
  }
  thread.storeConditional(address, bytes, fitting(step, address, bytes), powerBits.conditional);
  setField(thread, 0, 0, thread.ofLastEvent());
  return true;
}

/** Moves of a word to a vector register and back, which gcc and clang use in place of the stack. */
function tryVector(step: PowerStep): boolean {
  const { line, thread } = step;
  const [to = '', from = ''] = line.operands;
  if (line.name === 'mtvsrwz') thread.set(`vs${to}`, wordOf(thread, readPower(step, 1)));
  else if (line.name === 'mfvsrwz') writePower(step, 0, thread.get(`vs${from}`));
  else return false;
  return true;
}

function wordOf(thread: ThreadState, cell: Cell): Cell {
  return joined(thread.number(cell) >>> 0, cell);
}
