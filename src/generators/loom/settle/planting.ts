/**
 * Planting: one operation that would be undefined is left as it was drawn, or one statement does something undefined.
 *
 * Settling goes on with the repaired operation, so all later values are known. The operation comes back at the end.
 * Its operands have the same values until it runs, so the program's first undefined operation is this one.
 */
import type { PlantedKind } from '../../../program/index.ts';
import type { ExpressionNode, PlantingPlan } from '../ir/nodes.ts';
import { binaryRows } from '../rules/operators.ts';

export class Planting {
  readonly #plan: PlantingPlan;
  #left: number;
  #kind: PlantedKind | undefined;
  #operation: { readonly node: ExpressionNode; readonly drawn: ExpressionNode } | undefined;

  constructor(plan: PlantingPlan) {
    this.#plan = plan;
    this.#left = plan.skipped;
  }

  /** The planted fault; undefined if the program has no place for one. */
  get kind(): PlantedKind | undefined {
    return this.#kind;
  }

  /** True if the fault is a statement; the text of the program then has it. */
  get isStatement(): boolean {
    return this.#kind !== undefined && this.#operation === undefined;
  }

  /** Called before an operation is repaired. */
  meet(node: ExpressionNode, divisor: bigint | undefined): void {
    const kind = kindOf(node, divisor);
    if (kind === undefined || !this.#isTaken('operation')) return;
    this.#kind = kind;
    this.#operation = { node, drawn: { ...node } };
  }

  /** True if a statement is the planted fault. */
  takes(kind: PlantedKind): boolean {
    if (!this.#isTaken('statement')) return false;
    this.#kind = kind;
    return true;
  }

  /**
   * Exchanges the drawn operation and its repair: the text has the drawn one, and the values come from the
   * repair.
   */
  turn(): void {
    if (this.#operation === undefined) return;
    const { node, drawn } = this.#operation;
    this.#operation = { node, drawn: { ...node } };
    for (const key of Object.keys(node)) Reflect.deleteProperty(node, key);
    Object.assign(node, drawn);
  }

  #isTaken(what: PlantingPlan['what']): boolean {
    return this.#kind === undefined && this.#plan.what === what && this.#left-- === 0;
  }
}

function kindOf(node: ExpressionNode, divisor: bigint | undefined): PlantedKind | undefined {
  if (node.kind === 'unary') return 'overflow';
  if (node.kind !== 'binary') return undefined;
  if (node.sign === '<<' || node.sign === '>>') return 'shift';
  if (node.sign === '/' || node.sign === '%') return divisor === 0n ? 'division' : 'overflow';
  return Object.hasOwn(binaryRows, node.sign) ? 'overflow' : undefined;
}
