/** The frame of each program of the small sources: what shows values, and `main`. */
import type { Draw } from '../../choice/index.ts';
import type { FunctionDefinition } from '../../source/index.ts';

/** A function of a program, and its part of the output. */
export interface SmallFunction {
  /** Globals and the function. */
  readonly text: string;
  /** Statements of `main`. */
  readonly call: string;
  /** The lines that the statements print. */
  readonly shown: readonly string[];
}

export interface RunnableText {
  /** Everything before the functions. */
  readonly before?: string;
  readonly functions: readonly SmallFunction[];
}

const USUALLY_ANOTHER = 0.6;

/** At least one function, each in a scope of its own; about half of the most, if these are many. */
export function drawnMany(draw: Draw, most: number, one: (index: number) => SmallFunction): RunnableText {
  const another = Math.max(USUALLY_ANOTHER, 1 - 1.5 / most);
  return { functions: drawnList(draw, most, { label: 'function', another }, one) };
}

interface ListOptions {
  /** The label of each element's scope. */
  readonly label: string;
  /** The chance of one more element. */
  readonly another: number;
}

/** At least one element, each in a scope of its own. */
export function drawnList<T>(
  draw: Draw,
  most: number,
  { label, another }: ListOptions,
  one: (index: number) => T,
): T[] {
  const all: T[] = [];
  while (all.length < most) {
    const index = all.length;
    const made = draw.scope(label, () => (index === 0 || draw.boolean(another) ? [one(index)] : []));
    if (made.length === 0) break;
    all.push(...made);
  }
  return all;
}

/** Each operation rounds by itself. Newer C has `_BitInt`; extensions are on. */
export const strictArgs: readonly string[] = ['-std=c2x', '-w', '-ffp-contract=off', '-fno-math-errno'];

const showing = `int printf(const char *, ...);
static void show(unsigned long long value) { printf("%llx\\n", value); }
`;

const showingFloats = `static void show_float(double value) {
  unsigned long long bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  show(bits);
}
`;

/**
 * Functions that older libraries of compilers lack: they round a wider number once to a bfloat. The wider
 * number becomes a float whose last bit says that something is below it.
 */
const narrowing = `#define NARROW(name, wide) __attribute__((weak)) __bf16 name(wide value) { \\
  float near = (float)value; unsigned bits; unsigned short high; __bf16 result; \\
  __builtin_memcpy(&bits, &near, sizeof bits); \\
  if ((wide)near != value) { if ((near < 0 ? -(wide)near : (wide)near) > (value < 0 ? -value : value)) bits--; bits |= 1; } \\
  bits += 0x7fff + (bits >> 16 & 1); high = (unsigned short)(bits >> 16); \\
  __builtin_memcpy(&result, &high, sizeof result); return result; }
NARROW(__truncsfbf2, float)
NARROW(__truncdfbf2, double)
#if __LDBL_MANT_DIG__ == 64
NARROW(__truncxfbf2, long double)
#else
NARROW(__trunctfbf2, long double)
#endif
`;

export function runnable({
  before = '',
  functions,
}: RunnableText): ReturnType<FunctionDefinition['generate']> {
  const globals = [before, ...functions.map(({ text }) => text)].join('');
  const main = functions.map(({ call }) => call).join('');
  const shown = functions.flatMap((each) => each.shown);
  const floats = main.includes('show_float') ? showingFloats : '';
  const bfloats = globals.includes('__bf16') ? narrowing : '';
  const text = `${showing}${floats}${bfloats}${globals}int main(void) {\n${main}  return 0;\n}\n`;
  return {
    files: { 'test.c': text },
    truth: { kind: 'output', stdout: shown.map((line) => `${line}\n`).join('') },
  };
}
