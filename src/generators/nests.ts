/** Nests as a source by name: small loops over small arrays, at the shapes where vectorisers decide. */
import type { FunctionDefinition } from '../source/index.ts';
import { drawNest } from './small/nests/nest.ts';
import { drawnMany, runnable, strictArgs } from './small/runnable.ts';
import { smallSettings } from './small/settings.ts';

const parts = ['rows', 'members', 'overlap', 'walk', 'restrict', 'reduction', 'exit', 'float'] as const;
const MOST_FUNCTIONS = 3;

/** The value of a float as the bits of a double; NaN counts as nothing. */
const bits = `static unsigned long long bits_of(double value) {
  unsigned long long bits = 0;
  if (value == value) __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}
`;

const nestsSource: FunctionDefinition = { ...nestsWith([]), configure: nestsWith };
export default nestsSource;

function nestsWith(words: readonly string[]): FunctionDefinition {
  const settings = smallSettings('nests', words, parts, MOST_FUNCTIONS);
  return {
    name: 'nests',
    summary:
      'small C loops over small arrays: rows, distances, gaps, walking pointers; they know what they print',
    language: 'c',
    promises: 'defined',
    compilerArgs: strictArgs,
    entry: import.meta.url,
    isForLarge: true,
    roundsFloats: true,
    generate: (draw) =>
      runnable({
        ...drawnMany(draw, settings.most, (index) => drawNest(draw, index, settings.parts)),
        before: bits,
      }),
  };
}
