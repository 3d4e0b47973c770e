/**
 * `s = t;`, `memmove(&s, &t, sizeof s);` and `memset(&s, 0, sizeof s);`: copies a whole struct; `struct S l =
 * t;`: makes a new one.
 */
import type { Drawing } from '../draw/drawing.ts';
import { byIndex } from '../draw/tickets.ts';
import type { Statement, StructObject, Variable } from '../ir/nodes.ts';
import { elementCount, hasVolatile } from '../ir/walk.ts';
import { copyWays } from '../policy/weights.ts';
import type { Memory } from '../truth/memory.ts';
import type { StatementRow } from './row.ts';
import { simple } from './simple.ts';

interface Copy extends Statement<'copy'> {
  readonly into: StructObject;
  readonly from: StructObject;
  readonly how: 'assign' | 'move' | 'zero' | 'declare';
}

export const copy: StatementRow<Copy> = simple<Copy>({
  kind: 'copy',
  weight: 4,
  needs: 'structs',
  fits: (drawing) => targets(drawing).length > 0,

  draw(drawing) {
    const into = byIndex(drawing.draw, targets(drawing))!;
    const sources = single(drawing).filter(({ type }) => type === into.type);
    const how = drawing.draw.weighted(copyWays);
    return { kind: 'copy', into, from: byIndex(drawing.draw, sources)!, how };
  },

  effect({ into, from, how }, _values, memory) {
    copyLeaves(into.leaves, how === 'zero' ? [] : from.leaves, memory);
    return undefined;
  },

  print({ into, from, how }, printer) {
    const size = `sizeof(struct ${into.type.name})`;
    const [target, source] = [into.name, from.name].map((name) => printer.called(name));
    if (how === 'zero') printer.line(`__builtin_memset(&${target}, 0, ${size});`);
    // Only `memmove` may copy a struct onto itself.
    else if (how === 'move') printer.line(`__builtin_memmove(&${target}, &${source}, ${size});`);
    else printer.line(`${how === 'declare' ? `struct ${into.type.name} ` : ''}${target} = ${source};`);
  },
});

/** Drawn by this row; the result is a copy: a struct of the block. */
export const localStruct: StatementRow<Copy> = {
  ...copy,
  weight: 3,
  needs: 'locals',
  fits: (drawing) => drawing.switches.has('structs') && single(drawing).length > 0,

  draw(drawing) {
    const { draw, names } = drawing;
    const from = byIndex(draw, single(drawing))!;
    const name = names.draw(draw, 'local');
    const leaves = from.leaves.map(({ type, dimensions, member }) => {
      const about = { name, type, dimensions, dataClass: 'local' as const };
      return drawing.declare({ ...about, member: member! }).variable;
    });
    return { kind: 'copy', into: { ...from, name, dataClass: 'local', leaves }, from, how: 'declare' };
  },
};

/** Objects that are no arrays and may be copied; pure functions see only inputs, and copy none. */
export function single({ program, helper }: Drawing): readonly StructObject[] {
  if (helper?.isPure === true) return [];
  return program.objects.filter((object) => object.dimensions.length === 0 && !hasVolatile(object));
}

/** Data that may be written. */
export function targets(drawing: Drawing): readonly StructObject[] {
  return single(drawing).filter(({ dataClass }) => dataClass === 'mixed');
}

/** Without a source, fills with zeros. */
export function copyLeaves(into: readonly Variable[], from: readonly Variable[], memory: Memory): void {
  for (const [i, target] of into.entries()) {
    const count = elementCount(target);
    for (let index = 0; index < count; index++)
      memory.store(target, index, from[i] === undefined ? 0n : memory.load(from[i], index));
  }
}
