/** `a = e;` and `a op= e;`: to something that can be written, or to an output that is made for it. */
import type { Drawing } from '../draw/drawing.ts';
import { drawExpression } from '../draw/expression.ts';
import { drawPlace } from '../draw/place.ts';
import { byTicket } from '../draw/tickets.ts';
import type { Element, ExpressionNode, Read, Statement, Variable } from '../ir/nodes.ts';
import { drawnTypes } from '../ir/types.ts';
import { binaryWeights, COMPOUND, NEW_OUTPUT } from '../policy/weights.ts';
import type { BinarySign } from '../rules/signs.ts';
import type { StatementRow } from './row.ts';

interface Assign extends Statement {
  readonly kind: 'assign';
  readonly to: Read | Element;
  value: ExpressionNode;
  /** Settling takes it away where the operation needs a repair. */
  compound: BinarySign | undefined;
}

/** Signs that have an assignment of their own. */
const compounds = binaryWeights.filter(([, sign]) =>
  ['+', '-', '&', '|', '^', '*', '/', '%', '<<', '>>'].includes(sign),
);

/** A computed index of the target is a small expression. */
const INDEX_DEPTH = 4;

export const assign: StatementRow<Assign> = {
  draw(drawing) {
    const to = drawPlace(drawing, drawTarget(drawing), () => drawExpression(drawing, INDEX_DEPTH));
    const compound = drawing.draw.boolean(COMPOUND) ? drawing.choose('compound', compounds) : undefined;
    const value = drawExpression(drawing);
    // An output may be written only, so it cannot be its own operand.
    return { kind: 'assign', to, value, compound: to.variable.dataClass === 'output' ? undefined : compound };
  },

  settle(statement, settling) {
    const { to, compound, value } = statement;
    if (to.kind === 'element') settling.element(to);
    const whole: ExpressionNode =
      compound === undefined
        ? value
        : { kind: 'binary', type: to.type, sign: compound, left: to, right: value };
    const settled = settling.expression(whole);
    const { expression } = settled;
    const isAsDrawn =
      compound !== undefined &&
      expression.kind === 'binary' &&
      expression.sign === compound &&
      expression.left === to;
    statement.compound = isAsDrawn ? compound : undefined;
    statement.value = isAsDrawn ? expression.right : expression;
    settling.store(placeOf(to), settled.value);
    return 'on';
  },

  interpret({ to, compound, value }, interpreter) {
    const place = placeOf(to);
    const operand = interpreter.evaluate(value);
    interpreter.store(
      place,
      compound === undefined
        ? operand
        : interpreter.binary(compound, interpreter.load(place), to.type, operand, value.type),
    );
    return 'on';
  },

  print({ to, compound, value }, printer) {
    printer.line(`${printer.expression(to)} ${compound ?? ''}= ${printer.expression(value)};`);
  },
};

function placeOf(to: Read | Element): Variable | Element {
  return to.kind === 'read' ? to.variable : to;
}

function drawTarget(drawing: Drawing): Variable {
  const { draw, loops } = drawing;
  const isNew = draw.boolean(NEW_OUTPUT);
  const existing = isNew ? undefined : byTicket(draw, drawing.writable);
  if (existing !== undefined) return existing;
  const name = drawing.names.draw(draw, 'output');
  // In a loop an output is an array as long as the loop reaches, half of the time.
  const innermost = loops.at(-1);
  const isArray = draw.boolean();
  const dimensions = isArray && innermost !== undefined ? [innermost.most + 1] : [];
  const type = draw.pick(drawnTypes);
  return drawing.declare({ name, dataClass: 'output', type, dimensions, initial: { first: 0n, step: 0n } })
    .variable;
}
