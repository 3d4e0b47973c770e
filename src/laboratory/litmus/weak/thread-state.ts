/**
 * One thread of a machine with a weak memory model. It has registers, a stack, and its memory accesses so
 * far. Each value knows the reads that it depends on.
 */
import {
  type Dependencies,
  eventBits,
  type MachineEvent,
  NOWHERE,
  type Odometer,
} from '../../../litmus/index.ts';
import {
  type Address,
  bytesAt,
  loadedBytes,
  type MachineMemory,
  readableNext,
  signed,
  STACK,
  unsigned,
  type Value,
} from '../memory.ts';
import { NotAsked } from '../not-asked.ts';
import { laboratoryTuning } from '../../tuning.ts';

/** A value and the reads that it depends on, as a mask of places in the trace. */
export interface Cell {
  readonly value: Value;
  readonly data: number;
  /** Reads that decided, without a jump, which value was selected. */
  readonly choice: number;
}

export function plainCell(value: Value): Cell {
  return { value, data: 0, choice: 0 };
}

/** A value computed from these cells; it depends on all of their reads. */
export function joined(value: number, ...cells: readonly Cell[]): Cell {
  return {
    value,
    data: cells.reduce((mask, { data }) => mask | data, 0),
    choice: cells.reduce((mask, { choice }) => mask | choice, 0),
  };
}

/** The bytes of an access. */
export type AccessBytes = 1 | 2 | 4 | 8;

export interface UpdateOrders {
  readonly read: number;
  readonly write: number;
}

/** The place that an update changes. */
export interface UpdatedPlace {
  readonly address: Cell;
  readonly bytes: AccessBytes;
}

/** A narrow location's value, as a wider access of `bytes` sees it. */
function widened(value: number, bytes: AccessBytes, own: AccessBytes): number {
  return bytes === own ? unsigned(value, own) : unsigned(value, own) | neighboursOf(own);
}

/** The bits around a narrow location in a whole word, which must stay the same. */
function neighboursOf(own: AccessBytes): number {
  return laboratoryTuning.neighbours.value & ~((1 << (8 * own)) - 1);
}

export class ThreadState {
  readonly events: MachineEvent[] = [];
  readonly locals: Map<string, number> = new Map();
  /** The instruction that is executed. */
  text = '';
  /** Reads that decided that this place is reached, and reads that an instruction barrier waits for. */
  readonly #waits = { control: 0, fenced: 0 };
  readonly #registers = new Map<string, Cell>();
  readonly #stack = new Map<number, Cell & { readonly bytes: AccessBytes }>();
  readonly #memory: MachineMemory;
  readonly #odometer: Odometer;

  constructor(memory: MachineMemory, odometer: Odometer, stackPointer: string) {
    this.#memory = memory;
    this.#odometer = odometer;
    this.set(stackPointer, plainCell({ symbol: STACK, offset: 0 }));
  }

  state(): string {
    const values = (cells: ReadonlyMap<string | number, Cell>): unknown[] =>
      [...cells].map(([name, { value }]) => [name, value]);
    return JSON.stringify([values(this.#registers), values(this.#stack), [...this.locals]]);
  }

  get(register: string): Cell {
    return this.#registers.get(register) ?? plainCell(0);
  }

  set(register: string, cell: Cell): void {
    this.#registers.set(register, cell);
  }

  unknown(): NotAsked {
    return new NotAsked(this.text);
  }

  number(cell: Cell): number {
    if (typeof cell.value !== 'number') throw new NotAsked(`${this.text} (of an address)`);
    return cell.value;
  }

  /** An address with a number added to it. */
  moved(address: Cell, by: Cell): Cell {
    const { value } = address;
    if (typeof value === 'number') throw this.unknown();
    const offset = value.offset + this.number(by);
    return { ...joined(0, address, by), value: { symbol: value.symbol, offset } };
  }

  /** A value that depends on the last event. */
  ofLastEvent(value = 0): Cell {
    return { value, data: 1 << (this.events.length - 1), choice: 0 };
  }

  /** A value decides how the thread goes on. */
  jumpBy({ data, choice }: Cell): void {
    this.#waits.control |= data | choice;
  }

  /** Later accesses wait until jumps so far are decided, and for the reads of a mask. */
  instructionFence(reads = 0): void {
    this.#waits.fenced |= this.#waits.control | reads;
  }

  /** Reads that decided the address of an access so far, as a mask. */
  addressesSoFar(): number {
    return this.events.reduce((mask, { depends }) => mask | (depends?.address ?? 0), 0);
  }

  fence(order: number): void {
    this.#push({ kind: eventBits.fence, order, location: NOWHERE, valueRead: 0, valueWritten: 0 });
  }

  /**
   * A fence becomes a part of the access before it, so that a thread has fewer events. Without an earlier
   * access it orders nothing.
   */
  fenceAfterLast(order: number): void {
    const last = this.events.pop();
    if (last !== undefined) this.events.push({ ...last, order: last.order | order });
  }

  /** The first half of a pair of exclusives, which may be wider than its location. */
  loadExclusive(address: Cell, bytes: AccessBytes, order: number): Cell {
    return this.loadWord(address, bytes, order);
  }

  /** Loads a location that may be narrower, with its neighbours. */
  loadWord(address: Cell, bytes: AccessBytes, order: number): Cell {
    const place = this.#updated({ address, bytes });
    const cell = this.#read(place.location, address, order, place.bytes);
    return { ...cell, value: widened(this.number(cell), bytes, place.bytes) };
  }

  load(address: Cell, bytes: AccessBytes, order: number): Cell {
    const where = this.#where(address);
    if (where.symbol === STACK) return this.#loadStack(where, bytes);
    const output = this.#memory.outputs.get(where.symbol);
    if (output !== undefined) return plainCell(this.locals.get(output) ?? 0);
    return this.#read(this.#shared(where, loadedBytes(this.#memory, where, bytes)), address, order, bytes);
  }

  store(address: Cell, bytes: AccessBytes, cell: Cell, order: number): void {
    const where = this.#where(address);
    if (where.symbol === STACK) {
      this.#stack.set(where.offset, { ...cell, bytes });
      return;
    }
    const value = this.number(cell) | 0;
    const output = this.#memory.outputs.get(where.symbol);
    if (output !== undefined && bytes === 4 && where.offset === 0) {
      this.locals.set(output, value);
      return;
    }
    this.#write(this.#shared(where, bytes), address, { ...cell, value: signed(value, bytes) }, order);
  }

  /**
   * Reads and writes as two events; an undefined new value leaves the location as it is. Returns the old
   * value.
   */
  updateInTwo(
    { address, bytes }: UpdatedPlace,
    orders: UpdateOrders,
    change: (old: number) => Cell | undefined,
  ): Cell {
    const location = this.#shared(this.#where(address), bytes);
    const old = this.#read(location, address, orders.read, bytes);
    const place = this.events.length - 1;
    const made = change(this.number(old));
    if (made !== undefined) {
      const kept = { ...made, value: signed(this.number(made), bytes) };
      this.#write(location, address, kept, orders.write, place);
    }
    return old;
  }

  /** Reads and writes as one event. */
  updateAtOnce(place: UpdatedPlace, order: number, operand: Cell, change: (old: number) => number): Cell {
    const { address } = place;
    const { location, bytes } = this.#updated(place);
    const valueRead = this.#asked(location);
    this.#push({
      kind: eventBits.update,
      order,
      location,
      valueRead,
      valueWritten: this.#narrowed(change(widened(valueRead, place.bytes, bytes)), place.bytes, bytes),
      depends: this.#depends(address, operand),
    });
    return this.ofLastEvent(widened(valueRead, place.bytes, bytes));
  }

  /**
   * Reads, and writes if the expected value is there, as one event. A failed exchange is a read, and releases
   * nothing.
   */
  compareAtOnce(place: UpdatedPlace, orders: UpdateOrders, expected: Cell, desired: Cell): Cell {
    const { address } = place;
    const { location, bytes } = this.#updated(place);
    const valueRead = this.#asked(location);
    const old = widened(valueRead, place.bytes, bytes);
    const isDone = old === unsigned(this.number(expected), place.bytes);
    const operand = { ...desired, data: desired.data | expected.data };
    this.#push({
      kind: isDone ? eventBits.update : eventBits.read,
      order: isDone ? orders.write : orders.read,
      location,
      valueRead,
      valueWritten: isDone ? this.#narrowed(this.number(desired), place.bytes, bytes) : 0,
      depends: this.#depends(address, isDone ? operand : plainCell(0)),
    });
    return this.ofLastEvent(old);
  }

  /** The second half of a pair of exclusives: the write belongs to the thread's latest read of the location. */
  storeConditional(address: Cell, width: AccessBytes, cell: Cell, order: number): void {
    const { location, bytes } = this.#updated({ address, bytes: width });
    const place = this.events.findLastIndex(
      (event) => event.kind === eventBits.read && event.location === location,
    );
    if (place < 0) throw this.unknown();
    const value = this.#narrowed(this.number(cell), width, bytes);
    this.#write(location, address, { ...cell, value }, order, place);
  }

  #read(location: number, address: Cell, order: number, bytes: AccessBytes): Cell {
    const valueRead = this.#asked(location);
    const depends = this.#depends(address, plainCell(0));
    this.#push({ kind: eventBits.read, order, location, valueRead, valueWritten: 0, depends });
    return this.ofLastEvent(unsigned(valueRead, bytes));
  }

  #write(location: number, address: Cell, cell: Cell, order: number, pairedWith?: number): void {
    this.#push({
      kind: eventBits.write,
      order,
      location,
      valueRead: 0,
      valueWritten: this.number(cell) | 0,
      depends: this.#depends(address, cell),
      ...(pairedWith === undefined ? {} : { pairedWith }),
    });
  }

  #depends(address: Cell, cell: Cell): Dependencies {
    return {
      address: address.data,
      addressChoice: address.choice,
      data: cell.data,
      dataChoice: cell.choice,
      ...this.#waits,
    };
  }

  #push(event: MachineEvent): void {
    // A mask of places has 31 bits.
    if (this.events.length === 30) throw new NotAsked('over 30 events in a thread');
    const depends = event.depends ?? this.#depends(plainCell(0), plainCell(0));
    this.events.push({ ...event, depends, text: this.text });
  }

  #where({ value }: Cell): Address {
    if (typeof value === 'number') throw this.unknown();
    return value;
  }

  #shared(address: Address, bytes: number): number {
    const location = this.#memory.locationAt(address);
    if (location === undefined || bytes !== this.#memory.bytes[location]) throw this.unknown();
    return location;
  }

  isNarrow(address: Address): boolean {
    return (bytesAt(this.#memory, address) ?? 4) < 4;
  }

  /** True if a 64-bit location begins at the address. */
  isWide(address: Address): boolean {
    return bytesAt(this.#memory, address) === 8;
  }

  /**
   * The location that an update changes, and its own width. Machines without narrow updates use a whole word
   * instead.
   */
  #updated({ address, bytes }: UpdatedPlace): { readonly location: number; readonly bytes: AccessBytes } {
    const where = this.#where(address);
    const own = bytesAt(this.#memory, where);
    const isWider = bytes === 4 && (own === 1 || own === 2);
    const width = isWider ? own : bytes;
    return { location: this.#shared(where, width), bytes: width };
  }

  #narrowed(value: number, bytes: AccessBytes, own: AccessBytes): number {
    if (bytes !== own && widened(value, bytes, own) !== (value | 0))
      throw new NotAsked(`${this.text} (of its neighbours)`);
    return signed(value, own);
  }

  #asked(location: number): number {
    const values = readableNext(this.#memory, this.events, location);
    return values[this.#odometer.ask(values.length)]!;
  }

  #loadStack({ offset }: Address, bytes: AccessBytes): Cell {
    const slot = this.#stack.get(offset);
    if (slot === undefined || slot.bytes < bytes)
      throw new NotAsked(`${this.text} (of a slot that is not written)`);
    if (slot.bytes === bytes || typeof slot.value !== 'number') return slot;
    const mask = bytes === 1 ? 0xff : bytes === 2 ? 0xffff : -1;
    return { ...slot, value: slot.value & mask };
  }
}
