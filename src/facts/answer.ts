/** The analyser's answer: turns the rows of JSON from `instrumentation/analyser/walk.cpp` into facts. */
import type {
  Analysis,
  DeclaredName,
  FunctionFacts,
  NameKind,
  NameUse,
  StatementFacts,
  StatementKind,
  StatementPlace,
  WrapperCall,
} from './facts.ts';

type StatementRow = readonly [
  kind: StatementKind,
  place: StatementPlace,
  begin: number,
  end: number,
  parent: number,
  inFunction: number,
  loopDepth: number,
  flags: number,
  labels?: readonly string[],
  gotos?: readonly string[],
];

type FunctionRow = readonly [
  name: string,
  declared: number,
  result: number,
  begin: number,
  end: number,
  body: number,
  parameters: readonly number[],
];

type NameRow = readonly [
  name: string,
  kind: NameKind,
  type: number,
  inFunction: number,
  at: number,
  from: number,
  to: number,
  flags: number,
];

interface Answer {
  readonly statements: readonly StatementRow[];
  readonly functions: readonly FunctionRow[];
  readonly names: readonly NameRow[];
  /** Three numbers for each: offset, declared name, 1 if a macro spells it. */
  readonly uses: readonly number[];
  /** Name, begin, end, statement, and two numbers for each operand. */
  readonly wrappers: readonly (readonly [string, number, number, number, ...number[]])[];
  readonly operands: readonly (readonly [begin: number, end: number, type: number, inStatement: number])[];
  readonly types: readonly string[];
  readonly hasHiddenWrapper: boolean;
  readonly hasOddResult: boolean;
}

export interface Answered {
  readonly analysis: Analysis;
  /** True if some call of a wrapper has no place of its own, for example in a macro, and so is not listed. */
  readonly hasHiddenWrapper: boolean;
  /** True if a function returns a struct of 3 or 10 bytes, which does not fill its registers. */
  readonly hasOddResult: boolean;
}

export function readAnswer(output: Uint8Array): Answered {
  const answer = JSON.parse(Buffer.from(output).toString()) as Answer;
  return {
    hasHiddenWrapper: answer.hasHiddenWrapper,
    hasOddResult: answer.hasOddResult,
    analysis: {
      statements: answer.statements.map(statementOf),
      functions: answer.functions.map(functionOf),
      names: answer.names.map(nameOf),
      uses: usesOf(answer.uses),
      wrappers: answer.wrappers.map(wrapperOf),
      operands: answer.operands.map(([begin, end, type, inStatement]) => ({ begin, end, type, inStatement })),
      types: answer.types,
    },
  };
}

const none: readonly string[] = [];

function statementOf(row: StatementRow): StatementFacts {
  const [kind, place, begin, end, parent, inFunction, loopDepth, flags, labels = none, gotos = none] = row;
  return {
    kind,
    place,
    begin,
    end,
    parent,
    inFunction,
    loopDepth,
    jumpsOut: (flags & 1) !== 0,
    hasLooseBreak: (flags & 2) !== 0,
    hasLooseContinue: (flags & 4) !== 0,
    hasReturn: (flags & 8) !== 0,
    hasLooseCase: (flags & 16) !== 0,
    labels,
    gotos,
  };
}

function functionOf([name, declared, result, begin, end, body, parameters]: FunctionRow): FunctionFacts {
  return { name, declared, result, begin, end, body, parameters };
}

function nameOf([name, kind, type, inFunction, at, from, to, flags]: NameRow): DeclaredName {
  const [hasValue, livesOn] = [(flags & 1) !== 0, (flags & 2) !== 0];
  return { name, kind, type, inFunction, at, from, to, hasValue, livesOn };
}

function usesOf(numbers: readonly number[]): NameUse[] {
  return Array.from({ length: numbers.length / 3 }, (_, index): NameUse => {
    const use = { at: numbers[3 * index]!, declared: numbers[3 * index + 1]! };
    return numbers[3 * index + 2] === 1 ? { ...use, isHidden: true } : use;
  });
}

function wrapperOf([name, begin, end, inStatement, ...borders]: Answer['wrappers'][number]): WrapperCall {
  const operands = Array.from({ length: borders.length / 2 }, (_, index) => ({
    begin: borders[2 * index]!,
    end: borders[2 * index + 1]!,
  }));
  return { name, begin, end, operands, inStatement };
}
