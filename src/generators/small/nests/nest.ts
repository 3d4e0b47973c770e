/** One function of `nests`: arrays, loops in loops, and what the loops do. */
import type { Draw } from '../../../choice/index.ts';
import {
  type Act,
  assignedAct,
  casted,
  SmallCell,
  type SmallCode,
  chosen,
  comparedCode,
  floatOperated,
  ifThen,
  indented,
  isTrue,
  leaving,
  operated,
  type PlaceCode,
  placed,
  sequence,
} from '../code.ts';
import { drawCode, drawTest } from '../draw-code.ts';
import type { SmallFunction } from '../runnable.ts';
import { bitsOf, F64, floats, I32, I64, type LaneType, plainWholes, U32 } from '../types.ts';
import {
  type Counter,
  nestElement,
  elementText,
  largestSubscript,
  SmallArray,
  type NestSubscript,
  type View,
} from './arrays.ts';

const zero: NestSubscript = { base: 0, terms: [] };
const MOST_ROUNDS = 17;
const MOST_STATEMENTS = 4;
const MOST_DEPTH = 3;
const counterTypes = [I32, I64, U32] as const;

interface Nest {
  readonly views: readonly View[];
  readonly sums: readonly SmallCell[];
  /** The number of rounds as a global: the compiler does not know it. */
  readonly rounds: SmallCell[];
  readonly parts: ReadonlySet<string>;
  /** A number for each pointer that walks. */
  walkers: number;
}

/** Everything that a statement inside loops may use. */
interface Within {
  readonly counters: readonly Counter[];
  readonly readable: readonly SmallCode[];
  /** Pointers of the innermost loop: their declaration, and their step. */
  readonly walking: { readonly before: (() => string)[]; readonly steps: string[] };
  readonly loop: LoopShape;
}

interface LoopShape {
  readonly isDown: boolean;
  readonly stride: number;
}

export function drawNest(draw: Draw, index: number, parts: ReadonlySet<string>): SmallFunction {
  const views = drawViews(draw, index, parts);
  const sums = Array.from({ length: 1 + draw.pick(2) }, (_, at) =>
    draw.scope('variable', () => new SmallCell(`sum${at}`, drawType(draw, parts), 0n)),
  ).map(({ name, type }) => new SmallCell(name, type, type.kind === 'float' ? 0 : 1n));
  const nest: Nest = { views, sums, rounds: [], parts, walkers: 0 };
  const loops = drawList(draw, 'loop', 2, () => drawLoop(draw, nest, [], index));
  const body = sequence(loops);
  body.run();
  return printedNest(index, nest, body);
}

function drawType(draw: Draw, parts: ReadonlySet<string>): LaneType {
  return draw.weighted([
    [6, plainWholes[draw.pick(plainWholes.length)]!],
    [parts.has('float') ? 2 : 0, draw.boolean() ? floats[0]! : F64],
  ]);
}

/** At least one of something, each in a scope. */
function drawList<T>(draw: Draw, label: string, most: number, one: () => T): T[] {
  const all: T[] = [];
  while (all.length < most) {
    const isFirst = all.length === 0;
    const made = draw.scope(label, () => (isFirst || draw.boolean(0.5) ? { one: one() } : undefined));
    if (made === undefined) break;
    all.push(made.one);
  }
  return all;
}

/** Arrays as globals or parameters; a second parameter may point into the same array. */
function drawViews(draw: Draw, index: number, parts: ReadonlySet<string>): View[] {
  const views: View[] = [];
  drawList(draw, 'array', 4, () => {
    const type = drawType(draw, parts);
    const at = views.length;
    const kind = draw.weighted([
      [5, 'plain' as const],
      [parts.has('rows') ? 3 : 0, 'rows' as const],
      [parts.has('members') ? 2 : 0, 'members' as const],
    ]);
    const array = new SmallArray(
      `a${index}_${at}`,
      type,
      kind === 'rows',
      kind === 'members' ? 'm' : undefined,
    );
    const isParameter = kind === 'plain' && draw.boolean(0.5);
    views.push({ array, name: isParameter ? `p${at}` : array.name, shift: isParameter ? 0 : undefined });
    if (isParameter && parts.has('overlap') && draw.boolean(0.3))
      views.push({ array, name: `q${at}`, shift: draw.pick(5) });
  });
  return views;
}

function drawLoop(draw: Draw, nest: Nest, outer: readonly Counter[], index: number): Act {
  const depth = outer.length;
  const type = draw.pick(counterTypes);
  const isDown = type.isSigned && draw.boolean(0.25);
  const stride = draw.weighted([
    [6, 1],
    [1, 2],
    [1, 3],
  ]);
  const count = 1 + draw.pick(depth === 0 ? MOST_ROUNDS : Math.ceil(MOST_ROUNDS / 2));
  const isKnown = draw.boolean(0.5);
  const rounds = new SmallCell(`n${index}_${nest.rounds.length}`, I32, BigInt(count));
  if (!isKnown) nest.rounds.push(rounds);
  const cell = new SmallCell('ijkl'[depth]!, type, 0n);
  const counter: Counter = { name: cell.name, most: stride * (count - 1), code: placed(cell) };
  const counters = [...outer, counter];
  const within: Within = {
    counters,
    readable: [...counters.map(({ code }) => code), ...nest.sums.map(placed)],
    walking: { before: [], steps: [] },
    loop: { isDown, stride },
  };
  const accesses = drawList(draw, 'access', 4, () => drawAccess(draw, nest, within));
  const usable = { ...within, readable: [...within.readable, ...accesses] };
  const body = sequence(
    drawList(draw, 'statement', MOST_STATEMENTS, () => drawInLoop(draw, nest, usable, accesses, index)),
  );
  return {
    run: () => {
      for (let round = 0; round < count; round++) {
        cell.value = BigInt(stride * (isDown ? count - 1 - round : round));
        const how = body.run();
        if (how === 'break') break;
        if (how === 'return') return 'return';
      }
      return 'next';
    },
    text: () => {
      const limit = isKnown ? String(count) : rounds.name;
      const { name } = cell;
      const scaled = stride === 1 ? limit : `${stride} * ${limit}`;
      const first = stride === 1 ? `${limit} - 1` : `${stride} * (${limit} - 1)`;
      const step = stride === 1 ? '' : String(stride);
      const header = isDown
        ? `${type.name} ${name} = ${first}; ${name} >= 0; ${name}${step === '' ? '--' : ` -= ${step}`}`
        : `${type.name} ${name} = 0; ${name} < ${scaled}; ${name}${step === '' ? '++' : ` += ${step}`}`;
      const { before, steps } = within.walking;
      const text = `for (${[header, ...steps].join(', ')}) {\n${body.text()}}\n`;
      return before.length === 0 ? text : `{\n${before.map((each) => each()).join('')}${text}}\n`;
    },
  };
}

function drawSubscript(draw: Draw, counters: readonly Counter[]): NestSubscript {
  const base = draw.pick(5);
  const [main] = counters.slice(-1);
  return draw.weighted<() => NestSubscript>([
    [7, () => ({ base, terms: [[1, main!]] })],
    [2, () => ({ base, terms: [[draw.pick([2, 3]), main!]] })],
    [2, () => ({ base, terms: [[1, counters[draw.pick(counters.length)]!]] })],
    [1, () => ({ base, terms: counters.map((each) => [1, each]) })],
    [1, () => ({ base, terms: [] })],
  ])();
}

function drawAccess(draw: Draw, nest: Nest, { counters, walking, loop }: Within): PlaceCode {
  const view = nest.views[draw.pick(nest.views.length)]!;
  const { array } = view;
  const row = array.isTwo
    ? drawSubscript(
        draw,
        draw.boolean(0.7) ? counters.slice(0, -1).concat(counters[0]!).slice(0, 1) : counters,
      )
    : zero;
  const column = drawSubscript(draw, counters);
  const inner = counters.at(-1)!;
  const own = column.terms.filter(([, counter]) => counter === inner);
  const isInRow = row.terms.some(([, counter]) => counter === inner);
  const canWalk = own.length === 1 && !isInRow && array.member === undefined && nest.parts.has('walk');
  if (!canWalk || !draw.boolean(0.3)) return nestElement(view, row, column);
  return walker(nest, view, { row, column, factor: own[0]![0], inner, walking, loop });
}

interface Walk extends Pick<Within, 'walking' | 'loop'> {
  readonly row: NestSubscript;
  readonly column: NestSubscript;
  readonly factor: number;
  readonly inner: Counter;
}

/** A pointer that begins at the first element and goes on with each round; it stays within its array. */
function walker(nest: Nest, view: View, { row, column, factor, inner, walking, loop }: Walk): PlaceCode {
  const step = factor * loop.stride * (loop.isDown ? -1 : 1);
  const others = column.terms.filter(([, counter]) => counter !== inner);
  const shifted = { ...column, base: column.base + Math.abs(step) };
  const name = `w${nest.walkers++}`;
  const start = (): string => {
    const first = loop.isDown ? `${factor} * ${inner.most}` : '0';
    const base = { terms: others, base: shifted.base };
    return `${view.array.type.name} *${name} = &${elementText(view.array, view.name, row, base)}${first === '0' ? '' : ` + ${first}`};\n`;
  };
  walking.before.push(start);
  walking.steps.push(`${name} += ${step}`);
  // One step beyond the last element is still within the array.
  view.array.needs(0, largestSubscript(shifted) + Math.abs(step) + (view.shift ?? 0));
  return nestElement(view, row, shifted, `*${name}`);
}

function drawInLoop(
  draw: Draw,
  nest: Nest,
  within: Within,
  accesses: readonly PlaceCode[],
  index: number,
): Act {
  const { counters, readable } = within;
  const weight = (part: string, usual: number): number => (nest.parts.has(part) ? usual : 0);
  return draw.weighted<() => Act>([
    [
      6,
      () =>
        assignedAct(
          accesses[draw.pick(accesses.length)]!,
          drawCode(draw, readable, draw.pick(accesses).type, 2),
        ),
    ],
    [weight('reduction', 4), () => reduction(draw, nest, readable, accesses)],
    [
      2,
      () =>
        ifThen(
          drawTest(draw, readable),
          assignedAct(draw.pick(accesses), drawCode(draw, readable, draw.pick(accesses).type, 1)),
        ),
    ],
    [
      weight('exit', 1),
      () => ifThen(drawTest(draw, readable), leaving(draw.pick(['break', 'continue'] as const))),
    ],
    [counters.length < MOST_DEPTH ? 3 : 0, () => drawLoop(draw, nest, counters, index)],
  ])();
}

/** A sum, an extreme, a count, or a value that the next round reads. */
function reduction(
  draw: Draw,
  nest: Nest,
  readable: readonly SmallCode[],
  accesses: readonly PlaceCode[],
): Act {
  const cell = nest.sums[draw.pick(nest.sums.length)]!;
  const sum = placed(cell);
  const { type } = cell;
  const given = draw.pick(accesses);
  const isFitting =
    type.kind === 'whole'
      ? given.type.kind === 'whole'
      : given.type.digits <= type.digits && (given.type.kind === 'float' || given.type.bits < type.digits);
  const value = isFitting ? casted(type, given) : drawCode(draw, readable, type, 1);
  return draw.weighted<() => Act>([
    [
      4,
      () =>
        assignedAct(
          sum,
          type.kind === 'float'
            ? floatOperated('+', sum, value)
            : operated(draw.pick(['+', '^', '*', '-', '|', '&'] as const), sum, value),
        ),
    ],
    [2, () => assignedAct(sum, chosen(comparedCode(draw.pick(['<', '>'] as const), value, sum), value, sum))],
    [1, () => counted(drawTest(draw, readable), sum)],
    [1, () => assignedAct(sum, value)],
  ])();
}

function counted(test: SmallCode, sum: PlaceCode): Act {
  const more =
    sum.type.kind === 'float' ? floatOperated('+', sum, casted(sum.type, test)) : operated('+', sum, test);
  return {
    run: () => (isTrue(test), assignedAct(sum, more).run()),
    text: () => assignedAct(sum, more).text(),
  };
}

function printedNest(index: number, nest: Nest, body: Act): SmallFunction {
  const arrays = [...new Set(nest.views.map(({ array }) => array))];
  const parameters = nest.views.filter(({ shift }) => shift !== undefined);
  const isAlone = (view: View): boolean =>
    parameters.filter(({ array }) => array === view.array).length === 1;
  const restricts = nest.parts.has('restrict');
  const heads = parameters.map(
    (view) => `${view.array.type.name} *${isAlone(view) && restricts ? 'restrict ' : ''}${view.name}`,
  );
  const given = parameters.map(({ array, shift }) => `${array.name}${shift === 0 ? '' : ` + ${shift}`}`);
  const name = `nest${index}`;
  const locals = nest.sums.map(({ name: sum, type, initial }) => `${type.name} ${sum} = ${initial};\n`);
  const results = nest.sums.map(({ name: sum, type }, at) => ({ text: `s${index}_${at}`, type, sum }));
  // The text comes first: it asks for all of the body.
  const text = body.text();
  const definition = `static __attribute__((noinline)) void ${name}(${heads.length === 0 ? 'void' : heads.join(', ')}) {\n${locals.join('')}${text}${results.map(({ text: to, sum }) => `${to} = ${sum};\n`).join('')}}\n`;
  const globals = [
    ...arrays.map((array) => array.text()),
    ...nest.rounds.map(({ name: round, initial }) => `int ${round} = ${initial};\n`),
    ...results.map(({ text: to, type }) => `${type.name} ${to};\n`),
  ];
  const folds = arrays.map((array) => foldText(array));
  const shows = results.map(({ text: to, type }) => `  fold = ${FOLD} * fold + ${bitsText(type, to)};\n`);
  const values = [
    ...arrays.flatMap((array) => [...array.elements()]),
    ...nest.sums.map(({ value }) => value),
  ];
  const fold = values.reduce<bigint>((rest, value) => BigInt.asUintN(64, FOLD_BY * rest + wordOf(value)), 0n);
  return {
    text: `${globals.join('')}${indented(definition)}`,
    call: `  {\n  unsigned long long fold = 0;\n  ${name}(${given.join(', ')});\n${folds.join('')}${shows.join('')}  show(fold);\n  }\n`,
    shown: [fold.toString(16)],
  };
}

const FOLD_BY = 31n;
const FOLD = String(FOLD_BY);

function foldText(array: SmallArray): string {
  const [rows, columns] = array.extent;
  const member = array.member === undefined ? '' : `.${array.member}`;
  const element = `${array.name}${array.isTwo ? '[i]' : ''}[j]${member}`;
  return `  for (int i = 0; i < ${array.isTwo ? rows : 1}; i++) for (int j = 0; j < ${columns}; j++) fold = ${FOLD} * fold + ${bitsText(array.type, element)};\n`;
}

function bitsText(type: LaneType, text: string): string {
  return type.kind === 'float' ? `bits_of(${text})` : `(unsigned long long)${text}`;
}

function wordOf(value: number | bigint): bigint {
  if (typeof value === 'bigint') return BigInt.asUintN(64, value);
  return Number.isNaN(value) ? 0n : bitsOf(F64, value);
}
