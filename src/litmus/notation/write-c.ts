/** Writes a program as a C litmus text, so that other tools can check it. */
import type { Order } from '../model/graph.ts';
import type { LitmusExpression, LitmusProgram, LitmusStatement } from '../program/syntax.ts';
import { observedName } from '../program/syntax.ts';
import { visitStatements } from './read-c.ts';

export const orderNames: Readonly<Record<Exclude<Order, 'na'>, string>> = {
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

function plainLocations(statements: readonly LitmusStatement[]): Set<string> {
  const plain = new Set<string>();
  visitStatements(statements, (statement) => {
    if (statement.kind === 'store' && statement.order === 'na') plain.add(statement.location);
    if ((statement.kind === 'assign' || statement.kind === 'evaluate') && statement.value.kind === 'load') {
      if (statement.value.order === 'na') plain.add(statement.value.location);
    }
  });
  return plain;
}

/** Locals are declared where they are first assigned, which herd asks for, at the top of the thread. */
function statementText(statements: readonly LitmusStatement[], depth: number): string {
  const space = '  '.repeat(depth);
  return statements.map((statement) => `${space}${oneStatement(statement, depth)}\n`).join('');
}

function oneStatement(statement: LitmusStatement, depth: number): string {
  const block = (inner: readonly LitmusStatement[]): string =>
    `{\n${statementText(inner, depth + 1)}${'  '.repeat(depth)}}`;
  switch (statement.kind) {
    case 'assign':
      return `int ${statement.local} = ${expressionText(statement.value)};`;
    case 'evaluate':
      return `${expressionText(statement.value)};`;
    case 'store': {
      const value = expressionText(statement.value);
      if (statement.order === 'na') return `*${statement.location} = ${value};`;
      return `atomic_store_explicit(${statement.location}, ${value}, ${orderNames[statement.order]});`;
    }
    case 'fence':
      return `atomic_${statement.isSignal === true ? 'signal' : 'thread'}_fence(${named(statement.order)});`;
    case 'if': {
      const otherwise = statement.otherwise.length === 0 ? '' : ` else ${block(statement.otherwise)}`;
      return `if (${expressionText(statement.condition)}) ${block(statement.whenTrue)}${otherwise}`;
    }
    case 'loop':
      return statement.isAfter
        ? `do ${block(statement.body)} while (${expressionText(statement.condition)});`
        : `while (${expressionText(statement.condition)}) ${block([...statement.body, ...statement.step])}`;
    case 'leave':
      return `${statement.how};`;
    case 'label':
      return `${statement.name}:;`;
    case 'goto':
      return `goto ${statement.name};`;
  }
}

function named(order: Order): string {
  return order === 'na' ? 'plain' : orderNames[order];
}

export function expressionText(expression: LitmusExpression): string {
  switch (expression.kind) {
    case 'constant':
      return String(expression.value);
    case 'local':
      return expression.name;
    case 'unary':
      return `${expression.operator}(${expressionText(expression.operand)})`;
    case 'binary':
      return `(${expressionText(expression.left)} ${expression.operator} ${expressionText(expression.right)})`;
    case 'load':
      if (expression.order === 'na') return `*${expression.location}`;
      return `atomic_load_explicit(${expression.location}, ${orderNames[expression.order]})`;
    case 'update': {
      const name = expression.operator === 'exchange' ? 'exchange' : `fetch_${expression.operator}`;
      return `atomic_${name}_explicit(${expression.location}, ${expressionText(expression.operand)}, ${named(expression.order)})`;
    }
    case 'compareExchange': {
      const { location, found, expected, desired, order, failureOrder, isWeak } = expression;
      const strength = isWeak === true ? 'weak' : 'strong';
      const address = `&${found ?? expressionText(expected)}`;
      return `atomic_compare_exchange_${strength}_explicit(${location}, ${address}, ${expressionText(desired)}, ${named(order)}, ${named(failureOrder)})`;
    }
  }
}
