/** Data that get their first values from the program's input, so that no compiler knows them. */
import type { Draw } from '../../../choice/index.ts';
import type { InputKind, Variable } from '../ir/nodes.ts';
import type { Switch } from '../policy/switches.ts';
import { FROM_ARGUMENTS, GIVEN } from '../policy/weights.ts';
import type { Drawing } from './drawing.ts';

/** The kind of input that the program reads; undefined without the switch. */
export function drawInputKind(draw: Draw, switches: ReadonlySet<Switch>): InputKind | undefined {
  if (!switches.has('inputs')) return undefined;
  return draw.scope('input', () => (draw.boolean(FROM_ARGUMENTS) ? 'arguments' : 'standard input'));
}

/** True for a single integer whose first value comes from the input. */
export function drawIsGiven(
  { draw, style }: Drawing,
  { type, dimensions, storage, owner }: Pick<Variable, 'type' | 'dimensions' | 'storage' | 'owner'>,
): boolean {
  if (style.input === undefined || dimensions.length > 0 || owner !== undefined) return false;
  if (storage === 'const' || type.bits > 64) return false;
  return draw.scope('given', () => draw.boolean(GIVEN));
}
