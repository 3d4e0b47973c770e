/** `a = e;` and `a op= e;`: to a place that may be written, or to a new output. */
import { drawExpression } from '../draw/expression.ts';
import { drawPeephole } from '../draw/peephole.ts';
import { drawTargetPlace } from '../draw/target.ts';
import type { ExpressionNode, Place, Statement } from '../ir/nodes.ts';
import { anything } from '../policy/contexts.ts';
import { binaryWeights, COMPOUND } from '../policy/weights.ts';
import type { BinarySign } from '../rules/signs.ts';
import { commonType } from '../ir/types.ts';
import { sumText } from '../lower/foreach.ts';
import type { StatementRow } from './row.ts';

export interface Assign extends Statement<'assign'> {
  readonly to: Place;
  value: ExpressionNode;
  /** Settling removes it if the operation needs a repair. */
  compound: BinarySign | undefined;
}

/** Operators that have an assignment operator. */
const compounds = binaryWeights.filter(([, sign]) =>
  ['+', '-', '&', '|', '^', '*', '/', '%', '<<', '>>'].includes(sign),
);

export const assign: StatementRow<Assign> = {
  kind: 'assign',
  weight: 40,

  draw(drawing) {
    const to = drawTargetPlace(drawing);
    const compound = drawing.draw.boolean(COMPOUND) ? drawing.choose('compound', compounds) : undefined;
    const value = drawExpression(drawing);
    // An output may only be written, so it cannot be its own operand.
    return { kind: 'assign', to, value, compound: to.variable.dataClass === 'output' ? undefined : compound };
  },

  execute(statement, executor) {
    executor.store(statement.to, executor.value(wholeOf(statement)));
    return 'on';
  },

  settle(statement, settling) {
    const { to, compound } = statement;
    settling.place(to);
    const whole = wholeOf(statement);
    settling.store(to, settling.value(whole));
    const isAsDrawn = whole.kind === 'binary' && whole.sign === compound && whole.left === to;
    statement.compound = isAsDrawn ? compound : undefined;
    statement.value = isAsDrawn ? whole.right : whole;
    return 'on';
  },

  print({ to, compound, value }, printer) {
    if (compound !== undefined && printer.isSum(to))
      printer.line(sumText(to, compound, printer.operand(value), printer));
    else if (compound !== undefined && printer.isIspc && !isInOwnType(to, compound, value))
      printer.line(`${printer.expression(to)} = ${printer.expression(wholeOf({ to, compound, value }))};`);
    else printer.line(`${printer.expression(to)} ${compound ?? ''}= ${printer.expression(value)};`);
  },
};

/** The same for a value that optimisers rewrite as a whole. */
export const peephole: StatementRow<Assign> = {
  ...assign,
  weight: 12,
  needs: 'peepholes',
  fits: ({ region }) => region === anything,
  text: 80,

  draw(drawing) {
    const to = drawTargetPlace(drawing);
    return assigned(to, drawPeephole(drawing));
  },
};

/** True if `a op= e` of ISPC, which computes in the type of `a`, is the one of C. */
function isInOwnType(to: Place, compound: BinarySign, value: ExpressionNode): boolean {
  return compound === '<<' || compound === '>>' || commonType(to.type, value.type) === to.type;
}

/** `a + e` for `a += e`. */
function wholeOf({ to, compound, value }: Pick<Assign, 'to' | 'compound' | 'value'>): ExpressionNode {
  if (compound === undefined) return value;
  return { kind: 'binary', type: to.type, sign: compound, left: to, right: value };
}

export function assigned(to: Place, value: ExpressionNode, compound?: BinarySign): Assign {
  return { kind: 'assign', to, value, compound };
}
