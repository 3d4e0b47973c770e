/**
 * Intrinsics of x86 and AArch64 as a source by name: programs that compare what the compiler computes with what the
 * machine does.
 */
import type { FunctionDefinition } from '../source/index.ts';
import { type CaseOptions, casesHead, drawCase } from './small/intrinsics/cases.ts';
import { familyName, readFamily } from './small/intrinsics/families.ts';
import type { Family, Intrinsic } from './small/intrinsics/family.ts';
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
  const valueOf = (key: string): string | undefined =>
    words.findLast((word) => word.startsWith(`${key}=`))?.slice(key.length + 1);
  const [compiler, of] = [valueOf('headers'), familyName(valueOf('of') ?? 'x86')];
  const settings = smallSettings(
    'intrinsics',
    words.filter((word) => !/^(?:headers|of)=/.test(word)),
    of === 'x86' ? [...usualParts, CONSTANTS, OPERATORS] : usualParts,
    MOST_CASES,
  );
  const isConstant = words.some((word) => word.startsWith('only=')) && settings.parts.has(CONSTANTS);
  const named = [...settings.parts].filter((part) => part !== CONSTANTS);
  const chosen = new Set(named.length > 0 ? named : [...usualParts, OPERATORS]);
  let read: (Readonly<Record<'family', Family>> & Pick<CaseOptions, 'byResult'>) | undefined;
  const lazily = () => {
    if (read !== undefined) return read;
    const family = readFamily(of, compiler);
    const more = isConstant && chosen.has(OPERATORS) ? operators : [];
    const all = [...family.all.filter((each) => isChosen(each, family, chosen)), ...more];
    read = { family, byResult: byResult(all, family) };
    return read;
  };
  return {
    name: 'intrinsics',
    summary: 'intrinsics of x86 or AArch64 on constants and on hidden values; the programs compare both',
    language: isConstant ? 'c++' : 'c',
    promises: 'defined',
    entry: import.meta.url,
    isForLarge: true,
    generate: (draw) => {
      const { family, byResult: choices } = lazily();
      const cases = drawnList(draw, settings.most, { label: 'case', another: ANOTHER }, (index) =>
        drawCase(draw, index, {
          types: family.types,
          byResult: choices,
          deepest: isConstant ? 2 : DEEPEST,
          isConstant,
        }),
      );
      const name = isConstant ? 'test.cpp' : 'test.c';
      const head = `${family.head}${isConstant ? `${operatorsHead}extern "C" ` : ''}${casesHead(family)}`;
      const main = `int main(void) {\n${cases.map(({ call }) => call).join('')}  return 0;\n}\n`;
      return {
        files: { [name]: `${head}${cases.map(({ text }) => text).join('')}${main}` },
        compilerArgs: ['-w', ...(isConstant ? ['-std=c++20'] : []), ...family.flags],
        truth: { kind: 'output', stdout: cases.map((_, index) => `${index} same\n`).join('') },
      };
    },
  };
}

/** Intrinsics by the type of their results, the simplest type first. */
function byResult(all: readonly Intrinsic[], { types }: Family): ReadonlyMap<string, readonly Intrinsic[]> {
  const lists = [...types.keys()].map((type) => [type, all.filter(({ result }) => result === type)] as const);
  return new Map(lists.filter(([, list]) => list.length > 0));
}

function isChosen(intrinsic: Intrinsic, { types }: Family, chosen: ReadonlySet<string>): boolean {
  if (intrinsic.isArithmetic) return chosen.has('arithmetic');
  const rows = [intrinsic.result, ...intrinsic.operands.map(({ type }) => type)].map((type) =>
    types.get(type),
  );
  if (rows.every((row) => row?.isVector !== true)) return chosen.has('number');
  return chosen.has(rows.every((row) => (row?.kind ?? 'whole') === 'whole') ? 'whole' : 'float');
}
