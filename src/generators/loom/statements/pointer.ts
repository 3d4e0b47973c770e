/** `int *p = &a[3];` and `p = &b;`: local pointers, and pointers that get another target. */
import { drawExpression, TINY } from '../draw/expression.ts';
import { drawNewTarget, drawPointer, hasPointable } from '../draw/pointers.ts';
import type { Visible } from '../draw/visibles.ts';
import { byTicket } from '../draw/tickets.ts';
import type { Element, Read, Statement, Variable } from '../ir/nodes.ts';
import { locate } from '../truth/evaluate.ts';
import type { StatementRow } from './row.ts';

interface Point extends Statement<'point'> {
  readonly pointer: Variable;
  readonly target: Read | Element;
  readonly isNew: boolean;
}

export const point: StatementRow<Point> = {
  kind: 'point',
  weight: 8,
  text: 30,
  needs: 'pointers',
  fits: hasPointable,

  draw(drawing) {
    const isNew = drawing.draw.boolean();
    const existing = isNew ? undefined : byTicket(drawing.draw, drawing.writable.those(isPointer));
    if (existing === undefined) {
      const pointer = drawPointer(drawing, 'local')!;
      return { kind: 'point', pointer, target: pointer.pointer!.target, isNew: true };
    }
    const target = drawNewTarget(drawing, existing, () => drawExpression(drawing, TINY));
    return { kind: 'point', pointer: existing, target, isNew: false };
  },

  execute({ pointer, target }, executor) {
    executor.place(target);
    if (executor.isExecuted) executor.memory.point(pointer, locate(target, executor)!);
    return 'on';
  },

  print({ pointer, target, isNew }, printer) {
    const declared = isNew ? printer.declared(pointer) : pointer.name;
    printer.line(`${declared} = &${printer.name(target)};`);
  },
};

function isPointer({ variable }: Visible): boolean {
  return variable.pointer !== undefined;
}
