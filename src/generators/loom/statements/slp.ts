/**
 * Trees for superword parallelism: the same expression for neighbouring elements, without a loop. Lanes may
 * differ: one has another operator or swapped operands, loads go backwards or in steps, one store is missing.
 */
import { drawConstant } from '../draw/constant.ts';
import type { Drawing } from '../draw/drawing.ts';
import { NODE } from '../draw/expression.ts';
import { drawList } from '../draw/list.ts';
import { drawOwnArray, possibleKinds, vectorSigns } from '../draw/mixture.ts';
import { drawVectorForm } from '../draw/peephole.ts';
import { isSingle } from '../draw/purposes.ts';
import { byTicket } from '../draw/tickets.ts';
import { binary, cast, choose, constant, elementOf, extreme, fixed, placeOf } from '../ir/build.ts';
import type { ExpressionNode, Statement, Variable } from '../ir/nodes.ts';
import type { IntegerType } from '../ir/types.ts';
import { ANOTHER_ARRAY, laneKinds, loadPatterns, ODD_LANE, reductionSigns } from '../policy/weights.ts';
import { convert } from '../rules/convert.ts';
import { assigned } from './assign.ts';
import { type Group, group, groupOf } from './group.ts';
import type { StatementRow } from './row.ts';

const LANES = [4, 2, 8, 3, 16] as const;
const MAX_ARRAYS = 3;
const BASES = 4;
/** Number of elements of an array: the lanes at the largest step, and some more. */
const SIZES = [16, 24, 40, 64] as const;
const widths = [32, 16, 8, 64] as const;
const MASKS = 256;

/** The expression of a lane. */
type LaneExpression = (lane: number) => ExpressionNode;

/** Drawn by this row; the result is a group. */
export const slp: StatementRow<Group> = {
  ...group,
  weight: 7,
  text: 500,
  needs: 'slp',
  fits: ({ helper }) => helper?.isPure !== true,

  draw(drawing) {
    const { draw } = drawing;
    const bits = draw.pick(widths);
    const types = drawing.types.filter((type) => type.bits === bits);
    const length = { chance: ANOTHER_ARRAY, least: 1, most: MAX_ARRAYS };
    const arrays = drawList(drawing, 'array', length, () =>
      drawOwnArray(drawing, draw.pick(types), [draw.pick(SIZES)]),
    );
    const lanes = draw.pick(LANES);
    const tree = drawLane({ drawing, arrays, lanes }, 0);
    return draw.boolean(0.3) ? joined(drawing, tree, lanes) : stored(drawing, { arrays, tree, lanes });
  },
};

interface Around {
  readonly drawing: Drawing;
  readonly arrays: readonly Variable[];
  readonly lanes: number;
}

function drawLane(around: Around, depth: number): LaneExpression {
  const { drawing, arrays, lanes } = around;
  const { draw, budget } = drawing;
  return draw.scope('lane', () => {
    budget.text -= lanes * NODE;
    const operand = (): LaneExpression => drawLane(around, depth + 1);
    const kind = draw.weighted(possibleKinds(drawing, laneKinds, depth));
    switch (kind) {
      case 'load':
        return drawLoad(drawing, arrays);
      case 'constant':
        return drawConstants(drawing);
      case 'binary':
        return drawOperation(drawing, operand);
      case 'cast': {
        const type = draw.pick(drawing.types);
        const value = operand();
        return (lane) => cast(type, value(lane));
      }
      case 'choose': {
        const [left, right, yes, no] = [operand(), operand(), operand(), operand()];
        return (lane) => choose(binary('<', left(lane), right(lane)), yes(lane), no(lane));
      }
      case 'extreme': {
        const which = draw.pick(['min', 'max'] as const);
        const [left, right] = [operand(), operand()];
        return (lane) => extreme(which, left(lane), right(lane));
      }
      case 'peephole': {
        const [left, right] = [drawLoad(drawing, arrays), drawLoad(drawing, arrays)];
        const form = drawVectorForm(drawing, arrays[0]!.type, lanes);
        return (lane) => form(left(lane), right(lane));
      }
    }
  });
}

function drawLoad(drawing: Drawing, arrays: readonly Variable[]): LaneExpression {
  const { draw } = drawing;
  const array = arrays[draw.pick(MAX_ARRAYS) % arrays.length]!;
  const base = draw.pick(BASES);
  const step = drawing.choose('load pattern', loadPatterns);
  const [size] = array.dimensions;
  return (lane) => {
    // Negative steps begin at the end of their range.
    const index = step < 0 ? base + 15 + step * lane : base + step * lane;
    return elementOf(array, [fixed(size!, ((index % size!) + size!) % size!)]);
  };
}

/** The same constant in all lanes, or a constant that grows from lane to lane. */
function drawConstants(drawing: Drawing): LaneExpression {
  const step = BigInt(drawing.draw.pick(BASES));
  const { type, value } = drawConstant(drawing);
  return (lane) => constant(convert(value + step * BigInt(lane), type), type);
}

/** One operator, or two in turn, or another operator in one lane; some lanes have swapped operands. */
function drawOperation({ draw }: Drawing, operand: () => LaneExpression): LaneExpression {
  const [sign, other] = [draw.pick(vectorSigns), draw.pick(vectorSigns)];
  const odd = draw.boolean(ODD_LANE) ? draw.pick(MASKS) : 0;
  const swapped = draw.boolean(ODD_LANE) ? draw.pick(MASKS) : 0;
  const [left, right] = [operand(), operand()];
  return (lane) => {
    const bit = 1 << (lane % 8);
    const own = (odd & bit) === 0 ? sign : other;
    const isSwapped = (swapped & bit) !== 0 && own !== '-';
    return isSwapped ? binary(own, right(lane), left(lane)) : binary(own, left(lane), right(lane));
  };
}

interface Tree {
  readonly arrays: readonly Variable[];
  readonly tree: LaneExpression;
  readonly lanes: number;
}

/** Stores in the order of lanes or in reverse; one may be missing. */
function stored(drawing: Drawing, { arrays, tree, lanes }: Tree): Group {
  const { draw } = drawing;
  const isOwn = draw.boolean();
  const read = arrays[draw.pick(MAX_ARRAYS) % arrays.length]!;
  const into = isOwn ? drawOwnArray(drawing, read.type, [SIZES[1]]) : read;
  const base = draw.pick(BASES);
  const missing = draw.boolean(ODD_LANE) ? draw.pick(LANES) % lanes : undefined;
  const isReversed = draw.boolean(0.2);
  const stores: Statement[] = [];
  for (let lane = 0; lane < lanes; lane++) {
    const to = elementOf(into, [fixed(into.dimensions[0]!, base + lane)]);
    if (lane !== missing) stores.push(assigned(to, tree(lane)));
  }
  return groupOf(...(isReversed ? stores.toReversed() : stores));
}

/** `m = e0 + e1 + e2 + e3;`, as a chain or as a tree. */
function joined(drawing: Drawing, tree: LaneExpression, lanes: number): Group {
  const { draw } = drawing;
  const sign = drawing.choose('reduction', reductionSigns);
  const isChain = draw.boolean();
  const to = byTicket(draw, drawing.writable.those(isSingle)) ?? drawSum(drawing);
  let parts = Array.from({ length: lanes }, (_, lane) => tree(lane));
  while (parts.length > 1) {
    const [first, second, ...rest] = parts as [ExpressionNode, ExpressionNode, ...ExpressionNode[]];
    const both = binary(sign === '-' ? '+' : sign, first, second);
    parts = isChain ? [both, ...rest] : [...rest, both];
  }
  return groupOf(assigned(placeOf(to), parts[0]!, draw.boolean() ? sign : undefined));
}

/** A new integer that the driver checks. */
function drawSum(drawing: Drawing): Variable {
  const { draw, names } = drawing;
  const name = names.draw(draw, 'mixed');
  const type: IntegerType = draw.pick(drawing.types);
  return drawing.declare({ name, dataClass: 'mixed', type, initial: { first: 0n, step: 0n } }).variable;
}
