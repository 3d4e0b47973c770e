/** `s = t;`: a whole struct at once. */
import type { Drawing } from '../draw/drawing.ts';
import { byIndex } from '../draw/tickets.ts';
import type { Statement, StructObject, Variable } from '../ir/nodes.ts';
import { elementCount } from '../ir/walk.ts';
import type { Memory } from '../truth/memory.ts';
import type { StatementRow } from './row.ts';

interface Copy extends Statement {
  readonly kind: 'copy';
  readonly to: StructObject;
  readonly from: StructObject;
}

export const copy: StatementRow<Copy> = {
  kind: 'copy',
  weight: 4,
  needs: 'structs',
  fits: (drawing) => targets(drawing).length > 0,

  draw(drawing) {
    const to = byIndex(drawing.draw, targets(drawing))!;
    const sources = single(drawing).filter(({ type }) => type === to.type);
    return { kind: 'copy', to, from: byIndex(drawing.draw, sources)! };
  },

  settle({ to, from }, { memory, isExecuted }) {
    if (isExecuted) copyLeaves(to.leaves, from.leaves, memory);
    return 'on';
  },

  interpret({ to, from }, { memory }) {
    copyLeaves(to.leaves, from.leaves, memory);
    return 'on';
  },

  print({ to, from }, printer) {
    printer.line(`${to.name} = ${from.name};`);
  },
};

/** Objects that are no arrays; pure functions see inputs only, and copy none. */
function single({ program, helper }: Drawing): StructObject[] {
  if (helper?.isPure === true) return [];
  return program.objects.filter(({ dimensions }) => dimensions.length === 0);
}

function targets(drawing: Drawing): StructObject[] {
  return single(drawing).filter(({ dataClass }) => dataClass === 'mixed');
}

function copyLeaves(to: readonly Variable[], from: readonly Variable[], memory: Memory): void {
  for (const [i, target] of to.entries()) {
    for (let index = 0; index < elementCount(target); index++)
      memory.store(target, index, memory.load(from[i]!, index));
  }
}
