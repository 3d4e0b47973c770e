/** Flow as a source by name: functions with odd control flow, in several forms, that know what they print. */
import type { Draw } from '../choice/index.ts';
import type { FunctionDefinition } from '../source/index.ts';
import {
  SmallCell,
  type Cells,
  constantCode,
  element,
  indented,
  operated,
  placed,
  read,
} from './small/code.ts';
import { showText } from './small/corners/corner.ts';
import { drawCode } from './small/draw-code.ts';
import { type Form, forms, graphText } from './small/flow/forms.ts';
import { drawGraph, runGraph } from './small/flow/graph.ts';
import { drawStatement } from './small/flow/statements.ts';
import { drawnMany, runnable, type SmallFunction, strictArgs } from './small/runnable.ts';
import { smallSettings } from './small/settings.ts';
import { I32, literalText, plainWholes, shownWords, U32, wrapped } from './small/types.ts';

const exitParts = ['switch', 'computed', 'asm', 'expression', 'duff', 'loop'] as const;
const MOST_FUNCTIONS = 3;
const MOST_FUEL = 60;
/** A power of two, as indices are masked. */
const ELEMENTS = 8;

const flowSource: FunctionDefinition = { ...flowWith([]), configure: flowWith };
export default flowSource;

function flowWith(words: readonly string[]): FunctionDefinition {
  const { parts, most } = smallSettings('flow', words, [...exitParts, ...forms], MOST_FUNCTIONS);
  const known = forms.filter((form) => parts.has(form));
  const options = { exits: parts, forms: known.length > 0 ? known : forms };
  return {
    name: 'flow',
    summary:
      'C functions with computed goto, switches, state machines, tail calls, setjmp; they know what they print',
    language: 'c',
    promises: 'defined',
    compilerArgs: strictArgs,
    entry: import.meta.url,
    isForLarge: true,
    generate: (draw) => runnable(drawnMany(draw, most, (index) => drawFlow(draw, index, options))),
  };
}

interface FlowOptions {
  readonly exits: ReadonlySet<string>;
  readonly forms: readonly Form[];
}

function drawFlow(draw: Draw, index: number, options: FlowOptions): SmallFunction {
  const form = draw.pick(options.forms);
  const cells = drawCells(draw, 1 + draw.pick(4));
  const fuel = new SmallCell('fuel', I32, BigInt(draw.integer(0, MOST_FUEL)));
  const memory: Cells = {
    name: `memory${index}`,
    type: draw.pick(plainWholes),
    values: Array.from({ length: ELEMENTS }, (_, at) => BigInt(at)),
  };
  const places = cells.map(placed);
  const at = operated('&', drawCode(draw, places, U32, 1), constantCode(U32, BigInt(ELEMENTS - 1)));
  const all = [...places, element(memory, at)];
  const graph = drawGraph(draw, {
    places: all,
    readable: [...all, read(fuel)],
    cells,
    fuel,
    exits: options.exits,
    statement: drawStatement,
  });
  runGraph(graph);
  const results = [...cells, fuel];
  const globals = results.map((_, each) => `g${index}_${each}`);
  const name = `flow${index}`;
  const text = graphText(form, { name, graph, cells, globals });
  const initial = results.map(
    (cell, each) => `${cell.type.name} ${globals[each]} = ${literalText(cell.type, cell.initial)};\n`,
  );
  const shows = results.map((cell, each) => `  ${showText(cell.type, globals[each]!)}\n`);
  return {
    text: `${initial.join('')}${memory.type.name} ${memory.name}[] = {${Array.from({ length: ELEMENTS }, (_, each) => each).join(', ')}};\n${indented(text)}`,
    call: `  ${name}();\n${shows.join('')}  for (int i = 0; i < ${ELEMENTS}; i++) ${showText(memory.type, `${memory.name}[i]`)}\n`,
    shown: [
      ...results.flatMap((cell) => shownWords(cell.type, cell.value)),
      ...memory.values.flatMap((value) => shownWords(memory.type, value)),
    ],
  };
}

function drawCells(draw: Draw, count: number): SmallCell[] {
  return Array.from({ length: count }, (_, at) =>
    draw.scope('variable', () => {
      const type = draw.pick(plainWholes);
      return new SmallCell(`v${at}`, type, wrapped(type, draw.integer(-(1n << 63n), (1n << 63n) - 1n)));
    }),
  );
}
