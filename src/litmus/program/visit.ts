/** Walks through the statements of a thread and the expressions in them. */
import type { LitmusExpression, LitmusStatement } from './syntax.ts';

/** Statements, also those inside others. */
export function visitStatements(
  statements: readonly LitmusStatement[],
  visit: (statement: LitmusStatement) => void,
): void {
  for (const statement of statements) {
    visit(statement);
    if (statement.kind === 'if') {
      visitStatements(statement.whenTrue, visit);
      visitStatements(statement.otherwise, visit);
    } else if (statement.kind === 'loop') {
      visitStatements(statement.body, visit);
      visitStatements(statement.step, visit);
    }
  }
}

/** Locations that some statement accesses as plain memory. */
export function plainLocations(statements: readonly LitmusStatement[]): Set<string> {
  const plain = new Set<string>();
  visitStatements(statements, (statement) => {
    if (statement.kind === 'store' && statement.order === 'na') plain.add(statement.location);
    for (const expression of expressionsOf(statement))
      visitExpression(expression, (each) => {
        if (each.kind === 'load' && each.order === 'na') plain.add(each.location);
      });
  });
  return plain;
}

/** The expressions of the statement itself, without the expressions of inner statements. */
function expressionsOf(statement: LitmusStatement): LitmusExpression[] {
  switch (statement.kind) {
    case 'assign':
    case 'evaluate':
    case 'store':
      return [statement.value];
    case 'if':
    case 'loop':
      return [statement.condition];
    case 'fence':
    case 'leave':
    case 'label':
    case 'goto':
      return [];
  }
}

function visitExpression(expression: LitmusExpression, visit: (expression: LitmusExpression) => void): void {
  visit(expression);
  if (expression.kind === 'unary') visitExpression(expression.operand, visit);
  else if (expression.kind === 'binary') {
    visitExpression(expression.left, visit);
    visitExpression(expression.right, visit);
  } else if (expression.kind === 'update') visitExpression(expression.operand, visit);
  else if (expression.kind === 'compareExchange') visitExpression(expression.desired, visit);
}
