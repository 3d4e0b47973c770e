/**
 * Lattices: arrays and nests of loops that fit each other, and the statements of the innermost loop.
 *
 * For each dimension of an array there is an axis: one of the loops. An access lies at a distance from the
 * iterators in each dimension. So loops access each other's elements at a distance, and an array with fewer
 * dimensions than loops gives a reduction.
 */
import { binary, choose, elementOf, extreme, placeOf } from '../ir/build.ts';
import type { Element, ExpressionNode, Variable } from '../ir/nodes.ts';
import { type IntegerType, LLONG } from '../ir/types.ts';
import {
  ANOTHER_ARRAY,
  ANOTHER_TAP,
  FOREIGN,
  latticeKinds,
  MIXED_WIDTHS,
  REVERSED,
} from '../policy/weights.ts';
import { convert } from '../rules/convert.ts';
import { drawConstant } from './constant.ts';
import type { Drawing, OpenLoop } from './drawing.ts';
import { NODE } from './expression.ts';
import { drawList } from './list.ts';
import { fitting } from './place.ts';
import { isArray } from './purposes.ts';
import { byTicket } from './tickets.ts';

export interface LatticeArray {
  readonly variable: Variable;
  /** The loop for each dimension, counted from the outermost. */
  readonly axes: readonly number[];
}

const widths = [32, 64, 16, 8] as const;
const signs = ['+', '-', '&', '|', '^', '*'] as const;
const MAX_ARRAYS = 4;
const MAX_DIMENSIONS = 3;
const MAX_MARGIN = 4;
const MAX_DEPTH = 3;
/** Number of distances from an iterator: at most two in each direction. */
const DISTANCES = 5;

/** Arrays a little larger than the greatest iterator, `most`. */
export function drawArrays(drawing: Drawing, most: readonly number[]): LatticeArray[] {
  const { draw } = drawing;
  const bits = draw.pick(widths);
  const isMixed = draw.boolean(MIXED_WIDTHS);
  const types = drawing.types.filter((type) => (isMixed ? type.bits > 1 : type.bits === bits));
  return drawList(drawing, 'array', { chance: ANOTHER_ARRAY, least: 1, most: MAX_ARRAYS }, () => {
    const name = drawing.names.draw(draw, 'mixed');
    const type = draw.pick(types);
    const axes = drawAxes(drawing, most.length);
    const margin = draw.pick(MAX_MARGIN);
    const dimensions = axes.map((axis) => most[axis]! + 1 + margin);
    const initial = drawInitial(drawing, type);
    return { axes, ...drawing.declare({ name, dataClass: 'mixed', type, dimensions, initial }) };
  });
}

function drawInitial(drawing: Drawing, type: IntegerType): { first: bigint; step: bigint } {
  const first = convert(drawConstant(drawing, type).value, type);
  return { first, step: drawConstant(drawing, LLONG).value };
}

/** Neighbouring loops, sometimes from the inside out. */
function drawAxes({ draw }: Drawing, loops: number): number[] {
  const count = Math.min(loops, MAX_DIMENSIONS);
  const dimensions = count - (draw.pick(MAX_DIMENSIONS) % count);
  const first = draw.pick(MAX_DIMENSIONS) % (loops - dimensions + 1);
  const axes = Array.from({ length: dimensions }, (_, i) => first + i);
  return draw.boolean(REVERSED) ? axes.toReversed() : axes;
}

export class Lattice {
  readonly drawing: Drawing;
  readonly #arrays: readonly LatticeArray[];
  /** Outermost first. */
  readonly #loops: readonly OpenLoop[];

  constructor(drawing: Drawing, arrays: readonly LatticeArray[], loops: readonly OpenLoop[]) {
    this.drawing = drawing;
    this.#arrays = arrays;
    this.#loops = loops;
  }

  get depth(): number {
    return this.#loops.length;
  }

  array(): LatticeArray {
    return this.#arrays[this.drawing.draw.pick(MAX_ARRAYS) % this.#arrays.length]!;
  }

  /** An element near the iterators. */
  element({ variable, axes }: LatticeArray): Element {
    const { draw, switches } = this.drawing;
    const isReversed = draw.boolean(REVERSED / 2);
    const scale = isReversed && switches.has('strides') ? -1 : 1;
    const subscripts = variable.dimensions.map((size, dimension) =>
      fitting(this.#loops[axes[dimension]!]!, size, this.#distance(), scale),
    );
    return elementOf(variable, subscripts);
  }

  value(depth: number): ExpressionNode {
    const { draw } = this.drawing;
    return draw.scope('expression', () => {
      this.drawing.budget.text -= NODE;
      const kind = draw.weighted(depth < MAX_DEPTH ? latticeKinds : latticeKinds.slice(0, 2));
      const operand = (): ExpressionNode => this.value(depth + 1);
      if (kind === 'constant') return drawConstant(this.drawing);
      if (kind === 'read') return this.#read();
      if (kind === 'binary') return binary(draw.pick(signs), operand(), operand());
      if (kind === 'choose') return choose(binary('<', operand(), operand()), operand(), operand());
      if (kind === 'extreme') return extreme(draw.pick(['min', 'max'] as const), operand(), operand());
      if (kind === 'iterator') return placeOf(this.#loops[draw.pick(MAX_ARRAYS) % this.depth]!.iterator);
      return this.#stencil();
    });
  }

  #distance(): number {
    return this.drawing.draw.pick(DISTANCES) - 2;
  }

  /** An element of an array of the nest, or of any array. The last subscript uses the innermost loop. */
  #read(): ExpressionNode {
    const { draw, readable } = this.drawing;
    const foreign = draw.boolean(FOREIGN) ? byTicket(draw, readable.those(isArray)) : undefined;
    if (foreign === undefined) return this.element(this.array());
    const last = this.depth - 1;
    const axes = foreign.dimensions.map((_, i) => Math.max(0, last - (foreign.dimensions.length - 1 - i)));
    return this.element({ variable: foreign, axes });
  }

  /** Neighbours of an element in all dimensions of one array. */
  #stencil(): ExpressionNode {
    const { draw } = this.drawing;
    const array = this.array();
    const length = { chance: ANOTHER_TAP, least: 2, most: 6 };
    const taps = drawList(this.drawing, 'tap', length, () => ({
      sign: draw.pick(['+', '-', '^'] as const),
      element: this.element(array) as ExpressionNode,
    }));
    return taps.map((each) => each.element).reduce((sum, each, i) => binary(taps[i]!.sign, sum, each));
  }
}
