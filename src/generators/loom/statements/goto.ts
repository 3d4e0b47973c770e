/**
 * `goto`: blocks with labels, and jumps forwards and backwards between them, which make loops that no loop
 * statement can make. Fuel limits the jumps: after it is used up, execution continues in the order of the
 * text.
 */
import type { Drawing } from '../draw/drawing.ts';
import { drawExpression, SMALL } from '../draw/expression.ts';
import { drawList } from '../draw/list.ts';
import { placeOf } from '../ir/build.ts';
import type { Block, ExpressionNode, Statement, Variable } from '../ir/nodes.ts';
import { INT } from '../ir/types.ts';
import { ANOTHER_SEGMENT } from '../policy/weights.ts';
import type { Settling } from '../settle/settling.ts';
import { drawBlock } from './block.ts';
import type { StatementRow } from './row.ts';

interface Segment {
  readonly body: Block;
  readonly condition: ExpressionNode;
  /** The segment to continue with. */
  readonly target: number;
}

interface Jumps extends Statement<'goto'> {
  readonly label: string;
  /** Jumps that are still allowed. */
  readonly fuel: Variable;
  readonly first: number;
  readonly segments: readonly Segment[];
  /** True once all segments are settled. */
  isSettled: boolean;
  /** True if jumps go through a table of labels. */
  readonly isComputed: boolean;
}

const MAX_FUEL = 6;
const MAX_SEGMENTS = 4;

export const jumps: StatementRow<Jumps> = {
  kind: 'goto',
  weight: 4,
  text: 200,
  needs: 'goto',
  isNesting: true,

  draw(drawing, depth) {
    const { draw, names } = drawing;
    const label = names.draw(draw, 'label');
    const first = 1 + draw.pick(MAX_FUEL);
    const isComputed = draw.boolean(0.3);
    return drawing.inBlock(() => {
      const visible = drawing.integer('iterator', INT);
      const fuel = visible.variable;
      const open = { iterator: fuel, visible, least: 0, most: first, trips: first + 1, isLoop: false };
      const segments = drawing.inLoop(open, () => drawSegments(drawing, depth));
      return { kind: 'goto', label, fuel, first, segments, isComputed, isSettled: false };
    });
  },

  execute({ segments, fuel, first }, executor) {
    const place = placeOf(fuel);
    executor.store(place, BigInt(first));
    return executor.repeatedly(() => {
      let left = first;
      for (let at = 0; at < segments.length && executor.isExecuted;) {
        const { body, condition, target } = segments[at]!;
        const flow = executor.block(body);
        if (flow !== 'on') return flow;
        const isTaken = left > 0 && executor.value(condition) !== 0n;
        if (isTaken) executor.store(place, BigInt(--left));
        at = isTaken ? target : at + 1;
      }
      return 'on';
    });
  },

  settle(statement, settling) {
    // Segments that jumps skip are settled too, as dead code.
    if (!statement.isSettled)
      settling.repeatedly(() => settling.where(false, () => settleAll(statement.segments, settling)));
    statement.isSettled = true;
    return jumps.execute(statement, settling);
  },

  print({ label, fuel, first, segments, isComputed }, printer) {
    const labels = segments.map((_, at) => `${label}_${at}`);
    printer.line(`{ ${printer.type(INT)} ${fuel.name} = ${first};`);
    const isTable = isComputed && printer.isC;
    if (isTable)
      printer.line(`  static void *const ${label}[] = {${labels.map((each) => `&&${each}`).join(', ')}};`);
    for (const [at, { body, condition, target }] of segments.entries()) {
      const jump = isTable ? `goto *${label}[${target}]` : `goto ${labels[target]}`;
      printer.line(`${labels[at]}: {`);
      printer.block(body);
      const asked = `${fuel.name} > 0 && ${printer.expression(condition, 5)}`;
      printer.line(`} if (${asked}) { ${fuel.name}--; ${jump}; }`);
    }
    printer.line('}');
  },
};

function settleAll(segments: readonly Segment[], settling: Settling): void {
  for (const { body, condition } of segments) {
    settling.block(body);
    settling.value(condition);
  }
}

function drawSegments(drawing: Drawing, depth: number): Segment[] {
  const { draw } = drawing;
  const length = { chance: ANOTHER_SEGMENT, least: 1, most: MAX_SEGMENTS };
  const segments = drawList(drawing, 'segment', length, () => {
    const target = draw.pick(MAX_SEGMENTS);
    return { target, body: drawBlock(drawing, depth + 1), condition: drawExpression(drawing, SMALL) };
  });
  return segments.map((segment) => ({ ...segment, target: segment.target % segments.length }));
}
