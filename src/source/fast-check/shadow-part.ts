/** A shadow: an object that replaces an arbitrary, and its part in a session. */

import type { ChoiceRandom } from './choice-random.ts';
import type { DrawnPart, DrawSession } from './session.ts';

export type Random = ChoiceRandom<DrawSession>;

export interface Generates {
  generate(random: Random, biasFactor: number | undefined): { readonly value: unknown };
}

export interface Shadow extends Generates {
  readonly [PART]: ShadowPart;
}

export interface ShadowPart extends DrawnPart {
  label: string;
  readonly isTransparent: boolean;
  /** The arbitrary's own work, with shadows as its children. */
  readonly run: (random: Random, biasFactor: number | undefined) => { readonly value: unknown };
  /** The part whose scope serves for this part: its child's scope, if this part has none. */
  readonly inner: ShadowPart | undefined;
}

export const PART: unique symbol = Symbol('part');

export function partOf(shadow: object): ShadowPart | undefined {
  return PART in shadow ? (shadow as Shadow)[PART] : undefined;
}

export function isArbitrary(value: unknown): value is Generates {
  return (
    typeof value === 'object' &&
    value !== null &&
    'generate' in value &&
    'shrink' in value &&
    typeof value.generate === 'function'
  );
}
