/** One corner: inputs, a shape, a few steps and perhaps a sum over all lanes, as a function and its results. */
import type { Draw } from '../../../choice/index.ts';
import { castText, computed, floated } from '../operations.ts';
import type { SmallFunction } from '../runnable.ts';
import {
  type Lane,
  type LaneType,
  literalText,
  rounded,
  shownWords,
  wrapped,
  wrappingName,
} from '../types.ts';
import {
  isForClang,
  laneText,
  listText,
  type CornerShape,
  type Slot,
  slotType,
  type VectorTypes,
} from './shapes.ts';
import type { CornerStep, StepContext } from './step.ts';
import { drawStep } from './steps.ts';

export interface CornerOptions {
  /** Types of a kind together, the simplest first. */
  readonly types: readonly (readonly LaneType[])[];
  readonly shapes: readonly CornerShape[];
  readonly vectors: VectorTypes;
}

const MOST_LENGTH = 17;
/** Vectors have the most operations, and few types can be vectors. */
const shapeWeights: Readonly<Record<CornerShape, number>> = {
  scalar: 1,
  loop: 1,
  unrolled: 1,
  vector: 4,
  complex: 1,
};
const MOST_STEPS = 6;

export function drawCorner(draw: Draw, index: number, options: CornerOptions): SmallFunction {
  const { shapes, vectors } = options;
  const type = draw.scope('type', () => draw.pick(draw.pick(options.types)));
  const types = options.types.flat();
  const shape = draw.weighted(
    shapes.map((each): readonly [number, CornerShape] => [
      canHold(each, type) ? shapeWeights[each] : 0,
      each,
    ]),
  );
  const length = shape === 'scalar' ? 1 : shape === 'complex' ? 2 : 1 + draw.pick(MOST_LENGTH);
  const isConstant = draw.boolean(0.15);
  const inputs = ['a', 'b'].map((name): Slot => ({
    name,
    type,
    lanes: draw.scope('input', () => lanesOf(draw, type, length)),
  }));
  const slots: Slot[] = [...inputs];
  const steps: (readonly [Slot, CornerStep, boolean])[] = [];
  const textOf = (slot: Slot, at: number): string => laneText(shape, slot, at);
  for (let count = 0; count < MOST_STEPS; count++) {
    const context: StepContext = { shape, slots, types, vectors, textOf };
    const isAsked = count > 0;
    const drawn = draw.scope('step', () =>
      isAsked && !draw.boolean(0.6) ? undefined : ([drawStep(draw, context), draw.boolean(0.2)] as const),
    );
    if (drawn === undefined) break;
    const [step, isByLanes] = drawn;
    const slot = { name: `t${count}`, type: step.type, lanes: step.lanes };
    slots.push(slot);
    steps.push([slot, step, isByLanes]);
  }
  const sum =
    length > 1 && shape !== 'complex' && draw.boolean(0.3) ? drawSum(draw, slots.at(-1)!) : undefined;
  return printed({ index, shape, inputs, steps, sum, vectors, isConstant });
}

function canHold(shape: CornerShape, type: LaneType): boolean {
  if (shape === 'complex') return type.kind === 'float' && type.name !== '__bf16';
  return shape !== 'vector' || type.vectors !== 'none';
}

const patterns: readonly ((draw: Draw, at: number) => bigint)[] = [
  (_, at) => BigInt(at + 1),
  () => 0n,
  (_, at) => (at % 2 === 0 ? -1n : 1n) * BigInt(at + 3),
  (_, at) => 1n << BigInt((at * 7) % 127),
  () => -1n,
  (_, at) => (at % 2 === 0 ? 1n : -1n) * ((1n << 127n) - 1n),
  (draw) => draw.integer(-(1n << 63n), (1n << 63n) - 1n),
  (draw) => BigInt(draw.integer(-8, 8)),
];

function lanesOf(draw: Draw, type: LaneType, length: number): Lane[] {
  const pattern = draw.pick(patterns);
  const scale = type.kind === 'float' ? draw.pick([1, 0.5, 0.125, 3, 1 / 3]) : 1;
  return Array.from({ length }, (_, at) => {
    const value = pattern(draw, at);
    if (type.kind === 'whole') return type.bits === 1 ? value & 1n : fitted(type, value);
    const small = Number(BigInt.asIntN(12, value)) * scale;
    return (type.digits > 53 ? undefined : rounded(type, small)) ?? Math.trunc(Number(value % 64n));
  });
}

/** The value itself if the type holds it; otherwise its highest bits, so that limits stay limits. */
function fitted(type: LaneType, value: bigint): bigint {
  if (wrapped(type, value) === value) return value;
  const size = value.toString(2).replace('-', '').length;
  const excess = size - type.bits + (type.isSigned ? 1 : 0);
  return wrapped(type, excess > 0 && size > 120 ? value >> BigInt(excess) : value);
}

/** A fold over the lanes of the last slot. */
interface Sum {
  readonly slot: Slot;
  readonly value: Lane;
  readonly operator: string;
  readonly builtin: string | undefined;
}

function drawSum(draw: Draw, slot: Slot): Sum | undefined {
  const { type, lanes } = slot;
  if (type.kind === 'float') {
    const value = (lanes as number[]).reduce<number | undefined>(
      (rest, lane) => (rest === undefined ? undefined : floated('+', type, rest, lane)),
      0,
    );
    return value === undefined ? undefined : { slot, value, operator: '+', builtin: undefined };
  }
  const [operator, word] = draw.pick([
    ['+', 'add'],
    ['^', 'xor'],
    ['|', 'or'],
    ['&', 'and'],
    ['*', 'mul'],
  ] as const);
  if (type.bits === 1 && (operator === '+' || operator === '*')) return undefined;
  const start = startOf(operator);
  const value = (lanes as bigint[]).reduce(
    (rest, lane) => computed(operator, type, rest, lane).value,
    wrapped(type, start),
  );
  return { slot, value, operator, builtin: type.bits === 1 ? undefined : word };
}

function startOf(operator: string): bigint {
  return operator === '*' ? 1n : operator === '&' ? -1n : 0n;
}

interface Printing {
  readonly index: number;
  readonly shape: CornerShape;
  readonly inputs: readonly Slot[];
  readonly steps: readonly (readonly [Slot, CornerStep, boolean])[];
  readonly sum: Sum | undefined;
  readonly vectors: VectorTypes;
  readonly isConstant: boolean;
}

/**
 * The function writes its lanes to an array, or its sum to the first element. The arrays of its inputs are
 * global, or constants that the compiler sees.
 */
function printed(given: Printing): SmallFunction {
  const { index, inputs, steps, sum, isConstant } = given;
  const result = steps.at(-1)![0];
  const shown = sum === undefined ? result : { ...result, lanes: [sum.value] };
  const globals = inputs.map(
    (slot) =>
      `${isConstant ? 'static const ' : ''}${slot.type.name} ${slot.name}${index}[] = ${listText(slot)};\n`,
  );
  const name = `corner${index}`;
  const parameters = inputs.map((slot) => `const ${slot.type.name} *p${slot.name}`);
  const head = `static __attribute__((noinline)) void ${name}(${result.type.name} *out, ${parameters.join(', ')})`;
  const used = isConstant ? inputs.map((slot) => `  p${slot.name} = ${slot.name}${index};\n`) : [];
  const body = given.shape === 'loop' ? loopBody(given) : plainBody(given);
  const arrays = inputs.map((slot) => `${slot.name}${index}`).join(', ');
  const count = shown.lanes.length;
  return {
    text: `${globals.join('')}${head} {\n${used.join('')}${body}}\n`,
    call: `  { ${result.type.name} out[${count}]; ${name}(out, ${arrays}); for (int i = 0; i < ${count}; i++) ${showText(result.type, 'out[i]')} }\n`,
    shown: shown.lanes.flatMap((lane) => shownWords(result.type, lane)),
  };
}

/** Statements that print the words of a value. */
export function showText(type: LaneType, text: string): string {
  if (type.kind === 'float') return `show_float(${text});`;
  if (type.bits <= 64) return `show(${castText(SHOWN, text)});`;
  const words = Math.ceil(type.bits / 64);
  const parts = Array.from(
    { length: words },
    (_, at) => `show((unsigned long long)(${text} >> ${at * 64}));`,
  );
  // The highest word is short: its sign is extended.
  const high = `show((unsigned long long)(long long)(${text} >> ${(words - 1) * 64}));`;
  return `{ ${[...parts.slice(0, -1), high].join(' ')} }`;
}

const SHOWN = { name: 'unsigned long long' } as LaneType;

function loopBody({ inputs, steps, sum, shape }: Printing): string {
  const result = steps.at(-1)![0];
  const lines = [
    ...inputs.map((slot) => `    ${slot.type.name} ${slot.name} = p${slot.name}[i];\n`),
    ...steps.map(([slot, step]) => `    ${slot.type.name} ${laneText(shape, slot, 0)} = ${step.lane(0)};\n`),
    sum === undefined
      ? `    out[i] = ${result.name};\n`
      : `    sum = ${foldedText(sum, 'sum', result.name)};\n`,
  ];
  const loop = `  for (int i = 0; i < ${result.lanes.length}; i++) {\n${lines.join('')}  }\n`;
  return sum === undefined ? loop : `${startText(sum)}${loop}  *out = sum;\n`;
}

function startText({ slot: { type }, operator }: Sum): string {
  const start = type.kind === 'float' ? 0 : wrapped(type, startOf(operator));
  return `  ${type.name} sum = ${literalText(type, start)};\n`;
}

function foldedText({ slot: { type }, operator }: Sum, rest: string, lane: string): string {
  if (type.kind === 'float') return castText(type, `${rest} + ${lane}`);
  const wide = wrappingName(type);
  return castText(type, `(${wide})${rest} ${operator} (${wide})${lane}`);
}

function plainBody(given: Printing): string {
  const { inputs, steps, sum, shape } = given;
  const isWhole = shape === 'vector' || shape === 'complex';
  const lines = inputs.map((slot) => {
    if (isWhole) return byLanes(given, slot, (at) => `p${slot.name}[${at}]`);
    const texts = slot.lanes.map((_, at) => `${laneText(shape, slot, at)} = p${slot.name}[${at}]`);
    return `  ${slot.type.name} ${texts.join(', ')};\n`;
  });
  for (const [slot, step, isByLanes] of steps) lines.push(stepText(given, slot, step, isByLanes));
  const result = steps.at(-1)![0];
  const lanes = result.lanes.map((_, at) => laneText(shape, result, at));
  if (sum === undefined)
    return [...lines, `  ${lanes.map((lane, at) => `out[${at}] = ${lane};`).join(' ')}\n`].join('');
  const folded = lanes.map((lane) => `  sum = ${foldedText(sum, 'sum', lane)};\n`).join('');
  const byHand = `${startText(sum)}${folded}  *out = sum;\n`;
  if (shape !== 'vector' || sum.builtin === undefined) return [...lines, byHand].join('');
  const builtin = `  *out = __builtin_reduce_${sum.builtin}(${result.name});\n`;
  return [...lines, `${clangHas(builtin)}\n${builtin}#else\n${byHand}#endif\n`].join('');
}

function stepText(given: Printing, slot: Slot, step: CornerStep, isByLanes: boolean): string {
  const { shape, vectors } = given;
  if (shape !== 'vector' && shape !== 'complex')
    return `  ${slot.type.name} ${slot.lanes.map((_, at) => `${laneText(shape, slot, at)} = ${step.lane(at)}`).join(', ')};\n`;
  const lanes = byLanes(given, slot, step.lane);
  if (step.vector === undefined || isByLanes) return lanes;
  const whole = `  ${slotType(shape, slot, vectors)} ${slot.name} = ${step.vector};\n`;
  const needsClang = shape === 'vector' && (step.isForClang === true || isForClang(slot));
  return needsClang ? `${clangHas(whole)}\n${whole}#else\n${lanes}#endif\n` : whole;
}

/** The line of the preprocessor before text that only clang reads, and only a clang that has its builtin. */
function clangHas(text: string): string {
  const [builtin] = /__builtin_(?:elementwise|reduce)_\w+/.exec(text) ?? [];
  return builtin === undefined ? '#ifdef __clang__' : `#if defined __clang__ && __has_builtin(${builtin})`;
}

function byLanes({ shape, vectors }: Printing, slot: Slot, lane: (at: number) => string): string {
  const texts = slot.lanes.map((_, at) => `${laneText(shape, slot, at)} = ${lane(at)};`);
  return `  ${slotType(shape, slot, vectors)} ${slot.name}; ${texts.join(' ')}\n`;
}
