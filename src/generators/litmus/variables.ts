/**
 * Variables of a woven program. Each variable has one discipline from the start. A constant keeps its value;
 * we know the value, and the compiler does not. Any action may write a scratch variable, and no action
 * depends on its value. A private variable belongs to one action.
 */
import type { Draw } from '../../choice/index.ts';
import { oddWidths, type SharedLocation } from '../../litmus/index.ts';

interface NamesOfThread {
  readonly locals: string[];
  /** Labels that jumps of the thread may lead to. */
  readonly labels: string[];
  /** Volatile locals, which a compiler may not keep in a register. */
  readonly volatile: string[];
}

export class WovenVariables {
  readonly made: SharedLocation[] = [];
  /** Names of the present thread. */
  thread: NamesOfThread = { locals: [], labels: [], volatile: [] };
  readonly #draw: Draw;
  readonly #constants: SharedLocation[] = [];
  readonly #plain: SharedLocation[] = [];
  readonly #scratch: SharedLocation[] = [];
  #names = 0;

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  startThread(): void {
    this.thread = { locals: [], labels: [], volatile: [] };
  }

  constant(): SharedLocation {
    return this.#oneOf(this.#constants, 'k');
  }

  /** A constant that is no atomic: no thread writes it. */
  plainConstant(): SharedLocation {
    return this.#oneOf(this.#plain, 'g');
  }

  scratch(): SharedLocation {
    return this.#oneOf(this.#scratch, 's');
  }

  ofOneAction(initial: number): SharedLocation {
    return this.#make('p', initial);
  }

  /** A new local variable. It is never volatile if something takes its address. */
  local(mayBeVolatile = true): string {
    const name = `t${this.#names++}`;
    if (mayBeVolatile && this.#draw.boolean(0.1)) this.thread.volatile.push(name);
    this.thread.locals.push(name);
    return name;
  }

  label(): string {
    const name = `L${this.#names++}`;
    this.thread.labels.push(name);
    return name;
  }

  #oneOf(known: SharedLocation[], letter: string): SharedLocation {
    const place = this.#draw.pick(Math.min(known.length + 1, 3));
    const found = known[place];
    if (found !== undefined) return found;
    const made = this.#make(letter, this.#draw.integer(-1, 2));
    known.push(made);
    return made;
  }

  #make(letter: string, initial: number): SharedLocation {
    const bits = letter === 'g' ? {} : drawWidth(this.#draw);
    const location = { name: `${letter}${this.made.length}`, initial, ...bits };
    this.made.push(location);
    return location;
  }
}

/** One atomic in five has another type than int: compilers make different code for most other widths. */
export function drawWidth(draw: Draw): Pick<SharedLocation, 'bits'> {
  return draw.boolean(0.2) ? { bits: draw.pick(oddWidths) } : {};
}
