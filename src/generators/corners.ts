/**
 * Corners as a source by name: small functions, each about one type, one length and a few operations, that know
 * what they print.
 */
import type { FunctionDefinition } from '../source/index.ts';
import { drawCorner } from './small/corners/corner.ts';
import { shapes, VectorTypes } from './small/corners/shapes.ts';
import { drawNarrowFunction, narrowHead } from './small/narrow/narrow.ts';
import { narrowTypes, manyBitTypes } from './small/narrow/types.ts';
import { drawnMany, runnable, strictArgs } from './small/runnable.ts';
import { smallSettings } from './small/settings.ts';
import { bitInt, F64, floats, type LaneType, X87_DOUBLE, oddWholes, plainWholes } from './small/types.ts';

/** No wider ones: clang has them for x86 alone. */
const widths = [2, 7, 8, 13, 16, 24, 32, 37, 64, 65, 96, 100, 127, 128] as const;
const named = (name: string): LaneType[] =>
  [...floats, ...oddWholes].filter((type) => type.name.endsWith(name));

/** Types by the parts that settings name, the simplest first. */
const typesOf: Readonly<Record<string, readonly LaneType[]>> = {
  whole: plainWholes,
  float: [...named('float'), F64],
  half: named('_Float16'),
  bfloat: named('__bf16'),
  longdouble: [X87_DOUBLE],
  bool: named('_Bool'),
  int128: named('__int128'),
  bitint: widths.flatMap((bits) => [bitInt(bits, false), bitInt(bits, true)]),
};

const MOST_CORNERS = 4;
/** Functions of narrow values, with branches and loops. */
const NARROW = 'narrow';
const NARROW_SHARE = 0.4;
/** The same functions of values that need several words; only if they are asked for. */
const WIDE = 'wide';

const cornersSource: FunctionDefinition = { ...cornersWith([]), configure: cornersWith };
export default cornersSource;

function cornersWith(words: readonly string[]): FunctionDefinition {
  const names = [...Object.keys(typesOf), ...shapes, NARROW, WIDE];
  const { parts, without, most } = smallSettings('corners', words, names, MOST_CORNERS);
  const asked = Object.keys(typesOf).filter((name) => parts.has(name));
  // Without a type among the words of `only`, all types but the refused ones.
  const types = new Set(asked.length > 0 ? asked : Object.keys(typesOf).filter((name) => !without.has(name)));
  const known = shapes.filter((shape) => parts.has(shape));
  const options = {
    types: [...types].map((name) => typesOf[name]!),
    shapes: known.length > 0 ? known : shapes,
  };
  const isWide = words.some((word) => word.startsWith('only=')) && parts.has(WIDE);
  const narrow = isWide ? manyBitTypes : narrowTypes(types);
  const narrowShare = !isWide && !parts.has(NARROW) ? 0 : known.length > 0 ? NARROW_SHARE : 1;
  return {
    name: 'corners',
    summary: 'small C functions on odd types and lengths: scalars, loops, vectors; they know what they print',
    language: 'c',
    promises: 'defined',
    compilerArgs: strictArgs,
    entry: import.meta.url,
    isForLarge: true,
    roundsFloats: true,
    generate(draw) {
      const vectors = new VectorTypes();
      const helpers = new Set<string>();
      const drawn = drawnMany(draw, most, (index) =>
        draw.boolean(narrowShare)
          ? drawNarrowFunction(draw, index, narrow, helpers)
          : drawCorner(draw, index, { ...options, vectors }),
      );
      const texts = drawn.functions.map(({ text }) => text).join('');
      return runnable({ ...drawn, before: `${vectors.text()}${narrowHead(texts, helpers)}` });
    },
  };
}
