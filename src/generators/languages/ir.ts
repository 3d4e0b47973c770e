/**
 * Modules of LLVM IR as a source by name: functions with branches, loops, memory, vectors, flags and intrinsics.
 *
 * The verifier accepts each module. A function may be undefined for some arguments, so a module has no `main`,
 * and compilers are not compared on it. Names of values are drawn: if a mutant drops an instruction, the text
 * of the others stays.
 */
import type { Draw } from '../../choice/index.ts';
import type { FunctionDefinition } from '../../source/index.ts';
import { IrBody, operand, type IrSignature } from './ir-body.ts';
import { instruction } from './ir-instructions.ts';
import { drawType, integerType, type IrType } from './ir-types.ts';
import { listWithin, roomWithin } from './parts.ts';
import { textSource } from './text-source.ts';

const MOST_FUNCTIONS = 4;
const MOST_PARAMETERS = 5;
const MOST_CASES = 5;
/** An instruction takes about so many bytes. */
const LEAST_ROOM = 120;
/** The share of room that the parts of a branch or a loop get, as a shift. */
const NESTED = 1;

const irSource: FunctionDefinition = textSource({
  name: 'ir',
  summary: 'modules of LLVM IR, for clang, opt and llc: branches, loops, memory, vectors, flags, intrinsics',
  file: 'test.ll',
  language: 'llvm-ir',
  usualDamage: 0,
  entry: import.meta.url,
  odd: [
    'poison',
    'undef',
    'nuw',
    'nsw',
    'ptr',
    'i1',
    'i64',
    '-1',
    '0',
    'null',
    '%x',
    '@f0',
    '<2 x i8>',
    '!0',
    'undef,',
  ],
  write: (draw, bytes) => {
    const functions: IrSignature[] = [];
    const declared = new Set<string>();
    const count = draw.integer(1, MOST_FUNCTIONS);
    const texts = Array.from({ length: count }, () => {
      const room = roomWithin(draw, bytes);
      return draw.scope('function', () => writeFunction(draw, room, functions, declared));
    });
    return [...texts, ...[...declared].toSorted()].map((text) => `${text}\n`).join('\n');
  },
});
export default irSource;

function writeFunction(draw: Draw, room: number, functions: IrSignature[], declared: Set<string>): string {
  const result = drawType(draw);
  const parameters = Array.from({ length: draw.integer(0, MOST_PARAMETERS) }, () => drawType(draw));
  const body = new IrBody(draw, [...functions], declared);
  body.know({ text: 'ptr' }, '%p');
  const given = parameters.map((type, index) => `${type.text} ${body.know(type, `%a${index}`)}`);
  statements(body, room);
  body.say(`ret ${result.text} ${operand(body, result)}`);
  const name = `@f${functions.length}`;
  functions.push({ name, result, parameters });
  const pointer = `ptr ${draw.pick(['', 'noalias ', 'nonnull ', 'dereferenceable(64) '])}%p`;
  const head = `define ${result.text} ${name}(${[pointer, ...given].join(', ')})`;
  return [
    `${head}${draw.pick(['', '', ' noinline', ' alwaysinline', ' optsize'])} {`,
    'entry:',
    ...body.lines,
    '}',
  ].join('\n');
}

function statements(body: IrBody, room: number): void {
  listWithin(body.draw, 'statement', room, () => {
    const from = body.lines.length;
    statement(body, room);
    return body.lines.slice(from).join('\n');
  });
}

function statement(body: IrBody, room: number): void {
  const { draw } = body;
  const nests = room > LEAST_ROOM ? 1 : 0;
  draw.weighted([
    [12, () => instruction(body)],
    [2 * nests, () => branch(body, room)],
    [2 * nests, () => loop(body, room)],
    [nests, () => choose(body, room)],
    [body.functions.length > 0 ? 1 : 0, () => call(body)],
  ])();
}

/** Two ways, which meet in a value of each. */
function branch(body: IrBody, room: number): void {
  const type = drawType(body.draw);
  const [yes, no, end] = [body.name('t'), body.name('e'), body.name('j')];
  body.say(`br i1 ${operand(body, integerType(1))}, label %${yes}, label %${no}`);
  const ways = [yes, no].map((block) => way(body, { block, end, type, room: room >> NESTED }));
  meet(body, end, type, ways);
}

function choose(body: IrBody, room: number): void {
  const { draw } = body;
  const on = integerType(draw.pick([8, 32, 64]));
  const type = drawType(draw);
  const [other, end] = [body.name('d'), body.name('j')];
  const from = draw.integer(-2, 100);
  const cases = Array.from({ length: draw.integer(1, MOST_CASES) }, () => body.name('c'));
  const labels = cases.map((block, index) => `${on.text} ${from + index}, label %${block}`);
  body.say(`switch ${on.text} ${operand(body, on)}, label %${other} [ ${labels.join(' ')} ]`);
  const share = room >> (NESTED + 1);
  const ways = [...cases, other].map((block) => way(body, { block, end, type, room: share }));
  meet(body, end, type, ways);
}

/** A block that ends with a value, as a line of a phi. */
function way(
  body: IrBody,
  {
    block,
    end,
    type,
    room,
  }: { readonly block: string; readonly end: string; readonly type: IrType; readonly room: number },
): string {
  body.begin(block);
  return body.inside(() => {
    body.draw.scope('block', () => statements(body, room));
    const value = operand(body, type);
    body.say(`br label %${end}`);
    return `[ ${value}, %${body.block} ]`;
  });
}

function meet(body: IrBody, block: string, type: IrType, ways: readonly string[]): void {
  body.begin(block);
  const name = `%${body.name('m')}`;
  body.say(`${name} = phi ${type.text} ${ways.join(', ')}`);
  body.know(type, name);
}

/** A counted loop that carries one value; its body runs at least once. */
function loop(body: IrBody, room: number): void {
  const { draw } = body;
  const [counter, carried] = [integerType(draw.pick([32, 64])), drawType(draw)];
  const [first, last, step] = [operand(body, carried), operand(body, counter), draw.integer(1, 3)];
  const [head, end] = [body.name('l'), body.name('x')];
  const [index, next, sum, done] = ['i', 'n', 's', 'q'].map((letter) => `%${body.name(letter)}`) as [
    string,
    string,
    string,
    string,
  ];
  const before = body.block;
  body.say(`br label %${head}`);
  body.begin(head);
  const at = body.lines.length;
  const after = body.inside(() => {
    body.know(counter, index);
    body.know(carried, sum);
    draw.scope('block', () => statements(body, room >> NESTED));
    return operand(body, carried);
  });
  const phis = [
    `  ${index} = phi ${counter.text} [ 0, %${before} ], [ ${next}, %${body.block} ]`,
    `  ${sum} = phi ${carried.text} [ ${first}, %${before} ], [ ${after}, %${body.block} ]`,
  ];
  body.lines.splice(at, 0, ...phis);
  body.say(`${next} = add ${draw.pick(['', 'nsw ', 'nuw ', 'nuw nsw '])}${counter.text} ${index}, ${step}`);
  body.say(`${done} = icmp ${draw.pick(['slt', 'ult', 'ne', 'sle'])} ${counter.text} ${next}, ${last}`);
  body.say(`br i1 ${done}, label %${head}, label %${end}`);
  body.begin(end);
  body.know(carried, sum);
}

function call(body: IrBody): void {
  const { name, result, parameters } = body.draw.pick(body.functions);
  const given = parameters.map((type) => `${type.text} ${operand(body, type)}`);
  const value = `%${body.name('r')}`;
  body.say(`${value} = call ${result.text} ${name}(${['ptr %p', ...given].join(', ')})`);
  body.know(result, value);
}
