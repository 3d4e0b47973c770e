/**
 * Functions whose blocks never run, whatever their arguments are: each block has a condition that the ranges and the
 * order of values exclude. A compiler may see that, and needs several passes for it.
 *
 * Invariant: every value lies within the limits that are known of it, and no operation is undefined. So nobody has to
 * execute such a function to know what it does: nothing.
 */
import type { Draw } from '../../../choice/index.ts';
import { markerFacts } from '../../../program/index.ts';
import { drawImpossible } from './impossible.ts';
import { INT, type IntegerType, LLONG, SCHAR, SHORT, UCHAR, UINT, ULLONG, USHORT } from '../ir/types.ts';

/** Stands in the text for the call of a dead marker. */
export const DEAD_CALL = '@dead;';

interface Known {
  readonly text: string;
  readonly type: IntegerType;
  readonly least: bigint;
  readonly most: bigint;
}

interface Order {
  /** Smaller than the other. */
  readonly small: Known;
  readonly large: Known;
}

export interface KnownFunction {
  /** The types of its parameters, which may have any value. */
  readonly parameters: readonly IntegerType[];
  /** Other functions that it calls. */
  readonly before: string;
  readonly body: string;
}

const types = [INT, UINT, LLONG, SHORT, UCHAR, ULLONG, SCHAR, USHORT] as const;
const workTypes = [INT, UINT, LLONG, ULLONG] as const;

const MOST_STEPS = 12;
/** Trips of a loop. */
const MOST_TRIPS = 24n;
const MOST_DEPTH = 3;
const PARAMETERS = 3;

/** Share of blocks with a true fact before them. */
const FACTS = 0.2;

/** Share of blocks whose condition holds for no values at all. */
const IMPOSSIBLE = 0.6;

class KnownDrawing {
  readonly draw: Draw;
  readonly name: string;
  readonly lines: string[] = [];
  readonly before: string[] = [];
  /** Values in scope; the last ones are drawn more often. */
  readonly values: Known[] = [];
  readonly orders: Order[] = [];
  depth = 0;
  #count = 0;

  constructor(draw: Draw, name: string) {
    this.draw = draw;
    this.name = name;
  }

  line(text: string): void {
    this.lines.push('  '.repeat(this.depth + 1), text, '\n');
  }

  fresh(prefix: string = 'v'): string {
    return `${prefix}${this.#count++}`;
  }

  /** One of the values, mostly a late one. */
  value(): Known {
    const { draw, values } = this;
    const recent = values.slice(-4);
    return draw.pick(draw.boolean(0.7) ? recent : values);
  }

  declare(text: string, of: Omit<Known, 'text' | 'type'>, wanted: IntegerType = this.typeFor(of)): Known {
    const known = { ...of, text: this.fresh(), type: wanted };
    this.line(`${wanted.cName} ${known.text} = ${text};`);
    this.values.push(known);
    return known;
  }

  /** A type that holds these values. */
  typeFor({ least, most }: Omit<Known, 'text' | 'type'>, among: readonly IntegerType[] = types): IntegerType {
    const fit = among.filter((type) => type.min <= least && most <= type.max);
    return this.draw.pick(fit.length === 0 ? [LLONG] : fit);
  }
}

/** A literal of a type that is never promoted. */
function literal(value: bigint, { suffix = '', isSigned, min }: IntegerType): string {
  return isSigned && value === min ? `(${value + 1n}${suffix} - 1)` : `${value}${suffix}`;
}

function bitsOf(value: bigint): bigint {
  let all = 0n;
  while (all < value) all = all * 2n + 1n;
  return all;
}

function lowest(...all: bigint[]): bigint {
  return all.reduce((a, b) => (b < a ? b : a));
}

function highest(...all: bigint[]): bigint {
  return all.reduce((a, b) => (b > a ? b : a));
}

interface Result {
  readonly text: string;
  readonly least: bigint;
  readonly most: bigint;
}

type Limits = readonly [least: bigint, most: bigint];

/** An operation on two values: its limits, or undefined if it is not possible with these. */
interface Operation {
  readonly text: (a: string, b: string) => string;
  readonly limits: (a: Known, b: Known) => Limits | undefined;
}

function corners(of: (a: bigint, b: bigint) => bigint): Operation['limits'] {
  return (a, b) => {
    const all = [a.least, a.most].flatMap((x) => [b.least, b.most].map((y) => of(x, y)));
    return [lowest(...all), highest(...all)];
  };
}

function isNatural(...all: Known[]): boolean {
  return all.every((each) => each.least >= 0n);
}

/** The order never changes: choices refer to it. */
const operations: readonly Operation[] = [
  { text: (a, b) => `${a} + ${b}`, limits: corners((a, b) => a + b) },
  { text: (a, b) => `${a} - ${b}`, limits: corners((a, b) => a - b) },
  { text: (a, b) => `${a} * ${b}`, limits: corners((a, b) => a * b) },
  {
    text: (a, b) => `(${a} & ${b})`,
    limits: (a, b) => (isNatural(b) ? [0n, isNatural(a) ? lowest(a.most, b.most) : b.most] : undefined),
  },
  {
    text: (a, b) => `(${a} | ${b})`,
    limits: (a, b) =>
      isNatural(a, b) ? [highest(a.least, b.least), bitsOf(highest(a.most, b.most))] : undefined,
  },
  {
    text: (a, b) => `(${a} ^ ${b})`,
    limits: (a, b) => (isNatural(a, b) ? [0n, bitsOf(highest(a.most, b.most))] : undefined),
  },
  {
    text: (a, b) => `${a} % ${b}`,
    limits: (a, b) => {
      if (b.least <= 0n) return undefined;
      const top = b.most - 1n;
      return [isNatural(a) ? 0n : highest(-top, a.least), a.most < 0n ? 0n : lowest(a.most, top)];
    },
  },
  {
    text: (a, b) => `${a} / ${b}`,
    limits: (a, b) => (b.least <= 0n ? undefined : corners((x, y) => x / y)(a, b)),
  },
  {
    text: (a, b) => `(${a} < ${b} ? ${a} : ${b})`,
    limits: (a, b) => [lowest(a.least, b.least), lowest(a.most, b.most)],
  },
  {
    text: (a, b) => `(${a} > ${b} ? ${a} : ${b})`,
    limits: (a, b) => [highest(a.least, b.least), highest(a.most, b.most)],
  },
  { text: (a, b) => `(${a} < ${b})`, limits: () => [0n, 1n] },
  { text: (a, b) => `(${a} == ${b})`, limits: () => [0n, 1n] },
  {
    text: (a, b) => `(${a} >> ${b})`,
    limits: (a, b) => (isNatural(a, b) && b.most < 31n ? [a.least >> b.most, a.most >> b.least] : undefined),
  },
];

/** A small number, mostly next to a power of two. */
function drawNumber({ draw }: KnownDrawing): bigint {
  if (draw.boolean(0.6)) return BigInt(draw.integer(1, 16));
  return (1n << BigInt(draw.pick(12))) - BigInt(draw.pick(2));
}

/** An operation on a value, and on another or a number. */
function drawResult(drawing: KnownDrawing): Result {
  const { draw } = drawing;
  return draw.scope('known result', () => {
    const a = drawing.value();
    const number = drawNumber(drawing);
    const b = draw.boolean(0.6) ? { text: '', type: INT, least: number, most: number } : drawing.value();
    const wanted = draw.pick(operations.length);
    for (let i = 0; i < operations.length; i++) {
      const { text, limits } = operations[(wanted + i) % operations.length]!;
      const range = limits(a, b);
      if (range === undefined) continue;
      const all = [a.least, a.most, b.least, b.most, ...range];
      const fit = workTypes.filter((type) => type.min <= lowest(...all) && highest(...all) <= type.max);
      if (fit.length === 0) continue;
      const type = draw.pick(fit);
      const right = b.text === '' ? literal(number, type) : `(${type.cName})${b.text}`;
      return { text: text(`(${type.cName})${a.text}`, right), least: range[0], most: range[1] };
    }
    return a;
  });
}

/** A condition about a value that may hold or not. */
function drawQuestion(drawing: KnownDrawing): string {
  const { draw } = drawing;
  const { text, least: low, most: high } = drawing.value();
  const other = within(drawing, low, high);
  const sign = draw.pick(['<', '==', '>', '!='] as const);
  return `${text} ${sign} ${numberText(other)}`;
}

function within({ draw }: KnownDrawing, low: bigint, high: bigint): bigint {
  const span = lowest(high - low, 64n);
  return (draw.boolean() ? low : high - span) + BigInt(draw.integer(0, Number(span)));
}

/** A literal whose type holds the value; comparisons of such values keep their meaning. */
function numberText(value: bigint): string {
  return literal(value, [INT, LLONG, ULLONG].find((type) => type.min <= value && value <= type.max) ?? LLONG);
}

function union(a: Result, b: Result): Omit<Result, 'text'> {
  return { least: lowest(a.least, b.least), most: highest(a.most, b.most) };
}

type Step = (drawing: KnownDrawing) => void;

/** Steps that make a new value. */
const steps: readonly Step[] = [
  (drawing) => {
    const result = drawResult(drawing);
    drawing.declare(result.text, result);
  },
  // A choice between two, by control flow.
  (drawing) => {
    const [a, b] = [drawResult(drawing), drawResult(drawing)];
    const known = drawing.declare(a.text, union(a, b));
    drawing.line(`if (${drawQuestion(drawing)}) ${known.text} = ${b.text};`);
  },
  // A choice by a switch.
  (drawing) => {
    const of = drawing.value();
    const numbers = [drawNumber(drawing), drawNumber(drawing), drawNumber(drawing)];
    const range = { least: lowest(...numbers), most: highest(...numbers) };
    const known = drawing.declare(`${numbers[0]}`, range);
    const cases = numbers.slice(1).map((value, i) => `case ${i + 1}: ${known.text} = ${value}; break;`);
    drawing.line(`switch (${of.text} & 3) { ${cases.join(' ')} default: break; }`);
  },
  // A constant table.
  (drawing) => {
    const of = drawing.value();
    const numbers = Array.from({ length: 4 }, () => drawNumber(drawing));
    const range = { least: lowest(...numbers), most: highest(...numbers) };
    const type = drawing.typeFor(range);
    const table = drawing.fresh('t');
    drawing.line(`static const ${type.cName} ${table}[4] = {${numbers.join(', ')}};`);
    drawing.declare(`${table}[${of.text} & 3]`, range);
  },
  // Through memory, next to another store.
  (drawing) => {
    const [a, b] = [drawResult(drawing), drawResult(drawing)];
    const type = drawing.typeFor(union(a, b));
    const memory = drawing.fresh('m');
    const place = drawing.draw.pick(4);
    drawing.line(`${type.cName} ${memory}[4];`);
    drawing.line(`${memory}[${place}] = ${a.text};`);
    drawing.line(`${memory}[${(place + 1) % 4}] = ${b.text};`);
    drawing.declare(`${memory}[${place}]`, a);
  },
  // Through a pointer to one of two.
  (drawing) => {
    const [a, b] = [drawResult(drawing), drawResult(drawing)];
    const range = union(a, b);
    const known = drawing.declare(a.text, range);
    const pointer = drawing.fresh('p');
    const other = drawing.fresh('o');
    drawing.line(
      `${known.type.cName} ${other} = ${b.text}, *${pointer} = ${drawQuestion(drawing)} ? &${known.text} : &${other};`,
    );
    drawing.line(`*${pointer} = ${b.text};`);
  },
  // A loop that may change the value.
  (drawing) => {
    const [a, b] = [drawResult(drawing), drawResult(drawing)];
    const known = drawing.declare(a.text, union(a, b));
    const i = drawing.fresh('i');
    const question = drawing.draw.boolean() ? drawQuestion(drawing) : `${i} == ${drawing.draw.pick(8)}`;
    drawing.line(
      `for (int ${i} = 0; ${i} < ${drawNumber(drawing) % 9n}; ${i}++) if (${question}) ${known.text} = ${b.text};`,
    );
  },
  // A loop that counts.
  (drawing) => {
    const of = drawing.values.findLast((each) => isNatural(each) && each.most <= MOST_TRIPS);
    if (of === undefined) return steps[0]!(drawing);
    const each = drawNumber(drawing) % 9n;
    const i = drawing.fresh('i');
    const known = drawing.declare('0', { least: 0n, most: each * of.most }, UINT);
    drawing.line(`for (unsigned ${i} = 0; ${i} < ${of.text}; ${i}++) ${known.text} += ${each};`);
    if (each > 0n) drawing.line(`if (${known.text} % ${each}u) ${DEAD_CALL}`);
  },
  // A loop that halves.
  (drawing) => {
    const of = drawing.value();
    if (!isNatural(of)) return steps[0]!(drawing);
    const limit = drawNumber(drawing);
    const known = drawing.declare(of.text, { least: 0n, most: lowest(of.most, limit) }, of.type);
    drawing.line(
      `while (${known.text} > ${literal(limit, limit > INT.max ? LLONG : INT)}) ${known.text} /= 2;`,
    );
  },
  // Through a function.
  (drawing) => {
    const of = drawing.value();
    const mask = drawNumber(drawing);
    const name = `${drawing.name}_${drawing.fresh('h')}`;
    const kept = drawing.draw.boolean() ? '__attribute__((noinline)) ' : '';
    drawing.before.push(`${kept}static int ${name}(${of.type.cName} a) { return a & ${mask}; }\n`);
    drawing.declare(`${name}(${of.text})`, { least: 0n, most: mask });
  },
  // Through a static variable.
  (drawing) => {
    const result = drawResult(drawing);
    const name = `${drawing.name}_${drawing.fresh('s')}`;
    const type = drawing.typeFor(result);
    drawing.before.push(`static ${type.cName} ${name};\n`);
    drawing.line(`${name} = ${result.text};`);
    drawing.declare(name, result);
  },
];

/** Opens a block in which more is known; undefined if no such block is possible. */
function drawGuard(drawing: KnownDrawing): (() => void) | undefined {
  const { draw, values, orders } = drawing;
  const counts = { values: values.length, orders: orders.length };
  const close = (): void => {
    drawing.depth--;
    drawing.line('}');
    values.length = counts.values;
    orders.length = counts.orders;
  };
  const open = (head: string): (() => void) => {
    drawing.line(`${head} {`);
    drawing.depth++;
    return close;
  };
  const a = drawing.value();
  const kind = draw.pick(['limit', 'order', 'loop', 'both'] as const);
  if (kind === 'loop') {
    const bound = isNatural(a) && a.most <= MOST_TRIPS ? a : undefined;
    const i = drawing.fresh('i');
    const limit = bound === undefined ? drawNumber(drawing) % MOST_TRIPS : bound.most;
    const closed = open(`for (int ${i} = 0; ${i} < ${bound?.text ?? limit}; ${i}++)`);
    if (limit > 0n) {
      const iterator = { text: i, type: INT, least: 0n, most: limit - 1n };
      values.push(iterator);
      if (bound !== undefined) orders.push({ small: iterator, large: bound });
    }
    return closed;
  }
  const b = drawing.value();
  const type = widestOf(a, b);
  if (kind === 'order' && a !== b && a.least < b.most && type !== undefined) {
    const closed = open(`if ((${type})${a.text} < (${type})${b.text})`);
    orders.push({ small: a, large: b });
    refine(drawing, a, a.least, lowest(a.most, b.most - 1n));
    refine(drawing, b, highest(b.least, a.least + 1n), b.most);
    return closed;
  }
  if (a.least === a.most) return undefined;
  const limit = within(drawing, a.least, a.most - 1n);
  const isUpper = draw.boolean();
  const more = kind === 'both' ? ` && ${drawQuestion(drawing)}` : '';
  const closed = open(`if (${a.text} ${isUpper ? '<=' : '>'} ${numberText(limit)}${more})`);
  refine(drawing, a, isUpper ? a.least : limit + 1n, isUpper ? limit : a.most);
  return closed;
}

/** The same value with narrower limits, as the last one. */
function refine({ values }: KnownDrawing, of: Known, low: bigint, high: bigint): void {
  if (low <= high) values.push({ ...of, least: low, most: high });
}

/** A type that holds all of them, so that a comparison keeps its meaning. */
function widestOf(...all: Known[]): string | undefined {
  const fits = (type: IntegerType): boolean =>
    all.every(({ least: low, most: high }) => type.min <= low && high <= type.max);
  return workTypes.find(fits)?.cName;
}

/** A fact for the compiler: the limits of a late value. */
function drawFact(drawing: KnownDrawing): void {
  const { text, type, least: low, most: high } = drawing.value();
  const limits = [
    ...(low > type.min ? [`${text} >= ${numberText(low)}`] : []),
    ...(high < type.max ? [`${text} <= ${numberText(high)}`] : []),
  ];
  if (limits.length > 0) drawing.line(`${markerFacts.call}(${limits.join(' && ')});`);
}

/** A block that never runs, if one is possible here. */
function drawCheck(drawing: KnownDrawing): void {
  const { draw, orders } = drawing;
  if (draw.boolean(FACTS)) drawFact(drawing);
  const order = orders.length > 0 && draw.boolean(0.5) ? draw.pick(orders) : undefined;
  if (order !== undefined) {
    const { small, large } = order;
    const type = widestOf(small, large) ?? 'long long';
    const [a, b] = [`(${type})${small.text}`, `(${type})${large.text}`];
    const forms = [`${b} <= ${a}`, `${a} == ${b}`, `${a} >= ${b}`, `!(${a} ^ ${b})`, `${b} < ${a}`];
    drawing.line(`if (${draw.pick(forms)}) ${DEAD_CALL}`);
    return;
  }
  if (draw.boolean(IMPOSSIBLE)) {
    // Mostly an argument, of which nothing is known.
    const operand = (): string =>
      draw.boolean(0.5)
        ? `a${draw.pick(PARAMETERS)}`
        : (draw.boolean() ? drawing.value() : drawResult(drawing)).text;
    drawing.line(drawImpossible(draw, operand, DEAD_CALL));
    return;
  }
  const { text, least: low, most: high } = draw.boolean(0.5) ? drawing.value() : drawResult(drawing);
  const distance = draw.boolean(0.6) ? 1n : highest(1n, drawNumber(drawing));
  const type = [INT, LLONG, ULLONG].find((each) => each.min <= low - distance && high + distance <= each.max);
  if (type === undefined) return;
  const forms = [
    `> ${literal(high + distance - 1n, type)}`,
    `< ${literal(low - distance + 1n, type)}`,
    `== ${literal(high + distance, type)}`,
    `== ${literal(low - distance, type)}`,
  ];
  const condition = `(${type.cName})(${text}) ${draw.pick(forms)}`;
  const more = draw.boolean(0.25) ? `${drawQuestion(drawing)} && ` : '';
  drawing.line(`if (${more}${condition}) ${DEAD_CALL}`);
}

/** A function of this name. */
export function drawKnownFunction(draw: Draw, name: string): KnownFunction {
  const drawing = new KnownDrawing(draw, name);
  const parameters = Array.from({ length: PARAMETERS }, () => draw.pick(types));
  for (const [i, type] of parameters.entries())
    drawing.values.push({ text: `a${i}`, type, least: type.min, most: type.max });
  // Whatever the arguments are, a few values have narrow limits.
  for (const { text } of drawing.values.slice()) {
    const mask = (1n << BigInt(1 + draw.pick(8))) - 1n;
    drawing.declare(`${text} & ${mask}`, { least: 0n, most: mask });
  }
  const closing: (() => void)[] = [];
  const count = 4 + draw.pick(MOST_STEPS);
  for (let i = 0; i < count; i++) {
    draw.scope('known step', () => {
      const what = draw.pick(8);
      if (what < 4) draw.pick(steps)(drawing);
      else if (what < 6 && closing.length < MOST_DEPTH) {
        const close = drawGuard(drawing);
        if (close !== undefined) closing.push(close);
      } else if (what === 6) closing.pop()?.();
      drawCheck(drawing);
    });
  }
  while (closing.length > 0) closing.pop()!();
  return { parameters, before: drawing.before.join(''), body: drawing.lines.join('') };
}
