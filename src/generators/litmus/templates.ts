/**
 * Tests with branches and loops, mostly over plain data, which passes move more freely than atomics. One
 * thread writes data for another thread, and signals this by an atomic. Each side draws its way of doing
 * this, and no way is weaker than necessary.
 *
 * Invariant: none of the drawn programs has a race.
 */
import type { Draw } from '../../choice/index.ts';
import {
  constantOf,
  type LitmusExpression,
  type LitmusProgram,
  type LitmusStatement,
  localOf,
  type Observed,
  type Order,
  type UpdateOperator,
} from '../../litmus/index.ts';

/** A program, and the name that all its findings share. */
export interface Template {
  readonly shape: string;
  readonly program: LitmusProgram;
}

export function template(draw: Draw): Template {
  // `roundTrip` is drawn most often, since most woven code hides its mistake: a compiler that does not load
  // returned data again.
  return draw.weighted([
    [2, message],
    [4, roundTrip],
    [2, trylock],
    [1, sumInLoop],
    [1, storeUnderCondition],
    [1, firstOfTwo],
  ])(draw);
}

/**
 * Adds up data in a loop with one round, which no compiler can know; each round signals that the sum is
 * there.
 */
function sumInLoop(draw: Draw): Template {
  const body: LitmusStatement[] = [
    plainLoad('r1', 'd'),
    {
      kind: 'store',
      location: 'd',
      order: 'na',
      value: { kind: 'binary', operator: '+', left: localOf('r1'), right: constantOf(1) },
    },
    ...released(draw, 'x', 1),
  ];
  const condition: LitmusExpression = { kind: 'load', location: 'k', order: 'na' };
  return made(
    'sum in a loop',
    ['d', 'x', 'k'],
    [
      [{ kind: 'loop', condition, isAfter: true, body, step: [] }],
      acquired(draw, { location: 'x', value: 1, into: 'r0' }, [plainLoad('r1', 'd')]),
    ],
    [seen(1, 'r0'), seen(1, 'r1')],
  );
}

/**
 * A store, followed by a conditional store: merged into one store, they would overwrite another thread's
 * value.
 */
function storeUnderCondition(draw: Draw): Template {
  const store = (value: number): LitmusStatement => ({
    kind: 'store',
    location: 'y',
    value: constantOf(value),
    order: draw.pick(['rlx', 'rel', 'sc'] as const),
  });
  const load = (location: string): LitmusStatement => ({
    kind: 'assign',
    local: 'r0',
    value: { kind: 'load', location, order: draw.pick(['rlx', 'acq', 'sc'] as const) },
  });
  return made(
    'store under a condition',
    ['x', 'y'],
    [
      [load('x'), store(2), { kind: 'if', condition: localOf('r0'), whenTrue: [store(1)], otherwise: [] }],
      [load('y'), store(3)],
    ],
    [seen(0, 'r0'), seen(1, 'r0'), { kind: 'location', name: 'y' }],
  );
}

/**
 * Two threads update one location, and branch on the old or new value: the two threads never see the same
 * value.
 */
function firstOfTwo(draw: Draw): Template {
  const bit = 1 << draw.integer(0, 6);
  const thread = (condition: LitmusExpression): LitmusStatement[] => [
    {
      kind: 'if',
      condition,
      whenTrue: [{ kind: 'assign', local: 'r0', value: constantOf(1) }],
      otherwise: [{ kind: 'assign', local: 'r0', value: constantOf(2) }],
    },
  ];
  const update = (operator: UpdateOperator, operand: number): LitmusExpression => ({
    kind: 'update',
    operator,
    location: 'x',
    operand: constantOf(operand),
    order: draw.pick(['rlx', 'acq', 'rel', 'ar', 'sc'] as const),
  });
  const isBit = draw.boolean(0.5);
  // Both threads test for the same thing, a bit or a sign, so that a mistake in both does not look like the
  // other order.
  const onBit = (): LitmusExpression => ({
    kind: 'binary',
    operator: '&',
    left: update(draw.pick(['or', 'xor'] as const), bit),
    right: constantOf(bit),
  });
  const onSign = (): LitmusExpression => ({
    kind: 'binary',
    operator: draw.pick(['<', '>='] as const),
    left: { kind: 'binary', operator: '+', left: update('add', 1), right: constantOf(1) },
    right: constantOf(0),
  });
  const one = (): LitmusStatement[] => thread(isBit ? onBit() : onSign());
  const { program, shape } = made(
    'first of two updates',
    ['x'],
    [one(), one()],
    [seen(0, 'r0'), seen(1, 'r0'), { kind: 'location', name: 'x' }],
  );
  return {
    program: { ...program, locations: [{ name: 'x', initial: isBit ? 0 : draw.pick([-1, -3]) }] },
    shape,
  };
}

/** One thread writes data, then a flag; a thread that sees the flag must see the data. */
function message(draw: Draw): Template {
  const second = draw.boolean(0.3);
  const data = second ? ['d', 'e'] : ['d'];
  const written = data.map((name) => plainStore(name, 1));
  const overwritten = draw.boolean(0.4) ? [plainStore('d', 2)] : [];
  const read = data.map((name, index) => plainLoad(`r${index + 1}`, name));
  const again = draw.boolean(0.4) ? [plainLoad('r4', 'd')] : [];
  return made(
    'message with plain data',
    [...data, 'x'],
    [
      [...overwritten, ...written, ...released(draw, 'x', 1)],
      acquired(draw, { location: 'x', value: 1, into: 'r0' }, [...read, ...again]),
    ],
    [
      seen(1, 'r0'),
      ...data.map((_, index) => seen(1, `r${index + 1}`)),
      ...(again.length > 0 ? [seen(1, 'r4')] : []),
    ],
  );
}

/** Data goes to another thread, which changes it and returns it. */
function roundTrip(draw: Draw): Template {
  const observed = draw.boolean(0.5) ? [seen(1, 'r1')] : [];
  return made(
    'round trip of plain data',
    ['d', 'x', 'y'],
    [
      [
        plainStore('d', 1),
        ...released(draw, 'x', 1),
        ...acquired(draw, { location: 'y', value: 1, into: 'r0' }, [plainLoad('r1', 'd')]),
      ],
      acquired(draw, { location: 'x', value: 1, into: 'r0' }, [
        ...(observed.length > 0 ? [plainLoad('r1', 'd')] : []),
        plainStore('d', 2),
        ...released(draw, 'y', 1),
      ]),
    ],
    [seen(0, 'r0'), seen(0, 'r1'), ...observed],
  );
}

/** The thread that gets the lock counts up; no thread waits for the lock. */
function trylock(draw: Draw): Template {
  const thread = (): LitmusStatement[] => [
    { kind: 'assign', local: 'r1', value: constantOf(0) },
    {
      kind: 'assign',
      local: 'r0',
      value: {
        kind: 'compareExchange',
        location: 'x',
        expected: localOf('r1'),
        found: 'r1',
        desired: constantOf(1),
        order: draw.pick(['acq', 'ar', 'sc'] as const),
        failureOrder: 'rlx',
      },
    },
    {
      kind: 'if',
      condition: localOf('r0'),
      whenTrue: [
        plainLoad('r2', 'd'),
        {
          kind: 'store',
          location: 'd',
          order: 'na',
          value: { kind: 'binary', operator: '+', left: localOf('r2'), right: constantOf(1) },
        },
        ...released(draw, 'x', 0),
      ],
      otherwise: [],
    },
  ];
  const first = thread();
  return made(
    'counter under a lock',
    ['d', 'x'],
    [first, thread()],
    [seen(0, 'r0'), seen(1, 'r0'), { kind: 'location', name: 'd' }],
  );
}

/** A write that releases all earlier writes. */
function released(draw: Draw, location: string, value: number): LitmusStatement[] {
  const store = (order: Order): LitmusStatement => ({
    kind: 'store',
    location,
    value: constantOf(value),
    order,
  });
  const exchange = (order: Order): LitmusStatement => ({
    kind: 'evaluate',
    value: { kind: 'update', operator: 'exchange', location, operand: constantOf(value), order },
  });
  return draw.weighted<() => LitmusStatement[]>([
    [4, () => [store('rel')]],
    [1, () => [store('sc')]],
    [1, () => [{ kind: 'fence', order: draw.pick(['rel', 'ar', 'sc'] as const) }, store('rlx')]],
    [1, () => [exchange(draw.pick(['rel', 'ar', 'sc'] as const))]],
  ])();
}

interface Awaited {
  readonly location: string;
  readonly value: number;
  readonly into: string;
}

/** Statements that run only if the value is seen, and after everything that happened before its write. */
function acquired(
  draw: Draw,
  { location, value, into }: Awaited,
  then: readonly LitmusStatement[],
): LitmusStatement[] {
  const condition: LitmusExpression = {
    kind: 'binary',
    operator: '==',
    left: localOf(into),
    right: constantOf(value),
  };
  const read = (access: LitmusExpression, inside: readonly LitmusStatement[] = []): LitmusStatement[] => [
    { kind: 'assign', local: into, value: access },
    { kind: 'if', condition, whenTrue: [...inside, ...then], otherwise: [] },
  ];
  const update = (operator: UpdateOperator, operand: number, order: Order): LitmusExpression => ({
    kind: 'update',
    operator,
    location,
    operand: constantOf(operand),
    order,
  });
  return draw.weighted<() => LitmusStatement[]>([
    [4, () => read({ kind: 'load', location, order: 'acq' })],
    [1, () => read({ kind: 'load', location, order: 'sc' })],
    [
      1,
      () =>
        read({ kind: 'load', location, order: 'rlx' }, [
          { kind: 'fence', order: draw.pick(['acq', 'ar', 'sc'] as const) },
        ]),
    ],
    [1, () => read(update('add', 0, draw.pick(['acq', 'ar', 'sc'] as const)))],
  ])();
}

function plainStore(location: string, value: number): LitmusStatement {
  return { kind: 'store', location, value: constantOf(value), order: 'na' };
}

function plainLoad(local: string, location: string): LitmusStatement {
  return { kind: 'assign', local, value: { kind: 'load', location, order: 'na' } };
}

function seen(thread: number, name: string): Observed {
  return { kind: 'local', thread, name };
}

function made(
  shape: string,
  locations: readonly string[],
  threads: readonly (readonly LitmusStatement[])[],
  observed: readonly Observed[],
): Template {
  return {
    shape,
    program: {
      name: 'test',
      locations: locations.map((name) => ({ name, initial: 0 })),
      threads: threads.map((statements) => ({ statements })),
      observed,
    },
  };
}
