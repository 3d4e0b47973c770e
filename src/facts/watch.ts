/**
 * Watched variables: for each statement, the variables whose values are recorded before it.
 *
 * Invariants: a watched variable has a value at each place of a watch. Reading it there is never undefined
 * behaviour, and does not depend on an order of evaluation that compilers may choose. So a second read at the
 * same place gives the recorded value.
 */
import { type Analysis, type DeclaredName, isAddressTaken, type StatementFacts, usesIn } from './facts.ts';
import { factsTuning } from './tuning.ts';

export interface Watch {
  /** Indices of both. */
  readonly statement: number;
  readonly name: number;
}

/** True for C's standard integer types, whatever their qualifiers. */
export function isInteger(type: string): boolean {
  return /^(?:(?:const|volatile) )*(?:(?:un)?signed )?(?:char|short|int|long|long long)$/.test(type);
}

/** Watches in the order of the statements. */
export function watchesIn(bytes: Uint8Array, analysis: Analysis): Watch[] {
  const { statements } = analysis;
  const { watchesForEach, maxWatches } = factsTuning;
  const readable = analysis.functions.map((_, index) => readableIn(bytes, analysis, index));
  const watches: Watch[] = [];
  for (const [index, statement] of statements.entries()) {
    if (!isWatched(statement) || watches.length >= maxWatches.value) continue;
    const inReach = (readable[statement.inFunction] ?? []).filter((name) =>
      isNamed(analysis, name, statement.begin),
    );
    const locals = inReach.filter((name) => analysis.names[name]!.inFunction >= 0).toReversed();
    const globals = inReach.filter((name) => analysis.names[name]!.inFunction < 0);
    // Globals take turns.
    const turned = globals.map((_, turn) => globals[(turn + index) % globals.length]!);
    const half = Math.ceil(watchesForEach.value / 2);
    const chosen = [...locals.slice(0, half), ...turned, ...locals.slice(half)].slice(
      0,
      watchesForEach.value,
    );
    for (const name of chosen.toSorted((a, b) => a - b)) watches.push({ statement: index, name });
  }
  return watches;
}

function isWatched({ kind, place }: StatementFacts): boolean {
  return place === 'list' && kind !== 'label' && kind !== 'case';
}

/** Variables that the statements of a function may read, in the order of their declarations. */
function readableIn(bytes: Uint8Array, analysis: Analysis, inFunction: number): number[] {
  const { names, types, functions } = analysis;
  const { begin, end } = functions[inFunction]!;
  // A function that names a global reads it anyway, so the program already ensures that reading it is valid.
  const read = new Set(
    usesIn(analysis, begin, end)
      .filter(({ at }) => !isAddressTaken(bytes, at))
      .map(({ declared }) => declared),
  );
  return names.flatMap((each, index) => {
    const type = types[each.type]!;
    if ((each.kind !== 'variable' && each.kind !== 'parameter') || !isInteger(type)) return [];
    if (/\b(?:const|volatile)\b/.test(type) || !each.hasValue) return [];
    const isReadable =
      each.inFunction < 0
        ? each.at >= 0 && read.has(index)
        : each.inFunction === inFunction && !each.livesOn && isNeverSkipped(analysis, each);
    return isReadable ? [index] : [];
  });
}

/** True if no jump can skip the variable's declaration and reach a use. */
function isNeverSkipped({ statements }: Analysis, { kind, from, to }: DeclaredName): boolean {
  if (kind === 'parameter') return true;
  return !statements.some((each) => {
    if (each.begin < from || each.begin >= to) return false;
    if (each.kind === 'label') return true;
    return each.kind === 'case' && (switchAround(statements, each)?.begin ?? 0) < from;
  });
}

function switchAround(
  statements: readonly StatementFacts[],
  { parent }: StatementFacts,
): StatementFacts | undefined {
  const around = statements[parent];
  return around === undefined || around.kind === 'switch' ? around : switchAround(statements, around);
}

/** True if the name means this variable here, and not a nearer variable of the same name. */
function isNamed({ names }: Analysis, index: number, at: number): boolean {
  const { name, from, to } = names[index]!;
  if (at < from || at > to) return false;
  return !names.some(
    (other, otherIndex) =>
      otherIndex !== index && other.name === name && other.from > from && other.from <= at && at <= other.to,
  );
}
