/**
 * Weaving: makes a base test large without adding an outcome.
 *
 * One pass over the statements draws code for each gap, and code around each run of statements. Weaving goes
 * on inside the added statements. Each variable has one discipline from the start (variables.ts), so actions
 * are independent and reduction can remove any of them.
 */
import type { Draw } from '../../choice/index.ts';
import {
  constantOf,
  type LitmusExpression,
  type LitmusProgram,
  type LitmusStatement,
  localOf,
  plainLocations,
  type Order,
  type SharedLocation,
  type Thread,
} from '../../litmus/index.ts';
import { allOrders, Conditions, loadOrders } from './conditions.ts';
import { WovenVariables } from './variables.ts';

export interface WeaveSize {
  /** Actions at most. */
  readonly actions: number;
  /** Probability that a gap gets one more action. */
  readonly density: number;
}

/** The surroundings of woven code. */
interface Place {
  readonly isDead: boolean;
  /** True if the place may be reached several times, so that no statement of the test belongs there. */
  readonly isMany: boolean;
  readonly isInLoop: boolean;
  readonly depth: number;
}

type Weighted = readonly (readonly [weight: number, action: () => LitmusStatement[]])[];

const stores: readonly Order[] = ['rlx', 'rel', 'sc'];
const MAX_DEPTH = 3;
const MAX_THREADS = 4;

export function weave(draw: Draw, program: LitmusProgram, size: WeaveSize): LitmusProgram {
  const weaver = new Weaver(draw, program, size);
  const threads = program.threads.map(({ statements }) =>
    draw.scope('thread', () => weaver.thread(statements)),
  );
  const isMore = threads.length < MAX_THREADS && size.actions > 0;
  if (isMore && draw.boolean(0.1)) threads.push(draw.scope('thread', () => weaver.thread([])));
  const locations = [...program.locations, ...weaver.variables.made];
  const volatile = volatileOf(draw, locations, size);
  const placed = withUnions(draw, withStructs(draw, locations, size), size);
  return { ...program, threads, locations: placed, volatile };
}

/** In one program of five some locations are members of a struct, so that one address leads to several. */
function withStructs(
  draw: Draw,
  locations: readonly SharedLocation[],
  { actions }: WeaveSize,
): readonly SharedLocation[] {
  return draw.scope('structs', () => {
    if (actions === 0 || !draw.boolean(0.2)) return locations;
    return locations.map((location) => {
      const within = draw.pick([undefined, 'struct0', 'struct0', 'struct1']);
      return within === undefined ? location : { ...location, within };
    });
  });
}

/**
 * In one program of five some locations are members of unions, so that compilers may not tell accesses apart by
 * type.
 */
function withUnions(
  draw: Draw,
  locations: readonly SharedLocation[],
  { actions }: WeaveSize,
): readonly SharedLocation[] {
  return draw.scope('unions', () => {
    if (actions === 0 || !draw.boolean(0.2)) return locations;
    return locations.map((location, index) => {
      const isWithin = draw.boolean(0.5) && location.within === undefined;
      return isWithin ? { ...location, within: `union${index}` } : location;
    });
  });
}

/** In one program of five some locations are volatile: no optimisation may drop their accesses. */
function volatileOf(
  draw: Draw,
  locations: readonly SharedLocation[],
  { actions }: WeaveSize,
): readonly string[] {
  return draw.scope('volatile', () => {
    if (actions === 0 || !draw.boolean(0.2)) return [];
    return locations.flatMap(({ name }) => (draw.boolean(0.3) ? [name] : []));
  });
}

class Weaver {
  readonly variables: WovenVariables;
  readonly #draw: Draw;
  /** Atomic locations of the test. */
  readonly #shared: readonly string[];
  readonly #plain: readonly string[];
  readonly #conditions: Conditions;
  readonly #density: number;
  #left: number;

  constructor(draw: Draw, program: LitmusProgram, { actions, density }: WeaveSize) {
    this.#draw = draw;
    const plain = new Set(program.threads.flatMap(({ statements }) => [...plainLocations(statements)]));
    this.#shared = program.locations.map(({ name }) => name).filter((name) => !plain.has(name));
    this.#plain = [...plain];
    this.variables = new WovenVariables(draw);
    this.#conditions = new Conditions(draw, this.variables, this.#shared);
    this.#density = density;
    this.#left = actions;
  }

  thread(statements: readonly LitmusStatement[]): Thread {
    this.variables.startThread();
    const woven = this.#block(statements, { isDead: false, isMany: false, isInLoop: false, depth: 0 });
    return { statements: woven, volatile: this.variables.thread.volatile };
  }

  #block(statements: readonly LitmusStatement[], where: Place): LitmusStatement[] {
    const woven: LitmusStatement[] = [];
    let place = 0;
    for (;;) {
      woven.push(...this.#gap(where));
      if (place === statements.length) return woven;
      const run = this.#draw.scope('run', () => this.#run(statements.slice(place), where));
      woven.push(...run.woven);
      place += run.taken;
    }
  }

  #deadBlock({ isInLoop, depth }: Place): LitmusStatement[] {
    return this.#block([], { isDead: true, isMany: false, isInLoop, depth: depth + 1 });
  }

  /** The next statement, or the next few statements inside a construct. */
  #run(
    rest: readonly LitmusStatement[],
    where: Place,
  ): { readonly woven: readonly LitmusStatement[]; readonly taken: number } {
    const draw = this.#draw;
    // The weave changes a statement only once it is sure to be used: a jump would find no label in discarded
    // code.
    if (where.depth === MAX_DEPTH || !this.#wantsMore())
      return { woven: [this.#changed(rest[0]!, where), ...this.#storeAgain(rest[0]!)], taken: 1 };
    const taken = 1 + draw.pick(rest.length);
    const run = rest.slice(0, taken);
    const deeper = { ...where, depth: where.depth + 1 };
    const inner = (): LitmusStatement[] => this.#block(run, deeper);
    const once = (): LitmusStatement[] => [
      ...this.#block(run, { ...deeper, isInLoop: true }),
      ...this.#leaveOfLoop({ ...deeper, isInLoop: true }),
    ];
    const dead = (): LitmusStatement[] => this.#deadBlock(where);
    const conditions = this.#conditions;
    const how = draw.weighted<() => LitmusStatement[]>([
      // Both branches do the same, so the condition may have any value.
      [15, () => [branch(conditions.any(), inner(), inner())]],
      [15, () => [branch(conditions.known(true), inner(), dead())]],
      [10, () => [branch(conditions.known(false), dead(), inner())]],
      [15, () => [loop(conditions.known(false), once(), true)]],
      [10, () => this.#counted(true, once)],
    ]);
    return { woven: how(), taken };
  }

  /**
   * A second store after a store; it never happens, and merging both would overwrite another thread's value.
   */
  #storeAgain(statement: LitmusStatement): LitmusStatement[] {
    if (statement.kind !== 'store' || statement.order === 'na' || !this.#wantsMore()) return [];
    const never = this.#store(statement.location, this.#draw.integer(5, 9));
    return [branch(this.#conditions.known(false), [never], [])];
  }

  #gap(where: Place): LitmusStatement[] {
    return this.#draw.scope('gap', () => {
      const woven: LitmusStatement[] = [];
      while (this.#draw.scope('action', () => this.#action(woven, where)));
      return woven;
    });
  }

  #action(woven: LitmusStatement[], where: Place): boolean {
    if (!this.#wantsMore()) return false;
    woven.push(...this.#draw.weighted(where.isDead ? this.#deadActions(where) : this.#liveActions(where))());
    return true;
  }

  #wantsMore(): boolean {
    if (!this.#draw.boolean(this.#left > 0 ? this.#density : 0)) return false;
    this.#left--;
    return true;
  }

  /**
   * The weights come from the tool that first wove such tests; weight 0 means that an action is impossible
   * here.
   */
  #liveActions(where: Place): Weighted {
    const draw = this.#draw;
    const conditions = this.#conditions;
    const once = where.isMany ? 0 : 1;
    const deeper = where.depth < MAX_DEPTH ? 1 : 0;
    return [
      [15, () => [{ kind: 'evaluate', value: conditions.emptyUpdate() }]],
      [20, () => [this.#store(this.variables.scratch().name, draw.integer(0, 3))]],
      [15, () => this.#sameStore()],
      [15, () => [this.#fence()]],
      [10 * once, () => this.#exchangeOfScratch()],
      [20 * once, () => this.#exchanging(true)],
      [20, () => this.#exchanging(false)],
      [20, () => [{ kind: 'assign', local: this.variables.local(), value: conditions.any() }]],
      [5 * Math.min(this.variables.thread.locals.length, 1), () => [this.#sameLocal()]],
      [15, () => [{ kind: 'label', name: this.variables.label() }]],
      [15 * deeper, () => [branch(conditions.known(false), this.#deadBlock(where), [])]],
      [15 * deeper, () => [loop(conditions.known(false), this.#deadBlock({ ...where, isInLoop: true }))]],
      [15 * deeper, () => this.#counted(false, () => this.#deadBlock({ ...where, isInLoop: true }))],
      [30 * once * deeper, () => this.#branchOnPrivate(where)],
      [15 * once * deeper, () => this.#repeated(where)],
    ];
  }

  /** Code that is never reached may write values that no outcome contains. */
  #deadActions(where: Place): Weighted {
    const draw = this.#draw;
    const deeper = where.depth < MAX_DEPTH ? 1 : 0;
    const { labels } = this.variables.thread;
    const dead = (): LitmusStatement[] => this.#deadBlock({ ...where, isInLoop: true });
    return [
      [40, () => [this.#store(draw.pick(this.#shared), draw.integer(5, 9))]],
      [
        20 * Math.min(this.#plain.length, 1),
        () => [
          {
            kind: 'store',
            location: draw.pick(this.#plain),
            value: constantOf(draw.integer(5, 9)),
            order: 'na',
          },
        ],
      ],
      [20, () => [this.#deadUpdate()]],
      [20, () => [{ kind: 'leave', how: 'return' }]],
      [
        20 * (where.isInLoop ? 1 : 0),
        () => [{ kind: 'leave', how: draw.pick(['break', 'continue'] as const) }],
      ],
      [20 * Math.min(labels.length, 1), () => [{ kind: 'goto', name: draw.pick(labels) }]],
      [20, () => [{ kind: 'assign', local: this.variables.local(), value: this.#conditions.any() }]],
      [15, () => [this.#fence()]],
      [15, () => [{ kind: 'label', name: this.variables.label() }]],
      [10 * deeper, () => [loop(this.#conditions.any(), dead(), true)]],
      [10 * deeper, () => [loop(this.#conditions.any(), dead())]],
    ];
  }

  #fence(): LitmusStatement {
    return { kind: 'fence', order: this.#draw.pick(allOrders.slice(1)), isSignal: this.#draw.boolean(0.25) };
  }

  #sameStore(): LitmusStatement[] {
    const { name, initial } = this.variables.constant();
    return [this.#store(name, initial)];
  }

  /** An assignment without an effect. */
  #sameLocal(): LitmusStatement {
    const local = this.#draw.pick(this.variables.thread.locals);
    return { kind: 'assign', local, value: localOf(local) };
  }

  #store(location: string, value: number): LitmusStatement {
    return { kind: 'store', location, value: constantOf(value), order: this.#draw.pick(stores) };
  }

  #deadUpdate(): LitmusStatement {
    const draw = this.#draw;
    const operator = draw.pick(['exchange', 'add', 'sub', 'or', 'and', 'xor'] as const);
    const operand = constantOf(draw.integer(1, 9));
    const location = draw.pick(this.#shared);
    return {
      kind: 'evaluate',
      value: { kind: 'update', operator, location, operand, order: draw.pick(allOrders) },
    };
  }

  /** A compare-and-exchange whose success we know, and the compiler does not. */
  #exchanging(succeeds: boolean): LitmusStatement[] {
    const { name, initial } = succeeds
      ? this.variables.ofOneAction(this.#draw.integer(0, 2))
      : this.variables.constant();
    const nearer = initial <= 0 ? initial + 1 : initial - 1;
    return this.#compareExchange(name, succeeds ? initial : nearer, false);
  }

  #exchangeOfScratch(): LitmusStatement[] {
    const draw = this.#draw;
    return this.#compareExchange(this.variables.scratch().name, draw.integer(0, 3), draw.boolean(0.5));
  }

  #compareExchange(location: string, expected: number, isWeak: boolean): LitmusStatement[] {
    const draw = this.#draw;
    const found = this.variables.local(false);
    const order = draw.pick(allOrders);
    // Older versions of C want the order for a failure to be no stronger than the order for a success.
    const allowed = loadOrders.slice(0, order === 'sc' ? 3 : order === 'acq' || order === 'ar' ? 2 : 1);
    return [
      { kind: 'assign', local: found, value: constantOf(expected) },
      {
        kind: 'assign',
        local: this.variables.local(),
        value: {
          kind: 'compareExchange',
          location,
          expected: localOf(found),
          found,
          desired: constantOf(draw.integer(0, 3)),
          order,
          failureOrder: draw.pick(allowed),
          isWeak,
        },
      },
    ];
  }

  #branchOnPrivate(where: Place): LitmusStatement[] {
    const { condition, holds } = this.#conditions.onPrivate();
    const live = this.#block([], { ...where, depth: where.depth + 1 });
    // A wrong branch must become visible.
    const shown = this.#draw.boolean(0.5)
      ? [this.#store(this.#draw.pick(this.#shared), this.#draw.integer(5, 9))]
      : [];
    const dead = [...shown, ...this.#deadBlock(where)];
    return [branch(condition, holds ? live : dead, holds ? dead : live)];
  }

  /** A loop that counts from a constant: it never starts, or has one round. */
  #counted(isOnce: boolean, body: () => LitmusStatement[]): LitmusStatement[] {
    const { local, start, condition, step } = this.#conditions.counter(isOnce);
    return [
      { kind: 'assign', local, value: start },
      { ...loop(condition, body()), step: [counting(local, step)] },
    ];
  }

  /** A loop with a few rounds, around statements that may happen any number of times. */
  #repeated(where: Place): LitmusStatement[] {
    const local = this.variables.local();
    const rounds = this.#draw.integer(0, 2);
    const body = this.#block([], { ...where, isMany: true, isInLoop: true, depth: where.depth + 1 });
    const condition: LitmusExpression = {
      kind: 'binary',
      operator: '<',
      left: localOf(local),
      right: constantOf(rounds),
    };
    return [
      { kind: 'assign', local, value: constantOf(0) },
      { ...loop(condition, body), step: [counting(local, 1)] },
    ];
  }

  /**
   * The end of a loop with one round: code may leave the loop there, and later statements are never reached.
   */
  #leaveOfLoop(where: Place): LitmusStatement[] {
    if (!this.#wantsMore()) return [];
    const draw = this.#draw;
    const leave: LitmusStatement = { kind: 'leave', how: draw.pick(['continue', 'break'] as const) };
    const first = draw.boolean(0.75) ? branch(this.#conditions.known(true), [leave], []) : leave;
    return [first, ...this.#deadBlock(where)];
  }

  /**
   * The same statement, changed: stores become exchanges of the same order, orders become stronger, and inner
   * statements are woven.
   */
  #changed(statement: LitmusStatement, where: Place): LitmusStatement {
    const draw = this.#draw;
    if (statement.kind === 'if') {
      const deeper = { ...where, depth: where.depth + 1 };
      const whenTrue = this.#block(statement.whenTrue, deeper);
      if (!this.#wantsMore()) return { ...statement, whenTrue };
      const turned: LitmusExpression = { kind: 'unary', operator: '!', operand: statement.condition };
      return branch(turned, statement.otherwise, whenTrue);
    }
    const stronger = (orders: readonly Order[], order: Order): Order =>
      draw.pick(orders.slice(Math.max(0, orders.indexOf(order))));
    if (statement.kind === 'fence' && this.#wantsMore())
      return {
        ...statement,
        order: statement.order === 'sc' ? 'sc' : draw.pick([statement.order, 'ar', 'sc']),
      };
    if (statement.kind === 'assign' && statement.value.kind === 'load') {
      const { value } = statement;
      if (value.order === 'na' || !this.#wantsMore()) return statement;
      const order = stronger(loadOrders, value.order);
      return { ...statement, value: { ...value, order, ...this.#conditions.consumed(order) } };
    }
    if (statement.kind !== 'store' || statement.order === 'na' || !this.#wantsMore()) return statement;
    const { location, value, order } = statement;
    if (draw.boolean(0.5))
      return {
        kind: 'evaluate',
        value: { kind: 'update', operator: 'exchange', location, operand: value, order },
      };
    return { ...statement, order: stronger(stores, order) };
  }
}

function branch(
  condition: LitmusExpression,
  whenTrue: readonly LitmusStatement[],
  otherwise: readonly LitmusStatement[],
): LitmusStatement {
  return { kind: 'if', condition, whenTrue, otherwise };
}

function loop(
  condition: LitmusExpression,
  body: readonly LitmusStatement[],
  isAfter = false,
): Extract<LitmusStatement, { kind: 'loop' }> {
  return { kind: 'loop', condition, isAfter, body, step: [] };
}

function counting(local: string, by: number): LitmusStatement {
  return {
    kind: 'assign',
    local,
    value: { kind: 'binary', operator: '+', left: localOf(local), right: constantOf(by) },
  };
}
