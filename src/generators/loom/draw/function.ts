/**
 * Functions that other code calls: expressions call pure ones, and statements call those with side effects.
 *
 * A recursive function counts its first parameter down, and nothing else writes it, so each call ends.
 */
import { binary, cast, choose, constant, placeOf } from '../ir/build.ts';
import type { Block, Call, ExpressionNode, HelperFunction, Variable } from '../ir/nodes.ts';
import { INT, type IntegerType } from '../ir/types.ts';
import { ANOTHER_HELPER, ANOTHER_PARAMETER, INDIRECT, PURE, RECURSIVE, TEMPLATE } from '../policy/weights.ts';
import { drawBlock } from '../statements/block.ts';
import { returning } from '../statements/return.ts';
import type { Drawing } from './drawing.ts';
import { drawExpression, MIDDLE, SMALL } from './expression.ts';
import { another, drawList } from './list.ts';

/** Number of statements wanted in the body of a function, and bytes of each. */
const STATEMENTS = 8;
const STATEMENT = 250;
/** Limit of executed statements in one call, without recursion. */
const EXECUTIONS = 128;
/**
 * One more than the greatest depth of a recursion; a power of two, so that a mask keeps arguments below it.
 */
const DEPTH = 8;
const MAX_PARAMETERS = 6;
/** Bytes of a function without its body. */
const HELPER = 100;

/**
 * Attributes that hold for every function here, and that compilers may use. The simplest attribute comes
 * first.
 */
const attributes = [
  'static',
  '',
  'static inline',
  '__attribute__((noinline)) static',
  '__attribute__((cold)) static',
];
const pureAttributes = [...attributes, '__attribute__((pure)) static', '__attribute__((pure, noinline))'];

/** A run of functions. */
export function drawHelpers(drawing: Drawing, wanted: number): void {
  const { program } = drawing;
  const chance = (count: number): number => another(wanted - count, ANOTHER_HELPER) * drawing.room(STATEMENT);
  drawList(drawing, 'helper', { chance }, () => program.helpers.push(drawHelper(drawing)));
}

function drawHelper(drawing: Drawing): HelperFunction {
  const { draw, names, program, budget, switches } = drawing;
  const isPure = draw.boolean(PURE);
  const isTemplate = draw.boolean(TEMPLATE) && switches.has('templates') && isPure;
  const isRecursive = draw.boolean(RECURSIVE) && switches.has('recursion') && isPure && !isTemplate;
  const said = draw.pick(pureAttributes);
  const isIndirect = draw.boolean(INDIRECT) && switches.has('indirect') && !isTemplate;
  const frame = { from: program.variables.length, to: 0 };
  const helper: HelperFunction & { body: Block } = {
    name: names.draw(draw, 'function'),
    parameters: drawParameters(drawing, { isRecursive, isTemplate }),
    result: declareHidden(drawing, 'hidden', draw.pick(drawing.types)),
    frame,
    isPure,
    isRecursive,
    isTemplate,
    isIndirect,
    attributes: isPure ? said : attributes[pureAttributes.indexOf(said) % attributes.length]!,
    cost: 0,
    body: [],
  };
  const outer = { ...budget };
  const wanted = STATEMENT * (1 + draw.pick(STATEMENTS));
  Object.assign(budget, { text: wanted, executions: EXECUTIONS });
  helper.body = drawing.inHelper(helper, () => [
    ...drawBlock(drawing, 2),
    returning(helper.result, drawResult(drawing, helper)),
  ]);
  frame.to = program.variables.length;
  helper.cost = (EXECUTIONS - budget.executions + 1) * (isRecursive ? DEPTH : 1);
  Object.assign(budget, {
    text: outer.text - HELPER - (wanted - budget.text),
    executions: outer.executions,
  });
  return helper;
}

/** The parameters; the body may write at least one of them. */
function drawParameters(
  drawing: Drawing,
  { isRecursive, isTemplate }: Pick<HelperFunction, 'isRecursive' | 'isTemplate'>,
): Variable[] {
  const counter = isRecursive ? [declareHidden(drawing, 'iterator', INT)] : [];
  const length = { chance: ANOTHER_PARAMETER, least: 1, most: MAX_PARAMETERS - counter.length };
  const parameters = drawList(drawing, 'parameter', length, () => {
    const type = drawing.draw.pick(drawing.types);
    return declareHidden(drawing, 'local', type);
  });
  const constants = isTemplate ? [declareHidden(drawing, 'iterator', INT)] : [];
  return [...counter, ...parameters, ...constants];
}

/** Makes it visible only in the body, which is drawn in a scope of its own. */
function declareHidden(
  drawing: Drawing,
  dataClass: 'iterator' | 'local' | 'hidden',
  type: IntegerType,
): Variable {
  return drawing.inBlock(() => drawing.integer(dataClass, type)).variable;
}

/** `e`, or `n > 0 ? f(n - 1, ...) + e : e`. */
function drawResult(drawing: Drawing, helper: HelperFunction): ExpressionNode {
  const plain = drawExpression(drawing, MIDDLE);
  if (!helper.isRecursive) return plain;
  const [counter, ...others] = helper.parameters;
  const depth = placeOf(counter!);
  const operands = [
    binary('-', depth, constant(1n, INT)),
    ...others.map(() => drawExpression(drawing, SMALL)),
  ];
  const again: Call = { kind: 'call', type: helper.result.type, callee: helper, operands };
  // A tail call is a call with nothing after it.
  const isTail = drawing.draw.boolean();
  const more = drawExpression(drawing, SMALL);
  const deeper = isTail ? again : binary('+', again, more);
  return choose(binary('>', placeOf(counter!), constant(0n, INT)), deeper, plain);
}

/** Functions that may be called here: the more often this point is executed, the less a call may cost. */
export function callable({ program, budget, trips }: Drawing, isPure: boolean): HelperFunction[] {
  return program.helpers.filter(
    (helper) => helper.isPure === isPure && helper.cost * trips <= budget.executions,
  );
}

/** True if a pure function may be called here. */
export function hasCallable({ program, budget, trips, isInputsOnly }: Drawing): boolean {
  if (isInputsOnly) return false;
  return program.helpers.some(({ isPure, cost }) => isPure && cost * trips <= budget.executions);
}

/** The arguments of a call; depths of recursions are masked. */
export function drawArguments(
  drawing: Drawing,
  { parameters, cost, isTemplate }: HelperFunction,
  depth: number = 0,
): ExpressionNode[] {
  drawing.budget.executions -= cost * drawing.trips;
  return parameters.map(({ dataClass }) => {
    if (dataClass === 'iterator' && isTemplate) return constant(BigInt(drawing.draw.pick(DEPTH)), INT);
    const drawn = drawing.draw.scope('argument', () => drawExpression(drawing, Math.max(depth + 1, SMALL)));
    if (dataClass !== 'iterator') return drawn;
    return binary('&', cast(INT, drawn), constant(BigInt(DEPTH - 1), INT));
  });
}
