/** The values of a program's objects during its execution. */
import type { DataClass, Element, HelperFunction, Read, Variable } from '../ir/nodes.ts';
import { elementCount } from '../ir/walk.ts';
import { convert } from '../rules/convert.ts';

/** One integer, or one pointer, in the memory. */
export interface Location {
  readonly variable: Variable;
  readonly index: number;
}

/** More than the elements of any array; a pointer is a number made from a slot and an index. */
const STRIDE = 1 << 20;

/** Classes of objects that each call of a function has for itself. */
const localClasses: ReadonlySet<DataClass> = new Set(['local', 'iterator', 'hidden']);

function fixedLocation(place: Read | Element): Location {
  const { variable } = place;
  if (place.kind === 'read') return { variable, index: 0 };
  let index = 0;
  for (const subscript of place.subscripts)
    index = index * subscript.size + (subscript.kind === 'fixed' ? subscript.index : 0);
  return { variable, index };
}

export class Memory {
  /** Values by the slots of variables, then by elements; undefined if the program has written none. */
  readonly #values: (bigint | undefined)[][];
  readonly #variables: readonly Variable[];

  constructor(variables: readonly Variable[]) {
    this.#variables = variables;
    this.#values = variables.map((variable) => {
      const { initial, type, dimensions } = variable;
      if (initial === undefined) return [];
      if (dimensions.length === 0) return [convert(initial.first, type)];
      // The driver computes elements in 64 bits. Only a few values are computed, and the elements repeat them
      // in turn.
      const { first, step, across } = initial;
      const count = elementCount(variable);
      const period = initial.period || count;
      const isRepeated = across === undefined || across.step === 0n;
      const different = isRepeated ? (step === 0n ? 1 : Math.min(count, period)) : count;
      const values: bigint[] = [];
      for (let index = 0; index < different; index++) {
        const row = across === undefined ? 0n : across.step * BigInt(Math.floor(index / across.width));
        values.push(convert(BigInt.asUintN(64, first + step * BigInt(index % period) + row), type));
      }
      while (values.length < count) values.push(values[values.length - different]!);
      return values;
    });
    for (const variable of variables) {
      const { pointer, dataClass } = variable;
      if (pointer !== undefined && !localClasses.has(dataClass))
        this.point(variable, fixedLocation(pointer.target));
    }
  }

  load({ slot, name }: Variable, index: number): bigint {
    const value = this.#values[slot]![index];
    if (value === undefined) throw new Error(`${name} is read before it is written, at ${index}`);
    return value;
  }

  store({ slot, type, pointer }: Variable, index: number, value: bigint): void {
    this.#values[slot]![index] = pointer === undefined ? convert(value, type) : value;
  }

  point(pointer: Variable, { variable, index }: Location): void {
    this.store(pointer, 0, BigInt(variable.slot * STRIDE + index));
  }

  pointed(pointer: Variable): Location {
    const code = Number(this.load(pointer, 0));
    return { variable: this.#variables[Math.floor(code / STRIDE)]!, index: code % STRIDE };
  }

  /** Executes the body of a function with its own variables, and returns the function's result. */
  during({ frame, parameters, result }: HelperFunction, values: readonly bigint[], body: () => void): bigint {
    const { from, to } = frame;
    const outer = this.#values.slice(from, to);
    const own = outer.map((_, i) => localClasses.has(this.#variables[from + i]!.dataClass));
    for (let slot = from; slot < to; slot++) if (own[slot - from]) this.#values[slot] = [];
    for (const [i, parameter] of parameters.entries()) this.store(parameter, 0, values[i]!);
    body();
    const returned = this.load(result, 0);
    for (const [i, outerValues] of outer.entries()) if (own[i]) this.#values[from + i] = outerValues;
    return returned;
  }
}
