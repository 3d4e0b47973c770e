/**
 * Weaving: makes a base test large without giving it another result.
 *
 * One pass over the statements draws, at each gap, what is put in, and around each run of statements, what wraps it; what is
 * put in is woven into again. Each variable has one discipline from the start, so actions do not depend on each other and
 * any of them can go: a _constant_ keeps its value, which we know and the compiler does not; a _scratch_ variable is
 * written by anybody and its value matters to nobody; a _private_ one belongs to one action.
 */
import type { Draw } from '../../choice/index.ts';
import {
  constantOf,
  type LitmusExpression,
  type LitmusProgram,
  type LitmusStatement,
  type Order,
  localOf,
  type SharedLocation,
  type UpdateOperator,
} from '../../litmus/index.ts';

export interface WeaveSize {
  /** Actions at most. */
  readonly actions: number;
  /** How likely a gap takes one more. */
  readonly density: number;
}

type Context = 'live' | 'dead';
type Weighted = readonly (readonly [weight: number, action: () => LitmusStatement[]])[];

const loads: readonly Order[] = ['rlx', 'acq', 'sc'];
const stores: readonly Order[] = ['rlx', 'rel', 'sc'];
const all: readonly Order[] = ['rlx', 'acq', 'rel', 'ar', 'sc'];
const MAX_DEPTH = 3;

export function weave(draw: Draw, program: LitmusProgram, size: WeaveSize): LitmusProgram {
  const weaver = new Weaver(draw, program, size);
  const threads = program.threads.map(({ statements }) =>
    draw.scope('thread', () => ({ statements: weaver.block(statements, 'live', 0) })),
  );
  return { ...program, threads, locations: [...program.locations, ...weaver.made] };
}

class Weaver {
  readonly made: SharedLocation[] = [];
  readonly #draw: Draw;
  readonly #shared: readonly string[];
  readonly #density: number;
  readonly #constants: SharedLocation[] = [];
  readonly #scratch: SharedLocation[] = [];
  #left: number;
  #locals = 0;

  constructor(draw: Draw, program: LitmusProgram, { actions, density }: WeaveSize) {
    this.#draw = draw;
    this.#shared = program.locations.map(({ name }) => name);
    this.#density = density;
    this.#left = actions;
  }

  block(statements: readonly LitmusStatement[], context: Context, depth: number): LitmusStatement[] {
    const woven: LitmusStatement[] = [];
    let place = 0;
    for (;;) {
      woven.push(...this.#gap(context, depth));
      if (place === statements.length) return woven;
      const run = this.#draw.scope('run', () => this.#run(statements.slice(place), context, depth));
      woven.push(...run.woven);
      place += run.taken;
    }
  }

  /** The next statement, or a few of them with something around. */
  #run(
    rest: readonly LitmusStatement[],
    context: Context,
    depth: number,
  ): { readonly woven: readonly LitmusStatement[]; readonly taken: number } {
    const draw = this.#draw;
    const one = { woven: [this.#changed(rest[0]!)], taken: 1 };
    if (depth === MAX_DEPTH || !this.#wantsMore()) return one;
    const taken = 1 + draw.pick(rest.length);
    const run = rest.slice(0, taken);
    const inner = (): LitmusStatement[] => this.block(run, context, depth + 1);
    const dead = (): LitmusStatement[] => this.block([], 'dead', depth + 1);
    const how = draw.weighted<() => LitmusStatement>([
      // Both branches do the same, so the condition may be anything.
      [15, () => ({ kind: 'if', condition: this.#anything(), whenTrue: inner(), otherwise: inner() })],
      [15, () => ({ kind: 'if', condition: this.#known(true), whenTrue: inner(), otherwise: dead() })],
      [10, () => ({ kind: 'if', condition: this.#known(false), whenTrue: dead(), otherwise: inner() })],
      [15, () => ({ kind: 'loop', condition: this.#known(false), isAfter: true, body: inner(), step: [] })],
    ]);
    return { woven: [how()], taken };
  }

  #gap(context: Context, depth: number): LitmusStatement[] {
    return this.#draw.scope('gap', () => {
      const woven: LitmusStatement[] = [];
      while (this.#draw.scope('action', () => this.#action(woven, context, depth)));
      return woven;
    });
  }

  #action(woven: LitmusStatement[], context: Context, depth: number): boolean {
    if (!this.#wantsMore()) return false;
    woven.push(...this.#draw.weighted(this.#actions(context, depth))());
    return true;
  }

  #wantsMore(): boolean {
    if (!this.#draw.boolean(this.#left > 0 ? this.#density : 0)) return false;
    this.#left--;
    return true;
  }

  #actions(context: Context, depth: number): Weighted {
    const live = context === 'live' ? 1 : 0;
    const draw = this.#draw;
    const deeper = depth < MAX_DEPTH ? 1 : 0;
    return [
      [15 * live, () => this.#emptyUpdate()],
      [20 * live, () => [this.#store(this.#scratchOne().name, draw.integer(0, 3))]],
      [15 * live, () => this.#sameStore()],
      [15, () => [{ kind: 'fence', order: draw.pick(all.slice(1)), isSignal: draw.boolean(0.25) }]],
      [10 * live, () => this.#exchanging(true)],
      [20 * live, () => this.#exchanging(false)],
      [20 * live, () => [{ kind: 'assign', local: this.#newLocal(), value: this.#anything() }]],
      [15 * deeper, () => this.#never(depth)],
      [15 * deeper, () => [this.#emptyLoop(depth)]],
      // Code that is never reached may write what no outcome has.
      [40 * (1 - live), () => [this.#store(draw.pick(this.#shared), draw.integer(5, 9))]],
      [20 * (1 - live), () => [this.#deadUpdate()]],
      [20 * (1 - live), () => [{ kind: 'leave', how: 'return' }]],
    ];
  }

  /** An update that changes nothing: of a location that keeps its value, or of one of the test. */
  #emptyUpdate(): LitmusStatement[] {
    const draw = this.#draw;
    const location = draw.boolean(0.5) ? this.#constant().name : draw.pick(this.#shared);
    const [operator, value] = draw.pick<readonly [UpdateOperator, number]>([
      ['add', 0],
      ['sub', 0],
      ['or', 0],
      ['xor', 0],
      ['and', -1],
    ]);
    const order = draw.pick(all);
    return [
      { kind: 'evaluate', value: { kind: 'update', operator, location, operand: constantOf(value), order } },
    ];
  }

  #sameStore(): LitmusStatement[] {
    const { name, initial } = this.#constant();
    return [this.#store(name, initial)];
  }

  #store(location: string, value: number): LitmusStatement {
    return { kind: 'store', location, value: constantOf(value), order: this.#draw.pick(stores) };
  }

  #deadUpdate(): LitmusStatement {
    const draw = this.#draw;
    const operator = draw.pick(['exchange', 'add', 'or'] as const);
    const operand = constantOf(draw.integer(1, 9));
    const value = {
      kind: 'update' as const,
      operator,
      location: draw.pick(this.#shared),
      operand,
      order: draw.pick(all),
    };
    return { kind: 'evaluate', value };
  }

  /** A compare-and-exchange of which we know, and the compiler does not, whether it succeeds. */
  #exchanging(succeeds: boolean): LitmusStatement[] {
    const draw = this.#draw;
    const { name, initial } = succeeds ? this.#made('p', draw.integer(0, 2)) : this.#constant();
    const found = this.#newLocal();
    const expected = succeeds ? initial : initial === 0 ? 1 : initial - 1;
    return [
      { kind: 'assign', local: found, value: constantOf(expected) },
      {
        kind: 'assign',
        local: this.#newLocal(),
        value: {
          kind: 'compareExchange',
          location: name,
          expected: localOf(found),
          found,
          desired: constantOf(draw.integer(0, 3)),
          order: draw.pick(all),
          failureOrder: draw.pick(loads),
        },
      },
    ];
  }

  #never(depth: number): LitmusStatement[] {
    const whenTrue = this.block([], 'dead', depth + 1);
    return [{ kind: 'if', condition: this.#known(false), whenTrue, otherwise: [] }];
  }

  #emptyLoop(depth: number): LitmusStatement {
    const body = this.block([], 'dead', depth + 1);
    return { kind: 'loop', condition: this.#known(false), isAfter: false, body, step: [] };
  }

  /** Stores become exchanges of the same order, and orders become stronger. */
  #changed(statement: LitmusStatement): LitmusStatement {
    const draw = this.#draw;
    if (statement.kind !== 'store' || statement.order === 'na' || !this.#wantsMore()) return statement;
    const { location, value, order } = statement;
    if (draw.boolean(0.5)) {
      return {
        kind: 'evaluate',
        value: { kind: 'update', operator: 'exchange', location, operand: value, order },
      };
    }
    return { ...statement, order: draw.pick(stores.slice(stores.indexOf(order))) };
  }

  /** A condition of which we know whether it holds. */
  #known(holds: boolean): LitmusExpression {
    const { name, initial } = this.#constant();
    const left: LitmusExpression = { kind: 'load', location: name, order: this.#draw.pick(loads) };
    const value = this.#draw.boolean() ? initial : initial + 1;
    // A constant is equal to its own value, and different from any other.
    const operator = (value === initial) === holds ? '==' : '!=';
    return { kind: 'binary', operator, left, right: constantOf(value) };
  }

  /** An expression of which nobody needs to know the value. */
  #anything(): LitmusExpression {
    const draw = this.#draw;
    const location = draw.pick([...this.#shared, this.#scratchOne().name]);
    const left: LitmusExpression = { kind: 'load', location, order: draw.pick(loads) };
    const operator = draw.pick(['==', '!=', '&', '<'] as const);
    return { kind: 'binary', operator, left, right: constantOf(draw.integer(0, 2)) };
  }

  #constant(): SharedLocation {
    return this.#oneOf(this.#constants, 'k');
  }

  #scratchOne(): SharedLocation {
    return this.#oneOf(this.#scratch, 's');
  }

  #oneOf(known: SharedLocation[], letter: string): SharedLocation {
    const place = this.#draw.pick(Math.min(known.length + 1, 3));
    const found = known[place];
    if (found !== undefined) return found;
    const made = this.#made(letter, this.#draw.integer(0, 2));
    known.push(made);
    return made;
  }

  #made(letter: string, initial: number): SharedLocation {
    const location = { name: `${letter}${this.made.length}`, initial };
    this.made.push(location);
    return location;
  }

  #newLocal(): string {
    return `t${this.#locals++}`;
  }
}
