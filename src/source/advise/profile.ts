/**
 * Profile: the draws of a generator's functions, from records in which every function is a scope.
 *
 * Labels are the names of functions as `nm` shows them. Functions of the standard library and of our own
 * headers are left out. These functions draw for their caller, and a table can name the caller.
 */
import type { ChoiceSequence } from '../../choice/index.ts';

export interface FunctionProfile {
  readonly label: string;
  /** Calls in which something was drawn. */
  times: number;
  /**
   * Number of choices in it, at any depth; a call inside a call of the same function counts with the outer
   * call.
   */
  inside: number;
  /** Number of calls outside other calls of the same function. */
  outermost: number;
  /** Number of enclosing scopes, summed over its outermost calls. */
  depths: number;
  /** It calls itself, through whatever. */
  isRecursive: boolean;
  /** True if a function that calls itself is called in it. */
  holdsRecursion: boolean;
  /** By calling function, the number of calls in which the caller draws nothing else. */
  readonly sameAs: Map<string, number>;
}

export interface DrawProfile {
  readonly functions: ReadonlyMap<string, FunctionProfile>;
  readonly choices: number;
  readonly programs: number;
}

const LIBRARY = /^_Z(?:N[KVO]*(?:St|S[abdios]|10cgfuzz_std|9__gnu_cxx)|S[abdiost])/;

export function isLibrary(label: string): boolean {
  return LIBRARY.test(label);
}

interface Open {
  readonly own: FunctionProfile | undefined;
  readonly from: number;
  readonly isInner: boolean;
}

export function profileFunctions(records: readonly ChoiceSequence[]): DrawProfile {
  const functions = new Map<string, FunctionProfile>();
  for (const record of records) addCalls(record, functions);
  // This needs the complete list of recursive functions.
  for (const record of records) markHolders(record, functions);
  const choices = records.reduce((sum, { choiceCount }) => sum + choiceCount, 0);
  return { functions, choices, programs: records.length };
}

function addCalls(record: ChoiceSequence, functions: Map<string, FunctionProfile>): void {
  const stack: Open[] = [];
  const depths = new Map<FunctionProfile, number>();
  let choices = 0;
  for (let op = 0; op < record.ops.length; op++) {
    if (record.isChoice(op)) choices++;
    else if (record.isScope(op)) {
      const own = functionAt(record, op, functions);
      const depth = own === undefined ? 0 : (depths.get(own) ?? 0);
      if (own !== undefined) {
        own.times++;
        own.isRecursive ||= depth > 0;
        depths.set(own, depth + 1);
      }
      stack.push({ own, from: choices, isInner: depth > 0 });
    } else {
      const { own, from, isInner } = stack.pop()!;
      if (own === undefined) continue;
      depths.set(own, depths.get(own)! - 1);
      if (!isInner) {
        own.inside += choices - from;
        own.outermost++;
        own.depths += stack.length;
      }
      const around = stack.findLast((each) => each.own !== undefined);
      if (around?.own !== undefined)
        noteAround(own, around.own.label, around.from === from && endsHere(record, op));
    }
  }
}

/** True if nothing is drawn between the end of this scope and the end of its parent. */
function endsHere(record: ChoiceSequence, op: number): boolean {
  const next = op + 1;
  return next < record.ops.length && !record.isChoice(next) && !record.isScope(next);
}

function noteAround(own: FunctionProfile, around: string, isSame: boolean): void {
  if (isSame) own.sameAs.set(around, (own.sameAs.get(around) ?? 0) + 1);
}

function markHolders(record: ChoiceSequence, functions: ReadonlyMap<string, FunctionProfile>): void {
  const stack: (FunctionProfile | undefined)[] = [];
  for (let op = 0; op < record.ops.length; op++) {
    if (record.isChoice(op)) continue;
    if (!record.isScope(op)) {
      const own = stack.pop();
      const around = stack.at(-1);
      if (own !== undefined && around !== undefined && (own.isRecursive || own.holdsRecursion))
        around.holdsRecursion = true;
      continue;
    }
    const own = functions.get(record.alphabet.labelOf(record.ops[op]!));
    // Library functions have no profile: their draws count for the caller.
    stack.push(own ?? stack.at(-1));
  }
}

function functionAt(
  record: ChoiceSequence,
  op: number,
  functions: Map<string, FunctionProfile>,
): FunctionProfile | undefined {
  const label = record.alphabet.labelOf(record.ops[op]!);
  if (isLibrary(label)) return undefined;
  let own = functions.get(label);
  if (own === undefined) {
    own = {
      label,
      times: 0,
      inside: 0,
      outermost: 0,
      depths: 0,
      isRecursive: false,
      holdsRecursion: false,
      sameAs: new Map(),
    };
    functions.set(label, own);
  }
  return own;
}

/** Positions of a function's outermost calls, as pairs of the opening and the closing op. */
export function callsIn(
  record: ChoiceSequence,
  label: string,
): readonly (readonly [from: number, to: number])[] {
  const calls: [number, number][] = [];
  const { match } = record.outline;
  for (let op = 0; op < record.ops.length; op++) {
    if (!record.isScope(op) || record.alphabet.labelOf(record.ops[op]!) !== label) continue;
    calls.push([op, match[op]!]);
    op = match[op]!;
  }
  return calls;
}
