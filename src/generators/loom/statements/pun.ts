/**
 * `union { float a; unsigned b; } u; u.a = x; y = u.b;` and similar statements. They read bits as another
 * type of the same size, or part by part. Parts are counted from the lowest on, for every byte order.
 */
import { drawExpression, MIDDLE } from '../draw/expression.ts';
import { drawTargetPlace } from '../draw/target.ts';
import type { ExpressionNode, Place } from '../ir/nodes.ts';
import { type IntegerType, UCHAR, UINT, ULLONG, USHORT } from '../ir/types.ts';
import type { Printer } from '../lower/printer.ts';
import { convert } from '../rules/convert.ts';
import type { StatementRow } from './row.ts';
import { simple, type SimpleStatement } from './simple.ts';

interface Pun extends SimpleStatement<'pun'> {
  /** Changes the sign of a float, reads a part, or writes one. */
  readonly how: 'negate' | 'absolute' | 'read' | 'write';
  readonly isUnion: boolean;
  readonly type: IntegerType;
  readonly part: IntegerType;
  readonly at: number;
  readonly operands: readonly [ExpressionNode];
  readonly to: Place;
}

const wholes = [UINT, ULLONG] as const;
const parts = [UCHAR, USHORT, UINT] as const;
/** The value that a part gets. */
const WRITTEN = 0xa5n;

export const pun: StatementRow<Pun> = simple({
  kind: 'pun',
  weight: 4,
  text: 160,
  needs: 'puns',

  draw(drawing) {
    const { draw } = drawing;
    const type = draw.pick(wholes);
    const how = draw.pick(['read', 'write', 'negate', 'absolute'] as const);
    const isUnion = draw.boolean();
    const part = draw.pick(parts);
    const at = draw.pick(8) % (type.bits / part.bits);
    const operands = [drawExpression(drawing, MIDDLE)] as const;
    return { kind: 'pun', how, isUnion, type, part, at, operands, to: drawTargetPlace(drawing) };
  },

  effect({ how, type, part, at }, [operand]) {
    const bits = BigInt(type.bits);
    const whole = convert(operand!, type);
    const from = BigInt(at * part.bits);
    const sign = 1n << (bits - 1n);
    // Without its highest bit, no exponent means infinity.
    const finite = whole & ~(1n << (bits - 2n));
    return {
      negate: () => finite ^ sign,
      absolute: () => finite & ~sign,
      read: () => (whole >> from) & part.max,
      write: () => (whole & ~(part.max << from)) | ((WRITTEN & part.max) << from),
    }[how]();
  },

  print(statement, printer) {
    const { how, type, operands, to } = statement;
    const text = printer.type(type);
    const isFloat = how === 'negate' || how === 'absolute';
    const mask = isFloat ? ` & ~((${text})1 << ${type.bits - 2})` : '';
    printer.apart(() => {
      printer.line(`${text} a = (${text})${printer.operand(operands[0])}${mask};`);
      if (isFloat) floatLines(statement, printer);
      else partLines(statement, printer);
      printer.line(`${printer.name(to)} = ${how === 'read' ? 'b' : 'a'};`);
    });
  },
});

function floatLines({ how, isUnion, type }: Pun, printer: Printer): void {
  const float = type === UINT ? 'float' : 'double';
  const changed = how === 'negate' ? '-' : type === UINT ? '__builtin_fabsf' : '__builtin_fabs';
  if (isUnion && printer.isC)
    printer.line(
      `union { ${printer.type(type)} a; ${float} f; } u; u.a = a; u.f = ${changed}(u.f); a = u.a;`,
    );
  else
    printer.line(
      `${float} f; __builtin_memcpy(&f, &a, sizeof f); f = ${changed}(f); __builtin_memcpy(&a, &f, sizeof f);`,
    );
}

function partLines({ how, isUnion, type, part, at }: Pun, printer: Printer): void {
  const count = type.bits / part.bits;
  const index = `(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ${at} : ${count - 1 - at})`;
  const text = printer.type(part);
  const isRead = how === 'read';
  if (isUnion && printer.isC) {
    const change = isRead ? `${text} b = u.p[${index}];` : `u.p[${index}] = ${WRITTEN}; a = u.a;`;
    printer.line(`union { ${printer.type(type)} a; ${text} p[${count}]; } u; u.a = a; ${change}`);
    return;
  }
  const place = `(char *)&a + ${index} * sizeof(${text})`;
  const start = isRead ? `${text} b` : `${text} b = ${WRITTEN}`;
  const [to, from] = isRead ? ['&b', place] : [place, '&b'];
  printer.line(`${start}; __builtin_memcpy(${to}, ${from}, sizeof b);`);
}
