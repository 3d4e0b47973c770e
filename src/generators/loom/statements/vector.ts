/**
 * Vectors: element-wise operations on values that the compiler keeps in one register. Elements are unsigned,
 * and wrap.
 */
import { drawExpression, SMALL } from '../draw/expression.ts';
import { drawList } from '../draw/list.ts';
import { drawTargetPlace } from '../draw/target.ts';
import type { ExpressionNode, Place } from '../ir/nodes.ts';
import { type IntegerType, UCHAR, UINT, ULLONG, USHORT } from '../ir/types.ts';
import { ANOTHER_VECTOR } from '../policy/weights.ts';
import { convert } from '../rules/convert.ts';
import type { StatementRow } from './row.ts';
import { simple, type SimpleStatement } from './simple.ts';

type Sign = '+' | '-' | '*' | '&' | '|' | '^' | '>>' | '<' | '==' | 'shuffle';
const signs: readonly Sign[] = ['+', '-', '&', '|', '^', '*', '>>', '<', '==', 'shuffle'];

/** A vector made from two earlier ones. */
interface Step {
  readonly sign: Sign;
  readonly left: number;
  readonly right: number;
  /** The amount of a shift, or the first element of a shuffle. */
  readonly by: number;
}

interface Vector extends SimpleStatement<'vector'> {
  readonly type: IntegerType;
  readonly length: number;
  /** The elements of the first two vectors, alternating. */
  readonly operands: readonly ExpressionNode[];
  readonly steps: readonly Step[];
  readonly to: Place;
}

const types = [UINT, USHORT, UCHAR, ULLONG] as const;
const lengths = [4, 8, 2, 16] as const;
const ELEMENTS = 4;
const REFERENCES = 8;

export const vector: StatementRow<Vector> = simple({
  kind: 'vector',
  weight: 5,
  text: 400,
  needs: 'vectors',

  draw(drawing) {
    const { draw } = drawing;
    const type = draw.pick(types);
    const length = draw.pick(lengths);
    const operands = Array.from({ length: 1 + draw.pick(ELEMENTS) }, () => drawExpression(drawing, SMALL));
    const steps = drawList(drawing, 'step', { chance: ANOTHER_VECTOR }, (before): Step => {
      const count = before + 2;
      const left = count - 1 - (draw.pick(REFERENCES) % count);
      const right = draw.pick(REFERENCES) % count;
      return { left, right, sign: draw.pick(signs), by: draw.pick(8) };
    });
    return { kind: 'vector', type, length, operands, steps, to: drawTargetPlace(drawing) };
  },

  effect({ type, length, steps }, values) {
    const first = Array.from({ length }, (_, lane) => convert(values[lane % values.length]!, type));
    const vectors = [first, first.map((value, lane) => convert(value + BigInt(lane), type))];
    for (const step of steps) vectors.push(stepped(step, vectors[step.left]!, vectors[step.right]!, type));
    return vectors.at(-1)!.reduce((total, value) => convert(total * 3n + value, ULLONG), 0n);
  },

  print({ type, length, operands, steps, to }, printer) {
    const text = printer.type(type);
    printer.apart(() => {
      printer.line(`typedef ${text} V __attribute__((vector_size(${length} * sizeof(${text}))));`);
      for (const [i, element] of operands.entries())
        printer.line(`${text} e${i} = ${printer.expression(element)};`);
      const lanes = Array.from({ length }, (_, lane) => lane);
      printer.line(`V v0 = {${lanes.map((lane) => `e${lane % operands.length}`).join(', ')}};`);
      printer.line(`V v1 = v0 + (V){${lanes.join(', ')}};`);
      for (const [i, step] of steps.entries()) printer.line(`V v${i + 2} = ${stepText(step, length)};`);
      printer.line('unsigned long long t = 0;');
      printer.line(`for (int n = 0; n < ${length}; n++) t = t * 3 + v${steps.length + 1}[n];`);
      printer.line(`${printer.name(to)} = t;`);
    });
  },
});

function stepped(
  { sign, by }: Step,
  a: readonly bigint[],
  b: readonly bigint[],
  type: IntegerType,
): bigint[] {
  if (sign === 'shuffle') {
    const both = [...a, ...b];
    return a.map((_, lane) => both[shuffled(lane, by, a.length)]!);
  }
  const apply: Readonly<Record<Exclude<Sign, 'shuffle'>, (x: bigint, y: bigint) => bigint>> = {
    '+': (x, y) => x + y,
    '-': (x, y) => x - y,
    '*': (x, y) => x * y,
    '&': (x, y) => x & y,
    '|': (x, y) => x | y,
    '^': (x, y) => x ^ y,
    '>>': (x) => x >> BigInt(by),
    '<': (x, y) => (x < y ? -1n : 0n),
    '==': (x, y) => (x === y ? -1n : 0n),
  };
  return a.map((x, lane) => convert(apply[sign](x, b[lane]!), type));
}

/** Every third element from the first one on, through both vectors. */
function shuffled(lane: number, by: number, length: number): number {
  return (lane * 3 + by) % (2 * length);
}

function stepText({ sign, left, right, by }: Step, length: number): string {
  if (sign === '>>') return `v${left} >> ${by % 8}`;
  if (sign === '<' || sign === '==') return `(V)(v${left} ${sign} v${right})`;
  if (sign !== 'shuffle') return `v${left} ${sign} v${right}`;
  const places = Array.from({ length }, (_, lane) => shuffled(lane, by, length));
  return `__builtin_shufflevector(v${left}, v${right}, ${places.join(', ')})`;
}
