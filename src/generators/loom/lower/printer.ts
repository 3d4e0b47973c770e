/** Printer: the text of C and C++, with as few parentheses as the grammar needs. */
import type {
  Block,
  Call,
  ExpressionNode,
  Extreme,
  Guarded,
  HelperFunction,
  Passed,
  Place,
  Statement,
  Subscript,
  Variable,
} from '../ir/nodes.ts';
import { deadMarker, liveMarker, markerHead, markersDefined } from '../../../program/index.ts';
import { constant } from '../ir/build.ts';
import { type IntegerType, LLONG, ULLONG } from '../ir/types.ts';
import { isOnHeap } from '../ir/walk.ts';
import type { LanguageRules } from '../rules/language.ts';
import type { BuiltinRow } from '../rules/builtins.ts';
import { binaryRows } from '../rules/operators.ts';
import type { StatementTable } from '../statements/row.ts';
import { floatText } from './float.ts';

const CONDITIONAL = 1;
const PREFIX = 14;
const PRIMARY = 16;

export class Printer {
  readonly #rules: LanguageRules;
  readonly #statements: StatementTable;
  readonly #lines: string[] = [];
  /**
   * Text before all functions, by name: the needs of statements, functions for operations, and templates, whose
   * text may call these functions.
   */
  readonly #needed = {
    other: new Map<string, string>(),
    extreme: new Map<string, string>(),
    guarded: new Map<string, string>(),
    template: new Map<string, string>(),
    /** Before all data, too. */
    type: new Map<string, string>(),
  };
  readonly #markers = { dead: [] as number[], live: [] as number[] };
  #indent = '';
  /**
   * Data that the present function receives by address, and arrays that it receives as spans. Inside a loop that a gang
   * executes, the integers that hold sums over it.
   */
  readonly #received = {
    byAddress: new Set<string>(),
    spans: new Set<string>(),
    sums: undefined as ReadonlySet<Variable> | undefined,
  };
  /** For each enclosing loop: the statement that moves the iterator, if `continue` would skip it. */
  readonly #moves: string[] = [];

  constructor(rules: LanguageRules, statements: StatementTable) {
    this.#rules = rules;
    this.#statements = statements;
  }

  get text(): string {
    return this.#lines.join('');
  }

  get isC(): boolean {
    return this.#rules.name === 'c';
  }

  get isSycl(): boolean {
    return this.#rules.isSycl === true;
  }

  get prelude(): string {
    const { type: _, ...others } = this.#needed;
    return Object.values(others)
      .flatMap((texts) => [...texts.values()])
      .join('');
  }

  /** The texts that declare the types used so far. */
  get definitions(): string[] {
    return [...this.#needed.type.values()];
  }

  /** Adds text before all functions, once; returns the name. */
  needed(name: string, text: string, kind: 'other' | 'extreme' | 'guarded' | 'template' = 'other'): string {
    this.#needed[kind].set(name, text);
    return name;
  }

  /** The name of the next marker of a kind; undefined if the unit of the markers defines no more. */
  marker(kind: 'dead' | 'live'): string | undefined {
    const used = this.#markers[kind];
    if (used.length >= markersDefined[kind]) return undefined;
    const index = used.push(used.length) - 1;
    this.needed('markers', markerHead(this.#markers.dead, this.#markers.live, this.#rules.name));
    return kind === 'live' ? liveMarker(index) : deadMarker(index);
  }

  line(text: string): void {
    this.#lines.push(this.#indent, text, '\n');
  }

  indented(body: () => void): void {
    const outer = this.#indent;
    this.#indent = `${outer}  `;
    body();
    this.#indent = outer;
  }

  block(statements: Block): void {
    this.indented(() => {
      for (const statement of statements) this.statement(statement);
    });
  }

  statement(statement: Statement): void {
    this.#statements.rowOf(statement).print(statement, this);
  }

  /** A block in braces after its head. */
  braced(head: string, body: Block): void {
    this.line(`${head} {`);
    this.block(body);
    this.line('}');
  }

  /** Separate lines in braces. */
  apart(body: () => void): void {
    this.line('{');
    this.indented(body);
    this.line('}');
  }

  /**
   * The body of a loop that moves its iterator by a statement; the text is empty if the loop's head moves it.
   */
  bodyOfLoop(body: Block, move: string): void {
    this.#moves.push(move);
    this.block(body);
    this.#moves.pop();
    if (move !== '') this.indented(() => this.line(move));
  }

  /** `continue;`, after the statement that must run before the next round. */
  get goOn(): string {
    return `${this.#moves.at(-1) ?? ''} continue;`.trim();
  }

  /** Prints a body that sees these data as parameters; in C a pointer leads to data that are no array. */
  withParameters(passed: readonly Passed[], body: () => void): void {
    for (const { of, byValue, span } of passed) {
      if (this.isC && !byValue && of.dimensions.length === 0) this.#received.byAddress.add(of.name);
      if (span !== undefined) this.#received.spans.add(of.name);
    }
    body();
    this.#received.byAddress.clear();
    this.#received.spans.clear();
  }

  /** The name of data inside the present function. */
  called(name: string): string {
    return this.#received.byAddress.has(name) ? `(*${name})` : name;
  }

  get isNarrow(): boolean {
    return this.#rules.truthType.bits === 16;
  }

  get isIspc(): boolean {
    return this.#rules.isIspc === true;
  }

  get isVarying(): boolean {
    return this.#received.sums !== undefined;
  }

  /** Prints the body of a loop that a gang executes; these integers are sums over it. */
  varying(sums: ReadonlySet<Variable>, body: () => void): void {
    this.#received.sums = sums;
    body();
    this.#received.sums = undefined;
  }

  isSum({ variable }: Place): boolean {
    return this.#received.sums?.has(variable) === true;
  }

  /** The type of a variable that each iteration of a gang has for itself, or that all of them share. */
  local(type: IntegerType): string {
    return `${this.isIspc && !this.isVarying ? 'uniform ' : ''}${this.type(type)}`;
  }

  type(type: IntegerType): string {
    const { name, cName, definition } = type;
    const other = this.#rules.types?.spelling.get(type);
    if (other !== undefined) return other[0];
    if (definition !== undefined) this.#needed.type.set(cName, definition);
    return this.isC ? cName : name;
  }

  /** The text of a place, as on the left of an assignment. */
  name(place: Place): string {
    const { member, pointer } = place.variable;
    const name = this.called(place.variable.name);
    if (place.kind === 'dereference') return '*'.repeat(pointer!.levels) + name;
    if (place.kind === 'read') return name + (member?.path ?? '');
    const checked = place.variable.container?.checked ?? 'none';
    const subscripts = place.subscripts.map((each) => {
      const isChecked = checked === 'all' || (checked === 'computed' && each.kind === 'computed');
      const text = this.#subscript(each);
      return isChecked ? `.at(${text})` : `[${text}]`;
    });
    if (member !== undefined) subscripts.splice(member.after, 0, member.path);
    return name + subscripts.join('');
  }

  /** Type and name, as in a declaration. */
  declared(variable: Variable): string {
    const { name, type, pointer, isVolatile = false, storage, alignment, container } = variable;
    const held = `${storage === 'const' ? 'const ' : ''}${isVolatile ? 'volatile ' : ''}`;
    const stars = '*'.repeat(pointer?.levels ?? 0);
    const aligned =
      alignment === undefined || isOnHeap(variable) ? '' : ` __attribute__((aligned(${alignment})))`;
    if (container !== undefined) return `${this.container(variable)} ${name}${aligned}`;
    return `${held}${this.local(type)} ${stars}${name}${dimensionsText(variable.dimensions)}${aligned}`;
  }

  /** The type of a container; with `from`, the type of its elements after `from` dimensions. */
  container({ type, dimensions, container }: Variable, from: number = 0): string {
    return dimensions.slice(from).reduceRight((held, size) => {
      const count = container!.kind === 'array' ? `, ${size}` : '';
      return `std::${container!.kind}<${held}${count}>`;
    }, this.type(type));
  }

  /** A pointer to the first of the elements, which lie one after the other. */
  elements(variable: Variable): string {
    const { name, type, container, isVolatile = false } = variable;
    if (isOnHeap(variable) || this.#received.spans.has(name)) return `&${name}[0]`;
    return `(${isVolatile ? 'volatile ' : ''}${this.type(type)} *)${container === undefined ? '' : '&'}${name}`;
  }

  expression(expression: ExpressionNode, least: number = 0): string {
    const precedence = precedenceOf(expression);
    const text = this.#bare(expression, precedence);
    // A truth value of ISPC is no integer.
    if (this.isIspc && isTruth(expression))
      return CONDITIONAL < least ? `(${text} ? 1L : 0L)` : `${text} ? 1L : 0L`;
    return precedence < least ? `(${text})` : text;
  }

  /** The text of a condition, and of an operand of `&&`, `||` and `!`. */
  condition(expression: ExpressionNode, least: number = 0): string {
    if (!this.isIspc || !isTruth(expression)) return this.expression(expression, least);
    const precedence = precedenceOf(expression);
    const text = this.#bare(expression, precedence);
    return precedence < least ? `(${text})` : text;
  }

  #bare(expression: ExpressionNode, precedence: number): string {
    switch (expression.kind) {
      case 'constant':
      case 'hidden':
        return this.#literal(expression.value, expression.type);
      case 'read':
      case 'element':
      case 'dereference':
        return this.name(expression);
      case 'call':
        return this.#call(expression);
      case 'builtin':
        return `${this.#builtin(expression.row)}(${this.list(expression.operands)})`;
      case 'float':
        return `(long long)${floatText(expression, this)}`;
      case 'extreme':
      case 'guarded':
        if (this.isIspc && expression.kind === 'extreme') return this.#extreme(expression);
        return `${operationFunction(expression, this)}(${this.list([expression.left, expression.right])})`;
      case 'cast':
        return `(${this.type(expression.type)})${this.operand(expression.operand)}`;
      case 'unary': {
        const operand =
          expression.sign === '!'
            ? this.condition(expression.operand, PREFIX)
            : this.operand(expression.operand);
        // Two equal signs in a row would be another operator.
        const gap = operand.startsWith(expression.sign) ? ' ' : '';
        return `${expression.sign}${gap}${operand}`;
      }
      case 'binary': {
        const isOfTruths = binaryRows[expression.sign].operands === 'bool';
        const print = (each: ExpressionNode, least: number): string =>
          isOfTruths ? this.condition(each, least) : this.expression(each, least);
        const left = print(expression.left, precedence);
        return `${left} ${expression.sign} ${print(expression.right, precedence + 1)}`;
      }
      case 'choose': {
        const condition = this.condition(expression.condition, CONDITIONAL + 1);
        return `${condition} ? ${this.#arm(expression.yes)} : ${this.#arm(expression.no)}`;
      }
    }
  }

  /** The text of an operand after a cast. */
  operand(expression: ExpressionNode): string {
    return this.expression(expression, PREFIX);
  }

  list(expressions: readonly ExpressionNode[]): string {
    return expressions.map((expression) => this.expression(expression)).join(', ');
  }

  /** Functions of the library of ISPC. */
  #extreme({ which, type, left, right }: Extreme): string {
    const [a, b] = [left, right].map((each) => `(${this.type(type)})${this.operand(each)}`);
    return `${which}(${a}, ${b})`;
  }

  #call({ callee, operands }: Call): string {
    const { name, isTemplate, result } = callee;
    if (!isTemplate) return `${this.callee(callee)}(${this.list(operands)})`;
    const last = this.expression(operands.at(-1)!);
    return `${name}<${this.type(result.type)}, ${last}>(${this.list(operands.slice(0, -1))})`;
  }

  /** The name before the arguments. */
  callee({ name, isIndirect }: HelperFunction): string {
    return isIndirect ? `p${name}` : name;
  }

  #builtin({ name, parameters, result, body }: BuiltinRow): string {
    if (body === undefined) return name;
    const list = parameters.map((type, i) => `${this.type(type)} ${'ab'[i]}`).join(', ');
    return this.needed(name, `static inline ${this.type(result)} ${name}(${list}) { ${body} }\n`);
  }

  /**
   * Compilers disagree on C++'s type of `?:` over bit-fields unless they are promoted first; and C++ binds no
   * reference to members of packed structs.
   */
  #arm(expression: ExpressionNode): string {
    const { isBitField } = expression.type;
    if (this.isC || (!isBitField && !isPacked(expression))) return this.expression(expression, CONDITIONAL);
    return `${isBitField ? '+' : `(${this.type(expression.type)})`}${this.operand(expression)}`;
  }

  /** The index alone. */
  #subscript(subscript: Subscript): string {
    switch (subscript.kind) {
      case 'fixed':
        return `${subscript.index}`;
      case 'iterator': {
        const { iterator, offset, scale } = subscript;
        if (scale === -1) return `${offset} - ${iterator.name}`;
        const times = scale === 1 ? iterator.name : `${scale} * ${iterator.name}`;
        if (offset === 0) return times;
        return `${times} ${offset < 0 ? '-' : '+'} ${Math.abs(offset)}`;
      }
      case 'computed': {
        const { size, index } = subscript;
        const isPower = (size & (size - 1)) === 0;
        const text = this.operand(index);
        // A type of 64 bits on every machine.
        return `(${this.isIspc ? 'unsigned int64' : 'unsigned long long'})${text} ${isPower ? `& ${size - 1}` : `% ${size}`}`;
      }
    }
  }

  /** No literal has more than 64 bits. */
  #wideLiteral(value: bigint, type: IntegerType): string {
    const high = BigInt.asUintN(64, value >> 64n);
    return `(${this.type(type)})((unsigned __int128)${high}ULL << 64 | ${BigInt.asUintN(64, value)}ULL)`;
  }

  #literal(value: bigint, type: IntegerType): string {
    // The least value of 64 bits has no literal either: clang takes the digits after its sign for an unsigned
    // number.
    if (type.bits > 64 && (value > ULLONG.max || value <= LLONG.min)) return this.#wideLiteral(value, type);
    if (value > LLONG.max && type.suffix === undefined) return `(${this.type(type)})${value}ULL`;
    if (type.suffix === undefined) return `(${this.type(type)})${value}`;
    const suffix = this.#rules.types?.spelling.get(type)?.[1] ?? type.suffix;
    // The least value has no literal: the digits after its sign would not fit the type.
    if (type.isSigned && value === type.min) return `(${value + 1n}${suffix} - 1)`;
    return `${value}${suffix}`;
  }
}

/** The sizes of an array, as in a declaration. */
export function dimensionsText(dimensions: readonly number[]): string {
  return dimensions.map((size) => `[${size}]`).join('');
}

function isTruth(expression: ExpressionNode): boolean {
  if (expression.kind === 'unary') return expression.sign === '!';
  return expression.kind === 'binary' && binaryRows[expression.sign].result === 'truth';
}

function isPacked(expression: ExpressionNode): boolean {
  return 'variable' in expression && expression.variable.member?.isPacked === true;
}

function precedenceOf(expression: ExpressionNode): number {
  switch (expression.kind) {
    case 'binary':
      return binaryRows[expression.sign].precedence;
    case 'choose':
      return CONDITIONAL;
    case 'unary':
    case 'cast':
    case 'dereference':
    case 'float':
      return PREFIX;
    case 'constant': {
      const { type, value } = expression;
      if (type.suffix !== undefined && type.isSigned && value === type.min) return PRIMARY;
      return type.suffix === undefined || value < 0n ? PREFIX : PRIMARY;
    }
    default:
      return PRIMARY;
  }
}

/** The function for an operation. */
function operationFunction(operation: Extreme | Guarded, printer: Printer): string {
  const { kind, type } = operation;
  const text = printer.type(type);
  if (printer.isIspc && kind === 'guarded') return ispcFunction(operation, printer);
  const { sign, result } =
    kind === 'extreme' ? extremeText(operation, printer) : guardedText(operation, printer);
  const name = `${sign}_${type.name.replaceAll(/\W+/g, '_')}`;
  return printer.needed(
    name,
    `static inline ${text} ${name}(${text} a, ${text} b) { return ${result}; }\n`,
    kind,
  );
}

/** Functions of ISPC come twice: for values that the iterations of a gang share, and for values of their own. */
function ispcFunction(operation: Guarded, printer: Printer): string {
  const { sign, result } = guardedText(operation, printer);
  const type = printer.type(operation.type);
  const name = `${sign}_${type.replaceAll(/\W+/g, '_')}`;
  const texts = ['uniform ', ''].map((held) => {
    const own = `${held}${type}`;
    return `static inline ${own} ${name}(${own} a, ${own} b) { return ${result}; }\n`;
  });
  return printer.needed(name, texts.join(''), 'guarded');
}

interface OperationText {
  readonly sign: string;
  readonly result: string;
}

function extremeText({ which }: Extreme, { isSycl }: Printer): OperationText {
  const result = isSycl ? `sycl::${which}(a, b)` : `a ${which === 'min' ? '<' : '>'} b ? a : b`;
  return { sign: which, result };
}

function guardedText({ sign, type }: Guarded, printer: Printer): OperationText {
  const least = printer.expression(constant(type.min, type));
  const isBad = type.isSigned ? `(b == 0) | ((a == ${least}) & (b == -1))` : 'b == 0';
  return { sign: sign === '/' ? 'div' : 'rem', result: `a ${sign} (${isBad} ? 1 : b)` };
}
