/** Statements and expressions of the threads of a C litmus text. */
import type { Order } from '../model/graph.ts';
import { eventBits } from '../model/graph.ts';
import type {
  BinaryOperator,
  CompareExchange,
  LitmusExpression,
  LitmusStatement,
  UpdateOperator,
} from '../program/syntax.ts';
import { constantOf, localOf } from '../program/syntax.ts';
import { ordersOf } from './line.ts';
import { complaint, type TokenReader } from './tokens.ts';

const memoryOrders: Readonly<Record<string, Order>> = {
  memory_order_relaxed: 'rlx',
  memory_order_acquire: 'acq',
  memory_order_consume: 'acq',
  memory_order_release: 'rel',
  memory_order_acq_rel: 'ar',
  memory_order_seq_cst: 'sc',
};

const typeWords = new Set(
  'int unsigned signed long short char volatile const atomic_int _Atomic bool _Bool'.split(' '),
);

const levels: readonly (readonly BinaryOperator[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*'],
];

/**
 * Parses one thread; `locations` are its parameters. `x` is a plain access for every type of x, as in herd.
 */
export class ThreadParser {
  readonly #reader: TokenReader;
  readonly #locations: ReadonlySet<string>;

  constructor(reader: TokenReader, locations: ReadonlySet<string>) {
    this.#reader = reader;
    this.#locations = locations;
  }

  /** The statements between braces. */
  block(): LitmusStatement[] {
    const statements: LitmusStatement[] = [];
    this.#reader.expect('{');
    while (!this.#reader.accept('}')) statements.push(...this.#statement());
    return statements;
  }

  #body(): LitmusStatement[] {
    return this.#reader.token.text === '{' ? this.block() : this.#statement();
  }

  #statement(): LitmusStatement[] {
    const reader = this.#reader;
    const { text, kind } = reader.token;
    if (text === '{') return this.block();
    if (reader.accept(';')) return [];
    if (reader.accept('if')) {
      const condition = this.#condition();
      const whenTrue = this.#body();
      return [{ kind: 'if', condition, whenTrue, otherwise: reader.accept('else') ? this.#body() : [] }];
    }
    if (reader.accept('while')) {
      const condition = this.#condition();
      return [{ kind: 'loop', condition, isAfter: false, body: this.#body(), step: [] }];
    }
    if (reader.accept('do')) {
      const body = this.#body();
      reader.expect('while');
      const condition = this.#condition();
      reader.expect(';');
      return [{ kind: 'loop', condition, isAfter: true, body, step: [] }];
    }
    if (text === 'return' || text === 'break' || text === 'continue') {
      reader.word('a statement');
      reader.expect(';');
      return [{ kind: 'leave', how: text }];
    }
    if (kind === 'word' && typeWords.has(text)) return this.#declaration();
    const statement = this.#simple();
    reader.expect(';');
    return [statement];
  }

  #condition(): LitmusExpression {
    this.#reader.expect('(');
    const condition = this.#expression();
    this.#reader.expect(')');
    return condition;
  }

  #declaration(): LitmusStatement[] {
    const reader = this.#reader;
    while (typeWords.has(reader.token.text)) reader.word('a type');
    const statements: LitmusStatement[] = [];
    do {
      const name = reader.word('the name of a local');
      if (reader.accept('=')) statements.push({ kind: 'assign', local: name, value: this.#expression() });
    } while (reader.accept(','));
    reader.expect(';');
    return statements;
  }

  #simple(): LitmusStatement {
    const reader = this.#reader;
    const { line, text } = reader.token;
    if (text === '*') {
      reader.expect('*');
      const location = this.#location();
      if (reader.accept('=')) return this.#store(location, 'na', this.#expression());
      throw reader.unexpected('"="');
    }
    if (reader.peek(1) === '=') {
      const name = reader.word('a local');
      reader.expect('=');
      if (this.#locations.has(name)) {
        throw complaint(line, `${name} is a pointer`, [`write *${name} = ...`]);
      }
      return { kind: 'assign', local: name, value: this.#expression() };
    }
    const name = text.replace(/_explicit$/, '');
    if (name === 'atomic_thread_fence' || name === 'atomic_signal_fence') {
      const [order = 'sc'] = this.#arguments(0, [eventBits.fence]).orders;
      return { kind: 'fence', order, ...(name === 'atomic_signal_fence' && { isSignal: true }) };
    }
    if (name === 'atomic_store') {
      const { location, values, orders } = this.#arguments(1, [eventBits.write]);
      return this.#store(location, orders[0] ?? 'sc', values[0]!);
    }
    return { kind: 'evaluate', value: this.#expression() };
  }

  #store(location: string, order: Order, value: LitmusExpression): LitmusStatement {
    return { kind: 'store', location, order, value };
  }

  #expression(level = 0): LitmusExpression {
    const operators = levels[level];
    if (operators === undefined) return this.#unary();
    let left = this.#expression(level + 1);
    for (;;) {
      const operator = operators.find((candidate) => this.#reader.accept(candidate));
      if (operator === undefined) return left;
      left = { kind: 'binary', operator, left, right: this.#expression(level + 1) };
    }
  }

  #unary(): LitmusExpression {
    const reader = this.#reader;
    for (const operator of ['!', '-', '~'] as const) {
      if (reader.accept(operator)) return { kind: 'unary', operator, operand: this.#unary() };
    }
    if (reader.accept('*')) {
      return { kind: 'load', location: this.#location(), order: 'na' };
    }
    if (reader.token.text === '(') {
      if (!typeWords.has(reader.peek(1))) return this.#condition();
      reader.expect('(');
      while (typeWords.has(reader.token.text)) reader.word('a type');
      reader.expect(')');
      return this.#unary();
    }
    if (reader.token.kind === 'number') return constantOf(reader.integer());
    if (reader.peek(1) === '(') return this.#call();
    const { line } = reader.token;
    const name = reader.word('an expression');
    if (this.#locations.has(name)) {
      throw complaint(line, `${name} is a pointer`, [`write *${name}, or call an atomic operation`]);
    }
    return localOf(name);
  }

  #call(): LitmusExpression {
    const { line, text } = this.#reader.token;
    const name = text.replace(/_explicit$/, '').replace(/^atomic_/, '');
    if (name === 'load') {
      const { location, orders } = this.#arguments(0, [eventBits.read], true);
      return { kind: 'load', location, order: orders[0] ?? 'sc' };
    }
    if (name === 'compare_exchange_strong' || name === 'compare_exchange_weak') {
      return this.#compareExchange(name.endsWith('weak'));
    }
    const operator = name === 'exchange' ? name : name.replace(/^fetch_/, '');
    const operators: readonly UpdateOperator[] = ['exchange', 'add', 'sub', 'or', 'and', 'xor'];
    const known = operators.find((candidate) => candidate === operator);
    if (known === undefined || !text.startsWith('atomic_')) {
      throw complaint(line, `no function is called ${text}`, [
        'known: atomic_load, _store, _exchange, _fetch_add, _sub, _or, _and, _xor, _compare_exchange_strong, _weak,',
        '_thread_fence, _signal_fence, each also with _explicit',
      ]);
    }
    const { location, values, orders } = this.#arguments(1, [eventBits.update], true);
    return { kind: 'update', operator: known, location, operand: values[0]!, order: orders[0] ?? 'sc' };
  }

  /** A location if `count` says so, then values, then orders if the name ends in `_explicit`. */
  #arguments(
    count: number,
    kinds: readonly number[],
    hasLocation = count > 0,
  ): { location: string; values: LitmusExpression[]; orders: Order[] } {
    const reader = this.#reader;
    const isExplicit = /_explicit$|_fence$/.test(reader.word('a function'));
    reader.expect('(');
    let isFirst = true;
    const comma = (): void => {
      if (!isFirst) reader.expect(',');
      isFirst = false;
    };
    if (hasLocation) comma();
    const location = hasLocation ? this.#location() : '';
    const values: LitmusExpression[] = [];
    for (let index = 0; index < count; index++) {
      comma();
      values.push(this.#expression());
    }
    const orders: Order[] = [];
    for (const kind of isExplicit ? kinds : []) {
      comma();
      orders.push(this.#order(kind));
    }
    reader.expect(')');
    return { location, values, orders };
  }

  #compareExchange(isWeak: boolean): CompareExchange {
    const reader = this.#reader;
    const isExplicit = reader.word('a function').endsWith('_explicit');
    reader.expect('(');
    const location = this.#location();
    reader.expect(',');
    const { line } = reader.token;
    if (!reader.accept('&')) {
      throw complaint(line, 'what is expected must be the address of a local', ['write &r0']);
    }
    const found = reader.word('the name of a local');
    reader.expect(',');
    const desired = this.#expression();
    let order: Order = 'sc';
    let failureOrder: Order = 'sc';
    if (isExplicit) {
      reader.expect(',');
      order = this.#order(eventBits.update);
      reader.expect(',');
      failureOrder = this.#order(eventBits.read);
    }
    reader.expect(')');
    return {
      kind: 'compareExchange',
      location,
      expected: localOf(found),
      found,
      desired,
      order,
      failureOrder,
      ...(isWeak && { isWeak }),
    };
  }

  #order(kind: number): Order {
    const { line } = this.#reader.token;
    const name = this.#reader.word('a memory order');
    const order = memoryOrders[name];
    if (order === undefined) {
      throw complaint(line, `no memory order is called ${name}`, [
        `allowed: ${Object.keys(memoryOrders).join(', ')}`,
      ]);
    }
    const fitting = ordersOf(kind);
    if (!fitting.includes(order)) {
      throw complaint(line, `${kind === eventBits.read ? 'a load' : 'a store'} cannot have ${name}`, [
        `allowed here: ${Object.keys(memoryOrders)
          .filter((candidate) => fitting.includes(memoryOrders[candidate]!))
          .join(', ')}`,
      ]);
    }
    return order;
  }

  #location(): string {
    this.#reader.accept('&');
    const { line } = this.#reader.token;
    const name = this.#reader.word('a location');
    if (!this.#locations.has(name)) {
      throw complaint(line, `${name} is no parameter of this thread`, [
        `its parameters: ${[...this.#locations].join(', ') || 'none'}`,
      ]);
    }
    return name;
  }
}
