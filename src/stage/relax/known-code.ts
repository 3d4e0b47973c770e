/**
 * Code that `relax` has analysed, kept for later variants of the program.
 *
 * Invariant: a new analysis would give the same, since programs never change.
 */
import type { Facts } from '../../facts/index.ts';
import type { Program } from '../../program/index.ts';
import { Recent } from '../../util/recent.ts';
import { bodiesIn } from '../c/statements.ts';
import { stageTuning } from '../tuning.ts';
import { type RelaxableGlobal, relaxableGlobals } from './globals.ts';
import { type GuardedStatement, guardedIn, needlessSites } from './guards.ts';
import { type RelaxableFunction, relaxableIn } from './relaxable.ts';

export interface RelaxableCode {
  /** The body of each function, or undefined if it has no guards. */
  readonly guarded: readonly (GuardedStatement | undefined)[];
  /** Undefined without a known run. */
  readonly needless: ReadonlySet<number> | undefined;
  readonly relaxable: readonly RelaxableFunction[];
  readonly globals: readonly RelaxableGlobal[];
}

const known = new Recent<RelaxableCode>(stageTuning.codeBytes.value);
const names = new WeakMap<object, number>();
let named = 0;

/** The same object has the same name. */
function nameOf(object: object | undefined): number {
  if (object === undefined) return 0;
  let name = names.get(object);
  if (name === undefined) names.set(object, (name = ++named));
  return name;
}

export function codeOf(program: Program, text: string, facts: Facts | undefined): RelaxableCode {
  const key = `${nameOf(program)} ${nameOf(facts)}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const bodies = bodiesIn(text);
  const code = {
    guarded: guardedIn(bodies),
    needless: needlessSites(facts),
    relaxable: facts === undefined ? [] : relaxableIn(bodies, facts),
    globals: facts === undefined ? [] : relaxableGlobals(text, facts),
  };
  known.put(key, code, text.length);
  return code;
}
