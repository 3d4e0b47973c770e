/** Draws expressions over what can be read, with a type and a depth. */
import type { Draw } from '../../choice/index.ts';
import {
  casted,
  chosen,
  type SmallCode,
  comparedCode,
  constantCode,
  floatOperated,
  operated,
} from './code.ts';
import { comparisons, type WholeOperator } from './operations.ts';
import { converted, type LaneType } from './types.ts';

const operators: readonly (readonly [weight: number, operator: WholeOperator])[] = [
  [5, '+'],
  [4, '-'],
  [3, '*'],
  [3, '&'],
  [2, '|'],
  [4, '^'],
  [2, '<<'],
  [2, '>>'],
  [1, '/'],
  [1, '%'],
];

const floatOperators = [
  [4, '+'],
  [3, '-'],
] as const;

const constants = [1, 0, 2, 3, -1, 4, 7, 8, 15, 31, 64, 100, 127, 255, 1_000, 65_535, -128] as const;

/** An expression of this type; a leaf if there is no depth left. */
export function drawCode(
  draw: Draw,
  readable: readonly SmallCode[],
  type: LaneType,
  depth: number,
): SmallCode {
  return draw.scope('expression', () => {
    if (depth === 0 || draw.boolean(0.3)) return drawLeaf(draw, readable, type);
    if (type.kind === 'float')
      return floatOperated(
        draw.weighted(floatOperators),
        drawLeaf(draw, readable, type),
        drawCode(draw, readable, type, depth - 1),
      );
    return draw.weighted<() => SmallCode>([
      [
        6,
        () => {
          const operator = draw.weighted(operators);
          const left = drawCode(draw, readable, type, depth - 1);
          return operated(operator, left, drawCode(draw, readable, type, depth - 1), type);
        },
      ],
      [
        1,
        () =>
          chosen(
            drawTest(draw, readable),
            drawLeaf(draw, readable, type),
            drawCode(draw, readable, type, depth - 1),
          ),
      ],
      [1, () => casted(type, drawTest(draw, readable))],
    ])();
  });
}

export function drawTest(draw: Draw, readable: readonly SmallCode[]): SmallCode {
  return draw.scope('test', () => {
    const left = readable[draw.pick(readable.length)]!;
    const operator = draw.pick(comparisons);
    return comparedCode(operator, left, drawLeaf(draw, readable, left.type));
  });
}

/** A float is made of narrow values only, so that each conversion is exact. */
function canBecome(type: LaneType, from: LaneType): boolean {
  if (type.kind === 'whole') return from.kind === 'whole';
  return from.kind === 'float' ? from.digits <= type.digits : from.bits < type.digits;
}

export function drawLeaf(draw: Draw, readable: readonly SmallCode[], type: LaneType): SmallCode {
  const usable = readable.filter((each) => canBecome(type, each.type));
  if (usable.length > 0 && !draw.boolean(0.25)) return casted(type, usable[draw.pick(usable.length)]!);
  const value = BigInt(draw.pick(constants));
  return constantCode(type, converted(type, type.kind === 'float' ? value % 16n : value)!);
}
