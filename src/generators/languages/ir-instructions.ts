/** Single instructions of LLVM IR, each with the flags and constants that optimisers ask for. */
import type { Draw } from '../../choice/index.ts';
import { type IrBody, operand } from './ir-body.ts';
import {
  conditionType,
  drawFloatType,
  drawIntegerType,
  drawType,
  laneTypeOf,
  integerType,
  type IrType,
  overloadOf,
} from './ir-types.ts';
import { spaced } from './parts.ts';

const pointer = { text: 'ptr' };
const MOST_BYTES_AWAY = 56;

/** Writes one instruction, or a few that belong together. */
export function instruction(body: IrBody): void {
  const made = body.draw.weighted(kinds)(body);
  if (made === undefined) return;
  const [type, text] = made;
  const name = `%${body.name('v')}`;
  body.say(`${name} = ${text}`);
  body.know(type, name);
}

/** The type of the value and the instruction that makes it; nothing if the lines are written already. */
type Made = readonly [type: Pick<IrType, 'text'>, text: string] | undefined;
type Kind = (body: IrBody) => Made;

/** Some of the words, in their order, each followed by a space. */
function some(draw: Draw, words: readonly string[]): string {
  return draw.boolean(0.6)
    ? ''
    : words
        .filter(() => draw.boolean())
        .map((word) => `${word} `)
        .join('');
}

const integerBinary: Kind = (body) => {
  const { draw } = body;
  const type = drawIntegerType(draw);
  const [name, flags] = draw.weighted(binaries);
  return [type, `${name} ${some(draw, flags)}${type.text} ${operand(body, type)}, ${operand(body, type)}`];
};

const wrap = ['nuw', 'nsw'];
const binaries: readonly (readonly [
  weight: number,
  operation: readonly [name: string, flags: readonly string[]],
])[] = [
  [4, ['add', wrap]],
  [4, ['sub', wrap]],
  [3, ['mul', wrap]],
  [3, ['shl', wrap]],
  [2, ['lshr', ['exact']]],
  [2, ['ashr', ['exact']]],
  [3, ['and', []]],
  [3, ['or', []]],
  [3, ['xor', []]],
  [1, ['udiv', ['exact']]],
  [1, ['sdiv', ['exact']]],
  [1, ['urem', []]],
  [1, ['srem', []]],
];

const fast = spaced('nnan ninf nsz arcp contract afn reassoc');

const floatBinary: Kind = (body) => {
  const { draw } = body;
  const type = drawFloatType(draw);
  const name = draw.pick(['fadd', 'fsub', 'fmul', 'fdiv', 'frem']);
  return [type, `${name} ${some(draw, fast)}${type.text} ${operand(body, type)}, ${operand(body, type)}`];
};

const compare: Kind = (body) => {
  const { draw } = body;
  const type = drawType(draw);
  const asked =
    type.kind === 'integer'
      ? `icmp ${draw.pick(spaced('eq ne ult ule ugt uge slt sle sgt sge'))}`
      : `fcmp ${draw.pick(spaced('oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno'))}`;
  return [conditionType(type), `${asked} ${type.text} ${operand(body, type)}, ${operand(body, type)}`];
};

const select: Kind = (body) => {
  const type = drawType(body.draw);
  const condition = body.draw.boolean(0.7) ? integerType(1) : conditionType(type);
  const [asked, yes, no] = [operand(body, condition), operand(body, type), operand(body, type)];
  return [type, `select ${condition.text} ${asked}, ${type.text} ${yes}, ${type.text} ${no}`];
};

/** A value of another width or kind with as many lanes. */
const cast: Kind = (body) => {
  const { draw } = body;
  const [from, to] = [drawType(draw), drawType(draw)];
  const name = castFrom(draw, from, to);
  return name === undefined
    ? freeze(body)
    : [to, `${name} ${from.text} ${operand(body, from)} to ${to.text}`];
};

function castFrom(draw: Draw, from: IrType, to: IrType): string | undefined {
  const isWhole = from.kind === 'integer';
  if (from.lanes * from.bits === to.lanes * to.bits && draw.boolean()) return 'bitcast';
  if (from.lanes !== to.lanes) return undefined;
  if (from.kind !== to.kind)
    return isWhole ? draw.pick(['sitofp', 'uitofp']) : draw.pick(['fptosi', 'fptoui']);
  if (from.bits === to.bits) return 'bitcast';
  if (isWhole) return from.bits > to.bits ? 'trunc' : draw.pick(['zext', 'sext']);
  return from.bits > to.bits ? 'fptrunc' : 'fpext';
}

const freeze: Kind = (body) => {
  const type = drawType(body.draw);
  return [type, `freeze ${type.text} ${operand(body, type)}`];
};

const intrinsic: Kind = (body) => {
  const { draw } = body;
  const { names, operands, of, more } = draw.weighted(intrinsics);
  const name = draw.pick(names);
  const type = of === 'float' ? drawFloatType(draw) : drawIntegerType(draw);
  // The verifier allows whole bytes in pairs only.
  if (name === 'bswap' && type.bits % 16 !== 0) return freeze(body);
  const given = Array<string>(operands).fill(type.text);
  return [type, callOf(body, { name, result: type.text, type, given, more })];
};

interface Intrinsics {
  readonly names: readonly string[];
  /** Operands of the intrinsic's own type; `more` is a last one, which must be constant. */
  readonly operands: number;
  readonly of: 'integer' | 'float';
  readonly more?: 'i1';
}

const intrinsics: readonly (readonly [weight: number, Intrinsics])[] = [
  [
    4,
    { names: spaced('umin umax smin smax uadd.sat usub.sat sadd.sat ssub.sat'), operands: 2, of: 'integer' },
  ],
  [1, { names: ['fshl', 'fshr'], operands: 3, of: 'integer' }],
  [1, { names: spaced('ctpop bitreverse bswap'), operands: 1, of: 'integer' }],
  [2, { names: spaced('abs ctlz cttz'), operands: 1, of: 'integer', more: 'i1' }],
  [1, { names: spaced('sqrt fabs floor'), operands: 1, of: 'float' }],
  [1, { names: ['minnum', 'maxnum'], operands: 2, of: 'float' }],
  [1, { names: ['fma'], operands: 3, of: 'float' }],
];

interface Called {
  readonly name: string;
  readonly result: string;
  readonly type: IrType;
  readonly given: readonly string[];
  readonly more?: string | undefined;
}

/** A call of an intrinsic, which is declared with the module. */
function callOf(body: IrBody, { name, result, type, given, more }: Called): string {
  const full = `@llvm.${name}.${overloadOf(type)}`;
  const last = more === undefined ? [] : [more];
  body.declared.add(`declare ${result} ${full}(${[...given, ...last].join(', ')})`);
  const values = given.map((text) => `${text} ${operand(body, type)}`);
  const constant = last.map((text) => `${text} ${body.draw.pick(['false', 'true'])}`);
  return `call ${result} ${full}(${[...values, ...constant].join(', ')})`;
}

/** An arithmetic operation with the news whether it overflowed, and a use of both. */
const overflowing: Kind = (body) => {
  const { draw } = body;
  const type = integerType(draw.pick([8, 16, 32, 64]));
  const name = `${draw.pick(['uadd', 'sadd', 'usub', 'ssub', 'umul', 'smul'])}.with.overflow`;
  const result = `{ ${type.text}, i1 }`;
  const pair = `%${body.name('o')}`;
  body.say(`${pair} = ${callOf(body, { name, result, type, given: [type.text, type.text] })}`);
  const over = `%${body.name('v')}`;
  body.say(`${over} = extractvalue ${result} ${pair}, 1`);
  body.know(integerType(1), over);
  return [type, `extractvalue ${result} ${pair}, 0`];
};

const reduceLanes: Kind = (body) => {
  const type = body.draw.pick([
    integerType(32, 4),
    integerType(64, 2),
    integerType(16, 8),
    integerType(8, 16),
  ]);
  const name = `vector.reduce.${body.draw.pick(spaced('add mul and or xor smax smin umax umin'))}`;
  const result = laneTypeOf(type);
  return [result, callOf(body, { name, result: result.text, type, given: [type.text] })];
};

const lane: Kind = (body) => {
  const { draw } = body;
  const type = draw.pick([integerType(32, 4), integerType(64, 2), integerType(16, 8)]);
  const [vector, element] = [`${type.text} ${operand(body, type)}`, laneTypeOf(type)];
  const place = `i32 ${draw.integer(0, type.lanes - 1)}`;
  return draw.weighted<() => Made>([
    [1, () => [element, `extractelement ${vector}, ${place}`]],
    [1, () => [type, `insertelement ${vector}, ${element.text} ${operand(body, element)}, ${place}`]],
    [
      1,
      () => [
        type,
        `shufflevector ${vector}, ${type.text} ${operand(body, type)}, ${orderOf(draw, type.lanes)}`,
      ],
    ],
  ])();
};

function orderOf(draw: Draw, lanes: number): string {
  const order = Array.from({ length: lanes }, () => `i32 ${draw.integer(0, 2 * lanes - 1)}`);
  return `<${lanes} x i32> <${order.join(', ')}>`;
}

const allocate: Kind = (body) => [pointer, `alloca [${body.draw.pick([8, 64, 100])} x i8], align 8`];

const move: Kind = (body) => {
  const { draw } = body;
  const inside = draw.boolean() ? 'inbounds ' : '';
  const index = body.of(integerType(64));
  const away = index.length > 0 && draw.boolean() ? draw.pick(index) : draw.integer(0, MOST_BYTES_AWAY);
  return [
    pointer,
    `getelementptr ${inside}${draw.pick(['i8', 'i32', '[4 x i16]'])}, ptr ${somewhere(body)}, i64 ${away}`,
  ];
};

const load: Kind = (body) => {
  const type = drawType(body.draw);
  return [
    type,
    `load ${body.draw.boolean(0.1) ? 'volatile ' : ''}${type.text}, ptr ${somewhere(body)}, align 1`,
  ];
};

const store: Kind = (body) => {
  const type = drawType(body.draw);
  body.say(`store ${type.text} ${operand(body, type)}, ptr ${somewhere(body)}, align 1`);
  return undefined;
};

const assume: Kind = (body) => {
  body.declared.add('declare void @llvm.assume(i1)');
  body.say(`call void @llvm.assume(i1 ${operand(body, integerType(1))})`);
  return undefined;
};

function somewhere(body: IrBody): string {
  return body.draw.pick(body.of(pointer));
}

const kinds: readonly (readonly [weight: number, kind: Kind])[] = [
  [10, integerBinary],
  [3, floatBinary],
  [5, compare],
  [4, select],
  [5, cast],
  [1, freeze],
  [5, intrinsic],
  [2, overflowing],
  [1, reduceLanes],
  [3, lane],
  [1, allocate],
  [2, move],
  [4, load],
  [4, store],
  [1, assume],
];
