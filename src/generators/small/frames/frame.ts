/**
 * Frames: functions that call each other in many conventions, with many arguments, structs, and large frames.
 *
 * A function folds its parameters and its locals into one number of 64 bits. It has a body that executes with the
 * numbers that a caller gives, so a function may be called any number of times.
 */
import type { Draw } from '../../../choice/index.ts';
import type { SmallFunction } from '../runnable.ts';
import {
  bitsOf,
  converted,
  F64,
  floats,
  type Lane,
  type LaneType,
  literalText,
  plainWholes,
} from '../types.ts';

interface StructType {
  readonly name: string;
  readonly members: readonly LaneType[];
}

type ParameterType = LaneType | StructType;

/** The values of one parameter: one, or one for each member. */
type Given = readonly Lane[];

interface Callee {
  readonly name: string;
  readonly parameters: readonly ParameterType[];
  readonly style: Style;
  readonly fold: (given: readonly Given[]) => bigint;
}

/** The way in which a function is declared and called. */
interface Style {
  readonly name: string;
  /** An attribute that both sides see; the preprocessor leaves it out elsewhere. */
  readonly attribute?: string;
  /** The condition under which a compiler has the attribute. */
  readonly condition?: string;
}

const callStyles: readonly Style[] = [
  { name: 'plain' },
  { name: 'msabi', attribute: 'ms_abi', condition: 'defined __x86_64__' },
  { name: 'preserve', attribute: 'preserve_most', condition: 'defined __clang__' },
  { name: 'unprototyped' },
  { name: 'variadic' },
];

export const frameParts: readonly string[] = [
  ...callStyles.map(({ name }) => name),
  'struct',
  'large',
  'aligned',
  'alloca',
  'pressure',
];

const MIX = 0x9e37_79b9_7f4a_7c15n;
const MOST_PARAMETERS = 12;
const MOST_CALLEES = 4;

function isStruct(type: ParameterType): type is StructType {
  return 'members' in type;
}

function mixed(fold: bigint, value: Lane): bigint {
  const word = typeof value === 'bigint' ? BigInt.asUintN(64, value) : bitsOf(F64, value);
  return BigInt.asUintN(64, (fold ^ word) * MIX + 1n);
}

export const frameHelpers = `#define MIX(fold, value) (((fold) ^ (unsigned long long)(value)) * 0x9e3779b97f4a7c15ULL + 1)
static unsigned long long bits_of(double value) { unsigned long long bits; __builtin_memcpy(&bits, &value, sizeof bits); return bits; }
static void *volatile escaped;
`;

function mixText(fold: string, type: LaneType, text: string): string {
  return `MIX(${fold}, ${type.kind === 'float' ? `bits_of(${text})` : text})`;
}

const memberTypes = [...plainWholes, floats[0]!, F64];

function drawParameter(
  draw: Draw,
  index: string,
  structs: StructType[],
  parts: ReadonlySet<string>,
): ParameterType {
  return draw.scope('parameter', () => {
    if (!parts.has('struct') || !draw.boolean(0.3)) return draw.pick(memberTypes);
    const members = Array.from({ length: 1 + draw.pick(6) }, () => draw.pick(memberTypes));
    const made = { name: `struct s${index}_${structs.length}`, members };
    structs.push(made);
    return made;
  });
}

/** Numbers that every type holds, also after promotion. */
function drawValue(draw: Draw, type: LaneType): Lane {
  return converted(type, BigInt(draw.pick([1, 0, 2, 7, 100, -1, 127, -128, 31]))) ?? 0n;
}

export function drawFrame(draw: Draw, index: number, parts: ReadonlySet<string>): SmallFunction {
  const structs: StructType[] = [];
  const callees: Callee[] = [];
  const texts: string[] = [];
  while (callees.length < MOST_CALLEES) {
    const isFirst = callees.length === 0;
    const made = draw.scope('callee', () =>
      isFirst || draw.boolean(0.6)
        ? drawCallee(draw, `${index}_${callees.length}`, { structs, callees, parts })
        : undefined,
    );
    if (made === undefined) break;
    callees.push(made.callee);
    texts.push(made.text);
  }
  const last = callees.at(-1)!;
  const call = drawCall(draw, last);
  const definitions = structs.map(
    ({ name, members }) =>
      `${name} { ${members.map(({ name: type }, at) => `${type} m${at};`).join(' ')} };\n`,
  );
  return {
    text: [...definitions, ...texts].join(''),
    call: `  show(${call.text});\n`,
    shown: [last.fold(call.given).toString(16)],
  };
}

interface DrawnCall {
  readonly text: string;
  readonly given: readonly Given[];
}

function drawCall(draw: Draw, callee: Callee): DrawnCall {
  const given: Given[] = [];
  const texts = callee.parameters.map((type) => {
    const lanes = (isStruct(type) ? type.members : [type]).map((each): readonly [string, Lane] => {
      const value = drawValue(draw, each);
      return [literalText(each, value), value];
    });
    given.push(lanes.map(([, value]) => value));
    const values = lanes.map(([text]) => text);
    return isStruct(type) ? `(${type.name}){${values.join(', ')}}` : `(${type.name})${values[0]}`;
  });
  if (callee.style.name === 'variadic') texts.unshift(String(callee.parameters.length));
  return { text: `${callee.name}(${texts.join(', ')})`, given };
}

interface Known {
  readonly structs: StructType[];
  readonly callees: readonly Callee[];
  readonly parts: ReadonlySet<string>;
}

/** One thing that the body of a function does: its text, and its effect on the fold. */
interface Feature {
  readonly text: string;
  readonly fold: (fold: bigint) => bigint;
}

function drawCallee(
  draw: Draw,
  index: string,
  { structs, callees, parts }: Known,
): { callee: Callee; text: string } {
  const known = callStyles.filter(({ name }) => name === 'plain' || parts.has(name));
  const style = draw.pick(known);
  const isPromoted = style.name === 'unprototyped' || style.name === 'variadic';
  const count = draw.pick(MOST_PARAMETERS + 1);
  const parameters = Array.from({ length: count }, () => {
    const type = drawParameter(draw, index, structs, parts);
    return isPromoted && !isStruct(type) ? promoted(type) : type;
  });
  const name = `frame${index}`;
  const features = drawFeatures(draw, callees, parts);
  const lanes = parameters.flatMap((type, at) =>
    isStruct(type)
      ? type.members.map((member, each): readonly [LaneType, string] => [member, `p${at}.m${each}`])
      : [[type, `p${at}`] as const],
  );
  const fold = (given: readonly Given[]): bigint => {
    const start = given.flat().reduce(mixed, 1n);
    return features.reduce((rest, feature) => feature.fold(rest), start);
  };
  const body = [
    '  unsigned long long fold = 1;\n',
    ...lanes.map(([type, text]) => `  fold = ${mixText('fold', type, text)};\n`),
    ...features.map((feature) => feature.text),
    '  return fold;\n',
  ].join('');
  return { callee: { name, parameters, style, fold }, text: functionText({ name, style, parameters, body }) };
}

function promoted(type: LaneType): LaneType {
  if (type.kind === 'float') return F64;
  return type.isPromoted ? plainWholes[0]! : type;
}

interface Printed {
  readonly name: string;
  readonly style: Style;
  readonly parameters: readonly ParameterType[];
  readonly body: string;
}

function functionText({ name, style, parameters, body }: Printed): string {
  const declared = parameters.map((type, at) => `${type.name} p${at}`);
  const noinline = '__attribute__((noinline))';
  if (style.name === 'variadic') {
    const taken = declared.map(
      (each, at) => `  ${each} = __builtin_va_arg(list, ${parameters[at]!.name});\n`,
    );
    return `static ${noinline} unsigned long long ${name}(int count, ...) {\n  __builtin_va_list list;\n  __builtin_va_start(list, count);\n${taken.join('')}  __builtin_va_end(list);\n${body}}\n`;
  }
  if (style.name === 'unprototyped')
    return `unsigned long long ${name}();\n${noinline} unsigned long long ${name}(${declared.join(', ') || 'void'}) {\n${body}}\n`;
  const head = `unsigned long long ${name}(${declared.join(', ') || 'void'}) {\n${body}}\n`;
  if (style.attribute === undefined) return `static ${noinline} ${head}`;
  return `#if ${style.condition}\n__attribute__((${style.attribute}))\n#endif\nstatic ${noinline} ${head}`;
}

function drawFeatures(draw: Draw, callees: readonly Callee[], parts: ReadonlySet<string>): Feature[] {
  const features: Feature[] = [];
  for (let at = 0; at < 3; at++) {
    const feature = draw.scope('feature', () => {
      if (!draw.boolean(0.6)) return undefined;
      const weight = (part: string): number => (parts.has(part) ? 1 : 0);
      return draw.weighted<() => Feature>([
        [callees.length > 0 ? 3 : 0, () => called(draw, callees)],
        [weight('large'), () => large(draw, at, parts.has('aligned') && draw.boolean(0.5))],
        [weight('alloca'), () => allocated(draw, at)],
        [weight('pressure'), () => pressure(draw, at, callees)],
        [0.1, () => ({ text: '', fold: (fold) => fold })],
      ])();
    });
    if (feature === undefined) break;
    features.push(feature);
  }
  return features;
}

function called(draw: Draw, callees: readonly Callee[]): Feature {
  const callee = callees[draw.pick(callees.length)]!;
  const { text, given } = drawCall(draw, callee);
  const value = callee.fold(given);
  return { text: `  fold = MIX(fold, ${text});\n`, fold: (fold) => mixed(fold, value) };
}

/** An array larger than a page, of which two elements are used. */
function large(draw: Draw, at: number, isAligned: boolean): Feature {
  const size = draw.pick([64, 600, 5_000, 40_000, 300_000]);
  const index = draw.pick([0, 1, 17, 63]);
  const value = BigInt(draw.integer(0, 255));
  const aligned = isAligned ? `__attribute__((aligned(${draw.pick([32, 64, 128, 4_096])}))) ` : '';
  const check = aligned === '' ? '0' : `((unsigned long long)large${at} & 31)`;
  return {
    text: `  ${aligned}unsigned char large${at}[${size}];\n  escaped = large${at};\n  large${at}[${index}] = ${value};\n  ((volatile unsigned char *)large${at})[${size - 1}] = 1;\n  fold = MIX(fold, large${at}[${index}] + ${check});\n`,
    fold: (fold) => mixed(fold, index === size - 1 ? 1n : value),
  };
}

/** Memory on the stack whose size the compiler does not know. */
function allocated(draw: Draw, at: number): Feature {
  const count = draw.pick([1, 3, 16, 700, 9_000]);
  const value = BigInt(draw.integer(0, 255));
  const isArray = draw.boolean();
  const made = isArray
    ? `unsigned char some${at}[size${at}];`
    : `unsigned char *some${at} = __builtin_alloca(size${at});`;
  return {
    text: `  volatile int asked${at} = ${count};\n  int size${at} = asked${at};\n  ${made}\n  escaped = some${at};\n  __builtin_memset(some${at}, ${value}, size${at});\n  fold = MIX(fold, some${at}[size${at} - 1]);\n`,
    fold: (fold) => mixed(fold, value),
  };
}

/** Many values that live over a call. */
function pressure(draw: Draw, at: number, callees: readonly Callee[]): Feature {
  const count = draw.pick([4, 9, 14, 20, 30]);
  const callee = callees.length === 0 ? undefined : callees[draw.pick(callees.length)];
  const call = callee === undefined ? undefined : drawCall(draw, callee);
  const middle = callee === undefined ? 0n : callee.fold(call!.given);
  const names = Array.from({ length: count }, (_, each) => `live${at}_${each}`);
  const factor = (each: number): bigint => BigInt(2 * each + 3);
  return {
    text: [
      ...names.map((name, each) => `  unsigned long long ${name} = fold * ${factor(each)}ULL;\n`),
      `  fold = MIX(fold, ${call === undefined ? '0' : call.text});\n`,
      ...names.toReversed().map((name) => `  fold = MIX(fold, ${name});\n`),
    ].join(''),
    fold: (fold) => {
      const live = names.map((_, each) => BigInt.asUintN(64, fold * factor(each)));
      return live.toReversed().reduce(mixed, mixed(fold, middle));
    },
  };
}
