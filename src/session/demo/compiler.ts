/**
 * A toy compiler with a bug in it: arithmetic expressions to code for a stack machine.
 *
 * `cgfuzz demo` fuzzes it. It counts its own edges, as an instrumented compiler would. The bug is of a real
 * kind: a special case for a nested pattern that nobody tested to its last step. Each step is an edge of its
 * own, so coverage shows the way; chance alone rarely takes all steps at once.
 */

/** A failed assertion of the toy compiler. */
export class ToyCrash extends Error {
  override readonly name = 'ToyCrash';
}

/** Counts edges: each goes from one numbered place to the next. */
export class EdgeCounts {
  readonly counts: Map<number, number> = new Map<number, number>();
  #last = 0;

  hit(place: number): void {
    const edge = this.#last * 256 + place;
    this.counts.set(edge, (this.counts.get(edge) ?? 0) + 1);
    this.#last = place;
  }
}

type Node =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'negate'; readonly of: Node }
  | { readonly kind: Operator; readonly left: Node; readonly right: Node };
type Operator = '+' | '-' | '*' | '/' | '^';

const precedences: Readonly<Record<Operator, number>> = { '+': 1, '-': 1, '*': 2, '/': 2, '^': 4 };
const operators = Object.keys(precedences);
const NEGATION = 3;
const POWER = 4;

/**
 * Machine code as text. Throws a `ToyCrash` at the compiler's bug, and a `SyntaxError` for text that it
 * cannot read.
 */
export function compileToy(text: string, edges: EdgeCounts): string[] {
  const tokens = text.match(/\d+|\S/g) ?? [];
  const tree = new Parser(tokens, edges).parse();
  const code: string[] = [];
  emit(tree, code, edges);
  return code;
}

class Parser {
  readonly #tokens: readonly string[];
  readonly #edges: EdgeCounts;
  #at = 0;

  constructor(tokens: readonly string[], edges: EdgeCounts) {
    this.#tokens = tokens;
    this.#edges = edges;
  }

  parse(): Node {
    const tree = this.#expression(1);
    if (this.#at < this.#tokens.length) throw new SyntaxError(`unexpected ${this.#tokens[this.#at]}`);
    return tree;
  }

  #expression(atLeast: number): Node {
    let left = this.#operand();
    for (;;) {
      const operator = this.#tokens[this.#at];
      if (!isOperator(operator) || precedences[operator] < atLeast) return left;
      this.#edges.hit(1 + operators.indexOf(operator));
      this.#at++;
      const right = this.#expression(operator === '^' ? POWER : precedences[operator] + 1);
      left = { kind: operator, left, right };
    }
  }

  #operand(): Node {
    const token = this.#tokens[this.#at++];
    if (token === '-') {
      this.#edges.hit(10);
      return { kind: 'negate', of: this.#expression(NEGATION) };
    }
    if (token === '(') {
      this.#edges.hit(11);
      const inner = this.#expression(1);
      if (this.#tokens[this.#at++] !== ')') throw new SyntaxError('missing )');
      return inner;
    }
    if (token === undefined || !/^\d+$/.test(token)) throw new SyntaxError(`unexpected ${token}`);
    this.#edges.hit(12);
    return { kind: 'number', value: Number(token) };
  }
}

function isOperator(token: string | undefined): token is Operator {
  return token !== undefined && Object.hasOwn(precedences, token);
}

function emit(node: Node, code: string[], edges: EdgeCounts): void {
  switch (node.kind) {
    case 'number':
      edges.hit(20);
      code.push(`load ${node.value}`);
      return;
    case 'negate':
      edges.hit(21);
      emit(node.of, code, edges);
      code.push('negate');
      return;
    default:
      edges.hit(22 + operators.indexOf(node.kind));
      if (node.kind === '-' && node.right.kind === '/') checkFusion(node.right.right, edges);
      emit(node.left, code, edges);
      emit(node.right, code, edges);
      code.push(node.kind);
  }
}

/**
 * Checks whether a subtraction and its inner division could be one instruction; they cannot if the divisor is
 * such a power.
 */
function checkFusion(divisor: Node, edges: EdgeCounts): void {
  edges.hit(30);
  if (divisor.kind !== '^') return;
  edges.hit(31);
  if (divisor.right.kind !== 'negate') return;
  edges.hit(32);
  if (divisor.right.of.kind !== '*') return;
  edges.hit(33);
  throw new ToyCrash('fusion: the exponent of a divisor is a negated product');
}
