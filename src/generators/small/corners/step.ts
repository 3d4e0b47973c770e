/** The parts of a step of a corner, and its operands. */
import type { Draw } from '../../../choice/index.ts';
import type { Lane, LaneType } from '../types.ts';
import type { CornerShape, Slot, VectorTypes } from './shapes.ts';

export interface CornerStep {
  readonly type: LaneType;
  readonly lanes: readonly Lane[];
  /** The text of a lane, from texts of the operands' lanes. */
  readonly lane: (at: number) => string;
  /** The text on whole vectors, if there is one. */
  readonly vector?: string | undefined;
  /** True if only clang has the operation of `vector`. */
  readonly isForClang?: boolean;
}

export interface StepContext {
  readonly shape: CornerShape;
  readonly slots: readonly Slot[];
  readonly types: readonly LaneType[];
  readonly vectors: VectorTypes;
  readonly textOf: (slot: Slot, at: number) => string;
}

/** The last slot most often, so that the steps depend on each other. */
export function operandSlot(draw: Draw, { slots }: StepContext): Slot {
  const back = draw.weighted([
    [4, 1],
    [3, 2],
    [1, 3],
  ]);
  return slots.at(-Math.min(back, slots.length))!;
}

/** Another slot with the same type and length, or the slot itself. */
export function partner(draw: Draw, { slots }: StepContext, of: Slot): Slot {
  const alike = slots.filter((each) => each.type === of.type && each.lanes.length === of.lanes.length);
  return draw.pick(alike.toReversed());
}
