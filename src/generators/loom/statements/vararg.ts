/** `a = gather_il(2, x, y);`: functions with variable arguments, some of which do not fit into registers. */
import { drawTargetPlace } from '../draw/target.ts';
import type { ExpressionNode, Place } from '../ir/nodes.ts';
import {
  argumentTexts,
  drawPassedValues,
  FOLD_FACTOR,
  foldValues,
  lettersOf,
  type PassedValues,
  receivedValues,
  typeNames,
} from './passed-values.ts';
import type { StatementRow } from './row.ts';
import { simple, type SimpleStatement } from './simple.ts';

interface Vararg extends SimpleStatement<'vararg'>, PassedValues {
  readonly operands: readonly ExpressionNode[];
  readonly to: Place;
}

const MAX = 12;

export const vararg: StatementRow<Vararg> = simple({
  kind: 'vararg',
  weight: 3,
  text: 250,
  needs: 'varargs',

  draw(drawing) {
    return { kind: 'vararg', ...drawPassedValues(drawing, MAX), to: drawTargetPlace(drawing) };
  },

  effect(statement, values) {
    return foldValues(receivedValues(statement, values), BigInt(values.length));
  },

  print(statement, printer) {
    const { to, operands } = statement;
    const name = `gather_${lettersOf(statement)}`;
    const steps = typeNames(statement, printer).map((type) => {
      const whole = type === 'double' ? '(unsigned long long)' : '';
      return `  s = s * ${FOLD_FACTOR} + ${whole}__builtin_va_arg(l, ${type});\n`;
    });
    const start = '__builtin_va_list l; __builtin_va_start(l, n);\n  unsigned long long s = n;\n';
    printer.needed(
      name,
      `__attribute__((noinline)) static unsigned long long ${name}(int n, ...) {\n  ${start}${steps.join('')}  __builtin_va_end(l);\n  return s;\n}\n`,
    );
    const list = [operands.length, ...argumentTexts(statement, printer)].join(', ');
    printer.line(`${printer.name(to)} = ${name}(${list});`);
  },
});
