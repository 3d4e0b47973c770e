/**
 * AArch32, Arm of 32 bits, as gcc and clang write it for ARM and for Thumb. An unlisted instruction, width or
 * address ends the attempt.
 *
 * Pairs of exclusives succeed the first time. The memory model is Armv8's, in which all other threads see a
 * write at the same time. A computer of Armv7 may show more: for it the judge may miss wrong code, but never
 * blames right code.
 */
import { armBits } from '../../../litmus/index.ts';
import { signed, symbolInSlot } from '../memory.ts';
import { type Code, type Next, readCode } from '../traces.ts';
import { type ArmLine, readArmLine, withConstants } from './aarch32-lines.ts';
import {
  armCondition,
  armRegister,
  type ArmStep,
  poolConstant,
  flexible,
  readValue,
  sumOfCells,
  tryOperation,
  tryPart,
  writeValue,
} from './aarch32-values.ts';
import { FLAGS } from './flags.ts';
import type { WeakMachine } from './run-thread.ts';
import { type AccessBytes, type Cell, joined, plainCell, type ThreadState } from './thread-state.ts';

export const aarch32Machine: WeakMachine<ArmLine> = { stackPointer: 'sp', execute };

export function readAarch32(lines: readonly string[]): Code<ArmLine> {
  return readCode(withConstants(lines), readArmLine);
}

function execute(line: ArmLine, thread: ThreadState): Next {
  if (line.condition === undefined) return perform({ line, thread, choice: 0 });
  const flags = thread.get(FLAGS);
  const isTrue = armCondition(line.condition, flags, thread);
  const choice = flags.data | flags.choice;
  if (!isJump(line)) {
    if (isTrue) return perform({ line, thread, choice });
    keepChosen(line, thread, choice);
    return undefined;
  }
  thread.jumpBy(flags);
  return isTrue ? perform({ line, thread, choice: 0 }) : undefined;
}

function isJump({ base, operands }: ArmLine): boolean {
  return (
    /^(?:b|bl|bx|blx)$/.test(base) ||
    armRegister(operands[0]) === 'pc' ||
    /\bpc\b.*\}$/.test(operands.at(-1) ?? '')
  );
}

/** The registers of an instruction that is not executed depend on its condition. */
function keepChosen({ base, operands }: ArmLine, thread: ThreadState, choice: number): void {
  if (/^(?:st[rlm](?!ex)|push|cmp|cmn|tst|teq)/.test(base)) return;
  const names = /^(?:ldm|pop)/.test(base) ? listOf(operands.at(-1), thread) : operands.slice(0, 2);
  for (const name of names) {
    const register = armRegister(name);
    if (register === undefined) continue;
    const cell = thread.get(register);
    thread.set(register, { ...cell, choice: cell.choice | choice });
  }
}

function perform(step: ArmStep): Next {
  const jump = jumpOf(step);
  if (jump !== undefined) return jump === 'no' ? undefined : jump;
  const isDone =
    isIdle(step.line) ||
    tryBarrier(step) ||
    tryAccess(step) ||
    tryList(step) ||
    tryPart(step) ||
    tryOperation(step);
  if (!isDone) throw step.thread.unknown();
  return isJump(step.line) ? 'return' : undefined;
}

/**
 * In the syntax of compilers each instruction of a block has its own condition, so that `it` adds nothing.
 */
function isIdle({ base }: ArmLine): boolean {
  return /^(?:nop|clrex|it[te]{0,3})$/.test(base);
}

function jumpOf(step: ArmStep): Next | 'no' {
  const { line, thread } = step;
  const [first, second] = line.operands;
  if (line.base === 'b') return { label: first ?? '' };
  if (line.base === 'bx' && first === 'lr') return 'return';
  if (line.base === 'mov' && first === 'pc' && second === 'lr') return 'return';
  if (!/^cbn?z$/.test(line.base)) return undefined;
  const cell = readValue(step, first);
  thread.jumpBy(cell);
  return (thread.number(cell) === 0) === (line.base === 'cbz') ? { label: second ?? '' } : 'no';
}

const barriers: Readonly<Record<string, number>> = {
  sy: armBits.full,
  ish: armBits.full,
  ld: armBits.loads,
  ishld: armBits.loads,
  st: armBits.stores,
  ishst: armBits.stores,
};

/** Barriers of Armv6: writes to a system register. */
const systemRegisters: Readonly<Record<string, number>> = {
  'c7 c10 5': armBits.full,
  'c7 c10 4': armBits.full,
};

function tryBarrier({ line, thread }: ArmStep): boolean {
  const { base, operands } = line;
  if (base === 'mcr') {
    const [processor, , , ...register] = operands.map((each) => each.replace(/^#/, ''));
    const order = systemRegisters[register.join(' ')];
    if (processor !== 'p15' || order === undefined) throw thread.unknown();
    thread.fenceAfterLast(order);
  } else if (base === 'isb') thread.instructionFence(thread.addressesSoFar());
  else if (base !== 'dmb' && base !== 'dsb') return false;
  else {
    const order = barriers[operands[0] ?? 'sy'];
    if (order === undefined) throw thread.unknown();
    thread.fenceAfterLast(order);
  }
  return true;
}

/**
 * The place of `[r0]`, `[sp, #16]`, `[r0, r1, lsl #2]`, `[sp, #-4]!` and `[sp], #4`; updates the base if the
 * operand says so.
 */
function addressOf(step: ArmStep, operands: readonly string[]): Cell {
  const [where = '', after] = operands;
  const [, base = '', inside = '', isChanged] = /^\[([^,\]]+)(?:, *([^\]]+))?\](!?)$/.exec(where) ?? [];
  if (base === '') throw step.thread.unknown();
  const cell = readValue(step, base);
  const address = movedBy(step, cell, inside);
  if (isChanged === '!') writeValue(step, base, address);
  if (after !== undefined) writeValue(step, base, movedBy(step, cell, after));
  return address;
}

function movedBy(step: ArmStep, cell: Cell, by: string): Cell {
  if (by === '') return cell;
  const sum = sumOfCells(cell, flexible(step, by.split(/, */), 0).cell);
  if (sum === undefined) throw step.thread.unknown();
  return sum;
}

/** Loads 4 bytes, which may be the upper half of 64 bits. */
function loadWord(thread: ThreadState, address: Cell, order: number): Cell {
  const symbol = symbolInSlot(address.value);
  if (symbol !== undefined) return { ...address, value: { symbol, offset: 0 } };
  const { value } = address;
  const whole = typeof value === 'number' ? undefined : { ...value, offset: value.offset - 4 };
  if (whole === undefined || !thread.isWide(whole)) return thread.load(address, 4, order);
  return upperHalf(thread, thread.load({ ...address, value: whole }, 8, order));
}

/** Values of tests fit into 32 bits; the upper half holds the sign. */
function upperHalf(thread: ThreadState, cell: Cell): Cell {
  return { ...cell, value: thread.number(cell) >> 31 };
}

function isOnStack(thread: ThreadState, { value }: Cell): boolean {
  return typeof value !== 'number' && !thread.isWide(value);
}

const accessNames =
  /^(?:ld(?<load>[ra])|st(?<store>[rl]))(?<exclusive>ex)?(?:(?<narrow>s?[bh])|(?<double>d))?$/;

function tryAccess(step: ArmStep): boolean {
  const { line, thread } = step;
  const groups = accessNames.exec(line.base)?.groups;
  if (groups === undefined) return false;
  const access: Access = {
    isExclusive: groups['exclusive'] !== undefined,
    isDouble: groups['double'] !== undefined,
    narrow: groups['narrow'],
    order: groups['load'] === 'a' ? armBits.acquire : groups['store'] === 'l' ? armBits.release : 0,
  };
  const word = /^=(.+)$/.exec(line.operands[1] ?? '')?.[1];
  if (groups['load'] === undefined) store(step, access);
  else if (word === undefined) load(step, access);
  else if (line.base === 'ldr') writeValue(step, line.operands[0], plainCell(poolConstant(word, thread)));
  else throw thread.unknown();
  return true;
}

interface Access {
  readonly isExclusive: boolean;
  readonly isDouble: boolean;
  readonly narrow: string | undefined;
  readonly order: number;
}

function bytesOf({ narrow, isDouble }: Access): AccessBytes {
  if (isDouble) return 8;
  return narrow === undefined ? 4 : narrow.endsWith('b') ? 1 : 2;
}

/** The registers of an access, of which gcc omits the second, and the remaining operands. */
function registersOf(
  { thread }: ArmStep,
  operands: readonly string[],
  isDouble: boolean,
): { readonly first: string; readonly second: string; readonly rest: readonly string[] } {
  const [first = '', second = '', ...rest] = operands;
  if (!isDouble) return { first, second: '', rest: operands.slice(1) };
  if (!second.startsWith('[')) return { first, second, rest };
  const number = /^r(\d+)$/.exec(armRegister(first) ?? '')?.[1];
  if (number === undefined) throw thread.unknown();
  return { first, second: `r${Number(number) + 1}`, rest: operands.slice(1) };
}

function load(step: ArmStep, access: Access): void {
  const { line, thread } = step;
  const { first, second, rest } = registersOf(step, line.operands, access.isDouble);
  const address = addressOf(step, rest);
  const bytes = bytesOf(access);
  // The return address was saved there.
  if (armRegister(first) === 'pc') return;
  if (access.isDouble && isOnStack(thread, address)) {
    const cells = [address, fourAfter(thread, address)].map((each) => thread.load(each, 4, access.order));
    writeValue(step, first, cells[0]!);
    writeValue(step, second, cells[1]!);
    return;
  }
  const cell = access.isExclusive
    ? thread.loadExclusive(address, bytes, access.order)
    : bytes === 4
      ? loadWord(thread, address, access.order)
      : thread.load(address, bytes, access.order);
  const isSigned = access.narrow?.startsWith('s') === true;
  writeValue(step, first, isSigned ? { ...cell, value: signed(thread.number(cell), bytes) } : cell);
  if (access.isDouble) writeValue(step, second, upperHalf(thread, cell));
}

function fourAfter(thread: ThreadState, address: Cell): Cell {
  const moved = sumOfCells(address, plainCell(4));
  if (moved === undefined) throw thread.unknown();
  return moved;
}

function store(step: ArmStep, access: Access): void {
  const { line, thread, choice } = step;
  const operands = access.isExclusive ? line.operands.slice(1) : line.operands;
  const { first, second, rest } = registersOf(step, operands, access.isDouble);
  const values = (access.isDouble ? [first, second] : [first]).map((each) =>
    chosenBy(choice, readValue(step, each)),
  );
  const address = addressOf(step, rest);
  if (access.isDouble && isOnStack(thread, address)) {
    thread.store(address, 4, values[0]!, access.order);
    thread.store(fourAfter(thread, address), 4, values[1]!, access.order);
    return;
  }
  const value = access.isDouble ? wholeOf(thread, values) : values[0]!;
  if (!access.isExclusive) {
    thread.store(address, bytesOf(access), value, access.order);
    return;
  }
  thread.storeConditional(address, bytesOf(access), value, access.order);
  writeValue(step, line.operands[0], plainCell(0));
}

function chosenBy(choice: number, cell: Cell): Cell {
  return { ...cell, choice: cell.choice | choice };
}

/** 64 bits of two registers. */
function wholeOf(thread: ThreadState, [lower, upper]: readonly Cell[]): Cell {
  const value = thread.number(lower!);
  if (thread.number(upper!) !== value >> 31) throw thread.unknown();
  return joined(value, lower!, upper!);
}

/** The registers of `{r4, r6-r8, lr}`. */
function listOf(operand: string | undefined, thread: ThreadState): string[] {
  const inside = /^\{(.+)\}$/.exec(operand ?? '')?.[1];
  if (inside === undefined) throw thread.unknown();
  return inside.split(/, */).flatMap((part) => {
    const [from = '', to] = part.split('-').map((each) => armRegister(each));
    if (to === undefined) return [from];
    const numbers = [from, to].map((each) => Number(each.slice(1)));
    return Array.from({ length: numbers[1]! - numbers[0]! + 1 }, (_, index) => `r${numbers[0]! + index}`);
  });
}

/**
 * Offset of the first register from the base, counted in registers, and offset of the base after the access.
 */
const ways: Readonly<Record<string, (count: number) => readonly [first: number, base: number]>> = {
  '': (count) => [0, count],
  ia: (count) => [0, count],
  ib: (count) => [1, count],
  db: (count) => [-count, -count],
};

/** Several registers at once: `push`, `pop`, `ldm` and `stm`. */
function tryList(step: ArmStep): boolean {
  const { line, thread, choice } = step;
  const [, kind, named = ''] = /^(push|pop|ldm|stm)(ia|ib|db|fd)?$/.exec(line.base) ?? [];
  if (kind === undefined) return false;
  const isStore = kind === 'push' || kind === 'stm';
  const isStack = kind === 'push' || kind === 'pop';
  const way = isStack || named === 'fd' ? (isStore ? 'db' : 'ia') : named;
  const base = isStack ? 'sp' : (line.operands[0] ?? '').replace(/!$/, '');
  const names = listOf(line.operands.at(-1), thread);
  const [first, after] = ways[way]!(names.length);
  const start = readValue(step, base);
  const at = (offset: number): Cell => movedBy(step, start, `#${4 * offset}`);
  if (isStack || line.operands[0]!.endsWith('!')) writeValue(step, base, at(after));
  for (const [index, name] of names.entries()) {
    const place = at(first + index);
    if (isStore) thread.store(place, 4, chosenBy(choice, readValue(step, name)), 0);
    else if (name !== 'pc') writeValue(step, name, loadWord(thread, place, 0));
  }
  return true;
}
