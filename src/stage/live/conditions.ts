/**
 * Conditions that are always false, or always true, at a place, based on the values that variables had there.
 *
 * Nothing in the text shows this: an optimiser must assume that both may happen. Invariant: a condition reads
 * only the given variables, and is never undefined.
 */
import type { Draw } from '../../choice/index.ts';
import { stageTuning } from '../tuning.ts';
import { isWithin, type Known, literal, rangeOf } from './known.ts';

const opposites = { '>': '<=', '<': '>=', '==': '!=', '!=': '==' } as const;

/** A comparison that is false. */
interface Comparison {
  readonly left: string;
  readonly operator: keyof typeof opposites;
  readonly right: string;
}

/** Undefined if each variable had every possible value. */
export function drawSeenCondition(draw: Draw, known: readonly Known[], is: boolean): string | undefined {
  const usable = known.filter((each) => !isWithin(rangeOf(each.type), each));
  if (usable.length === 0) return undefined;
  const { left, operator, right } = drawFalse(draw, draw.pick(usable), known);
  const condition = `${left} ${is ? opposites[operator] : operator} ${right}`;
  if (!draw.boolean(stageTuning.alsoRead.value)) return condition;
  // The condition also reads another variable, which decides nothing.
  const { text } = draw.pick(known);
  return is ? `(${condition}) || ${text}` : `(${condition}) && ${text}`;
}

function drawFalse(draw: Draw, known: Known, all: readonly Known[]): Comparison {
  const { text: left, type, low, high } = known;
  const possible = rangeOf(type);
  const forms: (() => Comparison)[] = [];
  const far = (room: bigint): bigint => {
    const step = BigInt(draw.integer(0, stageTuning.farthest.value));
    return step < room ? step : room - 1n;
  };
  if (high < possible.high) {
    forms.push(() => ({ left, operator: '>', right: literal(high + far(possible.high - high), type) }));
    forms.push(() => ({ left, operator: '==', right: literal(high + 1n + far(possible.high - high), type) }));
  }
  if (possible.low < low) {
    forms.push(() => ({ left, operator: '<', right: literal(low - far(low - possible.low), type) }));
    forms.push(() => ({ left, operator: '==', right: literal(low - 1n - far(low - possible.low), type) }));
  }
  if (low === high) forms.push(() => ({ left, operator: '!=', right: literal(low, type) }));
  for (const other of all) {
    // Two types may be compared as a third type.
    if (other.type !== type || other.name === known.name) continue;
    if (high <= other.low) forms.push(() => ({ left, operator: '>', right: other.text }));
    if (other.high <= low) forms.push(() => ({ left, operator: '<', right: other.text }));
    if (high < other.low || other.high < low) forms.push(() => ({ left, operator: '==', right: other.text }));
  }
  return draw.pick(forms)();
}
