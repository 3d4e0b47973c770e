/** `a = e;` and `a op= e;`: to something that can be written, or to an output that is made for it. */
import { drawExpression } from '../draw/expression.ts';
import { byTicket } from '../draw/tickets.ts';
import type { Drawing } from '../draw/drawing.ts';
import type { ExpressionNode, Statement, Variable } from '../ir/nodes.ts';
import { drawnTypes } from '../ir/types.ts';
import { binaryWeights, COMPOUND, NEW_OUTPUT } from '../policy/weights.ts';
import type { BinarySign } from '../rules/signs.ts';
import type { StatementRow } from './row.ts';

interface Assign extends Statement {
  readonly kind: 'assign';
  readonly to: Variable;
  value: ExpressionNode;
  /** Settling takes it away where the operation needs a repair. */
  compound: BinarySign | undefined;
}

/** Signs that have an assignment of their own. */
const compounds = binaryWeights.filter(([, sign]) =>
  ['+', '-', '&', '|', '^', '*', '/', '%', '<<', '>>'].includes(sign),
);

export const assign: StatementRow<Assign> = {
  draw(drawing) {
    const to = drawTarget(drawing);
    // An output may be written only, so it cannot be its own operand.
    const compound = drawing.draw.boolean(COMPOUND) ? drawing.choose('compound', compounds) : undefined;
    const value = drawExpression(drawing);
    return { kind: 'assign', to, value, compound: to.dataClass === 'output' ? undefined : compound };
  },

  settle(statement, settling) {
    const { to, compound, value } = statement;
    if (compound === undefined) {
      const settled = settling.expression(value);
      statement.value = settled.expression;
      settling.store(to, settled.values);
      return;
    }
    const settled = settling.expression({
      kind: 'binary',
      type: to.type,
      sign: compound,
      left: { kind: 'read', type: to.type, variable: to },
      right: value,
    });
    const { expression } = settled;
    const isAsDrawn =
      expression.kind === 'binary' &&
      expression.sign === compound &&
      expression.left.kind === 'read' &&
      expression.left.variable === to;
    statement.compound = isAsDrawn ? compound : undefined;
    statement.value = isAsDrawn ? expression.right : expression;
    settling.store(to, settled.values);
  },

  interpret({ to, compound, value }, interpreter) {
    if (compound === undefined) interpreter.store(to, interpreter.evaluate(value));
    else
      interpreter.store(
        to,
        interpreter.binary(compound, interpreter.load(to), to.type, interpreter.evaluate(value), value.type),
      );
  },

  print({ to, compound, value }, printer) {
    printer.line(`${to.name} ${compound ?? ''}= ${printer.expression(value)};`);
  },
};

function drawTarget(drawing: Drawing): Variable {
  const { draw } = drawing;
  const isNew = draw.boolean(NEW_OUTPUT);
  const existing = isNew ? undefined : byTicket(draw, drawing.writable);
  if (existing !== undefined) return existing;
  return drawing.declare('output', drawing.names.draw(draw, 'output'), draw.pick(drawnTypes), 0n);
}
