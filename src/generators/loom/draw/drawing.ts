/**
 * Drawing: everything that draws knows: the choices, the profile, what is visible, and how much is still wanted.
 *
 * Invariant: no value of the generated program is known here, so no choice can depend on one.
 */
import type { Draw } from '../../../choice/index.ts';
import type { Initial, Variable } from '../ir/nodes.ts';
import { hashOfText, type WeightProfile } from '../policy/profile.ts';
import type { Weights } from '../policy/weights.ts';
import { Names, type Visible } from './tickets.ts';

/** A loop around what is drawn, with the values that its iterator takes. */
export interface OpenLoop {
  readonly iterator: Variable;
  readonly visible: Visible;
  readonly least: number;
  readonly most: number;
}

/** What a program may still have. It bends probabilities and never forbids; both may fall below 0. */
export interface Allowance {
  statements: number;
  /** Executions of statements, so that no program takes long to execute. */
  executions: number;
}

export class Drawing {
  readonly draw: Draw;
  readonly profile: WeightProfile;
  readonly names: Names = new Names();
  readonly variables: Variable[] = [];
  /** Constants that were drawn so far, for later ones to resemble. */
  readonly constants: bigint[] = [];
  readonly budget: Allowance;
  /** Outermost first. */
  readonly loops: OpenLoop[] = [];
  readonly #visible: { readonly readable: Visible[]; readonly writable: Visible[] } = {
    readable: [],
    writable: [],
  };

  constructor(draw: Draw, profile: WeightProfile, budget: Allowance) {
    this.draw = draw;
    this.profile = profile;
    this.budget = budget;
  }

  get readable(): readonly Visible[] {
    return this.#visible.readable;
  }

  get writable(): readonly Visible[] {
    return this.#visible.writable;
  }

  /** How often a statement drawn now is executed, at the most. */
  get trips(): number {
    return this.loops.reduce((trips, { least, most }) => trips * (most - least + 1), 1);
  }

  /** One of the options, with the weights that the program's profile gives them. */
  choose<T>(distribution: string, weights: Weights<T>): T {
    return this.draw.weighted(this.profile.bend(distribution, weights));
  }

  declare(about: Omit<Variable, 'slot' | 'initial'> & { readonly initial?: Initial }): Visible {
    const variable: Variable = { initial: undefined, ...about, slot: this.variables.length };
    this.variables.push(variable);
    const visible = { variable, identity: hashOfText(variable.name) };
    const { dataClass } = variable;
    if (dataClass !== 'output') this.#visible.readable.push(visible);
    if (dataClass !== 'input' && dataClass !== 'iterator') this.#visible.writable.push(visible);
    return visible;
  }

  /** What the body declares is not visible behind it, unless it is global: outputs are. */
  inBlock<T>(body: () => T): T {
    const { readable, writable } = this.#visible;
    const before = { readable: readable.length, writable: writable.length };
    const result = body();
    readable.length = before.readable;
    const globals = writable.slice(before.writable).filter(({ variable }) => variable.dataClass === 'output');
    writable.length = before.writable;
    writable.push(...globals);
    return result;
  }
}
