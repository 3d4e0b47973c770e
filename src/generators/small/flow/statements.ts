/** Statements of `flow` beside assignments: statement expressions, entries into loops, loops that end early. */
import type { Draw } from '../../../choice/index.ts';
import { type Act, casted, SmallCell, isTrue, placed } from '../code.ts';
import { drawCode, drawTest } from '../draw-code.ts';
import { I32 } from '../types.ts';
import { drawAssignment, type GraphOptions } from './graph.ts';

export function drawStatement(draw: Draw, options: GraphOptions): Act {
  const { exits } = options;
  return draw.weighted<(draw: Draw, options: GraphOptions) => Act>([
    [8, drawAssignment],
    [exits.has('expression') ? 2 : 0, statementExpression],
    [exits.has('duff') ? 1 : 0, entered],
    [exits.has('loop') ? 2 : 0, shortLoop],
  ])(draw, options);
}

/** A value computed by statements, of which one is conditional. */
function statementExpression(draw: Draw, { places, readable }: GraphOptions): Act {
  const place = places[draw.pick(places.length)]!;
  const first = drawCode(draw, readable, place.type, 2);
  const inner = new SmallCell('t', place.type, place.value());
  const within = [...readable, placed(inner)];
  const test = drawTest(draw, within);
  const second = casted(place.type, drawCode(draw, within, place.type, 1));
  const given = casted(place.type, first);
  return {
    run: () => {
      inner.value = given.value();
      if (isTrue(test)) inner.value = second.value();
      place.set(inner.value);
      return 'next';
    },
    text: () =>
      `${place.text()} = ({ ${place.type.name} t = ${given.text()}; if (${test.text()}) t = ${second.text()}; t; });\n`,
  };
}

/** A switch whose cases stand in the body of a loop: four ways into it. */
function entered(draw: Draw, options: GraphOptions): Act {
  const on = draw.pick(options.readable);
  const rounds = 1 + draw.pick(3);
  const steps = Array.from({ length: 4 }, () => draw.scope('statement', () => drawAssignment(draw, options)));
  const start = casted(I32, on.type.kind === 'float' ? placed(new SmallCell('0', I32, 0n)) : on);
  return {
    run: () => {
      const first = Number((start.value() as bigint) & 3n);
      for (const step of first === 0 ? steps : steps.slice(4 - first)) step.run();
      for (let left = rounds; left > 0; left--) for (const step of steps) step.run();
      return 'next';
    },
    text: () => {
      const [a, b, c, d] = steps.map((step) => step.text());
      const body = `case 0: do {\n${a}case 3:\n${b}case 2:\n${c}case 1:\n${d}} while (--left >= 0);\n`;
      return `{\nint left = ${rounds};\nswitch (${start.text()} & 3) {\n${body}}\n}\n`;
    },
  };
}

/** A counted loop that a test may end, or begin again. */
function shortLoop(draw: Draw, options: GraphOptions): Act {
  const counter = new SmallCell('i', I32, 0n);
  const within = { ...options, readable: [...options.readable, placed(counter)] };
  const rounds = 1 + draw.pick(9);
  const isDown = draw.boolean(0.3);
  const before = drawAssignment(draw, within);
  const test = drawTest(draw, within.readable);
  const leaves = draw.pick(['break', 'continue'] as const);
  const after = drawAssignment(draw, within);
  return {
    run: () => {
      for (let round = 0; round < rounds; round++) {
        counter.value = BigInt(isDown ? rounds - 1 - round : round);
        before.run();
        if (isTrue(test)) {
          if (leaves === 'break') break;
          continue;
        }
        after.run();
      }
      return 'next';
    },
    text: () => {
      const head = isDown ? `int i = ${rounds - 1}; i >= 0; i--` : `int i = 0; i < ${rounds}; i++`;
      return `for (${head}) {\n${before.text()}if (${test.text()}) ${leaves};\n${after.text()}}\n`;
    },
  };
}
