/** `a = f(x);`: a call of a function that reads and writes mixed data. */
import { callable, drawArguments } from '../draw/function.ts';
import { drawTargetPlace } from '../draw/target.ts';
import { byIndex } from '../draw/tickets.ts';
import type { ExpressionNode, HelperFunction, Place, Statement } from '../ir/nodes.ts';
import type { StatementRow } from './row.ts';

interface CallStatement extends Statement<'call'> {
  readonly to: Place;
  readonly callee: HelperFunction;
  readonly operands: readonly ExpressionNode[];
}

export const call: StatementRow<CallStatement> = {
  kind: 'call',
  weight: 10,
  text: 60,
  needs: 'calls',
  fits: (drawing) => drawing.helper?.isPure !== true && callable(drawing, false).length > 0,

  draw(drawing) {
    const callee = byIndex(drawing.draw, callable(drawing, false))!;
    const to = drawTargetPlace(drawing);
    return { kind: 'call', to, callee, operands: drawArguments(drawing, callee) };
  },

  execute({ to, callee, operands }, executor) {
    const values = operands.map((operand) => executor.value(operand));
    const returned = executor.run(callee, values);
    // The call may have changed data that the place depends on, so the place is computed after the call.
    executor.place(to);
    executor.store(to, returned);
    return 'on';
  },

  print({ to, callee, operands }, printer) {
    // Two statements, since the language leaves open whether the place or the call comes first.
    const { type } = callee.result;
    printer.line(
      `{ ${printer.type(type)} r = ${printer.callee(callee)}(${printer.list(operands)}); ${printer.name(to)} = r; }`,
    );
  },
};
