/** A function of two narrow values, called with the edges of their types; each call's result is printed. */
import type { Draw } from '../../../choice/index.ts';
import {
  type Act,
  assignedAct,
  indented,
  isTrue,
  type PlaceCode,
  placed,
  read,
  SmallCell,
  type SmallCode,
} from '../code.ts';
import { showText } from '../corners/corner.ts';
import type { SmallFunction } from '../runnable.ts';
import { I32, type LaneType, shownWords } from '../types.ts';
import { drawNarrow, drawNarrowTest, weakText } from './expressions.ts';
import { helperText } from './helpers.ts';
import { drawNarrowAct, type NarrowScope } from './statements.ts';
import {
  type BitField,
  constantText,
  drawBitField,
  drawNarrowType,
  edgeValuesOf,
  enumText,
  type NarrowTypes,
} from './types.ts';

const MOST_VARIABLES = 3;
const MOST_STATEMENTS = 3;

/** Texts before the functions of a program that has narrow ones. */
export function narrowHead(functions: string, helpers: ReadonlySet<string>): string {
  const words = [
    functions.includes('enum ') ? enumText : '',
    functions.includes('&there') ? weakText : '',
    functions.includes('never') ? 'int never;\n' : '',
  ];
  return words.join('') + helperText(helpers);
}

interface Drawn {
  readonly name: string;
  readonly parameters: readonly SmallCell[];
  readonly result: SmallCell;
  readonly variables: readonly SmallCell[];
  readonly fields: readonly (readonly [name: string, field: BitField])[];
  readonly isFieldGlobal: boolean;
  readonly acts: readonly Act[];
  readonly promise: SmallCode | undefined;
}

export function drawNarrowFunction(
  draw: Draw,
  index: number,
  types: NarrowTypes,
  helpers: Set<string>,
): SmallFunction {
  const drawn = drawBody(draw, index, types, helpers);
  const [first, second] = drawn.parameters;
  const [left, right] = [edgeValuesOf(draw, first!.type), edgeValuesOf(draw, second!.type)];
  const all = left.flatMap((x) => right.map((y) => [x, y] as const));
  const kept = all.filter(([x, y]) => {
    first!.value = x;
    second!.value = y;
    return drawn.promise === undefined || isTrue(drawn.promise);
  });
  const isPromised = kept.length > 0;
  const calls = isPromised ? kept : all;
  const results = calls.map((pair) => run(drawn, pair));
  return printed({ ...drawn, promise: isPromised ? drawn.promise : undefined }, index, calls, results);
}

function drawBody(draw: Draw, index: number, types: NarrowTypes, helpers: Set<string>): Drawn {
  const typeOf = (): LaneType => draw.scope('type', () => draw.pick(types.narrow));
  const parameters = [new SmallCell('x', typeOf(), 0n), new SmallCell('y', typeOf(), 0n)];
  const result = new SmallCell(
    '',
    draw.scope('type', () => drawNarrowType(draw, types)),
    0n,
  );
  const never = read(new SmallCell('never', I32, 0n));
  const places: PlaceCode[] = parameters.map(placed);
  const readable: SmallCode[] = [...places, never];
  let names = 0;
  const named = (start: string): string => `${start}${names++}`;
  const scope: NarrowScope = { types, readable, helpers, places, result, named, isInLoop: false };
  const promise = draw.boolean(0.2) ? drawNarrowTest(draw, scope, 1) : undefined;
  const acts: Act[] = [];
  const start = (place: PlaceCode): void => {
    acts.push(assignedAct(place, drawNarrow(draw, scope, place.type, 1)));
    places.push(place);
    readable.push(place);
  };
  const variables = Array.from({ length: draw.pick(MOST_VARIABLES) }, () => {
    const variable = new SmallCell(named('v'), drawNarrowType(draw, types), 0n);
    start(placed(variable));
    return variable;
  });
  const isFieldGlobal = draw.boolean();
  const fields = Array.from({ length: draw.boolean(0.3) ? 1 + draw.pick(3) : 0 }, () => {
    const field = drawBitField(draw, types);
    const name = named('f');
    start(fieldPlace(`bits${isFieldGlobal ? index : ''}.${name}`, field));
    return [name, field] as const;
  });
  const count = 1 + draw.pick(MOST_STATEMENTS);
  for (let at = 0; at < count; at++) acts.push(drawNarrowAct(draw, scope, 2));
  const value = drawNarrow(draw, scope, result.type, 1);
  acts.push({
    run: () => {
      result.value = value.value();
      return 'return';
    },
    text: () => `return ${value.text()};\n`,
  });
  return { name: `narrow${index}`, parameters, result, variables, fields, isFieldGlobal, acts, promise };
}

function fieldPlace(name: string, field: BitField): PlaceCode {
  const cell = new SmallCell(name, field.type, 0n);
  return {
    ...read(cell),
    set: (value) => {
      cell.value = field.kept(value as bigint);
    },
  };
}

function run({ parameters, acts, result }: Drawn, [x, y]: readonly [bigint, bigint]): bigint {
  parameters[0]!.value = x;
  parameters[1]!.value = y;
  for (const act of acts) if (act.run() === 'return') break;
  return result.value as bigint;
}

function printed(
  { name, parameters, result, variables, fields, isFieldGlobal, acts, promise }: Drawn,
  index: number,
  calls: readonly (readonly [bigint, bigint])[],
  results: readonly bigint[],
): SmallFunction {
  const bits = `bits${isFieldGlobal ? index : ''}`;
  const structure =
    fields.length === 0
      ? ''
      : `struct { ${fields.map(([field, { text }]) => text(field)).join(' ')} } ${bits};\n`;
  const given = [...parameters.map((each) => `${each.type.name} ${each.name}`), 'int never'].join(', ');
  const locals = variables.map((each) => `${each.type.name} ${each.name};\n`).join('');
  const body = [
    promise === undefined ? '' : `if (!${promise.text()}) __builtin_unreachable();\n`,
    isFieldGlobal ? '' : structure,
    locals,
    ...acts.map((act) => act.text()),
  ].join('');
  const tables = parameters.map(
    (each, at) =>
      `${each.type.name} ${each.name}${index}[] = {${calls.map((call) => constantText(each.type, call[at]!)).join(', ')}};\n`,
  );
  const [x, y] = parameters.map((each) => `${each.name}${index}[i]`);
  const head = `static __attribute__((noinline)) ${result.type.name} ${name}(${given}) {\n`;
  return {
    text: `${tables.join('')}${isFieldGlobal ? structure : ''}${indented(`${head}${body}}\n`)}`,
    call: `  for (int i = 0; i < ${calls.length}; i++) { ${result.type.name} out = ${name}(${x}, ${y}, never); ${showText(result.type, 'out')} }\n`,
    shown: results.flatMap((value) => shownWords(result.type, value)),
  };
}
