/**
 * Spots: places in expressions that run, where another expression of the same value may stand.
 *
 * They are operands that are evaluated only sometimes, operands of Csmith's wrappers, and numbers. Invariant:
 * no spot is a place at which C wants a constant.
 */
import { type Facts, isInteger, usesIn } from '../../facts/index.ts';
import { codeTokens } from '../c/tokens.ts';

export interface Spot {
  readonly begin: number;
  readonly end: number;
  /** The type that the whole must have, if the type of its parts does not say it. */
  readonly type?: string;
}

/** The spots of a statement that are in no statement inside it, in order; none lies across another. */
export function spotsIn(text: string, facts: Facts, index: number): Spot[] {
  const spots = [...operandsIn(facts, index), ...numbersIn(text, facts, index)];
  return spots.toSorted((a, b) => a.begin - b.begin || b.end - a.end);
}

function operandsIn({ analysis, run }: Facts, index: number): Spot[] {
  const { operands, wrappers, types } = analysis;
  const sometimes = operands.flatMap(({ begin, end, type, inStatement }, at): Spot[] => {
    const isThere = inStatement === index && run?.evaluated[at] === true && isInteger(types[type]!);
    return isThere ? [{ begin, end, type: types[type]!.replace(/\b(?:const|volatile) /g, '') }] : [];
  });
  const taken = new Set(sometimes.map(({ begin, end }) => `${begin} ${end}`));
  const wrapped = wrappers.flatMap((each, at) =>
    each.inStatement === index && run?.called[at] === true && !/float|double/.test(each.name)
      ? each.operands.filter(({ begin, end }) => !taken.has(`${begin} ${end}`))
      : [],
  );
  return [...sometimes, ...wrapped];
}

/** Words after which C may want a constant, or the spelling of a number counts. */
const constants = /\b(?:__\w*|asm|_Generic|sizeof|_Alignof|_Alignas|offsetof|static|[A-Z][A-Z0-9_]*)\b|[{"#]/;

/** Statements whose own numbers stand in front of the statements inside. */
const plain: ReadonlySet<string> = new Set(['expression', 'return', 'declaration', 'if', 'while', 'switch']);

function numbersIn(text: string, { analysis }: Facts, index: number): Spot[] {
  const { kind, begin, end: last } = analysis.statements[index]!;
  if (!plain.has(kind)) return [];
  const inner = analysis.statements[index + 1];
  const end = inner?.parent === index ? inner.begin : last;
  const own = text.slice(begin, end);
  // A number beside a vector must fit its elements, which only a constant shows.
  const hasOdd = usesIn(analysis, begin, end).some(({ declared }) =>
    /vector|_Complex/.test(analysis.types[analysis.names[declared]!.type]!),
  );
  if (hasOdd || constants.test(own)) return [];
  const tokens = codeTokens(own);
  return tokens.flatMap((each, at): Spot[] => {
    // Zero may be a pointer.
    const isWhole = each.kind === 'number' && /^(?:0[xX][\da-fA-F]+|[1-9]\d*)[uUlL]*$/.test(each.text);
    // A type in brackets stands in front of a cast, not of a length.
    const isLength =
      tokens[at - 1]?.text === '[' && (kind === 'declaration' || tokens[at - 2]?.kind !== 'name');
    const from = begin + each.at;
    return isWhole && !isLength ? [{ begin: from, end: from + each.text.length }] : [];
  });
}
