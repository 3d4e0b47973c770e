/**
 * A case: an expression of intrinsics, computed twice. One time the compiler sees constants, the other time each
 * value passes through an `asm` that may change it. Both must be the same.
 */
import type { Draw } from '../../../choice/index.ts';
import { type Intrinsic, isArithmetic, numbers, PLAIN_ROUNDING, vectors } from './headers.ts';

export interface IntrinsicCase {
  readonly text: string;
  readonly call: string;
}

export interface CaseOptions {
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

export const casesHead = `int printf(const char *, ...);
#define HIDE_VECTOR(x) __asm__ volatile("" : "+v"(x))
#define HIDE_NUMBER(x) __asm__ volatile("" : "+r"(x))
#define SAME(T) for (unsigned i = 0; i < size / sizeof(T); i++) { T p, q; \\
  __builtin_memcpy(&p, (const char *)one + i * sizeof p, sizeof p); \\
  __builtin_memcpy(&q, (const char *)other + i * sizeof q, sizeof q); \\
  if (p == p || q == q) if (__builtin_memcmp(&p, &q, sizeof p)) is_same = 0; }
static void same(int at, char kind, const void *one, const void *other, unsigned size) {
  int is_same = 1;
  if (kind == 'f') SAME(float) else if (kind == 'd') SAME(double)
  else is_same = __builtin_memcmp(one, other, size) == 0;
  printf("%d %s\\n", at, is_same ? "same" : "differs");
}
`;

export function drawCase(draw: Draw, index: number, options: CaseOptions): IntrinsicCase {
  const drawing: Drawing = { ...options, draw, constants: [], steps: [] };
  const type = draw.scope('type', () => draw.pick([...options.byResult.keys()]));
  const [folded, hidden] = expression(drawing, type, 1 + draw.pick(options.deepest), true);
  const kind = vectors[type]?.[1].charAt(0) ?? 'w';
  const [constants, steps] = [drawing.constants, drawing.steps].map((lines) =>
    lines.map((line) => `  ${line}\n`).join(''),
  );
  const value = `  ${options.isConstant ? 'static const ' : ''}${type} one = ${folded};\n`;
  const end = `  same(${index}, '${kind}', &one, &${hidden}, sizeof one);\n`;
  return {
    text: `static __attribute__((noinline)) void case_${index}(void) {\n${constants}${steps}${value}${end}}\n`,
    call: `  case_${index}();\n`,
  };
}

function expression(drawing: Drawing, type: string, depth: number, isLast: boolean): Both {
  const { draw, byResult } = drawing;
  return draw.scope('expression', () => {
    const all = byResult.get(type) ?? [];
    const usable = isLast ? all : all.filter((each) => !isArithmetic(each));
    return depth > 0 && usable.length > 0 && (isLast || draw.boolean(0.7))
      ? call(drawing, draw.pick(usable), depth)
      : leaf(drawing, type);
  });
}

function call(drawing: Drawing, intrinsic: Intrinsic, depth: number): Both {
  const { draw, steps } = drawing;
  const { name, result, operands } = intrinsic;
  // The operands of arithmetic are finite numbers that the source writes.
  const below = isArithmetic(intrinsic) ? 0 : depth - 1;
  const both = operands.map(({ type, most }): Both => {
    if (most === undefined) return expression(drawing, type, below, false);
    const text = `(${type})${most === PLAIN_ROUNDING ? PLAIN_ROUNDING : draw.pick(most + 1)}`;
    return [text, text];
  });
  const hidden = `v${steps.length}`;
  steps.push(
    `${result} ${hidden} = ${name}(${both.map(([, each]) => each).join(', ')}); ${hide(result, hidden)}`,
  );
  return [`${name}(${both.map(([each]) => each).join(', ')})`, hidden];
}

const hide = (type: string, name: string): string =>
  `HIDE_${vectors[type] === undefined ? 'NUMBER' : 'VECTOR'}(${name});`;

function leaf({ draw, constants, steps, isConstant }: Drawing, type: string): Both {
  const [constant, hidden] = [`c${constants.length}`, `v${steps.length}`];
  constants.push(
    `${isConstant ? 'constexpr' : 'const'} ${type} ${constant} = ${draw.scope('value', () => valueText(draw, type))};`,
  );
  steps.push(`${type} ${hidden} = ${constant}; ${hide(type, hidden)}`);
  return [isConstant || draw.boolean(0.7) ? constant : hidden, hidden];
}

const floats = ['0.0', '-0.0', '1.0', '-2.5', '3.0', '1e10', '0.5', '-100.25', '1e-3', '7.0'] as const;

function valueText(draw: Draw, type: string): string {
  const vector = vectors[type];
  if (vector === undefined) return `(${type})${wordText(drawNumber(draw, 8 * numbers[type]!))}`;
  const [bytes, kind] = vector;
  if (kind === 'whole')
    return `{${wordsOf(draw, bytes)
      .map((word) => `(long long)${wordText(word)}`)
      .join(', ')}}`;
  const count = bytes / (kind === 'float' ? 4 : 8);
  return `{${Array.from({ length: count }, () => draw.pick(floats) + (kind === 'float' ? 'f' : '')).join(', ')}}`;
}

const wordText = (word: bigint): string => `0x${word.toString(16)}ULL`;

/** Words of 64 bits, made of elements of one width: the same, a few, or any. */
function wordsOf(draw: Draw, bytes: number): bigint[] {
  const bits = draw.pick([8, 16, 32, 64]);
  const same = drawNumber(draw, bits);
  const how = draw.pick(['same', 'few', 'any'] as const);
  const few = [same, drawNumber(draw, bits)];
  const element = (): bigint =>
    how === 'same' ? same : how === 'few' ? draw.pick(few) : drawNumber(draw, bits);
  return Array.from({ length: bytes / 8 }, () =>
    Array.from({ length: 64 / bits }, element).reduce((word, each) => (word << BigInt(bits % 64)) | each),
  );
}

function drawNumber(draw: Draw, bits: number): bigint {
  const largest = (1n << BigInt(bits)) - 1n;
  return draw.weighted<() => bigint>([
    [2, () => 0n],
    [1, () => 1n],
    [1, () => largest],
    [1, () => largest >> 1n],
    [1, () => (largest >> 1n) + 1n],
    [1, () => largest - 1n],
    [1, () => BigInt(draw.pick(bits + 2)) & largest],
    [2, () => draw.integer(0n, largest)],
  ])();
}
