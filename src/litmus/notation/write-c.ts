/** Writes a program as a C litmus text, so that other tools can check it. */
import type { Order } from '../model/graph.ts';
import type { LitmusExpression, LitmusProgram, LitmusStatement, LoopStatement } from '../program/syntax.ts';
import { observedName } from '../program/syntax.ts';
import { plainLocations } from '../program/visit.ts';

/** The spelling of locations and locals. */
export interface TextStyle {
  readonly address: (location: string) => string;
  readonly plain: (location: string) => string;
  /** True if the assignment of a local declares it. */
  readonly declares: boolean;
}

const litmusStyle: TextStyle = {
  address: (location) => location,
  plain: (location) => `*${location}`,
  declares: true,
};

const orderNames: Readonly<Record<Exclude<Order, 'na'>, string>> = {
  rlx: 'memory_order_relaxed',
  acq: 'memory_order_acquire',
  rel: 'memory_order_release',
  ar: 'memory_order_acq_rel',
  sc: 'memory_order_seq_cst',
};

export function writeCLitmus(program: LitmusProgram, question: string): string {
  const initial = program.locations.map(({ name, initial: value }) => ` [${name}]=${value};`).join('');
  const shown = program.observed
    .map((observed) => ` ${observedName(observed).replaceAll(/[[\]]/g, '')};`)
    .join('');
  const threads = program.threads.map(({ statements }, index) => {
    const plain = plainLocations(statements);
    const parameters = program.locations.map(
      ({ name }) => `${plain.has(name) ? 'int' : 'atomic_int'}* ${name}`,
    );
    return `P${index} (${parameters.join(', ')}) {\n${statementText(statements, 1)}}\n`;
  });
  const locations = shown === '' ? '' : `locations [${shown}]\n`;
  return `C ${program.name}\n{${initial} }\n${threads.join('\n')}\n${locations}${question}\n`;
}

/** Locals are declared at their first assignment, which herd wants at the top of the thread. */
export function statementText(
  statements: readonly LitmusStatement[],
  depth: number,
  style: TextStyle = litmusStyle,
): string {
  const space = '  '.repeat(depth);
  return statements.map((statement) => `${space}${oneStatement(statement, depth, style)}\n`).join('');
}

function oneStatement(statement: LitmusStatement, depth: number, style: TextStyle): string {
  const block = (inner: readonly LitmusStatement[]): string =>
    `{\n${statementText(inner, depth + 1, style)}${'  '.repeat(depth)}}`;
  switch (statement.kind) {
    case 'assign':
      return `${style.declares ? 'int ' : ''}${statement.local} = ${expressionText(statement.value, style)};`;
    case 'evaluate':
      return `${expressionText(statement.value, style)};`;
    case 'store': {
      const value = expressionText(statement.value, style);
      if (statement.order === 'na') return `${style.plain(statement.location)} = ${value};`;
      return `atomic_store_explicit(${style.address(statement.location)}, ${value}, ${orderNames[statement.order]});`;
    }
    case 'fence':
      return `atomic_${statement.isSignal === true ? 'signal' : 'thread'}_fence(${named(statement.order)});`;
    case 'if': {
      const otherwise = statement.otherwise.length === 0 ? '' : ` else ${block(statement.otherwise)}`;
      return `if (${expressionText(statement.condition, style)}) ${block(statement.whenTrue)}${otherwise}`;
    }
    case 'loop':
      return statement.isAfter
        ? `do ${block(statement.body)} while (${expressionText(statement.condition, style)});`
        : `${loopHead(statement, style)} ${block(statement.body)}`;
    case 'leave':
      return `${statement.how};`;
    case 'label':
      return `${statement.name}:;`;
    case 'goto':
      return `goto ${statement.name};`;
  }
}

function loopHead({ condition, step }: LoopStatement, style: TextStyle): string {
  const asked = expressionText(condition, style);
  if (step.length === 0) return `while (${asked})`;
  const counting = step.map((each) => oneStatement(each, 0, { ...style, declares: false }).replace(/;$/, ''));
  return `for (; ${asked}; ${counting.join(', ')})`;
}

function named(order: Order): string {
  return order === 'na' ? 'plain' : orderNames[order];
}

function expressionText(expression: LitmusExpression, style: TextStyle): string {
  switch (expression.kind) {
    case 'constant':
      return String(expression.value);
    case 'local':
      return expression.name;
    case 'unary':
      return `${expression.operator}(${expressionText(expression.operand, style)})`;
    case 'binary': {
      const { operator, left } = expression;
      // Compilers test the old value, and not the flags, if a sum of signed numbers must not overflow.
      if (!style.declares && left.kind === 'update' && (operator === '+' || operator === '-'))
        return `(int)((unsigned)${expressionText(left, style)} ${operator} (unsigned)${expressionText(expression.right, style)})`;
      return `(${expressionText(expression.left, style)} ${expression.operator} ${expressionText(expression.right, style)})`;
    }
    case 'load':
      if (expression.order === 'na') return style.plain(expression.location);
      return `atomic_load_explicit(${style.address(expression.location)}, ${expression.isConsume === true ? 'memory_order_consume' : orderNames[expression.order]})`;
    case 'update': {
      const name = expression.operator === 'exchange' ? 'exchange' : `fetch_${expression.operator}`;
      return `atomic_${name}_explicit(${style.address(expression.location)}, ${expressionText(expression.operand, style)}, ${named(expression.order)})`;
    }
    case 'compareExchange': {
      const { location, found, expected, desired, order, failureOrder, isWeak } = expression;
      const strength = isWeak === true ? 'weak' : 'strong';
      const address = `&${found ?? expressionText(expected, style)}`;
      return `atomic_compare_exchange_${strength}_explicit(${style.address(location)}, ${address}, ${expressionText(desired, style)}, ${named(order)}, ${named(failureOrder)})`;
    }
  }
}
