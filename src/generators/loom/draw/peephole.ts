/**
 * Peepholes: small expressions of one or two values and of constants that belong together. Optimisers rewrite
 * such an expression as a whole, and operators that are drawn one by one hardly ever meet like that.
 *
 * All pieces are drawn before the form, so that another form has the same pieces.
 */
import { binary, cast, choose, constant, unary } from '../ir/build.ts';
import type { ExpressionNode } from '../ir/nodes.ts';
import { INT, type IntegerType, UINT } from '../ir/types.ts';
import { copyOf } from '../ir/walk.ts';
import { convert } from '../rules/convert.ts';
import type { BinarySign } from '../rules/signs.ts';
import { drawConstant } from './constant.ts';
import type { Drawing } from './drawing.ts';
import { drawPlace } from './place.ts';
import { drawSource } from './source.ts';

type Node = ExpressionNode;

/** Each function makes a new copy. */
interface Pieces {
  /** Two values of the type. */
  readonly x: () => Node;
  readonly y: () => Node;
  /** The same bits without and with a sign. */
  readonly unsigned: (of: Node) => Node;
  readonly signed: (of: Node) => Node;
  readonly narrow: (of: Node) => Node;
  /** The same value with twice the bits, if there is such a type. */
  readonly wide: (of: Node) => Node;
  /** Back in the type. */
  readonly back: (of: Node) => Node;
  /** Constants of the type: any, one that resembles it, and a mask of low bits. */
  readonly c: Node;
  readonly d: Node;
  readonly mask: Node;
  /** Distances of shifts that fit the type: `m` is mostly `n`, and `rest` is the width without `n`. */
  readonly n: Node;
  readonly m: Node;
  readonly rest: Node;
  /** The distance to the sign. */
  readonly sign: Node;
  /** The distance to the upper half of the wide type. */
  readonly upper: Node;
  /** The limits of the narrow type, and the greatest value of the type without a sign. */
  readonly least: Node;
  readonly most: Node;
  readonly all: Node;
}

const joins = ['+', '-', '&', '|', '^', '*'] as const;
const comparisons = ['<', '>', '<=', '>=', '==', '!='] as const;

const near = [
  (value: bigint) => value,
  (value: bigint) => value + 1n,
  (value: bigint) => value - 1n,
  (value: bigint) => -value,
  (value: bigint) => ~value,
  (value: bigint) => value << 1n,
  (value: bigint) => value >> 1n,
  (value: bigint) => value & (value - 1n),
] as const;

const zero = constant(0n, INT);
const one = constant(1n, INT);
const is = (left: Node, sign: BinarySign, right: Node): Node => binary(sign, left, right);
const power = ({ y }: Pieces): Node => is(one, '<<', is(y(), '&', constant(15n, INT)));
const negatedIf = ({ x, y, d }: Pieces): Node => choose(is(y(), '<', d), unary('-', x()), x());

/** A form with a comparison takes any. */
type Form = (pieces: Pieces, compare: BinarySign) => Node;

/** Forms that processors have vector instructions for: means, differences, sums with limits, halves of products. */
const vectorForms: readonly Form[] = [
  ({ x, y, wide, back }) => back(is(is(wide(x()), '+', wide(y())), '>>', one)),
  ({ x, y, wide, back }) => back(is(is(is(wide(x()), '+', wide(y())), '+', one), '>>', one)),
  ({ x, y, wide, back, upper }) => back(is(is(wide(x()), '*', wide(y())), '>>', upper)),
  ({ x, y, c, wide }) => is(is(wide(x()), '*', wide(y())), '+', wide(c)),
  ({ x, y }) => choose(is(x(), '>', y()), is(x(), '-', y()), is(y(), '-', x())),
  ({ x, y, unsigned }) => choose(is(unsigned(x()), '>', unsigned(y())), is(x(), '-', y()), zero),
  ({ x, y, all, unsigned }) => {
    const sum = (): Node => unsigned(is(unsigned(x()), '+', unsigned(y())));
    return choose(is(sum(), '<', unsigned(x())), all, sum());
  },
  ({ x, least, most, narrow }) =>
    narrow(choose(is(x(), '<', least), least, choose(is(x(), '>', most), most, x()))),
  ({ x, y, n, back }) => back(choose(is(x(), '>', is(y(), '<<', n)), x(), is(y(), '<<', n))),
  ({ x, y, c, d }, compare) => choose(is(x(), compare, y()), c, d),
  ({ x, y, c }, compare) => is(choose(is(x(), compare, y()), x(), y()), '+', c),
  ({ x, y, mask }) => is(is(x(), '&', mask), '|', is(y(), '&', unary('~', mask))),
];

/** The order never changes: choices refer to it. */
const forms: readonly Form[] = [
  // Ranges and limits.
  ({ x, c, d, unsigned }, compare) => is(unsigned(is(x(), '+', c)), compare, unsigned(d)),
  ({ x, y, c, d, unsigned }) =>
    choose(is(unsigned(x()), '>', unsigned(c)), x(), choose(is(x(), '<', zero), y(), d)),
  ({ x, c, d }, compare) => choose(is(x(), compare, c), c, choose(is(x(), '>', d), d, x())),
  ({ x, c, d }, compare) => choose(is(x(), compare, c), d, x()),
  ({ x, c, unsigned }) =>
    choose(is(unsigned(is(x(), '+', c)), '<', unsigned(x())), constant(-1n, INT), is(x(), '+', c)),
  ({ x, c, d }, compare) => is(is(x(), compare, c), '&', is(x(), '!=', d)),
  ({ x, c, d }, compare) => is(is(x(), compare, c), '|', is(x(), '==', d)),
  ({ x, y, c, d }, compare) => is(is(x(), compare, c), '^', is(y(), compare, d)),
  ({ x, y }) => choose(is(x(), '<', y()), constant(-1n, INT), is(x(), '>', y())),
  // Pairs of shifts, and shifts that are compared.
  ({ x, n, m }) => is(is(x(), '<<', n), '>>', m),
  ({ x, n, m, unsigned }) => is(is(unsigned(x()), '>>', n), '<<', m),
  ({ x, n, signed, unsigned }) => is(signed(is(unsigned(x()), '<<', n)), '>>', n),
  ({ x, c, d, n, signed, unsigned }, compare) =>
    is(is(signed(is(unsigned(x()), '<<', n)), '&', c), compare, d),
  ({ x, n, d, signed, unsigned }, compare) => is(unsigned(is(signed(x()), '>>', n)), compare, unsigned(d)),
  ({ x, y, n, m }, compare) => is(is(x(), '>>', n), compare, is(y(), '>>', m)),
  ({ x, n, d }, compare) => is(is(x(), '<<', n), compare, d),
  ({ x, n, rest, unsigned }) => is(is(unsigned(x()), '<<', n), '|', is(unsigned(x()), '>>', rest)),
  ({ x, n, mask, unsigned }) => is(is(unsigned(x()), '>>', n), '&', mask),
  // Masks.
  ({ x, c, d }, compare) => is(is(x(), '&', c), compare, d),
  ({ x, mask, d }, compare) => is(is(x(), '&', mask), compare, d),
  ({ x, y, c }, compare) => is(is(x(), '|', c), compare, is(y(), '|', c)),
  ({ x, c, d }, compare) => is(is(x(), '^', c), compare, d),
  ({ x, y, n, mask }) =>
    is(is(x(), '&', unary('~', is(mask, '<<', n))), '|', is(is(y(), '&', mask), '<<', n)),
  ({ x, y, unsigned }) =>
    is(unary('~', is(constant(UINT.max, UINT), '<<', is(y(), '&', constant(31n, INT)))), '&', unsigned(x())),
  ({ x, y, n, c }) => choose(is(x(), '&', is(one, '<<', n)), is(y(), '|', c), is(y(), '&', unary('~', c))),
  ({ x, y }) => is(is(x(), '&', y()), '|', is(x(), '&', unary('~', y()))),
  ({ x, y }) => is(is(x(), '|', y()), '-', is(x(), '&', y())),
  ({ x }) => is(x(), '&', unary('-', x())),
  ({ x }) => is(is(x(), '&', is(x(), '-', one)), '==', zero),
  ({ x, mask, c }) => choose(is(is(x(), '&', mask), '==', zero), is(x(), '|', c), x()),
  // Powers of two, quotients and remainders.
  (pieces) => is(pieces.x(), '%', power(pieces)),
  (pieces) => is(pieces.x(), '/', power(pieces)),
  (pieces) =>
    choose(
      is(is(pieces.x(), '%', power(pieces)), '<', zero),
      is(is(pieces.x(), '%', power(pieces)), '+', power(pieces)),
      is(pieces.x(), '%', power(pieces)),
    ),
  ({ x, c }) => is(is(x(), '/', c), '*', c),
  ({ x, c }) => is(x(), '-', is(is(x(), '/', c), '*', c)),
  ({ x, c, d }) => is(is(x(), '*', c), '/', d),
  ({ x, c }, compare) => is(is(x(), '%', c), compare, zero),
  ({ x, c, narrow }) => is(c, '/', narrow(x())),
  ({ x, c, d }, compare) => is(is(x(), '*', c), compare, d),
  // Signs.
  (pieces) => negatedIf(pieces),
  (pieces, compare) =>
    is(
      is(
        is(pieces.unsigned(pieces.c), '-', pieces.unsigned(negatedIf(pieces))),
        '-',
        pieces.unsigned(pieces.c),
      ),
      compare,
      pieces.unsigned(pieces.d),
    ),
  ({ x, sign, signed }) =>
    is(is(signed(x()), '^', is(signed(x()), '>>', sign)), '-', is(signed(x()), '>>', sign)),
  ({ x, y, unsigned }, compare) => is(unsigned(x()), compare, unsigned(y())),
  // Widths.
  ({ x, narrow }, compare) => is(narrow(x()), compare, x()),
  ({ x, y, n, m, narrow }, compare) =>
    is(narrow(is(narrow(is(x(), '>>', n)), '-', narrow(is(y(), '>>', m)))), compare, zero),
  ({ x, c, d, narrow }, compare) => is(narrow(is(narrow(x()), '+', c)), compare, d),
  ({ x, y, narrow }, compare) => is(narrow(x()), compare, y()),
  ({ x, n, narrow }) => narrow(is(x(), '>>', n)),
  // Sums in several steps.
  ({ x, c, d }) => is(is(x(), '+', c), '-', d),
  ({ x, c, d }) => is(c, '-', is(x(), '+', d)),
  ({ x, y, c }, compare) => is(is(x(), '+', c), compare, is(y(), '+', c)),
  ({ x, y }, compare) => is(is(x(), '-', y()), compare, zero),
  ({ x, c }, compare) => is(is(is(x(), compare, c), '*', c), '+', x()),
  // Pieces that depend on each other.
  ({ x, n, mask, signed, unsigned }, compare) =>
    is(is(signed(is(unsigned(x()), '<<', n)), '&', unary('~', mask)), compare, is(mask, '+', one)),
  (pieces) =>
    choose(
      is(pieces.narrow(pieces.x()), '<', zero),
      is(is(pieces.x(), '%', power(pieces)), '+', power(pieces)),
      is(pieces.x(), '%', power(pieces)),
    ),
  ({ x, d }, compare) => {
    const bit = (): Node => cast(UINT, is(x(), compare, d));
    return is(is(unary('~', is(constant(UINT.max, UINT), '<<', bit())), '&', bit()), '<<', bit());
  },
  ({ x, c, mask, n }) => {
    const known = (): Node => choose(is(is(x(), '&', mask), '==', zero), is(x(), '|', c), x());
    return choose(is(is(known(), '&', is(mask, '<<', n)), '==', zero), is(known(), '|', c), known());
  },
  ({ x, y, n, m, narrow }, compare) => is(narrow(is(x(), '>>', n)), compare, narrow(is(y(), '>>', m))),
  ...vectorForms,
];

/** Number of answers to the question about a distance. */
const DISTANCES = 64;
/** Bytes of a form without its values. */
const FORM = 80;
/** Share of the values that are data as they are; the others join two. */
const PLAIN = 0.8;
/** Probability that a form is of the type of its values, and that a vector has a form with an instruction. */
const OWN = 0.8;
const VECTOR = 0.7;

type JoinedByForm = (x: ExpressionNode, y: ExpressionNode) => ExpressionNode;

export function drawPeephole(drawing: Drawing): ExpressionNode {
  return drawing.draw.scope('peephole', () => {
    const [x, y] = [drawOperand(drawing), drawOperand(drawing)];
    return drawForm(drawing, { among: forms, times: 1 })(x, y);
  });
}

interface FormAsked {
  readonly among: readonly Form[];
  /** The type of the values, if it is known. */
  readonly own?: IntegerType | undefined;
  /** Number of times that the form will be written. */
  readonly times: number;
}

/** A peephole of any two values, each of which it may copy. */
function drawForm(drawing: Drawing, { among, own, times }: FormAsked): JoinedByForm {
  const { draw } = drawing;
  drawing.budget.text -= times * FORM;
  const types = drawing.types.filter(({ bits }) => bits >= 8);
  const type = own !== undefined && own.bits >= 8 && draw.boolean(OWN) ? own : draw.pick(types);
  const narrow = draw.pick(types);
  const { value } = drawConstant(drawing, type);
  const other = draw.pick(near)(value);
  const [n, m] = [draw.pick(DISTANCES), draw.pick(DISTANCES)];
  const compare = draw.pick(comparisons);
  const form = draw.pick(among);
  return (x, y) => form(piecesOf({ type, narrow, x, y, value, other, n, m }, types), compare);
}

/** A peephole in a tree of vectors, of values that mostly have this type. */
export function drawVectorForm(
  drawing: Drawing,
  own: IntegerType | undefined,
  times: number = 1,
): JoinedByForm {
  return drawForm(drawing, { among: drawing.draw.boolean(VECTOR) ? vectorForms : forms, own, times });
}

/** Small, since a form copies it. */
function drawOperand(drawing: Drawing): ExpressionNode {
  const { draw } = drawing;
  return draw.scope('value', () => {
    const value = drawData(drawing);
    return draw.boolean(PLAIN) ? value : is(value, draw.pick(joins), drawData(drawing));
  });
}

function drawData(drawing: Drawing): ExpressionNode {
  const variable = drawSource(drawing);
  return variable === undefined ? zero : drawPlace(drawing, variable, () => zero);
}

interface Drawn {
  readonly type: IntegerType;
  readonly narrow: IntegerType;
  readonly x: Node;
  readonly y: Node;
  readonly value: bigint;
  readonly other: bigint;
  readonly n: number;
  readonly m: number;
}

/** A value of the type; the types of operations are not known yet. */
function as(type: IntegerType, of: Node): Node {
  const isKnown = of.kind === 'cast' || of.kind === 'read' || of.kind === 'element' || of.kind === 'constant';
  return isKnown && of.type === type ? of : cast(type, of);
}

function piecesOf(drawn: Drawn, types: readonly IntegerType[]): Pieces {
  const { type, narrow, x, y } = drawn;
  const unsigned = type.unsigned ?? type;
  const wide =
    types.find(({ bits, isSigned }) => bits === 2 * type.bits && isSigned === type.isSigned) ?? type;
  const signed = type.isSigned ? type : (types.find((each) => each.unsigned?.name === type.name) ?? INT);
  const distance = (of: number): number => 1 + (of % (type.bits - 1));
  const n = distance(drawn.n);
  const number = (of: number): Node => constant(BigInt(of), INT);
  const ofType = (of: bigint): Node => constant(convert(of, type), type);
  return {
    x: () => as(type, copyOf(x)),
    y: () => as(type, copyOf(y)),
    unsigned: (of) => as(unsigned, of),
    signed: (of) => as(signed, of),
    narrow: (of) => as(narrow, of),
    wide: (of) => as(wide, of),
    back: (of) => as(type, of),
    c: ofType(drawn.value),
    d: ofType(drawn.other),
    mask: ofType((1n << BigInt(n)) - 1n),
    n: number(n),
    m: number(drawn.m % 4 === 0 ? distance(drawn.m) : n),
    rest: number(type.bits - n),
    sign: number(signed.bits - 1),
    upper: number(Math.min(type.bits, wide.bits - 1)),
    least: ofType(narrow.min),
    most: ofType(narrow.max),
    all: constant(unsigned.max, unsigned),
  };
}
