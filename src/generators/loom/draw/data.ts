/** The data of a program: integers, arrays, structs and pointers that are visible to all of its functions. */
import { LLONG } from '../ir/types.ts';
import { ALIGNED, ARRAY, periods, storages, STRUCT, VOLATILE } from '../policy/weights.ts';
import { convert } from '../rules/convert.ts';
import { drawConstant } from './constant.ts';
import type { Drawing } from './drawing.ts';
import { another, drawList } from './list.ts';
import { drawPointer } from './pointers.ts';
import { byIndex } from './tickets.ts';
import { drawObject } from './structs.ts';

/** Sizes of arrays; half are powers of two, for which a mask keeps a subscript in bounds. */
const sizes = [8, 10, 16, 25, 32, 64] as const;
/** Elements in all directions together. */
const MAX_ELEMENTS = 1_024;
/** Limit of structs in an array. */
const MAX_OBJECTS = 16;

/** Bytes of text for an object with all statements about it, for an array, and for a pointer. */
const STRUCT_TEXT = 500;
const ARRAY_TEXT = 150;
const POINTER_TEXT = 60;

const alignments = [16, 32, 64] as const;

type GlobalClass = 'input' | 'mixed';

/** A series of declarations, about as many as wanted. */
export function drawData(drawing: Drawing, dataClass: GlobalClass, wanted: number): void {
  const chance = (count: number): number => another(wanted - count, 0.98);
  drawList(drawing.draw, dataClass, { chance }, () => drawDatum(drawing, dataClass));
}

function drawDatum(drawing: Drawing, dataClass: GlobalClass): void {
  const { draw, program } = drawing;
  const name = drawing.names.draw(draw, dataClass);
  const isStruct = drawing.switches.has('structs') && draw.boolean(STRUCT * drawing.room(STRUCT_TEXT));
  if (isStruct && program.structs.length > 0) {
    const type = byIndex(draw, program.structs)!;
    const dimensions = drawDimensions(drawing)
      .slice(0, 1)
      .map((size) => Math.min(size, MAX_OBJECTS));
    drawObject(drawing, type, { name, dataClass, dimensions });
    return;
  }
  const isVolatile = draw.boolean(VOLATILE) && drawing.switches.has('volatile');
  const type = draw.pick(drawing.types);
  const dimensions = drawDimensions(drawing);
  const first = convert(drawConstant(drawing, type).value, type);
  const step = dimensions.length === 0 ? 0n : drawConstant(drawing, LLONG).value;
  const isArray = dimensions.length > 0;
  const mayAlternate = isArray && drawing.switches.has('alternating');
  const period = mayAlternate ? drawing.choose('period', periods) : 0;
  const mayBeAligned = isArray && drawing.switches.has('aligned');
  const layout = mayBeAligned && draw.boolean(ALIGNED) ? { alignment: draw.pick(alignments) } : {};
  const wanted = drawing.switches.has('storage') ? drawing.choose('storage', storages) : '';
  // Data that statements fill or write cannot be const.
  const storage = wanted === 'const' && (isArray || dataClass !== 'input') ? '' : wanted;
  const initial = { first, step, period };
  drawing.declare({ name, dataClass, type, dimensions, initial, isVolatile, storage, ...layout });
}

/** None for a single integer. */
function drawDimensions(drawing: Drawing): number[] {
  const { draw } = drawing;
  const count = draw.boolean(ARRAY * drawing.room(ARRAY_TEXT)) ? 1 + draw.pick(3) : 0;
  const dimensions: number[] = [];
  let elements = 1;
  for (let dimension = 0; dimension < count; dimension++) {
    const size = draw.pick(sizes);
    elements *= size;
    if (elements <= MAX_ELEMENTS) dimensions.push(size);
  }
  return dimensions;
}

/** A series of pointers to existing data. */
export function drawPointers(drawing: Drawing, dataClass: GlobalClass, wanted: number): void {
  const chance = (count: number): number => another(wanted - count, 0.8) * drawing.room(POINTER_TEXT);
  drawList(drawing.draw, 'pointer', { chance }, () => drawPointer(drawing, dataClass));
}
