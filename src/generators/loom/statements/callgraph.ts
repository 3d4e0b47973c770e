/**
 * `m_a = graph_12_0(e, 2, 3);`: functions that call each other, so that inlining changes which function calls which.
 *
 * All of them have one type. A function changes its value, and calls others until its depth is used up. It calls by
 * name, through a table of functions, or through a function that receives the callee. After inlining, a subscript or an
 * argument is a constant. So the call has a known callee, and a test of a constant is gone with its calls.
 */
import type { Draw } from '../../../choice/index.ts';
import { drawExpression, SMALL } from '../draw/expression.ts';
import { drawNumber } from '../draw/head.ts';
import { drawTargetPlace } from '../draw/target.ts';
import type { ExpressionNode, Place } from '../ir/nodes.ts';
import { UINT } from '../ir/types.ts';
import { ANOTHER_ARM, calleeWays, graphAttributes } from '../policy/weights.ts';
import { convert } from '../rules/convert.ts';
import type { StatementRow } from './row.ts';
import { simple, type SimpleStatement } from './simple.ts';

/** A call of another function, with a constant in place of the number. */
interface GraphCall {
  readonly how: (typeof calleeWays)[number][1];
  /** The callee by its number; or the number that, added to the argument, gives a subscript of the table. */
  readonly callee: number;
  readonly number: number;
}

interface GraphArm extends GraphCall {
  /** The number with which the function takes this arm. */
  readonly test: number;
  /** True if the function goes on after the call. */
  readonly goesOn: boolean;
}

interface GraphFunction {
  readonly attributes: string;
  readonly sign: (typeof signNames)[number];
  readonly operand: bigint;
  readonly arms: readonly GraphArm[];
  readonly last: GraphCall;
}

interface CallGraph extends SimpleStatement<'callgraph'> {
  readonly name: string;
  readonly functions: readonly GraphFunction[];
  readonly number: number;
  readonly operands: readonly [value: ExpressionNode, depth: ExpressionNode];
  readonly to: Place;
}

const signNames = ['+', '*', '^'] as const;
const signs: Readonly<Record<(typeof signNames)[number], (a: bigint, b: bigint) => bigint>> = {
  '+': (a, b) => a + b,
  '*': (a, b) => a * b,
  '^': (a, b) => a ^ b,
};
const MOST_FUNCTIONS = 5;
const NUMBERS = 3;
const MOST_ARMS = 2;
const MOST_DEPTH = 3;
const LARGEST_OPERAND = 99;
/** Upper bound of calls: each function of the upper levels calls at most three others. */
const CALLS = (MOST_ARMS + 1) ** (MOST_DEPTH + 1);
const HIDDEN_DEPTH = 0.4;

export const callgraph: StatementRow<CallGraph> = simple({
  kind: 'callgraph',
  weight: 5,
  text: 600,
  needs: 'callgraphs',
  fits: ({ budget, trips }) => CALLS * trips <= budget.executions,

  draw(drawing) {
    const { draw } = drawing;
    drawing.budget.executions -= CALLS * drawing.trips;
    const name = drawing.names.draw(draw, 'function').replace('f_', 'graph_');
    const size = 2 + draw.pick(MOST_FUNCTIONS - 1);
    const functions = Array.from({ length: size }, () =>
      draw.scope('function of a graph', () => drawFunction(draw, size)),
    );
    const [number, depth] = [draw.pick(NUMBERS), 1 + draw.pick(MOST_DEPTH)];
    const operands = [drawExpression(drawing, SMALL), drawNumber(drawing, depth, HIDDEN_DEPTH)] as const;
    return { kind: 'callgraph', name, functions, number, operands, to: drawTargetPlace(drawing) };
  },

  effect({ functions, number }, [value, depth]) {
    return called(functions, 0, { value: convert(value!, UINT), number, depth: Number(depth) });
  },

  print(statement, printer) {
    const { name, number, operands, to } = statement;
    const [value, depth] = operands.map((operand) => printer.expression(operand));
    printer.needed(name, functionsOf(statement));
    printer.line(`${printer.name(to)} = ${name}_0(${value}, ${number}, ${depth});`);
  },
});

function drawFunction(draw: Draw, size: number): GraphFunction {
  const attributes = draw.weighted(graphAttributes);
  const sign = draw.pick(signNames);
  // An odd factor keeps all bits.
  const operand = BigInt(draw.pick(LARGEST_OPERAND) | 1);
  const arms: GraphArm[] = [];
  while (arms.length < MOST_ARMS && draw.boolean(ANOTHER_ARM))
    arms.push({ ...drawCallOf(draw, size), test: draw.pick(NUMBERS), goesOn: draw.boolean() });
  return { attributes, sign, operand, arms, last: drawCallOf(draw, size) };
}

function drawCallOf(draw: Draw, size: number): GraphCall {
  return { how: draw.weighted(calleeWays), callee: draw.pick(size), number: draw.pick(NUMBERS) };
}

interface GraphState {
  readonly value: bigint;
  readonly number: number;
  readonly depth: number;
}

function called(
  functions: readonly GraphFunction[],
  at: number,
  { number, depth, ...state }: GraphState,
): bigint {
  const { sign, operand, arms, last } = functions[at]!;
  let value = convert(signs[sign](state.value, operand), UINT);
  if (depth <= 0) return value;
  const deeper = (call: GraphCall): bigint => {
    const callee = call.how === 'indexed' ? (number + call.callee) % functions.length : call.callee;
    return called(functions, callee, { value, number: call.number, depth: depth - 1 });
  };
  for (const arm of arms) {
    if (number !== arm.test) continue;
    if (!arm.goesOn) return deeper(arm);
    value = convert(value + deeper(arm), UINT);
  }
  return deeper(last);
}

const PARAMETERS = '(unsigned v, int n, int d)';
const TYPES = '(unsigned, int, int)';

/**
 * The functions, and the parts that they need: declarations, since they call each other in any order; a table;
 * a caller.
 */
function functionsOf({ name, functions }: CallGraph): string {
  const names = functions.map((_, at) => `${name}_${at}`);
  const all = functions.flatMap(({ arms, last }) => [...arms, last]);
  const hasTable = all.some(({ how }) => how === 'table' || how === 'indexed');
  const isHanded = all.some(({ how }) => how === 'handed');
  return [
    ...names.map((each) => `static unsigned ${each}${TYPES};\n`),
    hasTable ? `static unsigned (*const ${name}_table[])${TYPES} = {${names.join(', ')}};\n` : '',
    isHanded
      ? `static unsigned ${name}_by(unsigned (*f)${TYPES}, unsigned v, int n, int d) { return f(v, n, d); }\n`
      : '',
    ...functions.map((each, at) => functionText(each, names[at]!, { name, size: functions.length })),
  ].join('');
}

interface Named {
  readonly name: string;
  readonly size: number;
}

function functionText(
  { attributes, sign, operand, arms, last }: GraphFunction,
  own: string,
  named: Named,
): string {
  const lines = [
    `v = v ${sign} ${operand}u;`,
    'if (d <= 0) return v;',
    ...arms.map((arm) => `if (n == ${arm.test}) ${arm.goesOn ? 'v +=' : 'return'} ${callOf(arm, named)};`),
    `return ${callOf(last, named)};`,
  ];
  const head = `${attributes}static unsigned ${own}${PARAMETERS}`;
  return `${head} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}

function callOf({ how, callee, number }: GraphCall, { name, size }: Named): string {
  const others = `v, ${number}, d - 1)`;
  if (how === 'handed') return `${name}_by(${name}_${callee}, ${others}`;
  if (how === 'name') return `${name}_${callee}(${others}`;
  return `${name}_table[${how === 'table' ? callee : `(n + ${callee}) % ${size}`}](${others}`;
}
