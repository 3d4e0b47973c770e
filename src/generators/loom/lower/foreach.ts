/**
 * Loops of ISPC: `foreach` runs a gang of iterations at the same time, in any order.
 *
 * Such a loop means the same as a loop of C if its iterations are apart. No iteration meets an element that another one
 * writes, and single integers that they write are only sums over all of them.
 */
import { placeOf } from '../ir/build.ts';
import type { Block, ExpressionNode, Place, Statement, Variable } from '../ir/nodes.ts';
import { type IntegerType, unsignedTwin } from '../ir/types.ts';
import { childrenOf, references } from '../ir/walk.ts';
import type { Assign } from '../statements/assign.ts';
import type { Printer } from './printer.ts';

/** The fields of statements that a gang can execute. */
interface Parts {
  readonly to: Place;
  readonly value: ExpressionNode;
  readonly condition: ExpressionNode | undefined;
  readonly selector: ExpressionNode;
  readonly variable: Variable;
  readonly operands: readonly ExpressionNode[];
  readonly yes: Block;
  readonly no: Block | undefined;
  readonly body: Block;
  readonly how: 'break' | 'continue';
  readonly cases: readonly { readonly body: Block }[];
  readonly head: { readonly iterator: Variable };
  readonly end: ExpressionNode;
  readonly iterator: Variable;
  readonly start: ExpressionNode;
  readonly goesOn: ExpressionNode;
  readonly step: ExpressionNode;
}

class NotApart extends Error {}

/** All accesses of a body to data from outside of it. */
class Accesses {
  readonly places = new Map<Variable, Place[]>();
  readonly written = new Set<Variable>();
  readonly sums = new Set<Variable>();
  readonly #own = new Set<Variable>();
  /** Loops and switches around the present statement, inside the body. */
  #depth = 0;

  block(statements: Block): void {
    for (const statement of statements) this.#statement(statement);
  }

  #statement(statement: Statement): void {
    const parts = statement as Statement & Parts;
    switch (statement.kind) {
      case 'assign':
        return this.#assign(statement as Assign);
      case 'declare':
        this.#own.add(parts.variable);
        return this.#read(parts.value);
      case 'local':
        this.#own.add(parts.variable);
        return this.#reads(parts.operands);
      case 'if':
        this.#read(parts.condition!);
        this.block(parts.yes);
        return this.block(parts.no ?? []);
      case 'group':
        return this.block(parts.body);
      case 'switch':
        this.#read(parts.selector);
        return this.#within(parts.cases.flatMap(({ body }) => body));
      case 'loop':
        this.#own.add(parts.head.iterator);
        this.#read(parts.end);
        return this.#within(parts.body);
      case 'ranged':
        this.#own.add(parts.iterator);
        this.#reads([parts.start, parts.goesOn, parts.step]);
        return this.#within(parts.body);
      case 'leave':
        if (this.#depth === 0 && parts.how === 'break') throw new NotApart();
        return this.#reads(parts.condition === undefined ? [] : [parts.condition]);
      default:
        throw new NotApart();
    }
  }

  #within(body: Block): void {
    this.#depth++;
    this.block(body);
    this.#depth--;
  }

  #assign({ to, value, compound }: Assign): void {
    const { variable } = to;
    this.#read(value);
    if (this.#own.has(variable) || variable.dimensions.length > 0) this.#read(to);
    else if (to.kind === 'read' && (compound === '+' || compound === '-')) this.sums.add(variable);
    else throw new NotApart();
    this.written.add(variable);
  }

  #reads(expressions: readonly ExpressionNode[]): void {
    for (const each of expressions) this.#read(each);
  }

  #read(expression: ExpressionNode): void {
    const { kind } = expression;
    if (kind === 'call' || kind === 'dereference' || kind === 'builtin' || kind === 'float')
      throw new NotApart();
    if (kind === 'read' || kind === 'element') {
      const { variable } = expression;
      const known = this.places.get(variable);
      if (known === undefined) this.places.set(variable, [expression]);
      else known.push(expression);
    }
    this.#reads(childrenOf(expression));
  }

  isOwn(variable: Variable): boolean {
    return this.#own.has(variable);
  }
}

/** The integers that are sums over the iterations; undefined if a gang may not execute them. */
function sumsIn(iterator: Variable, body: Block): ReadonlySet<Variable> | undefined {
  const accesses = new Accesses();
  try {
    accesses.block(body);
  } catch (error) {
    if (error instanceof NotApart) return undefined;
    throw error;
  }
  const { written, sums, places } = accesses;
  const isRight = [...written].every((variable) => {
    if (accesses.isOwn(variable)) return true;
    const all = places.get(variable) ?? [];
    return sums.has(variable) ? all.length === 0 : areApart(all, iterator);
  });
  return isRight && !written.has(iterator) ? sums : undefined;
}

/** True if different iterations meet different elements: in one dimension, the subscript is the same for all. */
function areApart(places: readonly Place[], iterator: Variable): boolean {
  const [first] = places;
  if (first?.kind !== 'element') return false;
  return first.subscripts.some((own, at) => {
    if (own.kind !== 'iterator' || own.iterator !== iterator || own.scale === 0) return false;
    return places.every((place) => {
      const other = place.kind === 'element' ? place.subscripts[at] : undefined;
      return (
        other?.kind === 'iterator' &&
        other.iterator === iterator &&
        other.scale === own.scale &&
        other.offset === own.offset
      );
    });
  });
}

/** The values of an iterator: all from the start, below the end; the texts have 32 bits. */
export interface GangSpace {
  readonly start: string;
  readonly end: string;
  /** Absent if the iterator takes each of these values. */
  readonly value?: (counted: string) => string;
}

/** Prints the loop, if a gang may execute it. */
export function printForeach(
  { iterator, body, space }: { readonly iterator: Variable; readonly body: Block; readonly space: GangSpace },
  printer: Printer,
): boolean {
  const sums = printer.isIspc && !printer.isVarying ? sumsIn(iterator, body) : undefined;
  if (sums === undefined) return false;
  const { start, end, value } = space;
  const { name, type } = iterator;
  const isPlain = value === undefined && type.bits === 32 && type.isSigned;
  const counted = isPlain ? name : `${name}_n`;
  const print = (): void => {
    for (const variable of sums) printer.line(`${sumType(variable.type, printer)} ${variable.name}_sum = 0;`);
    printer.varying(sums, () => {
      printer.line(`foreach (${counted} = ${start} ... ${end}) {`);
      if (!isPlain)
        printer.indented(() =>
          printer.line(`${printer.type(type)} ${name} = ${(value ?? String)(counted)};`),
        );
      printer.bodyOfLoop(body, '');
      printer.line('}');
    });
    for (const variable of sums) {
      const sum = sumType(variable.type, printer);
      const text = printer.name(placeOf(variable));
      printer.line(`${text} = (${sum})${text} + (${sum})reduce_add(${variable.name}_sum);`);
    }
  };
  if (sums.size > 0) printer.apart(print);
  else print();
  return true;
}

function sumType(type: IntegerType, printer: Printer): string {
  return printer.type(unsignedTwin(type));
}

/** A part of a sum, inside a gang. */
export function sumText({ variable }: Place, sign: string, value: string, printer: Printer): string {
  return `${variable.name}_sum ${sign}= (${sumType(variable.type, printer)})${value};`;
}

/** ISPC has no `continue` inside a `switch`: there it becomes `break`. */
export function stayInSwitches(node: unknown, isInSwitch: boolean = false): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const each of node) stayInSwitches(each, isInSwitch);
    return;
  }
  const { kind } = node as { readonly kind?: string };
  if (kind === 'leave' && isInSwitch) Object.assign(node, { how: 'break' });
  const isInside = kind === 'switch' || (isInSwitch && kind !== 'loop' && kind !== 'ranged');
  for (const [key, child] of Object.entries(node)) if (!references.has(key)) stayInSwitches(child, isInside);
}
