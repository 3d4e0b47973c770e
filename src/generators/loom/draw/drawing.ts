/**
 * Drawing: everything that draws knows: the choices, the profile, what is visible, and how much is still wanted.
 *
 * Invariant: no value of the generated program is known here, so no choice can depend on one.
 */
import type { Draw } from '../../../choice/index.ts';
import type {
  Container,
  DataClass,
  ExpressionNode,
  HelperFunction,
  StructObject,
  StructType,
  Variable,
} from '../ir/nodes.ts';
import type { IntegerType } from '../ir/types.ts';
import { hashOfText, type WeightProfile } from '../policy/profile.ts';
import { type Switch, typesOf } from '../policy/switches.ts';
import type { Weights } from '../policy/weights.ts';
import type { StatementTable } from '../statements/row.ts';
import type { IterationSpace } from './head.ts';
import { Visibles, type Visible } from './visibles.ts';
import { Names } from './tickets.ts';

/** A loop around what is drawn, with the values that its iterator takes. */
export interface OpenLoop {
  readonly iterator: Variable;
  readonly visible: Visible;
  readonly least: number;
  readonly most: number;
  readonly trips: number;
  /** Whether `break` and `continue` mean it. */
  readonly isLoop: boolean;
  /** Nothing inside leaves it, or a loop around it, by `break` or `continue`. */
  readonly isClosed?: true;
}

/** How long a program may still become. The allowance bends probabilities and never forbids; both may fall below 0. */
export interface Allowance {
  /** Bytes of text, each thing counting as what it takes in the middle. */
  text: number;
  /** Executions of statements, so that no program takes long to execute. */
  executions: number;
  /** Expressions that may still be put into each other. */
  nesting: number;
}

/** All that the program declares, wherever it is visible. */
class Declared {
  readonly names: Names = new Names();
  readonly variables: Variable[] = [];
  readonly structs: StructType[] = [];
  readonly objects: StructObject[] = [];
  readonly helpers: HelperFunction[] = [];
  readonly commons: Common[] = [];
  readonly constants: DrawnConstant[] = [];
  /** The list of inputs that was used last. */
  inputs: Visibles | undefined;
}

/** An expression of inputs that is to come again, as it was drawn. */
interface Common {
  readonly node: ExpressionNode;
  readonly identity: number;
}

/** The names that can be used at a point of the program. */
class Scope {
  readonly readable: Visibles;
  readonly writable: Visibles = new Visibles();
  /** Outermost first. */
  readonly loops: OpenLoop[] = [];
  /** How many blocks are around. */
  blocks = 0;
  /** The spaces of the last loops, by how many loops are around. */
  readonly lastSpaces: IterationSpace[] = [];
  /** The variables of the handlers around, outermost first. */
  readonly handlers: Variable[] = [];
  /** The function around, unless it is a test function. */
  readonly helper: HelperFunction | undefined;

  readonly isInputsOnly: boolean;

  /** `inputs`: nothing else is visible. */
  constructor(helper?: HelperFunction, inputs?: Visibles) {
    this.helper = helper;
    this.isInputsOnly = inputs !== undefined;
    this.readable = inputs ?? new Visibles();
  }
}

/** Small things are likelier than large ones also if nothing more is wanted. */
const LEAST_ROOM = 20;

/** Bytes of a declaration, with those that give and look at values. */
function textOf({ dataClass, dimensions }: Variable): number {
  if (dataClass === 'local' || dataClass === 'iterator' || dataClass === 'hidden') return 4;
  const isLooked = dataClass === 'input' ? 0 : 1;
  return dimensions.length === 0 ? 24 + 36 * isLooked : 110 + 70 * isLooked;
}

export interface DrawnConstant {
  readonly value: bigint;
  /** A hash of the value, for tickets. */
  readonly identity: number;
}

/** Answers that hold for the whole program. */
export interface Style {
  readonly profile: WeightProfile;
  readonly containers: readonly Container['kind'][];
  /** The types of integers, each as often as the program has it. */
  readonly types: Weights<IntegerType>;
}

export interface DrawingOptions {
  readonly style: Style;
  readonly switches: ReadonlySet<Switch>;
  readonly budget: Allowance;
  readonly statements: StatementTable;
}

export class Drawing {
  readonly draw: Draw;
  readonly style: Style;
  readonly switches: ReadonlySet<Switch>;
  /** The types of integers. */
  readonly types: readonly IntegerType[];
  readonly budget: Allowance;
  readonly program: Declared = new Declared();
  readonly statements: StatementTable;
  #scope: Scope = new Scope();

  constructor(draw: Draw, { style, switches, budget, statements }: DrawingOptions) {
    this.draw = draw;
    this.style = style;
    this.switches = switches;
    this.types = typesOf(switches);
    this.budget = budget;
    this.statements = statements;
  }

  get profile(): WeightProfile {
    return this.style.profile;
  }

  /** Constants that were drawn so far, for later ones to resemble. */
  get constants(): DrawnConstant[] {
    return this.program.constants;
  }

  get names(): Names {
    return this.program.names;
  }

  get readable(): Visibles {
    return this.#scope.readable;
  }

  get writable(): Visibles {
    return this.#scope.writable;
  }

  /** Outermost first. */
  get loops(): readonly OpenLoop[] {
    return this.#scope.loops;
  }

  get lastSpaces(): IterationSpace[] {
    return this.#scope.lastSpaces;
  }

  get handlers(): Variable[] {
    return this.#scope.handlers;
  }

  get helper(): HelperFunction | undefined {
    return this.#scope.helper;
  }

  get isInputsOnly(): boolean {
    return this.#scope.isInputsOnly;
  }

  /** How often a statement drawn now is executed, at the most. */
  get trips(): number {
    let product = 1;
    for (const { trips } of this.#scope.loops) product *= trips;
    return product;
  }

  /** From 0 to 1: how well something of so many bytes fits into what is left of the program. */
  room(bytes: number): number {
    return Math.min(1, Math.max(LEAST_ROOM, this.budget.text) / (4 * bytes));
  }

  /** One of the options, with the weights that the program's profile gives them. */
  choose<T>(distribution: string, weights: Weights<T>): T {
    return this.draw.weighted(this.profile.bend(distribution, weights));
  }

  /** The type of something that is declared. */
  drawType(): IntegerType {
    return this.draw.weighted(this.style.types);
  }

  /** An answer whose share the program's profile bends. */
  isDrawn(distribution: string, usual: number, room: number = 1): boolean {
    return this.draw.boolean(this.profile.share(distribution, usual) * room);
  }

  /** Without dimensions it is a single integer. */
  declare(
    about: Omit<Variable, 'slot' | 'initial' | 'dimensions'> &
      Partial<Pick<Variable, 'initial' | 'dimensions'>>,
  ): Visible {
    const { variables } = this.program;
    const variable: Variable = { initial: undefined, dimensions: [], ...about, slot: variables.length };
    variables.push(variable);
    this.budget.text -= textOf(variable);
    const visible = { variable, identity: hashOfText(variable.name + (variable.member?.path ?? '')) };
    this.show(visible);
    return visible;
  }

  /** A single integer without a first value; its name is drawn, and its type if the caller gives none. */
  integer(dataClass: 'local' | 'iterator' | 'hidden', type?: IntegerType): Visible {
    const name = this.names.draw(this.draw, dataClass);
    return this.declare({ name, dataClass, type: type ?? this.drawType() });
  }

  /** From here on it can be referred to, to the end of the block. */
  show(visible: Visible, dataClass: DataClass = visible.variable.dataClass): void {
    if (dataClass === 'hidden') return;
    if (dataClass !== 'output') this.#scope.readable.push(visible);
    if (dataClass !== 'input' && dataClass !== 'iterator') this.#scope.writable.push(visible);
  }

  /** Nothing that the body declares is visible after it, not even outputs, which only the body writes. */
  inBlock<T>(body: () => T): T {
    const scope = this.#scope;
    const { readable, writable } = scope;
    const before = { readable: readable.length, writable: writable.length };
    if (scope.blocks++ === 0) {
      readable.keep();
      writable.keep();
    }
    const result = body();
    scope.blocks--;
    readable.cut(before.readable);
    writable.cut(before.writable);
    return result;
  }

  /** The body is that of the loop. */
  inLoop<T>(open: OpenLoop, body: () => T): T {
    const { loops } = this.#scope;
    loops.push(open);
    const result = body();
    loops.pop();
    return result;
  }

  /** The body sees inputs only, no loop, and calls nothing. */
  withInputs<T>(body: () => T): T {
    const outer = this.#scope;
    const inputs = this.#inputsIn(outer);
    const { length } = inputs;
    this.#scope = new Scope(outer.helper, inputs);
    const result = body();
    this.#scope = outer;
    inputs.cut(length);
    return result;
  }

  /** Inputs are declared before all else, so that most of the time one list of them does. */
  #inputsIn({ readable }: Scope): Visibles {
    const inputs = readable.those(isInput).list();
    const { program } = this;
    if (program.inputs?.length === inputs.length) return program.inputs;
    const own = new Visibles();
    for (const visible of inputs) own.push(visible);
    own.keep();
    return (program.inputs = own);
  }

  /** The body sees its parameters and globals: inputs only if the function is pure. */
  inHelper<T>(helper: HelperFunction, body: () => T): T {
    const outer = this.#scope;
    this.#scope = new Scope(helper);
    for (const visible of outer.readable.list()) {
      const { dataClass } = visible.variable;
      if (dataClass === 'input' || !helper.isPure) this.show(visible);
    }
    for (const parameter of helper.parameters)
      this.show({ variable: parameter, identity: hashOfText(parameter.name) });
    const result = body();
    this.#scope = outer;
    return result;
  }
}

function isInput({ variable }: Visible): boolean {
  return variable.dataClass === 'input';
}
