/** `switch`: cases that are near each other or far apart, some of which fall through to the next. */
import { drawExpression } from '../draw/expression.ts';
import { drawList } from '../draw/list.ts';
import { binary, cast, constant } from '../ir/build.ts';
import type { Block, ExpressionNode, Statement } from '../ir/nodes.ts';
import { INT } from '../ir/types.ts';
import type { Printer } from '../lower/printer.ts';
import type { Flow } from '../truth/executor.ts';
import { drawBlock } from './block.ts';
import type { StatementRow } from './row.ts';

export interface Case {
  /** Undefined for `default`. */
  readonly label: number | undefined;
  readonly body: Block;
  readonly fallsThrough: boolean;
}

export interface SwitchStatement extends Statement<'switch'> {
  readonly selector: ExpressionNode;
  readonly cases: readonly Case[];
  /** True if the labels are names of an enumeration. */
  readonly isNamed?: boolean;
}

/** Number of labels that a dense switch draws from; a sparse one multiplies them. */
const LABELS = 16;
const SPARSE = 1_000;
const ANOTHER = 0.75;
const FALLS_THROUGH = 0.2;
const NAMED_LABELS = 0.3;
/** The start of the name of a label. */
const CASE = 'case_';

export const choice: StatementRow<SwitchStatement> = {
  kind: 'switch',
  weight: 5,
  text: 120,
  isNesting: true,

  draw(drawing, depth) {
    const { draw } = drawing;
    const selected = drawExpression(drawing, 2);
    const isSparse = draw.boolean(0.25);
    // A masked selector is often one of the labels.
    const isMasked = draw.boolean(0.8);
    const whole = cast(INT, selected);
    const selector = isMasked ? binary('&', whole, constant(BigInt(LABELS - 1), INT)) : whole;
    const isNamed =
      drawing.switches.has('labels') && draw.scope('names of labels', () => draw.boolean(NAMED_LABELS));
    const labels = new Set<number | undefined>();
    const cases = drawList(drawing, 'case', { chance: ANOTHER }, (): Case => {
      const isDefault = draw.boolean(0.15);
      const drawn = draw.pick(LABELS) * (isSparse ? SPARSE : 1);
      const fallsThrough = draw.boolean(FALLS_THROUGH);
      const body = drawBlock(drawing, depth + 1);
      let label = isDefault && !labels.has(undefined) ? undefined : drawn;
      while (label !== undefined && labels.has(label)) label++;
      labels.add(label);
      return { label, body, fallsThrough };
    });
    return { kind: 'switch', selector, cases, isNamed };
  },

  execute(statement, executor) {
    const selected = executor.value(statement.selector);
    const entered = selected === undefined ? undefined : enteredAt(statement, selected);
    let isRunning = false;
    let flow: Flow = 'on';
    for (const each of statement.cases) {
      if (each === entered) isRunning = true;
      const next: Flow | undefined = executor.where(isRunning, () => executor.block(each.body));
      if (!isRunning) continue;
      flow = next!;
      isRunning = flow === 'on' && each.fallsThrough;
    }
    return flow === 'break' ? 'on' : flow;
  },

  print(statement, printer) {
    const numbers = statement.cases.flatMap(({ label }) => (label === undefined ? [] : [label]));
    if (statement.isNamed !== true || numbers.length === 0) return printCases(statement, printer);
    printer.apart(() => {
      printer.line(`enum { ${numbers.map((label) => `${CASE}${label} = ${label}`).join(', ')} };`);
      printCases(statement, printer, CASE);
    });
  },
};

function printCases({ selector, cases }: SwitchStatement, printer: Printer, before = ''): void {
  printer.line(`switch (${printer.expression(selector)}) {`);
  for (const { label, body, fallsThrough } of cases) {
    printer.line(label === undefined ? '  default: {' : `  case ${before}${label}: {`);
    printer.indented(() => printer.block(body));
    printer.line(fallsThrough ? '  }' : '  } break;');
  }
  printer.line('}');
}

function enteredAt({ cases }: Pick<SwitchStatement, 'cases'>, value: bigint): Case | undefined {
  return (
    cases.find(({ label }) => label !== undefined && BigInt(label) === value) ??
    cases.find(({ label }) => label === undefined)
  );
}
