/**
 * Pointers: to integers, members, elements and other pointers.
 *
 * Type and class alone, never values, decide which data a pointer may lead to. Pointers of class input lead
 * to inputs, so that pure functions may follow them. Mixed pointers lead to mixed data. Local pointers lead
 * to mixed data, and to locals that live at least as long.
 */
import { elementOf, fixed, placeOf } from '../ir/build.ts';
import type { DataClass, Element, ExpressionNode, Read, Variable } from '../ir/nodes.ts';
import type { Drawing } from './drawing.ts';
import { drawPlace, INDICES } from './place.ts';
import type { Visibles, Visible } from './visibles.ts';
import { byTicket } from './tickets.ts';

const MAX_LEVELS = 3;

function pointerLevels({ pointer }: Variable): number {
  return pointer?.levels ?? 0;
}

/** For each class of pointer, the data that it may point to. */
const pointable = {
  input: (visible: Visible): boolean => isPointable(visible, 'input'),
  mixed: (visible: Visible): boolean => isPointable(visible, 'mixed'),
  local: (visible: Visible): boolean => isPointable(visible, 'mixed') || isPointable(visible, 'local'),
};

function isPointable({ variable }: Visible, dataClass: DataClass): boolean {
  const { type, isVolatile = false, storage = '', member } = variable;
  if (variable.dataClass !== dataClass || storage === 'const' || member?.isPacked === true) return false;
  return type.isBitField !== true && !isVolatile && pointerLevels(variable) < MAX_LEVELS;
}

export function hasPointable({ readable }: Drawing): boolean {
  return readable.has(pointable.local);
}

/** The first target of a pointer: its subscripts are constants. */
function drawTarget(drawing: Drawing, candidates: Visibles): Read | Element | undefined {
  const variable = byTicket(drawing.draw, candidates);
  const index = drawing.draw.pick(INDICES);
  return variable === undefined ? undefined : targetAt(variable, index);
}

function targetAt(variable: Variable, index: number): Read | Element {
  const { dimensions } = variable;
  if (dimensions.length === 0) return placeOf(variable);
  return elementOf(
    variable,
    dimensions.map((size) => fixed(size, index)),
  );
}

/** Declares a pointer; undefined if there is no possible target. */
export function drawPointer(drawing: Drawing, dataClass: 'input' | 'mixed' | 'local'): Variable | undefined {
  const name = drawing.names.draw(drawing.draw, dataClass);
  const target = drawTarget(drawing, drawing.readable.those(pointable[dataClass]));
  if (target === undefined) return undefined;
  const pointer = { levels: pointerLevels(target.variable) + 1, target };
  return drawing.declare({ name, dataClass, type: target.type, pointer }).variable;
}

/** Another target for the pointer; its first target if there is no other. */
export function drawNewTarget(
  drawing: Drawing,
  pointer: Variable,
  drawIndex: () => ExpressionNode,
): Read | Element {
  const candidates = drawing.readable
    .those(pointable[pointer.dataClass as keyof typeof pointable])
    .list()
    .filter(
      ({ variable }) =>
        variable.type === pointer.type &&
        pointerLevels(variable) === pointerLevels(pointer) - 1 &&
        // A local that was declared later may be gone when the program follows the pointer.
        (variable.dataClass !== 'local' || variable.slot < pointer.slot),
    );
  const variable = byTicket(drawing.draw, candidates);
  if (variable === undefined) return pointer.pointer!.target;
  if (pointerLevels(variable) > 0) return targetAt(variable, 0);
  return drawPlace(drawing, variable, drawIndex) as Read | Element;
}
