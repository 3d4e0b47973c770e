/**
 * `for (k = 0; k < n; k++) a[k] = b[k + 1] * 3 + c[k];`: loops that compilers can vectorise. They have one
 * exit, a step of one, no division and no call. Most elements have one width. Some stores are conditional,
 * and some accumulate.
 */
import type { Drawing, OpenLoop } from '../draw/drawing.ts';
import { drawConstant } from '../draw/constant.ts';
import { NODE } from '../draw/expression.ts';
import { drawHead } from '../draw/head.ts';
import { isArray, isSingle } from '../draw/purposes.ts';
import { tap } from '../draw/stencil.ts';
import type { Visibles, Visible } from '../draw/visibles.ts';
import { byTicket } from '../draw/tickets.ts';
import { binary, choose, elementOf, extreme, placeOf } from '../ir/build.ts';
import type { Element, ExpressionNode, Place, Statement, Variable } from '../ir/nodes.ts';
import {
  ACCUMULATED,
  ANOTHER_STORE,
  CONDITIONAL_STORE,
  GATHERED,
  MIXED_WIDTHS,
  reductionSigns,
  streamKinds,
} from '../policy/weights.ts';
import { type Assign, assigned } from './assign.ts';
import { onlyIf } from './if.ts';
import { countedLoop, type CountedLoop, loop } from './loop.ts';
import type { StatementRow } from './row.ts';

const widths = [32, 64, 16, 8] as const;
const signs = ['+', '-', '&', '|', '^', '*'] as const;
const MAX_DEPTH = 3;
/** Number of distances of an element from the iterator; the index in all directions except the last. */
const OFFSETS = 5;
const OTHERS = 16;

/** Drawn by this row; the result is a loop. */
export const stream: StatementRow<CountedLoop> = {
  ...loop,
  weight: 6,
  text: 150,
  needs: 'streams',
  fits: ({ helper }) => helper?.isPure !== true,

  draw(drawing) {
    const { draw } = drawing;
    return drawing.inBlock(() => {
      const { head, open } = draw.scope('head', () => drawHead(drawing, true));
      const body = drawing.inLoop(open, () => {
        const bits = draw.pick(widths);
        return drawBody(new Stream(drawing, open, draw.boolean(MIXED_WIDTHS) ? undefined : bits));
      });
      return countedLoop(head, body);
    });
  },
};

class Stream {
  readonly drawing: Drawing;
  readonly #loop: OpenLoop;
  /** The width of elements; undefined if any width is allowed. */
  readonly #bits: number | undefined;

  constructor(drawing: Drawing, open: OpenLoop, bits: number | undefined) {
    this.drawing = drawing;
    this.#loop = open;
    this.#bits = bits;
  }

  /** Arrays of this width that are as long as the loop. */
  #fitting(candidates: Visibles): Visible[] {
    const reach = this.#loop.most - this.#loop.least;
    return candidates
      .those(isArray)
      .list()
      .filter(({ variable: { dimensions, type, isVolatile } }) => {
        const isOfWidth = this.#bits === undefined || type.bits === this.#bits;
        return dimensions.at(-1)! > reach && isOfWidth && isVolatile !== true;
      });
  }

  /** Half of the time an array that exists, if one fits; otherwise a new output. */
  target(): Place {
    const { draw, names, types, writable } = this.drawing;
    const existing = draw.boolean() ? byTicket(draw, this.#fitting(writable)) : undefined;
    if (existing !== undefined) return this.element(existing);
    const type = draw.pick(types.filter(({ bits }) => bits === (this.#bits ?? 32)));
    const about = { type, dimensions: [this.#loop.most + 1], initial: { first: 0n, step: 0n } };
    const name = names.draw(draw, 'output');
    return this.element(this.drawing.declare({ name, dataClass: 'output', ...about }).variable);
  }

  element(variable: Variable): Element {
    const { draw } = this.drawing;
    const offset = draw.pick(OFFSETS) - 2;
    return tap(variable, this.#loop, {
      offset,
      along: variable.dimensions.length - 1,
      others: draw.pick(OTHERS),
    });
  }

  /** An element whose index comes from another array. */
  gathered(array: Variable): Element {
    const { subscripts } = this.element(array);
    const { size } = subscripts.at(-1)!;
    const index = this.value(MAX_DEPTH);
    return elementOf(array, [...subscripts.slice(0, -1), { kind: 'computed', size, index }]);
  }

  value(depth: number): ExpressionNode {
    const { draw, readable } = this.drawing;
    return draw.scope('expression', () => {
      this.drawing.budget.text -= NODE;
      const kind = draw.weighted(depth < MAX_DEPTH ? streamKinds : streamKinds.slice(0, 2));
      const operand = (): ExpressionNode => this.value(depth + 1);
      if (kind === 'binary') return binary(draw.pick(signs), operand(), operand());
      if (kind === 'choose') return choose(binary('<', operand(), operand()), operand(), operand());
      if (kind === 'extreme') return extreme(draw.pick(['min', 'max'] as const), operand(), operand());
      const array = kind === 'read' ? byTicket(draw, this.#fitting(readable)) : undefined;
      if (array === undefined) return drawConstant(this.drawing);
      return draw.boolean(GATHERED) ? this.gathered(array) : this.element(array);
    });
  }
}

/** `x op= e;` for one integer, or a store into an array. */
function drawStore(within: Stream): Assign {
  const { drawing } = within;
  const { draw, writable } = drawing;
  const isAccumulated = draw.boolean(ACCUMULATED);
  const variable = isAccumulated ? byTicket(draw, writable.those(isSingle)) : undefined;
  if (variable === undefined) return assigned(within.target(), within.value(0));
  const compound = drawing.choose('reduction', reductionSigns);
  return assigned(placeOf(variable), within.value(1), compound);
}

function drawBody(within: Stream): Statement[] {
  const { draw } = within.drawing;
  const body: Statement[] = [];
  while (
    draw.scope('store', () => {
      if (body.length > 0 && !draw.boolean(ANOTHER_STORE)) return false;
      const isConditional = draw.boolean(CONDITIONAL_STORE);
      const store = drawStore(within);
      body.push(isConditional ? onlyIf(binary('<', within.value(2), within.value(2)), store) : store);
      within.drawing.budget.executions -= within.drawing.trips;
      return true;
    })
  );
  return body;
}
