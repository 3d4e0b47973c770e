/**
 * Intrinsics of x86 as a source by name: programs that compare what the compiler computes with what the machine
 * does.
 */
import type { FunctionDefinition } from '../source/index.ts';
import { casesHead, drawCase } from './small/intrinsics/cases.ts';
import {
  type Intrinsic,
  type Intrinsics,
  isArithmetic,
  numbers,
  readIntrinsics,
  vectors,
} from './small/intrinsics/headers.ts';
import { operators, operatorsHead } from './small/intrinsics/operators.ts';
import { drawnList } from './small/runnable.ts';
import { smallSettings } from './small/settings.ts';

const MOST_CASES = 64;
const DEEPEST = 3;
/** The chance of one more case. */
const ANOTHER = 0.97;
/** A part for programs in C++: compilers compute static variables of constants. */
const CONSTANTS = 'constants';
const OPERATORS = 'operators';
const usualParts = ['whole', 'float', 'number', 'arithmetic'] as const;

const intrinsicsSource: FunctionDefinition = { ...intrinsicsWith([]), configure: intrinsicsWith };
export default intrinsicsSource;

function intrinsicsWith(words: readonly string[]): FunctionDefinition {
  const isHeaders = (word: string): boolean => word.startsWith('headers=');
  const compiler = words.find(isHeaders)?.slice('headers='.length) ?? 'gcc';
  const settings = smallSettings(
    'intrinsics',
    words.filter((word) => !isHeaders(word)),
    [...usualParts, CONSTANTS, OPERATORS],
    MOST_CASES,
  );
  const isConstant = words.some((word) => word.startsWith('only=')) && settings.parts.has(CONSTANTS);
  const named = [...settings.parts].filter((part) => part !== CONSTANTS);
  const chosen = new Set(named.length > 0 ? named : [...usualParts, OPERATORS]);
  let read:
    { readonly known: Intrinsics; readonly byResult: ReadonlyMap<string, readonly Intrinsic[]> } | undefined;
  const lazily = () => {
    if (read !== undefined) return read;
    const known = readIntrinsics(compiler);
    const more = isConstant && chosen.has(OPERATORS) ? operators : [];
    read = { known, byResult: byResult([...known.all.filter((each) => isChosen(each, chosen)), ...more]) };
    return read;
  };
  return {
    name: 'intrinsics',
    summary: 'intrinsics of x86 on constants and on hidden values; the programs compare both',
    language: isConstant ? 'c++' : 'c',
    promises: 'defined',
    entry: import.meta.url,
    isForLarge: true,
    generate: (draw) => {
      const { known, byResult: choices } = lazily();
      const cases = drawnList(draw, settings.most, { label: 'case', another: ANOTHER }, (index) =>
        drawCase(draw, index, { byResult: choices, deepest: isConstant ? 2 : DEEPEST, isConstant }),
      );
      const name = isConstant ? 'test.cpp' : 'test.c';
      const head = `#include <immintrin.h>\n${isConstant ? `${operatorsHead}extern "C" ` : ''}${casesHead}`;
      const main = `int main(void) {\n${cases.map(({ call }) => call).join('')}  return 0;\n}\n`;
      return {
        files: { [name]: `${head}${cases.map(({ text }) => text).join('')}${main}` },
        compilerArgs: ['-w', ...(isConstant ? ['-std=c++20'] : []), ...known.flags],
        truth: { kind: 'output', stdout: cases.map((_, index) => `${index} same\n`).join('') },
      };
    },
  };
}

/** Intrinsics by the type of their results, the simplest type first. */
function byResult(all: readonly Intrinsic[]): ReadonlyMap<string, readonly Intrinsic[]> {
  const types = [...Object.keys(vectors), ...Object.keys(numbers)];
  const lists = types.map((type) => [type, all.filter(({ result }) => result === type)] as const);
  return new Map(lists.filter(([, list]) => list.length > 0));
}

function isChosen(intrinsic: Intrinsic, chosen: ReadonlySet<string>): boolean {
  if (isArithmetic(intrinsic)) return chosen.has('arithmetic');
  const kinds = [intrinsic.result, ...intrinsic.operands.map(({ type }) => type)].map(
    (type) => vectors[type]?.[1],
  );
  if (kinds.every((kind) => kind === undefined)) return chosen.has('number');
  return chosen.has(kinds.some((kind) => kind === 'float' || kind === 'double') ? 'float' : 'whole');
}
