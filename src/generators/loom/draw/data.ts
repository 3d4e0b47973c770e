/** The data of a program: integers, arrays, structs and pointers that are visible to all of its functions. */
import type { Initial } from '../ir/nodes.ts';
import { LLONG } from '../ir/types.ts';
import {
  ACROSS,
  ALIGNED,
  ARRAY,
  periods,
  STATIC_MEMBER,
  storages,
  STRUCT,
  VOLATILE,
} from '../policy/weights.ts';
import { convert } from '../rules/convert.ts';
import { drawConstant } from './constant.ts';
import { drawContainer } from './container.ts';
import type { Drawing } from './drawing.ts';
import { drawIsGiven } from './given.ts';
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
  drawList(drawing, dataClass, { chance }, () => drawDatum(drawing, dataClass));
}

function drawDatum(drawing: Drawing, dataClass: GlobalClass): void {
  const { draw, program } = drawing;
  const drawn = drawing.names.draw(draw, dataClass);
  const isStruct =
    drawing.switches.has('structs') && drawing.isDrawn('struct', STRUCT, drawing.room(STRUCT_TEXT));
  if (isStruct && program.structs.length > 0) {
    const type = byIndex(draw, program.structs)!;
    const dimensions = drawDimensions(drawing)
      .slice(0, 1)
      .map((size) => Math.min(size, MAX_OBJECTS));
    drawObject(drawing, type, { name: drawn, dataClass, dimensions });
    return;
  }
  const isVolatile = draw.boolean(VOLATILE) && drawing.switches.has('volatile');
  const type = drawing.drawType();
  const dimensions = drawDimensions(drawing);
  const first = convert(drawConstant(drawing, type).value, type);
  const step = dimensions.length === 0 ? 0n : drawConstant(drawing, LLONG).value;
  const isArray = dimensions.length > 0;
  const mayAlternate = isArray && drawing.switches.has('alternating');
  const period = mayAlternate ? drawing.choose('period', periods) : 0;
  const mayBeAligned = isArray && drawing.switches.has('aligned');
  const layout = mayBeAligned && draw.boolean(ALIGNED) ? { alignment: draw.pick(alignments) } : {};
  const wanted = drawing.switches.has('storage') ? drawing.choose('storage', storages) : '';
  const owner = drawOwner(drawing);
  const name = owner === undefined ? drawn : `${owner}::${drawn}`;
  // Data that statements fill or write cannot be const.
  const isPlain = owner !== undefined || (wanted === 'const' && (isArray || dataClass !== 'input'));
  const storage = isPlain ? '' : wanted;
  const initial = { first, step, period, ...(mayAlternate ? drawAcross(drawing, dimensions) : {}) };
  const container = isArray && !isVolatile ? drawContainer(drawing, type) : {};
  const about = { name, dataClass, type, dimensions, initial, isVolatile, storage };
  const own = owner === undefined ? {} : { owner };
  const given = drawIsGiven(drawing, { ...about, ...own }) ? { isGiven: true as const } : {};
  drawing.declare({ ...about, ...layout, ...container, ...own, ...given });
}

/** A second step, for the rows of an array of arrays. */
function drawAcross(drawing: Drawing, dimensions: readonly number[]): Partial<Pick<Initial, 'across'>> {
  const width = dimensions.at(-1)!;
  if (dimensions.length < 2) return {};
  return drawing.draw.scope('across', () => {
    const isWanted = drawing.draw.boolean(ACROSS);
    const step = drawConstant(drawing, LLONG).value;
    return isWanted ? { across: { width, step } } : {};
  });
}

/** The struct of a static member. */
function drawOwner({ draw, program: { structs }, switches }: Drawing): string | undefined {
  if (!switches.has('statics') || structs.length === 0) return undefined;
  return draw.scope('static member', () => {
    const isStatic = draw.boolean(STATIC_MEMBER);
    const owner = byIndex(draw, structs)!;
    return isStatic ? owner.name : undefined;
  });
}

/** None for a single integer. */
function drawDimensions(drawing: Drawing): number[] {
  const { draw } = drawing;
  const count = drawing.isDrawn('array', ARRAY, drawing.room(ARRAY_TEXT)) ? 1 + draw.pick(3) : 0;
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
  drawList(drawing, 'pointer', { chance }, () => drawPointer(drawing, dataClass));
}
