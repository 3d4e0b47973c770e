/** One function of `openmp`: a nest of loops under directives, and sums of what its rounds compute. */
import type { Draw } from '../../../choice/index.ts';
import type { SmallFunction } from '../runnable.ts';
import { largestOf, leastOf, literalText, type LaneType, plainWholes, wrapped } from '../types.ts';
import { drawDirectives } from './directives.ts';
import { drawLoops, type OpenmpLoop } from './loops.ts';

const MOST_DEPTH = 3;
const MOST_SUMS = 3;
const TABLE = 16n;
const WORD = 64;

/** A variable into which all rounds are summed. */
interface Sum {
  readonly name: string;
  readonly type: LaneType;
  readonly operator: '+' | '^' | '|' | '&' | '*' | 'max' | 'min' | 'last';
}

const operators = ['+', '^', 'max', 'min', '|', '&', '*', 'last'] as const;

/** A number of 64 bits for each round, of its counters. */
interface Mixed {
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
  const all: Sum[] = [{ name: 'count', type: plainWholes[1]!, operator: '+' }, ...sums];
  const depth = '  '.repeat(loops.length + 1);
  const clauses = isSimd ? all.map(clauseOf).join(' ') : '';
  const simd = isSimd ? [`simd${collapsed > 1 ? ` collapse(${collapsed})` : ''} ${clauses}`] : [];
  const body = [
    `unsigned long long e = ${mixed.text};`,
    'e ^= e >> 11;',
    'count += 1;',
    ...sums.map(statementOf),
  ];
  const text = [
    `__attribute__((noinline)) static void f${index}(int z) {`,
    ...all.map((sum) => `  ${sum.type.name} ${sum.name} = ${literalText(sum.type, initialOf(sum))};`),
    ...[...simd, ...lines].map((line) => `#pragma omp ${line}`),
    ...loops.map(({ head }, at) => `${'  '.repeat(at + 1)}${head}${at === loops.length - 1 ? ' {' : ''}`),
    ...body.map((line) => `${depth}${line}`),
    `${'  '.repeat(loops.length)}}`,
    // Without a round, nobody sets what the last round would have set.
    ...all.map(({ name }) => `  show(count == 0 ? 0 : (unsigned long long)${name});`),
    '}\n',
  ].join('\n');
  return { text, call: `  f${index}(hidden_zero);\n`, shown: shownBy(loops, all, mixed) };
}

/** Sums and products wrap, so they are unsigned: compilers add parts up in any order. */
function drawSum(draw: Draw, at: number, isReversed: boolean): Sum {
  const drawn = operators[draw.pick(operators.length)]!;
  // Another round is the last one of a loop that runs backwards.
  const operator = isReversed && drawn === 'last' ? '+' : drawn;
  const types = plainWholes.filter(({ isSigned }) => !isSigned || !'+*'.includes(operator));
  return { name: `s${at}`, type: types[draw.pick(types.length)]!, operator };
}

function drawMixed(draw: Draw, loops: readonly OpenmpLoop[]): Mixed {
  const factors = loops.map(() => BigInt(1 + draw.pick(1_000) * 2));
  const isLooked = draw.boolean(0.4);
  const terms = loops.map(({ name }, at) => `(unsigned long long)${name} * ${factors[at]!}u`);
  const text = `${terms.join(' + ')}${isLooked ? ` + table[(${loops[0]!.name} & ${TABLE - 1n})]` : ''}`;
  const of = (counters: readonly bigint[]): bigint => {
    let sum = isLooked ? tableAt(counters[0]! & (TABLE - 1n)) : 0n;
    for (const [at, counter] of counters.entries()) sum += counter * factors[at]!;
    const word = BigInt.asUintN(WORD, sum);
    return word ^ (word >> 11n);
  };
  return { text, of };
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
