/**
 * Drawing: everything that draws knows: the choices, the profile, what is visible, and how much is still wanted.
 *
 * Invariant: no value of the generated program is known here, so no choice can depend on one.
 */
import type { Draw } from '../../../choice/index.ts';
import type { DataClass, Variable } from '../ir/nodes.ts';
import type { IntegerType } from '../ir/types.ts';
import { hashOfText, type WeightProfile } from '../policy/profile.ts';
import type { Weights } from '../policy/weights.ts';
import { type Visible, Names } from './tickets.ts';

export class Drawing {
  readonly draw: Draw;
  readonly profile: WeightProfile;
  readonly names: Names = new Names();
  readonly variables: Variable[] = [];
  /** Constants that were drawn so far, for later ones to resemble. */
  readonly constants: bigint[] = [];
  /** Statements that are wanted still. It bends probabilities and never forbids, and may fall below 0. */
  wanted: number;
  #readable: Visible[] = [];
  #writable: Visible[] = [];

  constructor(draw: Draw, profile: WeightProfile, wanted: number) {
    this.draw = draw;
    this.profile = profile;
    this.wanted = wanted;
  }

  get readable(): readonly Visible[] {
    return this.#readable;
  }

  get writable(): readonly Visible[] {
    return this.#writable;
  }

  /** One of the options, with the weights that the program's profile gives them. */
  choose<T>(distribution: string, weights: Weights<T>): T {
    return this.draw.weighted(this.profile.bend(distribution, weights));
  }

  declare(dataClass: DataClass, name: string, type: IntegerType, initial: bigint | undefined): Variable {
    const variable: Variable = { name, type, initial, dataClass, slot: this.variables.length };
    this.variables.push(variable);
    const candidate = { variable, identity: hashOfText(name) };
    if (dataClass !== 'output') this.#readable.push(candidate);
    if (dataClass !== 'input') this.#writable.push(candidate);
    return variable;
  }

  /** What the body declares is not visible behind it, unless it is global: outputs are. */
  inBlock<T>(body: () => T): T {
    const readable = this.#readable.length;
    const writable = this.#writable.length;
    const result = body();
    this.#readable.length = readable;
    const globals = this.#writable.slice(writable).filter(({ variable }) => variable.dataClass === 'output');
    this.#writable.length = writable;
    this.#writable.push(...globals);
    return result;
  }
}
