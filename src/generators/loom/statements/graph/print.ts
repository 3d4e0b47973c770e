/** The text of a graph of blocks: labels, and jumps to them. */
import { constant } from '../../ir/build.ts';
import { INT, promoted } from '../../ir/types.ts';
import type { Printer } from '../../lower/printer.ts';
import { type WayOn, isDispatch, type Point } from './points.ts';
import type { BlockGraph } from './shape.ts';
import { type Dispatch, dispatchOf, type PathTest, pathQuestion } from './test.ts';

/** More than any mask leaves. */
const MASKED = 8;

type NodePoint = Point & { readonly kind: 'node' };

export function printGraph(statement: BlockGraph, printer: Printer): void {
  const { counter, label, points } = statement;
  printer.apart(() => {
    printer.line(`${printer.type(INT)} ${counter.name} = 0;`);
    new GraphPrinter(statement, printer).points(0, points.length);
    printer.line(`${label}_end:;`);
  });
}

class GraphPrinter {
  readonly #graph: BlockGraph;
  readonly #printer: Printer;
  /** Labels of the enclosing `switch`es, for each block that one of them leads to. */
  readonly #cases = new Map<number, string[]>();

  constructor(graph: BlockGraph, printer: Printer) {
    this.#graph = graph;
    this.#printer = printer;
  }

  points(from: number, to: number): void {
    const { points } = this.#graph;
    for (let at = from; at < to; at++) {
      const point = points[at]!;
      if (point.kind === 'node') this.#node(point, at);
      else if (point.kind === 'open') {
        this.#printer.line(`${this.#head(point)} {`);
        this.#printer.indented(() => this.points(at + 1, point.partner));
        this.#printer.line(point.wrapper === 'do' ? `} while (${this.#closing(point.partner)});` : '}');
        at = point.partner;
      }
    }
  }

  #head(point: Point & { readonly kind: 'open' | 'close' }): string {
    const { wrapper, test } = point;
    if (wrapper === 'do') return 'do';
    if (wrapper === 'for') return 'for (;;)';
    if (wrapper !== 'switch') return `${wrapper} (${this.#question(test!)})`;
    const dispatch = dispatchOf(test!, point.arms.length);
    for (const [value, arm] of dispatch.cases) {
      if (arm === point.arms.length - 1) continue;
      const { to } = point.arms[arm]!;
      this.#cases.set(to, [...(this.#cases.get(to) ?? []), this.#case(dispatch, value)]);
    }
    return `switch (${this.#printer.expression(dispatch.selector)})`;
  }

  #closing(at: number): string {
    return this.#question(this.#graph.points[at]!.test!);
  }

  #question(test: PathTest): string {
    return this.#printer.expression(pathQuestion(test));
  }

  #case({ selector }: Dispatch, value: bigint): string {
    return `case ${this.#printer.expression(constant(value, promoted(selector.type)))}:`;
  }

  #node(point: NodePoint, at: number): void {
    const { counter, label, visited, path } = this.#graph;
    const { node, number } = point;
    const printer = this.#printer;
    printer.line([...(this.#cases.get(at) ?? []), `${label}_${number}: ${counter.name}++;`].join(' '));
    const isWild = node.wild !== '' && !visited.has(number);
    if (node.body.length > 0) {
      printer.line('{');
      printer.block(node.body);
      printer.line('}');
    }
    if (isWild) printer.line(node.wild);
    if (path.exit?.number === number)
      printer.line(`if (${counter.name} == ${path.exit.visit}) goto ${label}_end;`);
    this.#ending(point);
  }

  #ending(point: NodePoint): void {
    const { arms, test, node } = point;
    const printer = this.#printer;
    if (isDispatch(point)) {
      const dispatch = dispatchOf(test!, arms.length);
      if (node.ending === 'table' && printer.isC) this.#table(point, dispatch);
      else this.#switch(arms, dispatch);
      return;
    }
    const [yes, no] = arms.map((arm) => this.#jump(arm));
    if (test === undefined) {
      if (yes !== '') printer.line(yes!);
    } else if (yes === '' && no === '') printer.line(`(void)(${this.#question(test)});`);
    else if (yes === '') printer.line(`if (!(${this.#question(test)})) { ${no} }`);
    else printer.line(`if (${this.#question(test)}) { ${yes} }${no === '' ? '' : ` else { ${no} }`}`);
  }

  #switch(arms: readonly WayOn[], dispatch: Dispatch): void {
    const printer = this.#printer;
    printer.line(`switch (${printer.expression(dispatch.selector)}) {`);
    for (const [value, arm] of dispatch.cases)
      printer.line(`  ${this.#case(dispatch, value)} ${this.#jump(arms[arm]!)}`);
    printer.line(`  default: ${this.#jump(arms.at(-1)!)}`);
    printer.line('}');
  }

  /** A jump through a table of labels, with an entry for each possible value of the selector. */
  #table({ arms, number }: NodePoint, { selector, cases }: Dispatch): void {
    const size = Math.max(MASKED, ...[...cases.keys()].map((value) => Number(value) + 1));
    const entries = Array.from({ length: size }, (_, value) => {
      const arm = arms[cases.get(BigInt(value)) ?? arms.length - 1]!;
      return `&&${this.#target(arm)}`;
    });
    const name = `${this.#graph.label}_t${number}`;
    const printer = this.#printer;
    printer.line(`{ static void *const ${name}[] = {${entries.join(', ')}};`);
    printer.line(`  goto *${name}[${printer.expression(selector)}]; }`);
  }

  #jump(arm: WayOn): string {
    return arm.text ?? `goto ${this.#target(arm)};`;
  }

  #target({ to }: WayOn): string {
    const { label, points } = this.#graph;
    const point = points[to];
    return point?.kind === 'node' ? `${label}_${point.number}` : `${label}_end`;
  }
}
