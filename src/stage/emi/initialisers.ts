/**
 * Initialisers of declarations that never run: another constant, or another variable of the same type.
 *
 * Invariant: the declared name and its type stay, so that its uses still compile.
 */
import type { Draw } from '../../choice/index.ts';
import { type Analysis, isInteger, type SourceEdit } from '../../facts/index.ts';
import type { ScannedStatement } from '../c/statements.ts';
import { initialiserIn } from '../relax/places.ts';
import { stageTuning } from '../tuning.ts';
import type { Reach } from '../c/donors.ts';

/** Limits of types, and small values. */
const constants = ['0', '1', '(-1)', '127', '255', '32767', '65535', '2147483647', '4294967295U'];

export function anyConstant(draw: Draw): string {
  return draw.pick(constants);
}

/**
 * Drawn for percent of them as often. Undefined if the initialiser stays, or if the variable is no single
 * integer.
 */
export function otherInitialiser(
  draw: Draw,
  scanned: ScannedStatement,
  { names, types }: Analysis,
  reachAt: () => Reach,
  percent: number,
): SourceEdit | undefined {
  const initialiser = initialiserIn(scanned);
  const declared = names.filter(({ at }) => at >= scanned.begin && at < scanned.end);
  const [own] = declared;
  if (initialiser === undefined || own === undefined || declared.length > 1) return undefined;
  if (own.kind !== 'variable' || !isInteger(types[own.type]!)) return undefined;
  const which = draw.weighted([
    [200 - 2 * percent, undefined],
    [percent, 'constant' as const],
    [percent, 'name' as const],
  ]);
  if (which === undefined) return undefined;
  if (which === 'constant') return { ...initialiser, text: `= ${anyConstant(draw)}` };
  const fitting = reachAt().byType.get(own.type) ?? [];
  if (fitting.length === 0) return undefined;
  const chosen = fitting[draw.integer(0, stageTuning.maxRenaming.value) % fitting.length]!;
  return { ...initialiser, text: `= ${names[chosen]!.name}` };
}
