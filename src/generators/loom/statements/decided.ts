/**
 * `known_3(a, b, c);`: a function with blocks that no argument can reach. Other code may call it, so a compiler knows
 * nothing of the arguments, and has to find out by ranges that the blocks are dead.
 */
import { markerFacts } from '../../../program/index.ts';
import { drawExpression, SMALL } from '../draw/expression.ts';
import { DEAD_CALL, drawKnownFunction, type KnownFunction } from '../draw/known.ts';
import type { ExpressionNode } from '../ir/nodes.ts';
import { simple, type SimpleStatement } from './simple.ts';
import type { StatementRow } from './row.ts';

interface Decided extends SimpleStatement<'decided'> {
  readonly name: string;
  readonly known: KnownFunction;
  readonly operands: readonly ExpressionNode[];
}

/** Loops within such a function run up to some thousand times. */
const MOST_CALLS = 8;

export const decided: StatementRow<Decided> = simple({
  kind: 'decided',
  weight: 1_500,
  text: 1_100,
  needs: 'markers',
  fits: ({ helper, trips }) => helper?.isPure !== true && trips <= MOST_CALLS,

  draw(drawing) {
    const { draw } = drawing;
    const name = drawing.names.draw(draw, 'function').replace('f_', 'known_');
    const known = drawKnownFunction(draw, name);
    const operands = known.parameters.map(() => drawExpression(drawing, SMALL));
    return { kind: 'decided', name, known, operands };
  },

  effect: () => undefined,

  print({ name, known, operands }, printer) {
    const { parameters, before, body } = known;
    const text = body.replaceAll(DEAD_CALL, () => {
      const dead = printer.marker('dead');
      return dead === undefined ? ';' : `${dead}();`;
    });
    const list = parameters.map((type, i) => `${printer.type(type)} a${i}`).join(', ');
    if (body.includes(markerFacts.call)) printer.needed('facts', markerFacts.head);
    printer.needed(name, `${before}void ${name}(${list}) {\n${text}}\n`);
    printer.line(`${name}(${printer.list(operands)});`);
  },
});
