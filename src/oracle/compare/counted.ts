/**
 * The question about counts of volatile accesses: which programs and configurations it is for, and a proof that
 * a lost access shows.
 *
 * Invariant: only builds of one compiler are compared. Each compiler decides for itself how many accesses an
 * integer of 128 bits or a bit-field takes.
 */
import { familyOfName, otherMachineOf } from '../../build/index.ts';
import { argumentsAnd, languageArgs, type Program, programOf } from '../../program/index.ts';
import { type CompilerConfiguration, isOptimised, labelOf } from '../../laboratory/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import { countingWords } from '../../laboratory/index.ts';
import { compare } from './wrong-code.ts';

/**
 * The configuration with counts, and the same compiler without optimisation. Undefined if there is nothing to
 * compare.
 */
export function countingPair(
  asked: CompilerConfiguration,
  program: Partial<Program> = {},
): readonly [CompilerConfiguration, CompilerConfiguration] | undefined {
  const { compiler, args } = asked;
  const family = familyOfName(compiler);
  if (args.some((arg) => /^-(?:flto|passes=|m32$|mx32$)/.test(arg))) return undefined;
  const words = countingWords[family ?? ''];
  if (words === undefined || !isOptimised(asked) || otherMachineOf(compiler, args) !== undefined)
    return undefined;
  // The sanitizer counts no read of data that it sees to be constant. Without the word `const`, the program
  // means the same.
  const counting = hasVolatileConstant(program) ? [...words, '-Dconst='] : words;
  return [
    { compiler, ...argumentsAnd(asked, counting, program.options) },
    { compiler, args: [...languageArgs(args), '-O0', ...counting] },
  ];
}

/**
 * True if the program has volatile data and no volatile structs. A copy of a whole struct is a call of `memcpy` without
 * optimisation, and may become accesses later. In C++ it may have no volatile constants either. Nor may the text leave
 * the type of volatile data open.
 */
export function hasCountableData(program: Program): boolean {
  const { language, options } = program;
  if ((language !== 'c' && language !== 'c++') || options?.isForElsewhere === true) return false;
  const code = codeOf(program);
  if (!/\bvolatile\b/.test(code) || VOLATILE_ANYTHING.test(code)) return false;
  return !hasVolatileStruct(code) && (language === 'c' || !VOLATILE_CONSTANT.test(code));
}

function hasVolatileConstant(program: Partial<Program>): boolean {
  return VOLATILE_CONSTANT.test(codeOf(program));
}

function codeOf({ files = [] }: Partial<Program>): string {
  return files
    .map(({ bytes }) => Buffer.from(bytes).toString('latin1'))
    .join('\n')
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, ' ')
    .replaceAll(/\b(?:asm|__asm__)\s+volatile\b/g, ' ');
}

/** An access to data of a type that the text does not name; `ACCESS_ONCE` of Csmith reads structs and constants so. */
const VOLATILE_ANYTHING = /\bvolatile\s+(?:__)?(?:typeof|decltype|auto)/;

/** An object that is both volatile and constant. A pointer to such data does not count. */
const VOLATILE_CONSTANT =
  /(?:\bconst\b[^;={}()*]*\bvolatile\b|\bvolatile\b[^;={}()*]*\bconst\b)[^;={}()*]*[;=,]/;

function hasVolatileStruct(code: string): boolean {
  const tagged = [...code.matchAll(/\b(?:struct|union|class)\s+(\w+)/g)].map(([, name = '']) => name);
  const typedefs = [...code.matchAll(/\}\s*(?:__attribute__\s*\(\([^;]*\)\)\s*)?(\w+)\s*;/g)].map(
    ([, name = '']) => name,
  );
  const names = ['struct', 'union', ...tagged, ...typedefs].join('|');
  return new RegExp(
    String.raw`\bvolatile\s+(?:(?:const|static)\s+)*(?:${names})\b|\b(?:${names})\s+(?:const\s+)?volatile\b`,
  ).test(code);
}

/** The definition takes away a store in the loop, as if a pass forgot that the store is volatile. */
const example = programOf(`volatile int seen;
#ifdef CGFUZZ_WRONG
#define KEPT
#else
#define KEPT volatile
#endif
int main(void) {
  for (int i = 0; i < 3; i++) *(KEPT int *)&seen = i;
  return seen;
}
`);

/** Undefined if a lost access shows in the counts; otherwise the reason. */
export async function findMiscount(
  laboratory: Laboratory,
  pair: readonly [CompilerConfiguration, CompilerConfiguration],
): Promise<string | undefined> {
  const wrong = { ...pair[0], args: [...pair[0].args, '-DCGFUZZ_WRONG'] };
  const { verdict, behaviours } = await compare(laboratory, example, [...pair, wrong]);
  const failed = behaviours.find(({ kind }) => kind !== 'ran');
  if (failed !== undefined) return `${failed.label} gives no program that counts`;
  const odd = verdict.kind === 'differ' ? verdict.odd.flatMap(({ labels }) => labels) : [];
  return odd.length === 1 && odd[0] === labelOf(wrong)
    ? undefined
    : 'a lost access does not show in the counts';
}
