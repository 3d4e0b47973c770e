/** What the objects of a program hold while it is executed. */
import type { Variable } from '../ir/nodes.ts';
import { elementCount } from '../ir/walk.ts';
import { convert } from '../rules/convert.ts';

export class Memory {
  /** By the slots of variables, then by elements; undefined where nothing was written. */
  readonly #values: (bigint | undefined)[][];

  constructor(variables: readonly Variable[]) {
    this.#values = variables.map((variable) => {
      const { initial, type } = variable;
      if (initial === undefined) return [undefined];
      return Array.from({ length: elementCount(variable) }, (_, index) =>
        convert(initial.first + initial.step * BigInt(index), type),
      );
    });
  }

  load({ slot, name }: Variable, index: number): bigint {
    const value = this.#values[slot]![index];
    if (value === undefined) throw new Error(`${name} is read before it is written, at ${index}`);
    return value;
  }

  store({ slot, type }: Variable, index: number, value: bigint): void {
    this.#values[slot]![index] = convert(value, type);
  }
}
