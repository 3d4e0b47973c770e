/**
 * Drawing: the state of the drawing step: the choices, the profile, the visible names, and the size still
 * wanted.
 *
 * Invariant: this step knows no value of the generated program, so no choice can depend on a value.
 */
import type { Draw } from '../../../choice/index.ts';
import type {
  InputKind,
  Container,
  DataClass,
  ExpressionNode,
  HelperFunction,
  StructObject,
  StructType,
  Variable,
} from '../ir/nodes.ts';
import type { IntegerType } from '../ir/types.ts';
import { anything, type OperatorContext } from '../policy/contexts.ts';
import { hashOfText, type WeightProfile } from '../policy/profile.ts';
import { type Switch, typesOf } from '../policy/switches.ts';
import type { Weights } from '../policy/weights.ts';
import type { StatementTable } from '../statements/row.ts';
import type { IterationSpace } from './head.ts';
import { Visibles, type Visible } from './visibles.ts';
import { Names } from './tickets.ts';

/** An enclosing loop, with the values of its iterator. */
export interface OpenLoop {
  readonly iterator: Variable;
  readonly visible: Visible;
  readonly least: number;
  readonly most: number;
  readonly trips: number;
  /** True if `break` and `continue` refer to it. */
  readonly isLoop: boolean;
  /** Present if nothing inside may leave it, or an outer loop, by `break` or `continue`. */
  readonly isClosed?: true;
}

/**
 * The size that a program may still add. The allowance changes probabilities; both numbers may fall below 0.
 * Only a program that is much larger than asked is full: then nothing but the least is possible. A program
 * drawn without bias never comes near that.
 */
export interface Allowance {
  /** Bytes of text; each thing counts with its average size. */
  text: number;
  /** Executions of statements, so that no program runs for long. */
  executions: number;
  /** Levels of expressions that may still nest. */
  nesting: number;
  /** The program is full below this number of bytes, which is below 0. */
  readonly fullText: number;
}

/** All declarations of the program, whether visible or not. */
class Declared {
  readonly names: Names = new Names();
  readonly variables: Variable[] = [];
  readonly structs: StructType[] = [];
  readonly objects: StructObject[] = [];
  readonly helpers: HelperFunction[] = [];
  readonly commons: Common[] = [];
  readonly constants: DrawnConstant[] = [];
  /** The list of inputs at the last use. */
  inputs: Visibles | undefined;
}

/** An expression of inputs, kept as drawn, that may come again. */
interface Common {
  readonly node: ExpressionNode;
  readonly identity: number;
}

/** A function, or a body that sees as little as one. */
type Enclosing = Pick<HelperFunction, 'isPure' | 'parameters'> & Partial<Pick<HelperFunction, 'result'>>;

/** The names that are visible at a point of the program. */
class Scope {
  readonly readable: Visibles;
  readonly writable: Visibles = new Visibles();
  /** Outermost first. */
  readonly loops: OpenLoop[] = [];
  /** The contexts of the blocks around, outermost first. */
  readonly regions: OperatorContext[] = [];
  /** The spaces of the last loops, by the number of enclosing loops. */
  readonly lastSpaces: IterationSpace[] = [];
  /** The variables of the enclosing handlers, outermost first. */
  readonly handlers: Variable[] = [];
  /** The enclosing function, unless it is a test function. */
  readonly helper: Enclosing | undefined;

  readonly isInputsOnly: boolean;

  /** `inputs`: nothing else is visible. */
  constructor(helper?: Enclosing, inputs?: Visibles) {
    this.helper = helper;
    this.isInputsOnly = inputs !== undefined;
    this.readable = inputs ?? new Visibles();
  }
}

/** Small things are more likely than large ones even if no more text is wanted. */
const LEAST_ROOM = 20;

/** Bytes of text above twice the wanted size at which a program is full. */
const MOST_OVER = 8_192;

/** Bytes of a declaration, with the statements that set and check its values. */
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
  /** The kind of input that gives data their first values. */
  readonly input?: InputKind | undefined;
  /** True if functions may receive arrays as `std::span`. */
  readonly hasSpans: boolean;
  /** The types of integers, each as often as the program has it. */
  readonly types: Weights<IntegerType>;
}

export interface DrawingOptions {
  readonly style: Style;
  readonly switches: ReadonlySet<Switch>;
  readonly budget: Omit<Allowance, 'fullText'>;
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
    this.budget = { ...budget, fullText: -budget.text - MOST_OVER };
    this.statements = statements;
  }

  get profile(): WeightProfile {
    return this.style.profile;
  }

  /** Constants so far, which later ones may resemble. */
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

  get helper(): Enclosing | undefined {
    return this.#scope.helper;
  }

  get isInputsOnly(): boolean {
    return this.#scope.isInputsOnly;
  }

  /** The context of the innermost block, in which its expressions are drawn. */
  get region(): OperatorContext {
    return this.#scope.regions.at(-1) ?? anything;
  }

  /** Upper bound of the executions of a statement drawn now. */
  get trips(): number {
    let product = 1;
    for (const { trips } of this.#scope.loops) product *= trips;
    return product;
  }

  /** True if the program has twice the text that it should have, and some more: then it may have no more. */
  get isFull(): boolean {
    return this.budget.text < this.budget.fullText;
  }

  /** From 0 to 1: how well a thing of this size fits into the remaining room of the program. */
  room(bytes: number): number {
    return Math.min(1, Math.max(LEAST_ROOM, this.budget.text) / (4 * bytes));
  }

  /** Draws one of the options, with the weights of the program's profile. */
  choose<T>(distribution: string, weights: Weights<T>): T {
    return this.draw.weighted(this.profile.bend(distribution, weights));
  }

  /** The type of something that is declared. */
  drawType(): IntegerType {
    return this.draw.weighted(this.style.types);
  }

  /** True with this probability, which the program's profile may change. */
  isDrawn(distribution: string, usual: number, room: number = 1): boolean {
    return this.draw.boolean(this.profile.share(distribution, usual) * room);
  }

  /** Without dimensions the variable is a single integer. */
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

  /** A single integer without a first value; its name is drawn, and its type too if the caller gives none. */
  integer(dataClass: 'local' | 'iterator' | 'hidden', type?: IntegerType): Visible {
    const name = this.names.draw(this.draw, dataClass);
    return this.declare({ name, dataClass, type: type ?? this.drawType() });
  }

  /** Makes it visible from here to the end of the block. */
  show(visible: Visible, dataClass: DataClass = visible.variable.dataClass): void {
    if (dataClass === 'hidden') return;
    if (dataClass !== 'output') this.#scope.readable.push(visible);
    if (dataClass !== 'input' && dataClass !== 'iterator') this.#scope.writable.push(visible);
  }

  /** After the body, its declarations are no longer visible, not even outputs, which only the body writes. */
  inBlock<T>(body: () => T, region: OperatorContext = this.region): T {
    const { readable, writable, regions } = this.#scope;
    const before = { readable: readable.length, writable: writable.length };
    if (regions.push(region) === 1) {
      readable.keep();
      writable.keep();
    }
    const result = body();
    regions.pop();
    readable.cut(before.readable);
    writable.cut(before.writable);
    return result;
  }

  /** Draws the body of the loop. */
  inLoop<T>(open: OpenLoop, body: () => T): T {
    const { loops } = this.#scope;
    loops.push(open);
    const result = body();
    loops.pop();
    return result;
  }

  /** Draws a body that sees only inputs and no loop, and calls nothing. */
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

  /** Inputs are declared before everything else, so one list of them usually serves again. */
  #inputsIn({ readable }: Scope): Visibles {
    const inputs = readable.those(isInput).list();
    const { program } = this;
    if (program.inputs?.length === inputs.length) return program.inputs;
    const own = new Visibles();
    for (const visible of inputs) own.push(visible);
    own.keep();
    return (program.inputs = own);
  }

  /** Draws a body that sees its parameters and globals; in a pure function, only inputs. */
  inHelper<T>(helper: Enclosing, body: () => T): T {
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
