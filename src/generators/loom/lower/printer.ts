/** Printer: the text of C and C++, with as few parentheses as the grammar needs. */
import type { Block, ExpressionNode } from '../ir/nodes.ts';
import type { IntegerType } from '../ir/types.ts';
import type { LanguageRules } from '../rules/language.ts';
import { binaryRows } from '../rules/operators.ts';
import { rowOf } from '../statements/table.ts';

const CONDITIONAL = 1;
const PREFIX = 14;
const PRIMARY = 16;

export class Printer {
  readonly #rules: LanguageRules;
  readonly #lines: string[] = [];
  /** The types whose minimum and maximum functions are called. */
  readonly extremes: Set<IntegerType> = new Set<IntegerType>();
  #indent = '';

  constructor(rules: LanguageRules) {
    this.#rules = rules;
  }

  get text(): string {
    return this.#lines.join('');
  }

  line(text: string): void {
    this.#lines.push(this.#indent, text, '\n');
  }

  block(statements: Block): void {
    const outer = this.#indent;
    this.#indent = `${outer}  `;
    for (const statement of statements) rowOf(statement).print(statement, this);
    this.#indent = outer;
  }

  type({ name, cName }: IntegerType): string {
    return this.#rules.name === 'c' ? cName : name;
  }

  expression(expression: ExpressionNode, least: number = 0): string {
    const precedence = precedenceOf(expression);
    const text = this.#bare(expression, precedence);
    return precedence < least ? `(${text})` : text;
  }

  #bare(expression: ExpressionNode, precedence: number): string {
    switch (expression.kind) {
      case 'constant':
        return this.#literal(expression.value, expression.type);
      case 'read':
        return expression.variable.name;
      case 'cast':
        return `(${this.type(expression.type)})${this.expression(expression.operand, PREFIX)}`;
      case 'unary': {
        const operand = this.expression(expression.operand, PREFIX);
        // Two signs in a row would be another operator.
        const gap = operand.startsWith(expression.sign) ? ' ' : '';
        return `${expression.sign}${gap}${operand}`;
      }
      case 'binary': {
        const left = this.expression(expression.left, precedence);
        return `${left} ${expression.sign} ${this.expression(expression.right, precedence + 1)}`;
      }
      case 'choose': {
        const condition = this.expression(expression.condition, CONDITIONAL + 1);
        const yes = this.expression(expression.yes, CONDITIONAL);
        return `${condition} ? ${yes} : ${this.expression(expression.no, CONDITIONAL)}`;
      }
      case 'extreme': {
        this.extremes.add(expression.type);
        const left = this.expression(expression.left);
        return `${extremeName(expression.which, expression.type)}(${left}, ${this.expression(expression.right)})`;
      }
    }
  }

  #literal(value: bigint, type: IntegerType): string {
    if (type.suffix === undefined) return `(${this.type(type)})${value}`;
    // The least value has no literal: what stands behind its sign would not fit.
    if (type.isSigned && value === type.min) return `(${value + 1n}${type.suffix} - 1)`;
    return `${value}${type.suffix}`;
  }
}

function precedenceOf(expression: ExpressionNode): number {
  switch (expression.kind) {
    case 'binary':
      return binaryRows[expression.sign].precedence;
    case 'choose':
      return CONDITIONAL;
    case 'unary':
    case 'cast':
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

export function extremeName(which: 'min' | 'max', { name }: IntegerType): string {
  return `${which}_${name.replaceAll(' ', '_')}`;
}
