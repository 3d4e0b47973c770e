/**
 * Relaxable code: for each function, its statements with possible places of relaxations; computed once for a
 * program and its variants.
 *
 * Invariant: it depends only on the text and its facts, and contains no decision.
 */
import { type DeclaredName, type Facts, isInteger } from '../../facts/index.ts';
import { type ScannedStatement, statementShape } from '../c/statements.ts';
import { stageTuning } from '../tuning.ts';
import { initialiserIn, isInitialisingLoop, namesAtUses, type RelaxedPlace, placesIn } from './places.ts';

export interface RelaxableStatement {
  readonly label: string;
  readonly begin: number;
  /** Undefined if it is unknown whether the statement ran. */
  readonly ran: boolean | undefined;
  /** True if it, or a statement inside it, never ran. */
  readonly holdsDead: boolean;
  /** True if text may be inserted before it. */
  readonly isPlaceToJump: boolean;
  /** The initialiser in a declaration, or a whole loop that only initialises. */
  readonly initialiser: { readonly begin: number; readonly end: number } | undefined;
  readonly places: readonly RelaxedPlace[];
  readonly inner: readonly RelaxableStatement[];
}

export interface RelaxableFunction {
  readonly body: RelaxableStatement;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  /** Integers that a condition may read: parameters, and variables of the whole file. */
  readonly integers: readonly Pick<DeclaredName, 'name' | 'from' | 'to'>[];
  /** Possible targets of jumps: statements in lists that never ran, and statements that ran. */
  readonly targets: readonly number[];
  readonly liveTargets: readonly number[];
}

/** Empty if it is unknown which statements run. */
export function relaxableIn(bodies: readonly ScannedStatement[], facts: Facts): RelaxableFunction[] {
  const { analysis, run } = facts;
  if (run === undefined) return [];
  const { functions, names, types, statements } = analysis;
  const ran = new Map(statements.map(({ begin }, index) => [begin, run.ran[index]!]));
  const namesAt = namesAtUses(facts);
  const globals = names.filter(
    ({ kind, inFunction, at, type }) =>
      kind === 'variable' && inFunction < 0 && at >= 0 && isInteger(types[type]!),
  );
  const statementOf = (scanned: ScannedStatement, isInList: boolean): RelaxableStatement => {
    const { kind, begin } = scanned;
    const inner = scanned.inner.map((each) => statementOf(each, kind === 'block'));
    const hasPlaces = kind !== 'declaration' && kind !== 'case' && kind !== 'goto';
    const own = ran.get(begin);
    return {
      label: `${kind} ${statementShape(scanned, stageTuning.shapeBits.value)}`,
      begin,
      ran: own,
      holdsDead: own === false || inner.some(({ holdsDead }) => holdsDead),
      isPlaceToJump: isInList && single.has(kind),
      initialiser: initialiserOf(scanned, isInList),
      places: hasPlaces && own !== undefined ? placesIn(scanned, namesAt, types) : [],
      inner,
    };
  };
  return bodies.map((scanned) => {
    const around = functions.find(({ begin, end }) => begin <= scanned.begin && scanned.end <= end);
    const parameters = (around?.parameters ?? []).map((index) => names[index]!);
    const body = statementOf(scanned, false);
    // No jump may go past the declaration of an array whose length is found when it runs.
    const hasOpenLength = names.some(
      ({ inFunction, type }) =>
        inFunction >= 0 && functions[inFunction] === around && /\[[^\]\d]/.test(types[type]!),
    );
    return {
      body,
      parameters: parameters.map(({ name, type }) => ({ name, type: types[type]! })),
      integers: [...parameters.filter(({ type }) => isInteger(types[type]!)), ...globals],
      targets: hasOpenLength ? [] : targetsIn(body, false),
      liveTargets: hasOpenLength ? [] : targetsIn(body, true),
    };
  });
}

function initialiserOf(scanned: ScannedStatement, isInList: boolean): RelaxableStatement['initialiser'] {
  if (scanned.kind === 'declaration') return initialiserIn(scanned);
  return isInList && isInitialisingLoop(scanned) ? { begin: scanned.begin, end: scanned.end } : undefined;
}

/** Kinds of statements before which text may be inserted. */
const single: ReadonlySet<string> = new Set(['expression', 'if', 'for', 'while', 'return', 'declaration']);

function targetsIn(
  { isPlaceToJump, ran, begin, initialiser, inner }: RelaxableStatement,
  isLive: boolean,
): number[] {
  const own = isPlaceToJump && ran === isLive ? [begin] : [];
  // A loop that may be removed has no places for labels in it.
  return initialiser === undefined ? [...own, ...inner.flatMap((each) => targetsIn(each, isLive))] : own;
}
