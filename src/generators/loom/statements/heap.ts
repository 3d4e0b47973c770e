/**
 * `int *l = (int *)malloc(...); ... free(l);`: an array on the heap: the program fills it, grows it, uses it
 * in some assignments and frees it. No statement leaves the block before that, so no memory is lost.
 */
import type { Drawing } from '../draw/drawing.ts';
import { drawExpression, SMALL, TINY } from '../draw/expression.ts';
import { drawList } from '../draw/list.ts';
import { drawTargetPlace } from '../draw/target.ts';
import { elementOf, fixed } from '../ir/build.ts';
import type { Block, ExpressionNode, Statement, Variable } from '../ir/nodes.ts';
import { elementCount } from '../ir/walk.ts';
import type { Printer } from '../lower/printer.ts';
import { ANOTHER_USE, heapWays } from '../policy/weights.ts';
import type { Settled } from '../truth/executor.ts';
import { assigned } from './assign.ts';
import type { StatementRow } from './row.ts';

interface Heap extends Statement<'heap'> {
  readonly array: Variable;
  readonly how: (typeof heapWays)[number][1];
  /** Number of elements before the array grows; undefined if it never grows. */
  readonly before: number | undefined;
  /** Values that the elements get in turn; after `calloc` or `new` they are zeros. */
  readonly operands: readonly ExpressionNode[];
  readonly uses: Block;
  /** True if the program tests for a null pointer. */
  readonly isChecked: boolean;
}

const sizes = [4, 8, 16, 3, 32, 64] as const;
const INDICES = 64;

export const heap: StatementRow<Heap> = {
  kind: 'heap',
  weight: 5,
  text: 400,
  needs: 'heap',

  draw(drawing) {
    const { draw, names } = drawing;
    const how = drawing.choose('heap', heapWays);
    const [name, type, size] = [names.draw(draw, 'local'), draw.pick(drawing.types), draw.pick(sizes)];
    const wanted = draw.boolean(0.35) ? draw.pick(sizes) : undefined;
    const isChecked = draw.boolean(0.3);
    const operands = Array.from({ length: 1 + draw.pick(2) }, () => drawExpression(drawing, TINY));
    return drawing.inBlock(() => {
      const array = drawing.declare({ name, dataClass: 'local', type, dimensions: [size] }).variable;
      const uses = drawList(drawing, 'use', { chance: ANOTHER_USE, least: 1 }, () => drawUse(drawing, array));
      const before = wanted === undefined || how === 'new' || wanted >= size ? undefined : wanted;
      return { kind: 'heap', array, how, before, operands, uses, isChecked };
    });
  },

  execute({ array, how, operands, uses }, executor) {
    const values = operands.map((operand) => executor.value(operand));
    const isZero = how === 'calloc' || how === 'new';
    const count = elementCount(array);
    for (let index = 0; index < count; index++) {
      const value: Settled = isZero ? 0n : values[index % values.length];
      executor.store(elementOf(array, [fixed(count, index)]), value);
    }
    return executor.block(uses);
  },

  print({ array, how, before, operands, uses, isChecked }, printer) {
    const { name, type } = array;
    const text = printer.type(type);
    const count = elementCount(array);
    const isNew = how === 'new' && !printer.isC;
    const bytes = (elements: number): string => `${elements} * sizeof(${text})`;
    const first = before ?? count;
    const asked = isNew ? `new ${text}[${count}]()` : `(${text} *)${called(how, first, bytes)}`;
    printer.apart(() => {
      printer.line(`${text} *${name} = ${asked};`);
      if (isChecked) printer.line(`if (!${name}) __builtin_abort();`);
      if (how === 'malloc') fill(array, { from: 0, to: first, operands }, printer);
      if (before !== undefined) {
        printer.line(`${name} = (${text} *)__builtin_realloc(${name}, ${bytes(count)});`);
        const rest = { from: before, to: count, operands: how === 'malloc' ? operands : [] };
        fill(array, rest, printer);
      }
      for (const use of uses) printer.statement(use);
      printer.line(isNew ? `delete[] ${name};` : `__builtin_free(${name});`);
    });
  },
};

/** C has no `new`. */
function called(how: Heap['how'], elements: number, bytes: (elements: number) => string): string {
  if (how === 'malloc') return `__builtin_malloc(${bytes(elements)})`;
  return `__builtin_calloc(${elements}, ${bytes(1).slice(4)})`;
}

interface Filling {
  readonly from: number;
  readonly to: number;
  readonly operands: readonly ExpressionNode[];
}

function fill({ name, type }: Variable, { from, to, operands }: Filling, printer: Printer): void {
  const values = operands.map((value) => `(${printer.type(type)})${printer.operand(value)}`);
  const [even = '0', odd = even] = values;
  const value = even === odd ? even : `n % 2 ? ${odd} : ${even}`;
  printer.line(`for (int n = ${from}; n < ${to}; n++) ${name}[n] = ${value};`);
}

/** A write to an element, or a read of an element into a place that the program prints later. */
function drawUse(drawing: Drawing, array: Variable): Statement {
  const { draw, helper } = drawing;
  const isRead = draw.boolean(0.4);
  const element = elementOf(array, [fixed(elementCount(array), draw.pick(INDICES))]);
  if (isRead && helper?.isPure !== true) return assigned(drawTargetPlace(drawing), element);
  return assigned(element, drawExpression(drawing, SMALL));
}
