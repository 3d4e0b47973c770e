/**
 * Runs the code of one thread, with the values of its loads as inputs.
 *
 * An unlisted instruction is unknown, and ends the attempt. So does a width or an address that litmus tests
 * do not use.
 */
import type { MachineTrace } from '../../../litmus/index.ts';
import { type MachineMemory, signed, STACK } from '../memory.ts';
import { NotAsked } from '../not-asked.ts';
import { type Code, type Next, everyTrace } from '../traces.ts';
import type { Instruction, Operand, Width } from './decode.ts';
import { type ProcessorFlags, Processor, numberIn } from './machine.ts';

const suffixes: Readonly<Record<string, Width>> = { b: 1, w: 2, l: 4, q: 8 };

export function machineTraces(code: Code<Instruction>, memory: MachineMemory): MachineTrace[] {
  return everyTrace(code, (odometer) => new Processor(memory, odometer), step, memory.budget);
}

function step(instruction: Instruction, machine: Processor): Next {
  if (/^retq?$/.test(instruction.name)) return 'return';
  const label = jumpTarget(instruction, machine);
  if (label !== undefined) return { label };
  execute(instruction, machine);
  return undefined;
}

/** The label to continue at; undefined if the next instruction follows. */
function jumpTarget({ name, operands, text }: Instruction, { flags }: Processor): string | undefined {
  const [operand] = operands;
  if (!name.startsWith('j') || operand?.kind !== 'label') return undefined;
  return name === 'jmp' || isTrue(name.slice(1), flags, text) ? operand.name : undefined;
}

function isTrue(condition: string, { zero, sign, carry, overflow }: ProcessorFlags, text: string): boolean {
  switch (condition) {
    case 'e':
    case 'z':
      return zero;
    case 'ne':
    case 'nz':
      return !zero;
    case 's':
      return sign;
    case 'ns':
      return !sign;
    case 'b':
    case 'c':
      return carry;
    case 'ae':
    case 'nc':
      return !carry;
    case 'be':
      return carry || zero;
    case 'a':
      return !carry && !zero;
    case 'l':
      return sign !== overflow;
    case 'ge':
      return sign === overflow;
    case 'le':
      return zero || sign !== overflow;
    case 'g':
      return !zero && sign === overflow;
    default:
      throw new NotAsked(text);
  }
}

const conditions = new Set('e z ne nz s ns b c ae nc be a l ge le g'.split(' '));

const harmless = new Set([
  'nop',
  'nopl',
  'nopw',
  'endbr64',
  'sfence',
  'lfence',
  'cltq',
  'cdqe',
  'cqto',
  'cltd',
]);

function execute(instruction: Instruction, machine: Processor): void {
  const { name, operands, text, isLocked } = instruction;
  if (harmless.has(name) || name.startsWith('j')) return;
  if (name === 'mfence') {
    machine.fence();
  } else if (name === 'leave' || name === 'leaveq') {
    machine.setRegister('rsp', machine.register('rbp'));
    machine.setRegister('rbp', machine.pop(text));
  } else if (/^pushq?$/.test(name)) {
    machine.push(machine.read(operands[0]!, 8, text));
  } else if (/^popq?$/.test(name)) {
    machine.write(operands[0]!, 8, machine.pop(text), text);
  } else if (/^(set|cmov)/.test(name)) {
    executeConditional(instruction, machine);
  } else if (/^mov[zs][bw][lwq]$/.test(name)) {
    const from = suffixes[name[4]!]!;
    const value = numberIn(machine.read(operands[0]!, from, text), text);
    const bits = 32 - 8 * from;
    machine.write(operands[1]!, 4, name[3] === 's' ? (value << bits) >> bits : value, text);
  } else if (name === 'movslq' || name === 'movsxd') {
    machine.write(operands[1]!, 8, machine.read(operands[0]!, 4, text), text);
  } else if (name === 'cwtl' || name === 'cwde' || name === 'cbtw' || name === 'cbw') {
    const from = name.startsWith('cw') ? 2 : 1;
    machine.setRegister('rax', signed(numberIn(machine.register('rax'), text), from));
  } else if (/^(mov|movabs)[bwlq]?$/.test(name)) {
    const width = widthOf(instruction);
    machine.write(operands[1]!, width, machine.read(operands[0]!, width, text), text);
  } else if (/^lea[lq]?$/.test(name)) {
    executeAddress(instruction, machine);
  } else if (/^xchg[bwlq]?$/.test(name)) {
    executeExchange(instruction, machine);
  } else if (/^cmpxchg[bwlq]?$/.test(name) && isLocked) {
    executeCompareExchange(instruction, machine);
  } else {
    executeArithmetic(instruction, machine);
  }
}

function widthOf({ name, operands, text }: Instruction): Width {
  const register = operands.findLast((operand) => operand.kind === 'register');
  if (register !== undefined) return register.width;
  const width = suffixes[name.at(-1)!];
  if (width === undefined) throw new NotAsked(text);
  return width;
}

function executeConditional({ name, operands, text }: Instruction, machine: Processor): void {
  if (name.startsWith('set')) {
    machine.write(operands[0]!, 1, isTrue(name.slice(3), machine.flags, text) ? 1 : 0, text);
    return;
  }
  const [from, to] = operands;
  const width = to!.kind === 'register' ? to!.width : 4;
  // The load happens even if its value is not used.
  const value = machine.read(from!, width, text);
  // gcc omits the width and clang does not: cmovl may be "if less", and cmovel is "if equal" for a long.
  const condition = name.slice(4);
  const plain = conditions.has(condition) ? condition : condition.slice(0, -1);
  if (isTrue(plain, machine.flags, text)) machine.write(to!, width, value, text);
}

function executeAddress({ operands, text }: Instruction, machine: Processor): void {
  const [from, to] = operands;
  if (from?.kind !== 'memory' || to === undefined) throw new NotAsked(text);
  const base = from.base === undefined || from.base === 'rip' ? 0 : machine.register(from.base);
  if (from.symbol === undefined && typeof base === 'number') {
    const index = from.index === undefined ? 0 : numberIn(machine.register(from.index), text);
    machine.write(to, 4, (base + Math.imul(index, from.scale) + from.offset) | 0, text);
    return;
  }
  machine.write(to, 8, machine.addressOf(from, text), text);
}

function executeExchange(instruction: Instruction, machine: Processor): void {
  const { operands, text } = instruction;
  const width = widthOf(instruction);
  const [first, second] = operands;
  const memory = first!.kind === 'memory' ? first! : second!;
  const register = memory === first ? second! : first!;
  const value = machine.read(register, width, text);
  if (memory.kind === 'memory') {
    const old = machine.update(memory, width, text, () => numberIn(value, text));
    machine.write(register, width, old, text);
    return;
  }
  const other = machine.read(memory, width, text);
  machine.write(memory, width, value, text);
  machine.write(register, width, other, text);
}

function executeCompareExchange(instruction: Instruction, machine: Processor): void {
  const { operands, text } = instruction;
  const width = widthOf(instruction);
  const accumulator: Operand = { kind: 'register', name: 'rax', width, isHigh: false };
  const desired = numberIn(machine.read(operands[0]!, width, text), text);
  const expected = numberIn(machine.read(accumulator, width, text), text);
  // A failure writes back the old value: the instruction is locked in any case.
  const old = machine.update(operands[1]!, width, text, (value) => (value === expected ? desired : value));
  compare(machine.flags, expected, old, width);
  if (old !== expected) machine.write(accumulator, width, old, text);
}

type Operator = (to: number, from: number) => number;
const operators: Readonly<Record<string, Operator>> = {
  add: (to, from) => to + from,
  sub: (to, from) => to - from,
  adc: (to, from) => to + from,
  sbb: (to, from) => to - from,
  and: (to, from) => to & from,
  or: (to, from) => to | from,
  xor: (to, from) => to ^ from,
  xadd: (to, from) => to + from,
  inc: (to) => to + 1,
  dec: (to) => to - 1,
  neg: (to) => -to,
  not: (to) => ~to,
  cmp: (to, from) => to - from,
  test: (to, from) => to & from,
  sal: (to, from) => to << from,
  shl: (to, from) => to << from,
  sar: (to, from) => to >> from,
  shr: (to, from) => (to >>> from) | 0,
  imul: Math.imul,
  bt: (to) => to,
  bts: (to, from) => to | (1 << from),
  btr: (to, from) => to & ~(1 << from),
  btc: (to, from) => to ^ (1 << from),
};

function executeArithmetic(instruction: Instruction, machine: Processor): void {
  const { name, operands, text, isLocked } = instruction;
  const base = name in operators ? name : name.slice(0, -1);
  const operator = operators[base];
  if (operator === undefined || operands.length > 2) throw new NotAsked(text);
  const width = widthOf(instruction);
  const to = operands.at(-1)!;
  // An operation of a register on itself has no dependency: it is the usual way to write 0.
  if (base === 'xor' && isSame(operands[0], to)) {
    machine.write(to, width, 0, text);
    setFlags(machine.flags, base, 0, 0, 0, width);
    return;
  }
  const isSingle = operands.length === 1;
  const from = isSingle ? 1 : numberIn(machine.read(operands[0]!, width, text), text);
  if (isLocked) {
    if (base === 'adc' || base === 'sbb') throw new NotAsked(text);
    const old = machine.update(to, width, text, (value) => operator(value, from));
    if (base === 'xadd') machine.write(operands[0]!, width, old, text);
    setFlags(machine.flags, base, old, from, operator(old, from), width);
    return;
  }
  if (base === 'xadd') throw new NotAsked(text);
  const old = machine.read(to, width, text);
  if (typeof old !== 'number') {
    moveAddress(instruction, machine, old.symbol, old.offset, from);
    return;
  }
  const isCarried = (base === 'adc' || base === 'sbb') && machine.flags.carry;
  const result = (isCarried ? operator(operator(old, from), 1) : operator(old, from)) | 0;
  setFlags(machine.flags, base, old, from, result, width);
  if (base !== 'cmp' && base !== 'test' && base !== 'bt') machine.write(to, width, result, text);
}

function isSame(one: Operand | undefined, other: Operand): boolean {
  return one?.kind === 'register' && other.kind === 'register' && one.name === other.name;
}

/** Moving the stack pointer makes a frame. */
function moveAddress(
  { name, operands, text }: Instruction,
  machine: Processor,
  symbol: string,
  offset: number,
  by: number,
): void {
  const base = name.replace(/q$/, '');
  if (symbol !== STACK || (base !== 'add' && base !== 'sub')) throw new NotAsked(text);
  machine.write(operands.at(-1)!, 8, { symbol, offset: base === 'add' ? offset + by : offset - by }, text);
}

function compare(flags: ProcessorFlags, left: number, right: number, width: Width): void {
  setFlags(flags, 'cmp', left, right, left - right, width);
}

function setFlags(
  flags: ProcessorFlags,
  name: string,
  to: number,
  from: number,
  result: number,
  width: Width,
): void {
  if (name === 'not') return;
  if (name.startsWith('bt')) {
    flags.carry = ((to >> from) & 1) !== 0;
    return;
  }
  const shift = width >= 4 ? 0 : 32 - 8 * width;
  const cut = (value: number): number => (value << shift) >> shift;
  const [left, right, value] = [cut(to), cut(from), cut(result | 0)];
  flags.zero = value === 0;
  flags.sign = value < 0;
  const carried = (name === 'adc' || name === 'sbb') && flags.carry ? 1 : 0;
  const isSum = name === 'add' || name === 'xadd' || name === 'inc' || name === 'adc';
  const isDifference = name === 'sub' || name === 'cmp' || name === 'dec' || name === 'sbb';
  const exact = isSum ? left + right + carried : isDifference ? left - right - carried : value;
  flags.overflow = exact !== value;
  // Incrementing leaves the carry as it is.
  if (name === 'inc' || name === 'dec') return;
  const unsigned = (number: number): number => (number << shift) >>> shift;
  if (isSum) flags.carry = unsigned(left) + unsigned(right) + carried > unsigned(-1);
  else if (name === 'neg') flags.carry = left !== 0;
  else flags.carry = isDifference && unsigned(left) < unsigned(right) + carried;
}
