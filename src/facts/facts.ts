/**
 * Facts of a program: facts in its text, from one analysis, and facts of its execution, from one run.
 *
 * All places are offsets in bytes into the program's main file. Invariant: facts are plain data, equal for
 * equal programs on every machine: no time, no path and no address is in them.
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
 * Place of a statement. The statement stands in a block's list, as the body of an `if` or a loop, after
 * `else`, after a label or `case`. Or it is the body of a function, or stands inside an expression (`({ ...
 * })`), which needs its value.
 */
export type StatementPlace = 'list' | 'body' | 'else' | 'labelled' | 'function' | 'expression';

export interface StatementFacts {
  readonly kind: StatementKind;
  readonly place: StatementPlace;
  readonly begin: number;
  /** Behind its semicolon or brace. */
  readonly end: number;
  /** The index of the enclosing statement; -1 for the body of a function. */
  readonly parent: number;
  /** The index of its function. */
  readonly inFunction: number;
  /** Loops around it. */
  readonly loopDepth: number;
  /**
   * True if control can leave it before its end: by `return`, `goto`, or a `break` or `continue` for an
   * enclosing statement.
   */
  readonly jumpsOut: boolean;
  /** True if it holds a `break` or `continue` for an enclosing statement. */
  readonly hasLooseBreak: boolean;
  readonly hasLooseContinue: boolean;
  readonly hasReturn: boolean;
  /** Labels for `goto` inside it, and its own label. */
  readonly labels: readonly string[];
  /** Labels that its `goto`s name. */
  readonly gotos: readonly string[];
  /** True if it holds a `case` or `default` of an enclosing `switch`. */
  readonly hasLooseCase: boolean;
}

export interface FunctionFacts {
  readonly name: string;
  /** The index of the function's declared name, whose type is the function's type. */
  readonly declared: number;
  /** The index of its result's type. */
  readonly result: number;
  /** Indices of declared names. */
  readonly parameters: readonly number[];
  readonly begin: number;
  readonly end: number;
  /** The statement that is the function's body. */
  readonly body: number;
}

export type NameKind = 'variable' | 'parameter' | 'function' | 'type' | 'constant';

export interface DeclaredName {
  readonly name: string;
  readonly kind: NameKind;
  /** The index of its type: canonical, with qualifiers. */
  readonly type: number;
  /** The index of the function that declares it; -1 outside all functions. */
  readonly inFunction: number;
  /** The offset of the name itself; -1 in a header. */
  readonly at: number;
  /**
   * The range of the file in which the name is known: from the end of its declaration to the closing brace of
   * its block.
   */
  readonly from: number;
  readonly to: number;
  /**
   * True if its declaration gives it a value: it is a parameter, has an initialiser, or lies outside of all
   * blocks.
   */
  readonly hasValue: boolean;
  /** True if it outlives its block, because it is global or static. */
  readonly livesOn: boolean;
}

/** A place at which the file uses a name that it declares, or that a header declares. */
export interface NameUse {
  readonly at: number;
  /** The index of the declared name. */
  readonly declared: number;
  /**
   * True if a macro spells the name, so that the name cannot be changed there; the offset is that of the
   * macro.
   */
  readonly isHidden?: true;
}

/** A call of one of Csmith's wrappers, as in `safe_add_func_int32_t_s_s(a, b)`. */
export interface WrapperCall {
  readonly name: string;
  readonly begin: number;
  readonly end: number;
  /** Its operands, without commas. */
  readonly operands: readonly { readonly begin: number; readonly end: number }[];
  /** The index of the innermost enclosing statement; -1 outside all statements. */
  readonly inStatement: number;
}

/**
 * An operand of an integer type that is evaluated only sometimes: after `&&` or `||`, or one of the last two
 * of `?:`.
 */
export interface OperandFacts {
  readonly begin: number;
  readonly end: number;
  /** The index of its type. */
  readonly type: number;
  /** The index of the innermost enclosing statement. */
  readonly inStatement: number;
}

/**
 * Values of an integer variable at each start of a statement, in decimal, since C's numbers may exceed
 * JavaScript's.
 */
export interface SeenValues {
  /** Indices of both. */
  readonly statement: number;
  readonly name: number;
  readonly least: string;
  readonly most: string;
}

/** The facts in the text. Lists are in the order of the text. */
export interface Analysis {
  readonly statements: readonly StatementFacts[];
  readonly functions: readonly FunctionFacts[];
  readonly names: readonly DeclaredName[];
  readonly uses: readonly NameUse[];
  readonly wrappers: readonly WrapperCall[];
  readonly operands: readonly OperandFacts[];
  /** Canonical types, spelled as in C. */
  readonly types: readonly string[];
}

/** Facts of the run. */
export interface RunFacts {
  /** For each statement, whether it ever ran. */
  readonly ran: readonly boolean[];
  /** For each statement, whether it may have begun more than four times. */
  readonly often: readonly boolean[];
  /** For each wrapper call: whether the program ever reached it, and whether its guard ever stepped in. */
  readonly called: readonly boolean[];
  readonly fired: readonly boolean[];
  /** For each operand, whether the program ever evaluated it. */
  readonly evaluated: readonly boolean[];
  /**
   * Values of some variables before statements that ran, in the order of the statements; empty if the caller
   * wanted none.
   */
  readonly values: readonly SeenValues[];
  /** The output that every correct compiler must make the program print, and the program's exit code. */
  readonly stdout: Uint8Array;
  readonly exitCode: number;
}

/** Reasons for the lack of facts about a program's run. */
export type NoRun =
  /** No compiler accepts the program, or linking fails. */
  | 'refused'
  /** The program makes more steps than its limit. */
  | 'endless'
  /** The program makes few steps, and takes too long all the same. */
  | 'slow'
  | 'crash'
  | 'too-much-output'
  | 'out-of-memory'
  /** The program's behaviour differs between runs. */
  | 'changing'
  /** The program ends without its report, for example by `exit`. */
  | 'silent';

export interface Facts {
  readonly analysis: Analysis;
  readonly run: RunFacts | undefined;
  /** Present if there is no run. */
  readonly noRun?: NoRun;
}

/** Names that a range of the file uses and does not declare, each once, in the order of their first use. */
export function outerNames({ names, uses }: Analysis, begin: number, end: number): number[] {
  const found = new Set<number>();
  for (let at = firstUse(uses, begin); at < uses.length && uses[at]!.at < end; at++) {
    const declared = names[uses[at]!.declared]!;
    if (declared.at < begin || declared.at >= end) found.add(uses[at]!.declared);
  }
  return [...found];
}

/** Uses of names in a range of the file. */
export function usesIn({ uses }: Analysis, begin: number, end: number): readonly NameUse[] {
  return uses.slice(firstUse(uses, begin), firstUse(uses, end));
}

/** Names that a range of the file declares. */
export function innerNames({ names }: Analysis, begin: number, end: number): number[] {
  return names.flatMap(({ at }, index) => (at >= begin && at < end ? [index] : []));
}

/** True if code outside of a range uses a name that the range declares: then the range cannot be removed. */
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

/**
 * True if a name stands after `&`, perhaps in brackets: its address may be taken, or it is the operand of a
 * bitwise `&`.
 */
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
