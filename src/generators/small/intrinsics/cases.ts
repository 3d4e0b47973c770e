/**
 * A case: an expression of intrinsics, computed twice. One time the compiler sees constants, the other time each
 * value passes through an `asm` that may change it. Both must be the same.
 */
import type { Draw } from '../../../choice/index.ts';
import type { Family, Intrinsic, LaneKind, ValueType } from './family.ts';

export interface IntrinsicCase {
  readonly text: string;
  readonly call: string;
}

export interface CaseOptions {
  readonly types: Family['types'];
  readonly byResult: ReadonlyMap<string, readonly Intrinsic[]>;
  readonly deepest: number;
  /** True for C++, where the compiler computes a static variable of constants while it compiles. */
  readonly isConstant: boolean;
}

/** The text that the compiler may fold, and the name of the value that it may not. */
type Both = readonly [folded: string, hidden: string];

interface Drawing extends CaseOptions {
  readonly draw: Draw;
  readonly constants: string[];
  readonly steps: string[];
}

const floats: readonly (readonly [LaneKind, string])[] = [
  ['half', '__fp16'],
  ['float', 'float'],
  ['double', 'double'],
];

/** Whatever the cases need: a function that compares, where two NaNs are the same. */
export function casesHead({ types }: Family): string {
  const kinds = new Set([...types.values()].map(({ kind }) => kind));
  const ways = floats.filter(([kind]) => kinds.has(kind));
  return `int printf(const char *, ...);
#define HIDE(R, x) __asm__ volatile("" : "+" R(x))
#define SAME(T) for (unsigned i = 0; i < size / sizeof(T); i++) { T p, q; \\
  __builtin_memcpy(&p, (const char *)one + i * sizeof p, sizeof p); \\
  __builtin_memcpy(&q, (const char *)other + i * sizeof q, sizeof q); \\
  if (p == p || q == q) if (__builtin_memcmp(&p, &q, sizeof p)) is_same = 0; }
static void same(int at, char kind, const void *one, const void *other, unsigned size) {
  int is_same = 1;
  ${ways.map(([kind, type]) => `if (kind == '${kind.charAt(0)}') SAME(${type}) else `).join('')}is_same = __builtin_memcmp(one, other, size) == 0;
  printf("%d %s\\n", at, is_same ? "same" : "differs");
}
`;
}

export function drawCase(draw: Draw, index: number, options: CaseOptions): IntrinsicCase {
  const drawing: Drawing = { ...options, draw, constants: [], steps: [] };
  const type = draw.scope('type', () => draw.pick([...options.byResult.keys()]));
  const [folded, hidden] = expression(drawing, type, 1 + draw.pick(options.deepest), true);
  const [constants, steps] = [drawing.constants, drawing.steps].map((lines) =>
    lines.map((line) => `  ${line}\n`).join(''),
  );
  const end = comparison({
    type,
    row: rowOf(drawing, type),
    index,
    folded,
    hidden,
    isConstant: options.isConstant,
  });
  return {
    text: `static __attribute__((noinline)) void case_${index}(void) {\n${constants}${steps}${end}}\n`,
    call: `  case_${index}();\n`,
  };
}

interface Comparison {
  readonly type: string;
  readonly row: ValueType;
  readonly index: number;
  readonly folded: string;
  readonly hidden: string;
  readonly isConstant: boolean;
}

function comparison({ type, row: { kind, store }, index, folded, hidden, isConstant }: Comparison): string {
  const compared = (one: string, other: string, size: string): string =>
    `  same(${index}, '${kind.charAt(0)}', ${one}, ${other}, ${size});\n`;
  if (store !== undefined)
    return [
      '  char one[256], other[256];',
      `  ${store('one', folded)}`,
      `  ${store('other', hidden)}`,
      compared('one', 'other', 'svcntb()'),
    ].join('\n');
  const value = `  ${isConstant ? 'static const ' : ''}${type} one = ${folded};\n`;
  return `${value}${compared('&one', `&${hidden}`, 'sizeof one')}`;
}

const rowOf = ({ types }: Drawing, type: string): ValueType => types.get(type)!;

function expression(drawing: Drawing, type: string, depth: number, isLast: boolean): Both {
  const { draw, byResult } = drawing;
  return draw.scope('expression', () => {
    const all = byResult.get(type) ?? [];
    const usable = isLast ? all : all.filter(({ isArithmetic }) => !isArithmetic);
    return depth > 0 && usable.length > 0 && (isLast || draw.boolean(0.7))
      ? call(drawing, draw.pick(usable), depth)
      : leaf(drawing, type, () => rowOf(drawing, type).value(draw));
  });
}

function call(drawing: Drawing, intrinsic: Intrinsic, depth: number): Both {
  const { draw, steps } = drawing;
  const { name, result, operands, isArithmetic } = intrinsic;
  // The operands of arithmetic are finite numbers that the source writes.
  const below = isArithmetic ? 0 : depth - 1;
  const both = operands.map(({ type, constants, value }): Both => {
    if (value !== undefined) return leaf(drawing, type, () => value);
    if (constants === undefined) return expression(drawing, type, below, false);
    const text = `(${type})${draw.pick(constants)}`;
    return [text, text];
  });
  const hidden = `v${steps.length}`;
  const words = both.map(([, each]) => each).join(', ');
  steps.push(`${result} ${hidden} = ${name}(${words}); ${hide(rowOf(drawing, result), hidden)}`);
  return [`${name}(${both.map(([each]) => each).join(', ')})`, hidden];
}

const hide = ({ register }: ValueType, name: string): string => `HIDE("${register}", ${name});`;

function leaf(drawing: Drawing, type: string, value: () => string): Both {
  const { draw, constants, steps, isConstant } = drawing;
  const [constant, hidden] = [`c${constants.length}`, `v${steps.length}`];
  constants.push(
    `${isConstant ? 'constexpr' : 'const'} ${type} ${constant} = ${draw.scope('value', value)};`,
  );
  steps.push(`${type} ${hidden} = ${constant}; ${hide(rowOf(drawing, type), hidden)}`);
  return [isConstant || draw.boolean(0.7) ? constant : hidden, hidden];
}
