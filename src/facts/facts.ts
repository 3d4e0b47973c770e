/**
 * Facts of a program: what its text says, by one analysis, and what happens when it runs, by one run.
 *
 * All places are offsets in bytes into the program's main file. Invariant: facts are plain data, equal for equal programs
 * on every machine: no time, no path and no address is in them.
 */

export type StatementKind =
  | 'block'
  | 'expression'
  | 'declaration'
  | 'if'
  | 'for'
  | 'while'
  | 'do'
  | 'switch'
  | 'case'
  | 'label'
  | 'goto'
  | 'break'
  | 'continue'
  | 'return'
  | 'empty'
  | 'other';

/**
 * Place of a statement. It stands in the list of a block, as the body of an `if` or a loop, after `else`, or after a
 * label or `case`. Or it is the body of a function, or stands inside an expression (`({ ... })`), which needs its value.
 */
export type StatementPlace = 'list' | 'body' | 'else' | 'labelled' | 'function' | 'expression';

export interface StatementFacts {
  readonly kind: StatementKind;
  readonly place: StatementPlace;
  readonly begin: number;
  /** Behind its semicolon or brace. */
  readonly end: number;
  /** The index of the statement around it; -1 for the body of a function. */
  readonly parent: number;
  /** The index of its function. */
  readonly inFunction: number;
  /** Loops around it. */
  readonly loopDepth: number;
  /** Whether control can leave it other than at its end: `return`, a `goto`, a `break` or `continue` of something around it. */
  readonly jumpsOut: boolean;
  /** Holds a `break` or `continue` that belongs to a statement around it. */
  readonly hasLooseBreak: boolean;
  readonly hasLooseContinue: boolean;
  readonly hasReturn: boolean;
  /** Labels for `goto` in it, its own included. */
  readonly labels: readonly string[];
  /** Labels that a `goto` in it names. */
  readonly gotos: readonly string[];
  /** Holds a `case` or `default` that belongs to a `switch` around it. */
  readonly hasLooseCase: boolean;
}

export interface FunctionFacts {
  readonly name: string;
  /** The index of its declared name, whose type is that of the function. */
  readonly declared: number;
  /** The index of its result's type. */
  readonly result: number;
  /** Indices of declared names. */
  readonly parameters: readonly number[];
  readonly begin: number;
  readonly end: number;
  /** The statement that is its body. */
  readonly body: number;
}

export type NameKind = 'variable' | 'parameter' | 'function' | 'type' | 'constant';

export interface DeclaredName {
  readonly name: string;
  readonly kind: NameKind;
  /** The index of its type: canonical, with qualifiers. */
  readonly type: number;
  /** The index of the function that it belongs to; -1 outside all. */
  readonly inFunction: number;
  /** The name's own offset; -1 in a header. */
  readonly at: number;
  /** The part of the file where it may be named: from the end of its declaration to the brace that ends its block. */
  readonly from: number;
  readonly to: number;
  /** Its declaration gives it a value: it is a parameter, has an initialiser, or lies outside of all blocks. */
  readonly hasValue: boolean;
  /** It outlives its block: it is global or static. */
  readonly livesOn: boolean;
}

/** A place where the file names something that is declared in it, or in a header that it includes. */
export interface NameUse {
  readonly at: number;
  /** The index of the declared name. */
  readonly declared: number;
  /** A macro spells the name, which stands in the place of the macro: it cannot be renamed there. */
  readonly isHidden?: true;
}

/** A call of one of Csmith's wrappers, as in `safe_add_func_int32_t_s_s(a, b)`. */
export interface WrapperCall {
  readonly name: string;
  readonly begin: number;
  readonly end: number;
  /** Its operands, without commas. */
  readonly operands: readonly { readonly begin: number; readonly end: number }[];
  /** The index of the innermost statement around it; -1 outside all. */
  readonly inStatement: number;
}

/** An operand that is evaluated only sometimes, of an integer type: after `&&` and `||`, and between `?` and `:` and after it. */
export interface OperandFacts {
  readonly begin: number;
  readonly end: number;
  /** The index of its type. */
  readonly type: number;
  /** The index of the innermost statement around it. */
  readonly inStatement: number;
}

/** Values that an integer variable had whenever a statement began, in decimal, since numbers of C are longer than ours. */
export interface SeenValues {
  /** Indices of both. */
  readonly statement: number;
  readonly name: number;
  readonly least: string;
  readonly most: string;
}

/** The text's own facts. Lists are in the order of the text. */
export interface Analysis {
  readonly statements: readonly StatementFacts[];
  readonly functions: readonly FunctionFacts[];
  readonly names: readonly DeclaredName[];
  readonly uses: readonly NameUse[];
  readonly wrappers: readonly WrapperCall[];
  readonly operands: readonly OperandFacts[];
  /** Canonical types as C writes them. */
  readonly types: readonly string[];
}

/** Facts of the run. */
export interface RunFacts {
  /** For each statement, whether it ever ran. */
  readonly ran: readonly boolean[];
  /** For each wrapper call, whether it was ever reached, and whether its guard ever had to step in. */
  readonly called: readonly boolean[];
  readonly fired: readonly boolean[];
  /** For each operand, whether it was ever evaluated. */
  readonly evaluated: readonly boolean[];
  /** Values of some variables before statements that ran, in the order of the statements; none if nobody asked. */
  readonly values: readonly SeenValues[];
  /** The output that every correct compiler must make the program print, and what it must return. */
  readonly stdout: Uint8Array;
  readonly exitCode: number;
}

/** Reasons why nothing is known of a program's run. */
export type NoRun =
  /** No compiler takes it, or nothing can be linked. */
  | 'refused'
  /** The program makes more steps than its limit. */
  | 'endless'
  /** The program makes few steps, and takes too long all the same. */
  | 'slow'
  | 'crash'
  | 'too-much-output'
  | 'out-of-memory'
  /** It does not do the same each time. */
  | 'changing'
  /** It ends without a word: by `_exit`, say. */
  | 'silent';

export interface Facts {
  readonly analysis: Analysis;
  readonly run: RunFacts | undefined;
  /** Said if there is no run. */
  readonly noRun?: NoRun;
}

/** Names that a stretch of the file uses and does not declare, each once, in the order of their first use. */
export function outerNames({ names, uses }: Analysis, begin: number, end: number): number[] {
  const found = new Set<number>();
  for (let at = firstUse(uses, begin); at < uses.length && uses[at]!.at < end; at++) {
    const declared = names[uses[at]!.declared]!;
    if (declared.at < begin || declared.at >= end) found.add(uses[at]!.declared);
  }
  return [...found];
}

/** Uses of names in a stretch of the file. */
export function usesIn({ uses }: Analysis, begin: number, end: number): readonly NameUse[] {
  return uses.slice(firstUse(uses, begin), firstUse(uses, end));
}

/** Names that a stretch of the file declares. */
export function innerNames({ names }: Analysis, begin: number, end: number): number[] {
  return names.flatMap(({ at }, index) => (at >= begin && at < end ? [index] : []));
}

/** Whether anything outside of a stretch uses what it declares: then it cannot go. */
export function isUsedOutside(analysis: Analysis, begin: number, end: number): boolean {
  const inner = new Set(innerNames(analysis, begin, end));
  return (
    inner.size > 0 &&
    analysis.uses.some((use) => inner.has(use.declared) && !(use.at >= begin && use.at < end))
  );
}

const OPEN = '('.charCodeAt(0);
const AND = '&'.charCodeAt(0);
const SPACE = ' '.charCodeAt(0);

/** Whether a name stands after `&`, perhaps in braces: its address may be taken, or it is the operand of `&`. */
export function isAddressTaken(bytes: Uint8Array, at: number): boolean {
  let before = at - 1;
  while (bytes[before] === OPEN || bytes[before]! <= SPACE) before--;
  return bytes[before] === AND;
}

function firstUse(uses: readonly NameUse[], begin: number): number {
  let low = 0;
  let high = uses.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (uses[middle]!.at < begin) low = middle + 1;
    else high = middle;
  }
  return low;
}
