/** Statements over narrow values: switches of many kinds, branches, and loops with a counter of a few bits. */
import type { Draw } from '../../../choice/index.ts';
import {
  type Act,
  type ActEnding,
  assignedAct,
  comparedCode,
  constantCode,
  isTrue,
  leaving,
  operated,
  type PlaceCode,
  placed,
  read,
  sequence,
  SmallCell,
  type SmallCode,
} from '../code.ts';
import { type LaneType, withSign, wrapped } from '../types.ts';
import { drawNarrow, drawNarrowLeaf, drawNarrowTest, inverse, type NarrowContext } from './expressions.ts';
import { constantText, drawNarrowConstant, drawNarrowType, isNarrow } from './types.ts';

export interface NarrowScope extends NarrowContext {
  readonly places: readonly PlaceCode[];
  /** The function's result, which a statement may return. */
  readonly result: SmallCell;
  /** Makes the name of a variable. */
  readonly named: (start: string) => string;
  readonly isInLoop: boolean;
}

export function drawNarrowAct(draw: Draw, scope: NarrowScope, depth: number): Act {
  return draw.scope('statement', () => {
    const again = (): Act => drawNarrowAct(draw, scope, depth - 1);
    const isDeep = depth > 0;
    return draw.weighted<() => Act>([
      [2, () => assignment(draw, scope, 2)],
      [isDeep ? 4 : 0, () => drawSwitch(draw, scope)],
      [isDeep ? 2 : 0, () => branch(draw, scope, again)],
      [isDeep && !scope.isInLoop ? 2 : 0, () => drawLoop(draw, scope, depth)],
      [isDeep && !scope.isInLoop ? 1 : 0, () => drawRemainder(draw, scope)],
      [scope.isInLoop ? 1 : 0, () => when(drawNarrowTest(draw, scope, 1), leaving('break'))],
      [isDeep ? 1 : 0, () => sequence([again(), again()])],
    ])();
  });
}

function assignment(draw: Draw, scope: NarrowScope, depth: number): Act {
  const place = draw.pick(scope.places);
  return assignedAct(place, drawNarrow(draw, scope, place.type, depth));
}

function returned(scope: NarrowScope, value: SmallCode): Act {
  return {
    run: () => {
      scope.result.value = value.value();
      return 'return';
    },
    text: () => `return ${value.text()};\n`,
  };
}

const nothing: Act = { run: () => 'next', text: () => '' };

function when(test: SmallCode, then: Act, otherwise: Act = nothing): Act {
  return {
    run: () => (isTrue(test) ? then.run() : otherwise.run()),
    text: () => {
      const rest = otherwise === nothing ? '' : ` else {\n${otherwise.text()}}`;
      return `if (${test.text()}) {\n${then.text()}}${rest}\n`;
    },
  };
}

/** A statement, or the promise that control never reaches it, if no run reaches it. */
function perhapsUnreachable(isPromised: boolean, act: Act): Act {
  let isReached = false;
  return {
    run: () => {
      isReached = true;
      return act.run();
    },
    text: () => (isPromised && !isReached ? '__builtin_unreachable();\n' : act.text()),
  };
}

function branch(draw: Draw, scope: NarrowScope, again: () => Act): Act {
  const test = drawNarrowTest(draw, scope, 1);
  const then = again();
  return when(test, then, draw.boolean() ? perhapsUnreachable(draw.boolean(0.3), again()) : nothing);
}

interface Case {
  readonly value: bigint;
  /** Without a body, the next case's body follows. */
  readonly body: Act | undefined;
}

function drawSwitch(draw: Draw, scope: NarrowScope): Act {
  const type = draw.pick(scope.types.narrow);
  const on = drawNarrow(draw, scope, type, draw.pick([0, 1]));
  const values = caseValues(draw, type);
  const body = drawBodies(draw, scope);
  const cases = values.map((value, at): Case => ({
    value,
    body: at + 1 < values.length && draw.boolean(0.15) ? undefined : draw.scope('case', () => body(at)),
  }));
  const otherwise = draw.boolean(0.75)
    ? perhapsUnreachable(
        draw.boolean(0.2),
        draw.scope('case', () => body(cases.length)),
      )
    : undefined;
  return switched(on, cases, otherwise);
}

const MOST_CASES = 9;

function caseValues(draw: Draw, type: LaneType): bigint[] {
  const base = draw.boolean() ? 0n : drawNarrowConstant(draw, type);
  const step = BigInt(draw.pick([1, 1, 1, 2, 3, 4]));
  const [isPowers, count] = [draw.boolean(0.2), 2 + draw.pick(MOST_CASES)];
  const values = Array.from({ length: count }, (_, at) =>
    wrapped(type, isPowers ? 1n << BigInt(at) : base + BigInt(at) * step),
  ).filter(() => !draw.boolean(0.15));
  return [...new Set(values.length === 0 ? [base] : values)];
}

/** Bodies of the cases of one switch: constants of a table, a straight line, few results, or anything. */
function drawBodies(draw: Draw, scope: NarrowScope): (at: number) => Act {
  const place = draw.pick(scope.places);
  const { type } = place;
  const set = (value: bigint): Act => ended(assignedAct(place, constantCode(type, value)));
  const few = [drawNarrowConstant(draw, type), drawNarrowConstant(draw, type)];
  const [start, slope] = [BigInt(draw.pick(20)), BigInt(draw.pick(7))];
  return draw.weighted<(at: number) => Act>([
    [4, () => set(drawNarrowConstant(draw, type))],
    [2, () => set(draw.pick(few))],
    [2, (at) => set(wrapped(type, start + slope * BigInt(at)))],
    [2, () => returned(scope, constantCode(scope.result.type, drawNarrowConstant(draw, scope.result.type)))],
    [2, () => ended(assignedAct(place, drawNarrowLeaf(draw, scope, type)))],
    [
      2,
      () => {
        if (draw.boolean(0.2)) return returned(scope, drawNarrow(draw, scope, scope.result.type, 1));
        const act = assignment(draw, scope, 1);
        return draw.boolean(0.7) ? ended(act) : act;
      },
    ],
  ]);
}

const ended = (act: Act): Act => sequence([act, leaving('break')]);

function switched(on: SmallCode, cases: readonly Case[], otherwise: Act | undefined): Act {
  const bodies = [
    ...cases.map(({ body }) => body ?? nothing),
    ...(otherwise === undefined ? [] : [otherwise]),
  ];
  return {
    run: () => {
      const value = on.value();
      const found = cases.findIndex((each) => each.value === value);
      const from = found === -1 ? cases.length : found;
      for (const body of bodies.slice(from)) {
        const ending = body.run();
        if (ending === 'break') return 'next';
        if (ending !== 'next') return ending;
      }
      return 'next';
    },
    text: () => {
      const texts = cases.map(
        ({ value, body }) => `case ${constantText(on.type, value)}:\n${body?.text() ?? ''}`,
      );
      const last = otherwise === undefined ? '' : `default:\n${otherwise.text()}`;
      return `switch (${on.text()}) {\n${texts.join('')}${last};\n}\n`;
    },
  };
}

/** Runs a body once; true if the loop goes on. */
function goesOn(ending: ActEnding): boolean {
  return ending === 'next' || ending === 'continue';
}

/** Counters of one bit would step by their whole range. */
const isCounter = ({ bits, name }: LaneType): boolean => bits > 1 && bits !== 7 && !name.startsWith('enum');

function drawLoop(draw: Draw, scope: NarrowScope, depth: number): Act {
  const type = draw.pick(scope.types.narrow.filter(isCounter));
  const whole = withSign(type, false);
  const kind = draw.pick(isNarrow(type) ? loopKinds : loopKinds.slice(0, COUNTS_OF_BITS));
  const isOfBits = kind === 'clear' || kind === 'halve' || kind === 'double';
  const counter = new SmallCell(scope.named('i'), isOfBits ? whole : type, 0n);
  const limit = new SmallCell(scope.named('e'), type, 0n);
  const bound = (): SmallCode =>
    draw.boolean() ? constantCode(type, drawNarrowConstant(draw, type)) : drawNarrow(draw, scope, type, 1);
  const from = isOfBits ? drawNarrow(draw, scope, whole, 1) : bound();
  const to = isOfBits ? constantCode(type, 0n) : bound();
  const body = drawNarrowAct(
    draw,
    { ...scope, isInLoop: true, readable: [...scope.readable, read(counter)] },
    Math.min(depth - 1, 1),
  );
  const step = constantCode(counter.type, wrapped(counter.type, BigInt(draw.pick([1, 1, -1, 3, 5, 7]))));
  return looped({ kind, counter, limit, from, to, body, step });
}

const loopKinds = ['clear', 'halve', 'double', 'until', 'test', 'up', 'down'] as const;
/** So many kinds take as many rounds as the counter has bits. */
const COUNTS_OF_BITS = 3;

interface NarrowLoop {
  readonly kind: (typeof loopKinds)[number];
  readonly counter: SmallCell;
  readonly limit: SmallCell;
  readonly from: SmallCode;
  readonly to: SmallCode;
  readonly body: Act;
  /** Odd, so that the counter takes all values. */
  readonly step: SmallCode;
}

function looped(loop: NarrowLoop): Act {
  const { kind, counter, limit, from, to, body } = loop;
  const place = placed(counter);
  const { text, next, holds } = stepsOf(loop);
  return {
    run: () => {
      counter.value = from.value();
      limit.value = to.value();
      for (;;) {
        if (kind !== 'test' && !isTrue(holds)) return 'next';
        const ending = body.run();
        if (!goesOn(ending)) return ending === 'return' ? 'return' : 'next';
        if (kind === 'test' && !isTrue(holds)) return 'next';
        place.set(next.value());
      }
    },
    text: () => {
      const { name, type } = counter;
      return `{\n${type.name} ${name} = ${from.text()};\n${limit.type.name} ${limit.name} = ${to.text()};\n${text(body.text())}}\n`;
    },
  };
}

interface LoopSteps {
  readonly holds: SmallCode;
  readonly next: SmallCode;
  readonly text: (body: string) => string;
}

function stepsOf({ kind, counter, limit, step }: NarrowLoop): LoopSteps {
  const [i, e] = [read(counter), read(limit)];
  const one = constantCode(counter.type, 1n);
  const { name } = counter;
  switch (kind) {
    case 'until':
    case 'test': {
      const holds = comparedCode('!=', i, e);
      const next = operated('+', i, step);
      const change = (): string => `${name} = ${next.text()};\n`;
      const text = (body: string): string =>
        kind === 'until'
          ? `for (; ${holds.text()};) {\n${body}${change()}}\n`
          : `for (;;) {\n${body}if (${inverse(holds).text()}) break;\n${change()}}\n`;
      return { holds, next, text };
    }
    case 'up':
    case 'down': {
      const isUp = kind === 'up';
      const holds = comparedCode(isUp ? '<' : '>', i, e);
      const next = operated(isUp ? '+' : '-', i, one);
      return {
        holds,
        next,
        text: (body) => `for (; ${holds.text()}; ${name}${isUp ? '++' : '--'}) {\n${body}}\n`,
      };
    }
    default: {
      const holds = comparedCode('!=', i, constantCode(counter.type, 0n));
      const next =
        kind === 'clear'
          ? operated('&', i, operated('-', i, one))
          : operated(kind === 'halve' ? '>>' : '<<', i, one);
      return {
        holds,
        next,
        text: (body) => `for (; ${holds.text()}; ${name} = ${next.text()}) {\n${body}}\n`,
      };
    }
  }
}

/** The remainder of a polynomial: a loop that compilers may know as a cyclic redundancy check. */
function drawRemainder(draw: Draw, scope: NarrowScope): Act {
  const place = draw.pick(scope.places);
  const known = [...scope.types.narrow, ...scope.types.wide].filter(
    ({ bits, isSigned, name }) => bits > 3 && bits < 33 && !isSigned && !name.startsWith('enum'),
  );
  const type = draw.pick(known);
  const cell = new SmallCell(scope.named('r'), type, 0n);
  const r = read(cell);
  const start = drawNarrow(draw, scope, drawNarrowType(draw, scope.types), 1);
  const polynomial = constantCode(type, wrapped(type, BigInt(draw.integer(1, 0x3fff_ffff))));
  const rounds = draw.pick([8, type.bits, 3, 16]);
  const isLittle = draw.boolean();
  const top = constantCode(type, isLittle ? 1n : 1n << BigInt(type.bits - 1));
  const isSet = comparedCode('!=', operated('&', r, top), constantCode(type, 0n));
  const shifted = operated(isLittle ? '>>' : '<<', r, constantCode(type, 1n));
  const mixed = operated('^', shifted, polynomial);
  const given = assignedAct(placed(cell), start);
  const taken = assignedAct(place, r);
  return {
    run: () => {
      given.run();
      for (let round = 0; round < rounds; round++) cell.value = (isTrue(isSet) ? mixed : shifted).value();
      return taken.run();
    },
    text: () =>
      `{\n${type.name} ${cell.name};\n${given.text()}for (int k = 0; k < ${rounds}; k++) ${cell.name} = ${isSet.text()} ? ${mixed.text()} : ${shifted.text()};\n${taken.text()}}\n`,
  };
}
