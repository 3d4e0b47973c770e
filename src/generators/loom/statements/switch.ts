/** `switch`: cases near each other or far apart, some of which fall through to the next one. */
import { drawExpression } from '../draw/expression.ts';
import { cast } from '../ir/build.ts';
import type { Block, ExpressionNode, Statement } from '../ir/nodes.ts';
import { INT } from '../ir/types.ts';
import type { Flow } from '../truth/flow.ts';
import { drawBlock } from './block.ts';
import type { StatementRow } from './row.ts';

export interface Case {
  /** Undefined for `default`. */
  readonly label: number | undefined;
  readonly body: Block;
  readonly fallsThrough: boolean;
}

export interface SwitchStatement extends Statement {
  readonly kind: 'switch';
  selector: ExpressionNode;
  readonly cases: readonly Case[];
}

/** Labels that a dense switch draws from; a sparse one multiplies them. */
const LABELS = 16;
const SPARSE = 1_000;
const ANOTHER = 0.75;
const FALLS_THROUGH = 0.2;

export const choice: StatementRow<SwitchStatement> = {
  kind: 'switch',
  weight: 5,
  text: 120,
  isNesting: true,

  draw(drawing, depth) {
    const { draw } = drawing;
    const selected = drawExpression(drawing, 2);
    const isSparse = draw.boolean(0.25);
    // Masked, the selector often is one of the labels.
    const isMasked = draw.boolean(0.8);
    const mask: ExpressionNode = { kind: 'constant', type: INT, value: BigInt(LABELS - 1) };
    const selector: ExpressionNode = isMasked
      ? { kind: 'binary', type: INT, sign: '&', left: cast(INT, selected), right: mask }
      : cast(INT, selected);
    const cases: Case[] = [];
    const labels = new Set<number | undefined>();
    while (
      draw.scope('case', () => {
        if (!draw.boolean(ANOTHER)) return false;
        const isDefault = draw.boolean(0.15);
        const drawn = draw.pick(LABELS) * (isSparse ? SPARSE : 1);
        const fallsThrough = draw.boolean(FALLS_THROUGH);
        const body = drawBlock(drawing, depth + 1);
        let label = isDefault && !labels.has(undefined) ? undefined : drawn;
        while (label !== undefined && labels.has(label)) label++;
        labels.add(label);
        cases.push({ label, body, fallsThrough });
        return true;
      })
    );
    return { kind: 'switch', selector, cases };
  },

  settle(statement, settling) {
    const selected = settling.expression(statement.selector);
    const entered = selected === undefined ? undefined : enteredAt(statement, selected);
    let isRunning = false;
    let flow: Flow = 'on';
    for (const each of statement.cases) {
      if (each === entered) isRunning = true;
      const next: Flow = settling.where(isRunning, () => settling.block(each.body));
      if (!isRunning) continue;
      flow = next;
      isRunning = flow === 'on' && each.fallsThrough;
    }
    return flow === 'break' ? 'on' : flow;
  },

  interpret(statement, interpreter) {
    const { cases } = statement;
    const entered = enteredAt(statement, interpreter.evaluate(statement.selector));
    if (entered === undefined) return 'on';
    for (const { body, fallsThrough } of cases.slice(cases.indexOf(entered))) {
      const flow = interpreter.block(body);
      if (flow === 'break') return 'on';
      if (flow !== 'on' || !fallsThrough) return flow;
    }
    return 'on';
  },

  print({ selector, cases }, printer) {
    printer.line(`switch (${printer.expression(selector)}) {`);
    for (const { label, body, fallsThrough } of cases) {
      printer.line(label === undefined ? '  default: {' : `  case ${label}: {`);
      printer.indented(() => printer.block(body));
      printer.line(fallsThrough ? '  }' : '  } break;');
    }
    printer.line('}');
  },
};

function enteredAt({ cases }: Pick<SwitchStatement, 'cases'>, value: bigint): Case | undefined {
  return (
    cases.find(({ label }) => label !== undefined && BigInt(label) === value) ??
    cases.find(({ label }) => label === undefined)
  );
}
