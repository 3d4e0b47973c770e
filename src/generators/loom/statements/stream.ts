/**
 * `for (k = 0; k < n; k++) a[k] = b[k + 1] * 3 + c[k];`: loops that compilers can vectorise: one exit, a step of one,
 * elements of one width, and nothing that is divided, called or chosen by what was computed before.
 */
import type { Drawing, OpenLoop } from '../draw/drawing.ts';
import { drawConstant } from '../draw/constant.ts';
import { NODE } from '../draw/expression.ts';
import { drawHead } from '../draw/head.ts';
import { tap } from '../draw/stencil.ts';
import { byTicket, type Visible } from '../draw/tickets.ts';
import { binary, choose, constant } from '../ir/build.ts';
import type { Element, ExpressionNode, Variable } from '../ir/nodes.ts';
import { INT } from '../ir/types.ts';
import { ANOTHER_STORE, streamKinds } from '../policy/weights.ts';
import { C } from '../rules/language.ts';
import type { Assign } from './assign.ts';
import { loop, type CountedLoop } from './loop.ts';
import type { StatementRow } from './row.ts';

const widths = [32, 64, 16, 8] as const;
const signs = ['+', '-', '&', '|', '^', '*'] as const;
const MAX_DEPTH = 3;
/** How far an element lies from the iterator; the index in all directions but the last. */
const OFFSETS = 5;
const OTHERS = 16;

/** Drawn apart, and a loop from then on. */
export const stream: StatementRow<CountedLoop> = {
  ...loop,
  weight: 6,
  text: 150,
  needs: 'streams',
  fits: ({ helper }) => helper?.isPure !== true,

  draw(drawing) {
    const { draw, loops } = drawing;
    return drawing.inBlock(() => {
      const { head, open } = draw.scope('head', () => drawHead(drawing, true));
      loops.push(open);
      const body = drawBody(new Stream(drawing, open, draw.pick(widths)));
      loops.pop();
      return { kind: 'loop', head, end: constant(BigInt(head.end), INT), body };
    });
  },
};

class Stream {
  readonly drawing: Drawing;
  readonly #loop: OpenLoop;
  readonly #bits: number;

  constructor(drawing: Drawing, open: OpenLoop, bits: number) {
    this.drawing = drawing;
    this.#loop = open;
    this.#bits = bits;
  }

  /** Arrays of the width that reach as far as the loop. */
  fits({ variable: { dimensions, type, isVolatile } }: Visible): boolean {
    const reach = this.#loop.most - this.#loop.least;
    return (dimensions.at(-1) ?? 0) > reach && type.bits === this.#bits && isVolatile !== true;
  }

  /** A new output where there is no array to write. */
  target(): Element {
    const { draw, names, types, writable } = this.drawing;
    const existing = draw.boolean()
      ? byTicket(
          draw,
          writable.filter((each) => this.fits(each)),
        )
      : undefined;
    if (existing !== undefined) return this.element(existing);
    const type = draw.pick(types.filter(({ bits }) => bits === this.#bits));
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

  value(depth: number): ExpressionNode {
    const { draw, readable } = this.drawing;
    return draw.scope('expression', () => {
      this.drawing.budget.text -= NODE;
      const kind = draw.weighted(depth < MAX_DEPTH ? streamKinds : streamKinds.slice(0, 2));
      const operand = (): ExpressionNode => this.value(depth + 1);
      if (kind === 'binary') return binary(draw.pick(signs), operand(), operand(), C);
      if (kind === 'choose') return choose(binary('<', operand(), operand(), C), operand(), operand(), C);
      if (kind === 'extreme')
        return {
          kind,
          type: INT,
          which: draw.pick(['min', 'max'] as const),
          left: operand(),
          right: operand(),
        };
      const array =
        kind === 'read'
          ? byTicket(
              draw,
              readable.filter((each) => this.fits(each)),
            )
          : undefined;
      return array === undefined ? drawConstant(this.drawing) : this.element(array);
    });
  }
}

function drawBody(within: Stream): Assign[] {
  const { draw } = within.drawing;
  const body: Assign[] = [];
  while (
    draw.scope('store', () => {
      if (body.length > 0 && !draw.boolean(ANOTHER_STORE)) return false;
      body.push({ kind: 'assign', to: within.target(), value: within.value(0), compound: undefined });
      within.drawing.budget.executions -= within.drawing.trips;
      return true;
    })
  );
  return body;
}
