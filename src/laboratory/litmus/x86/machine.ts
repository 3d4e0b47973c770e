/**
 * The state of one x86 processor, as far as litmus tests need it: registers, flags, a stack, and its memory
 * events.
 */
import { eventBits, type MachineEvent, NOWHERE, Odometer } from '../../../litmus/index.ts';
import {
  type Address,
  loadedBytes,
  type MachineMemory,
  readableNext,
  signed,
  STACK,
  unsigned,
  type Value,
} from '../memory.ts';
import { NotAsked } from '../not-asked.ts';
import type { Operand, Width } from './decode.ts';

const widthMasks: Readonly<Record<Width, number>> = { 1: 0xff, 2: 0xffff, 4: -1, 8: -1 };

export interface ProcessorFlags {
  zero: boolean;
  sign: boolean;
  carry: boolean;
  overflow: boolean;
}

export class Processor {
  readonly events: MachineEvent[] = [];
  /** The present instruction, for events. */
  text = '';
  readonly locals: Map<string, number> = new Map();
  readonly flags: ProcessorFlags = { zero: false, sign: false, carry: false, overflow: false };
  readonly #registers = new Map<string, Value>([['rsp', { symbol: STACK, offset: 0 }]]);
  readonly #stack = new Map<number, { readonly value: Value; readonly width: Width }>();
  readonly #memory: MachineMemory;
  readonly #odometer: Odometer;

  constructor(memory: MachineMemory, odometer: Odometer) {
    this.#memory = memory;
    this.#odometer = odometer;
  }

  state(): string {
    return JSON.stringify([[...this.#registers], [...this.#stack], [...this.locals], this.flags]);
  }

  register(name: string): Value {
    return this.#registers.get(name) ?? 0;
  }

  setRegister(name: string, value: Value): void {
    this.#registers.set(name, value);
  }

  addressOf(operand: Extract<Operand, { readonly kind: 'memory' }>, text: string): Address {
    if (operand.index !== undefined) throw new NotAsked(text);
    if (operand.symbol !== undefined) {
      if (operand.base !== undefined && operand.base !== 'rip') throw new NotAsked(text);
      return { symbol: operand.symbol, offset: operand.offset };
    }
    const base = operand.base === undefined ? undefined : this.register(operand.base);
    if (base === undefined || typeof base === 'number') throw new NotAsked(text);
    return { symbol: base.symbol, offset: base.offset + operand.offset };
  }

  read(operand: Operand, width: Width, text: string): Value {
    switch (operand.kind) {
      case 'immediate':
        return operand.value | 0;
      case 'register': {
        const value = this.register(operand.name);
        if (operand.isHigh) return (numberIn(value, text) >> 8) & 0xff;
        return width >= 4 ? value : numberIn(value, text) & widthMasks[width];
      }
      case 'memory': {
        const address = this.addressOf(operand, text);
        return operand.isGot ? address : this.#load(address, width, text);
      }
      case 'label':
        throw new NotAsked(text);
    }
  }

  write(operand: Operand, width: Width, value: Value, text: string): void {
    if (operand.kind === 'register') {
      if (width >= 4) {
        this.setRegister(operand.name, value);
        return;
      }
      const old = this.register(operand.name);
      const shift = operand.isHigh ? 8 : 0;
      const mask = widthMasks[width] << shift;
      const kept = typeof old === 'number' ? old & ~mask : 0;
      this.setRegister(operand.name, kept | ((numberIn(value, text) << shift) & mask));
    } else if (operand.kind === 'memory' && !operand.isGot) {
      this.#store(this.addressOf(operand, text), width, value, text);
    } else {
      throw new NotAsked(text);
    }
  }

  /** A locked instruction: reads, and writes the function's result. Returns the old value. */
  update(operand: Operand, width: Width, text: string, change: (old: number) => number): number {
    if (operand.kind !== 'memory') throw new NotAsked(text);
    const address = this.addressOf(operand, text);
    if (address.symbol === STACK) {
      // No other thread sees the stack, so only the effect of a full fence remains.
      this.fence();
      const old = this.#stack.get(address.offset)?.value ?? 0;
      // gcc writes a fence as `lock orq $0, (%rsp)`, also if an address lies there.
      if (typeof old !== 'number' && [0, -1].every((each) => change(each) === each)) return 0;
      const value = change(numberIn(old, text));
      this.#stack.set(address.offset, { value, width });
      return numberIn(old, text);
    }
    const location = this.#shared(address, width, text);
    const valueRead = this.#asked(location);
    const valueWritten = signed(change(unsigned(valueRead, width)), width);
    this.events.push({
      kind: eventBits.update,
      order: 0,
      location,
      valueRead,
      valueWritten,
      text: this.text,
    });
    return unsigned(valueRead, width);
  }

  fence(): void {
    this.events.push({
      kind: eventBits.fence,
      order: 0,
      location: NOWHERE,
      valueRead: 0,
      valueWritten: 0,
      text: this.text,
    });
  }

  push(value: Value): void {
    const pointer = this.#moved(-8);
    this.#stack.set(pointer, { value, width: 8 });
  }

  pop(text: string): Value {
    const top = this.#pointer();
    const slot = this.#stack.get(top);
    if (slot === undefined) throw new NotAsked(text);
    this.#moved(8);
    return slot.value;
  }

  #pointer(): number {
    const pointer = this.register('rsp');
    if (typeof pointer === 'number') throw new NotAsked('a stack pointer that is a number');
    return pointer.offset;
  }

  #moved(by: number): number {
    const offset = this.#pointer() + by;
    this.setRegister('rsp', { symbol: STACK, offset });
    return offset;
  }

  #load(address: Address, width: Width, text: string): Value {
    if (address.symbol === STACK) {
      const slot = this.#stack.get(address.offset);
      if (slot === undefined || slot.width < width)
        throw new NotAsked(`${text} (of a slot that is not written)`);
      return slot.width === width ? slot.value : numberIn(slot.value, text) & widthMasks[width];
    }
    const output = this.#memory.outputs.get(address.symbol);
    if (output !== undefined) return this.locals.get(output) ?? 0;
    const location = this.#shared(address, loadedBytes(this.#memory, address, width), text);
    const valueRead = this.#asked(location);
    this.events.push({
      kind: eventBits.read,
      order: 0,
      location,
      valueRead,
      valueWritten: 0,
      text: this.text,
    });
    return unsigned(valueRead, width);
  }

  #store(address: Address, width: Width, value: Value, text: string): void {
    if (address.symbol === STACK) {
      this.#stack.set(address.offset, { value, width });
      return;
    }
    const number = numberIn(value, text);
    const output = this.#memory.outputs.get(address.symbol);
    if (output !== undefined && width === 4 && address.offset === 0) {
      this.locals.set(output, number);
      return;
    }
    const location = this.#shared(address, width, text);
    this.events.push({
      kind: eventBits.write,
      order: 0,
      location,
      valueRead: 0,
      valueWritten: signed(number, width),
      text: this.text,
    });
  }

  #shared(address: Address, width: number, text: string): number {
    const location = this.#memory.locationAt(address);
    if (location === undefined || width !== this.#memory.bytes[location]) throw new NotAsked(text);
    return location;
  }

  #asked(location: number): number {
    const values = readableNext(this.#memory, this.events, location);
    return values[this.#odometer.ask(values.length)]!;
  }
}

export function numberIn(value: Value, text: string): number {
  if (typeof value !== 'number') throw new NotAsked(`${text} (of an address)`);
  return value;
}
