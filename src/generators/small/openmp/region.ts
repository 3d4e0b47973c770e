/** One function of `openmp`: a nest of loops under directives, and sums of what its rounds compute. */
import type { Draw } from '../../../choice/index.ts';
import type { SmallFunction } from '../runnable.ts';
import { largestOf, leastOf, literalText, type LaneType, plainWholes, wrapped } from '../types.ts';
import { drawClone, type OpenmpClone } from './clones.ts';
import { drawDirectives } from './directives.ts';
import { drawLoops, type OpenmpLoop } from './loops.ts';

const MOST_DEPTH = 3;
const MOST_SUMS = 3;
const TABLE = 16n;
const WORD = 64;
const SHIFT = 5n;
/** A small type of the rounds' numbers lets a vector have many of them. */
const words = plainWholes.filter(({ isSigned }) => !isSigned).toReversed();

/** A variable into which all rounds are summed. */
interface Sum {
  readonly name: string;
  readonly type: LaneType;
  readonly operator: '+' | '^' | '|' | '&' | '*' | 'max' | 'min' | 'last';
}

const operators = ['+', '^', 'max', 'min', '|', '&', '*', 'last'] as const;

/** An unsigned number for each round, of its counters. */
interface Mixed {
  readonly type: LaneType;
  readonly text: string;
  readonly of: (counters: readonly bigint[]) => bigint;
}

export function drawOpenmpRegion(draw: Draw, index: number, parts: ReadonlySet<string>): SmallFunction {
  const loops = drawLoops(draw, MOST_DEPTH, parts.has('slopes') && parts.has('simd'));
  const { lines, collapsed } = drawDirectives(draw, loops, parts);
  const isSimd = collapsed > 0;
  const sums = Array.from({ length: 1 + draw.pick(MOST_SUMS) }, (_, at) =>
    draw.scope('sum', () => drawSum(draw, at, lines.includes('reverse'))),
  );
  const mixed = drawMixed(draw, loops);
  const hasClone = isSimd && parts.has('clones') && draw.boolean(0.4);
  const first = loops[0]!;
  const isAlone = collapsed === 1 && lines.length === 0;
  const clone = hasClone
    ? draw.scope('function', () => drawClone(draw, index, mixed.type, { loop: first, isAlone }))
    : undefined;
  const all: Sum[] = [{ name: 'count', type: plainWholes[1]!, operator: '+' }, ...sums];
  // A loop that stores has no sums, so compilers make vectors also of the rounds that are left.
  const isStored = isSimd && loops.length === 1 && lines.length === 0 && draw.boolean(0.5);
  const clauses = isStored ? '' : all.map(clauseOf).join(' ');
  const simd = isSimd ? [`simd${collapsed > 1 ? ` collapse(${collapsed})` : ''} ${clauses}`.trim()] : [];
  const computing = [
    `${mixed.type.name} e = ${mixed.text};`,
    `e ^= e >> ${SHIFT};`,
    ...(clone === undefined ? [] : [clone.call]),
  ];
  const summing = ['count += 1;', ...sums.map(statementOf)];
  const cells = cellsOf(first);
  const nests = isStored
    ? [
        ...nestText(loops, [...computing, `out[${first.name} - ${cells.lowest}] = e;`]),
        ...nestText(loops, [`${mixed.type.name} e = out[${first.name} - ${cells.lowest}];`, ...summing]),
      ]
    : nestText(loops, [...computing, ...summing]);
  const text = [
    `__attribute__((noinline)) static void f${index}(int z) {`,
    ...(isStored ? [`  static ${mixed.type.name} out[${cells.count}];`] : []),
    ...all.map((sum) => `  ${sum.type.name} ${sum.name} = ${literalText(sum.type, initialOf(sum))};`),
    ...[...simd, ...lines].map((line) => `#pragma omp ${line}`),
    ...nests,
    // Without a round, the variables that the last round sets would have no value.
    ...all.map(({ name }) => `  show(count == 0 ? 0 : (unsigned long long)${name});`),
    '}\n',
  ].join('\n');
  return {
    text: `${clone?.text ?? ''}${text}`,
    call: `  f${index}(hidden_zero);\n`,
    shown: shownBy(loops, all, withClone(mixed, clone)),
  };
}

function nestText(loops: readonly OpenmpLoop[], body: readonly string[]): string[] {
  const indent = (depth: number): string => '  '.repeat(depth);
  return [
    ...loops.map(({ head }, at) => `${indent(at + 1)}${head}${at === loops.length - 1 ? ' {' : ''}`),
    ...body.map((line) => `${indent(loops.length + 1)}${line}`),
    `${indent(loops.length)}}`,
  ];
}

/** The lowest counter, and the number of cells that an array for all counters has. */
function cellsOf(loop: OpenmpLoop): { readonly lowest: bigint; readonly count: bigint } {
  const values = loop.isRectangular ? loop.values([]) : [];
  const [first = 0n, last = first] = [values[0], values.at(-1)];
  const lowest = loop.isDown ? last : first;
  return { lowest, count: (loop.isDown ? first - last : last - first) + 1n };
}

/** Sums and products wrap, so they are unsigned: compilers add parts up in any order. */
function drawSum(draw: Draw, at: number, isReversed: boolean): Sum {
  const drawn = operators[draw.pick(operators.length)]!;
  // In a loop that runs backwards, another round is the last one.
  const operator = isReversed && drawn === 'last' ? '+' : drawn;
  const types = plainWholes.filter(({ isSigned }) => !isSigned || !'+*'.includes(operator));
  return { name: `s${at}`, type: types[draw.pick(types.length)]!, operator };
}

function drawMixed(draw: Draw, loops: readonly OpenmpLoop[]): Mixed {
  const factors = loops.map(() => BigInt(1 + draw.pick(1_000) * 2));
  const isLooked = draw.boolean(0.4);
  const type = draw.pick(words);
  const terms = loops.map(({ name }, at) => `(${type.name})${name} * ${factors[at]!}u`);
  const text = `${terms.join(' + ')}${isLooked ? ` + table[(${loops[0]!.name} & ${TABLE - 1n})]` : ''}`;
  const of = (counters: readonly bigint[]): bigint => {
    let sum = isLooked ? tableAt(counters[0]! & (TABLE - 1n)) : 0n;
    for (const [at, counter] of counters.entries()) sum += counter * factors[at]!;
    const word = BigInt.asUintN(type.bits, sum);
    return word ^ (word >> SHIFT);
  };
  return { type, text, of };
}

function withClone(mixed: Mixed, clone: OpenmpClone | undefined): Mixed {
  if (clone === undefined) return mixed;
  return {
    ...mixed,
    of: (counters) => {
      const e = mixed.of(counters);
      return BigInt.asUintN(mixed.type.bits, e + clone.of(counters[0]!, e));
    },
  };
}

function tableAt(at: bigint): bigint {
  return at * at * 77n + 5n;
}

export const openmpHead: string = `static volatile int hidden_zero;
static unsigned table[${TABLE}] = {${Array.from({ length: Number(TABLE) }, (_, at) => tableAt(BigInt(at))).join(', ')}};
`;

function clauseOf({ name, operator }: Sum): string {
  return operator === 'last' ? `lastprivate(${name})` : `reduction(${operator}: ${name})`;
}

/** The value before the first round. */
function initialOf({ operator, type }: Sum): bigint {
  switch (operator) {
    case '&':
      return wrapped(type, -1n);
    case '*':
      return 1n;
    case 'max':
      return leastOf(type);
    case 'min':
      return largestOf(type);
    default:
      return 0n;
  }
}

function statementOf({ name, type, operator }: Sum): string {
  const value = `(${type.name})e`;
  switch (operator) {
    case 'last':
      return `${name} = ${value};`;
    case 'max':
    case 'min':
      return `if (${value} ${operator === 'max' ? '>' : '<'} ${name}) ${name} = ${value};`;
    default:
      return `${name} ${operator}= ${operator === '*' ? `(${type.name})(e | 1)` : value};`;
  }
}

function shownBy(loops: readonly OpenmpLoop[], sums: readonly Sum[], mixed: Mixed): string[] {
  const values = sums.map(initialOf);
  const run = (outer: readonly bigint[]): void => {
    const loop = loops[outer.length];
    if (loop !== undefined) return loop.values(outer).forEach((value) => run([...outer, value]));
    const e = mixed.of(outer);
    for (const [at, sum] of sums.entries())
      values[at] = summed(sum, values[at]!, sum.name === 'count' ? 1n : e);
  };
  run([]);
  return values.map((value) => (values[0] === 0n ? 0n : BigInt.asUintN(WORD, value)).toString(16));
}

function summed({ operator, type }: Sum, sum: bigint, e: bigint): bigint {
  const value = wrapped(type, e);
  switch (operator) {
    case '+':
      return wrapped(type, sum + value);
    case '*':
      return wrapped(type, sum * (value | 1n));
    case '^':
      return wrapped(type, sum ^ value);
    case '|':
      return wrapped(type, sum | value);
    case '&':
      return wrapped(type, sum & value);
    case 'max':
      return value > sum ? value : sum;
    case 'min':
      return value < sum ? value : sum;
    case 'last':
      return value;
  }
}
