/**
 * Floating point that rounds: `double v2 = v0 * v1; double v3 = v2 / 0.1;`, for single numbers and for arrays.
 *
 * Each step has one operation. Its result is the same on each machine that rounds to nearest and keeps no more
 * bits than the type has. The program checks all bits. So the command must not allow a compiler to change the
 * order of operations, or to fuse a product with a sum.
 */
import { drawExpression, SMALL } from '../draw/expression.ts';
import { drawList } from '../draw/list.ts';
import { drawTargetPlace } from '../draw/target.ts';
import type { ExpressionNode, Place } from '../ir/nodes.ts';
import { ULLONG } from '../ir/types.ts';
import type { Printer } from '../lower/printer.ts';
import { ANOTHER_ROUNDED, CONSTANT_OPERAND, roundedOperands, roundedSigns } from '../policy/weights.ts';
import { convert } from '../rules/convert.ts';
import type { RoundedFormat, RoundedSign } from '../ir/rounded.ts';
import { applyRounded, bitsOfRounded, fromBits, fromInteger, WHOLE_LIMIT } from '../truth/rounding.ts';
import type { StatementRow } from './row.ts';
import { simple, type SimpleStatement } from './simple.ts';

/** An operation on earlier numbers; the right one may be a constant in its place. */
interface Step {
  readonly sign: RoundedSign;
  readonly left: number;
  readonly right: number;
  readonly constant: number | undefined;
}

type Origin = 'int' | 'signed' | 'unsigned' | 'bits';
type End = 'bits' | 'sum' | 'product' | 'least';

interface Rounding extends SimpleStatement<'rounding'> {
  readonly format: RoundedFormat;
  readonly shape: 'single' | 'one loop' | 'loops';
  readonly lanes: number;
  readonly operands: readonly ExpressionNode[];
  /** The way in which each operand becomes a number in floating point. */
  readonly origins: readonly Origin[];
  readonly steps: readonly Step[];
  /** The last numbers become one: by their bits, or by a sum, a product or a minimum in order. */
  readonly end: End;
  readonly to: Place;
}

const formats = ['double', 'float'] as const;
const shapes = ['single', 'one loop', 'loops'] as const;
const ends = ['bits', 'sum', 'product', 'least'] as const;
const lengths = [8, 4, 16, 5, 32] as const;
const OPERANDS = 4;
const REFERENCES = 8;

/** Numbers with and without a rest, of all sizes; the smallest ones are denormal. */
const constants: Readonly<Record<RoundedFormat, readonly number[]>> = {
  double: [3, 0.1, -7, 1 / 3, 10, 0.5, 1 + 2 ** -52, 1e16, 1e-300, 5e-324, 1.7e308, 4_294_967_297],
  float: [3, 0.1, -7, 1 / 3, 10, 0.5, 1 + 2 ** -23, 16_777_217, 1e-30, 1.5e-45, 3e38, 65_537],
};

export const rounding: StatementRow<Rounding> = simple({
  kind: 'rounding',
  weight: 12,
  text: 400,
  needs: 'rounding',

  draw(drawing) {
    const { draw } = drawing;
    const format = draw.pick(formats);
    const shape = draw.pick(shapes);
    const lanes = shape === 'single' ? 1 : draw.pick(lengths);
    const count = 1 + draw.pick(OPERANDS);
    const origins = Array.from({ length: count }, () => draw.weighted(roundedOperands));
    const operands = origins.map(() => drawExpression(drawing, SMALL));
    const steps = drawList(drawing, 'step', { chance: ANOTHER_ROUNDED, least: 1 }, (before): Step => {
      const known = before + 2;
      const sign = draw.weighted(roundedSigns);
      const left = known - 1 - (draw.pick(REFERENCES) % known);
      const right = draw.pick(REFERENCES) % known;
      const place = draw.pick(constants[format].length);
      const constant = draw.boolean(CONSTANT_OPERAND) ? constantAt(place, format) : undefined;
      return { sign, left, right, constant };
    });
    const end = draw.pick(ends);
    return {
      kind: 'rounding',
      format,
      shape,
      lanes,
      operands,
      origins,
      steps,
      end,
      to: drawTargetPlace(drawing),
    };
  },

  effect({ format, lanes, origins, steps, end }, values) {
    const given = values.map((value, i) => made(origins[i]!, value, format));
    const first = Array.from({ length: lanes }, (_, lane) => given[lane % given.length]!);
    const second = first.map((value, lane) => applyRounded('+', value, lane + 1, format));
    const numbers = [first, second];
    for (const { sign, left, right, constant } of steps)
      numbers.push(
        numbers[left]!.map((a, lane) => applyRounded(sign, a, constant ?? numbers[right]![lane]!, format)),
      );
    return ended(end, numbers.at(-1)!, format);
  },

  print({ format, shape, lanes, operands, origins, steps, end, to }, printer) {
    const isSingle = shape === 'single';
    const name = (place: number): string => (isSingle ? `v${place}` : `v${place}[n]`);
    const head = `for (int n = 0; n < ${lanes}; n++)`;
    printer.apart(() => {
      for (const [i, operand] of operands.entries())
        printer.line(`${format} e${i} = ${madeText(origins[i]!, operand, format, printer)};`);
      const given = Array.from({ length: lanes }, (_, lane) => `e${lane % operands.length}`);
      printer.line(isSingle ? `${format} v0 = e0;` : `${format} v0[${lanes}] = {${given.join(', ')}};`);
      const texts = [
        isSingle ? `v0 + ${literal(1, format)}` : 'v0[n] + (n + 1)',
        ...steps.map((step) => stepText(step, name, format)),
      ];
      if (isSingle) for (const [i, text] of texts.entries()) printer.line(`${format} v${i + 1} = ${text};`);
      else {
        for (const i of texts.keys()) printer.line(`${format} v${i + 1}[${lanes}];`);
        const lines = texts.map((text, i) => `v${i + 1}[n] = ${text};`);
        if (shape === 'one loop') printer.line(`${head} { ${lines.join(' ')} }`);
        else for (const line of lines) printer.line(`${head} ${line}`);
      }
      for (const line of endLines(end, name(texts.length), { head: isSingle ? '' : head, format }, printer))
        printer.line(line);
      printer.line(`${printer.name(to)} = t;`);
    });
  },
});

function constantAt(place: number, format: RoundedFormat): number {
  const value = constants[format][place]!;
  return format === 'float' ? Math.fround(value) : value;
}

function made(origin: Origin, value: bigint, format: RoundedFormat): number {
  switch (origin) {
    case 'int':
      return fromInteger(BigInt.asIntN(32, value), format);
    case 'signed':
      return fromInteger(BigInt.asIntN(64, value), format);
    case 'unsigned':
      return fromInteger(BigInt.asUintN(64, value), format);
    case 'bits':
      return fromBits(value, format);
  }
}

function madeText(origin: Origin, operand: ExpressionNode, format: RoundedFormat, printer: Printer): string {
  const text = printer.operand(operand);
  if (origin === 'bits') return `${fromBitsHelper(format, printer)}((unsigned long long)${text})`;
  const through = { int: 'int', signed: 'long long', unsigned: 'unsigned long long' }[origin];
  return `(${format})(${through})${text}`;
}

function ended(end: End, numbers: readonly number[], format: RoundedFormat): bigint {
  if (end === 'bits')
    return numbers.reduce((total, value) => convert(total * 3n + bitsOfRounded(value, format), ULLONG), 0n);
  const sign = { sum: '+', product: '*', least: 'least' } as const;
  const start = end === 'product' ? 1 : 0;
  const total = numbers.reduce((sum, value) => applyRounded(sign[end], value, sum, format), start);
  return bitsOfRounded(total, format);
}

function endLines(
  end: End,
  last: string,
  { head, format }: { readonly head: string; readonly format: RoundedFormat },
  printer: Printer,
): string[] {
  const bits = toBitsHelper(format, printer);
  const whole = 'unsigned long long t';
  if (end === 'bits') return [`${whole} = 0;`, `${head} t = t * 3 + ${bits}(${last});`.trim()];
  const text = {
    sum: `s = ${last} + s;`,
    product: `s = ${last} * s;`,
    least: `s = ${last} < s ? ${last} : s;`,
  };
  const start = literal(end === 'product' ? 1 : 0, format);
  return [`${format} s = ${start};`, `${head} ${text[end]}`.trim(), `${whole} = ${bits}(s);`];
}

/** The shortest digits that mean this number. */
function literal(value: number, format: RoundedFormat): string {
  const digits = String(value);
  const text = /[.e]/.test(digits) ? digits : `${digits}.0`;
  return `${value < 0 ? `(${text}` : text}${format === 'float' ? 'f' : ''}${value < 0 ? ')' : ''}`;
}

function stepText(
  { sign, left, right, constant }: Step,
  name: (place: number) => string,
  format: RoundedFormat,
): string {
  const a = name(left);
  const b = constant === undefined ? name(right) : literal(constant, format);
  const suffix = format === 'float' ? 'f' : '';
  const limit = literal(WHOLE_LIMIT, format);
  const texts: Readonly<Record<RoundedSign, string>> = {
    '+': `${a} + ${b}`,
    '-': `${a} - ${b}`,
    '*': `${a} * ${b}`,
    '/': `${a} / ${b}`,
    sqrt: `__builtin_sqrt${suffix}(__builtin_fabs${suffix}(${a}))`,
    negate: `-${a}`,
    fabs: `__builtin_fabs${suffix}(${a})`,
    least: `${a} < ${b} ? ${a} : ${b}`,
    greatest: `${a} > ${b} ? ${a} : ${b}`,
    '<': `${a} < ${b}`,
    whole: `${a} > -${limit} && ${a} < ${limit} ? (${format})(int)${a} : ${a}`,
    resize: format === 'double' ? `(float)${a}` : `(float)((double)${a} / (double)${b})`,
  };
  return texts[sign];
}

function toBitsHelper(format: RoundedFormat, printer: Printer): string {
  const bits = bitsType(format);
  const body = `${bits} b; __builtin_memcpy(&b, &a, sizeof b); return a == a ? b : 0;`;
  const name = `bits_of_${format}`;
  return printer.needed(name, `static inline unsigned long long ${name}(${format} a) { ${body} }\n`);
}

function fromBitsHelper(format: RoundedFormat, printer: Printer): string {
  const body = `${bitsType(format)} b = a; ${format} c; __builtin_memcpy(&c, &b, sizeof c); return c;`;
  const name = `${format}_of_bits`;
  return printer.needed(name, `static inline ${format} ${name}(unsigned long long a) { ${body} }\n`);
}

function bitsType(format: RoundedFormat): string {
  return format === 'double' ? 'unsigned long long' : 'unsigned';
}
