/** Frames as a source by name: functions in many conventions, with large frames and many values alive. */
import type { FunctionDefinition } from '../source/index.ts';
import { drawFrame, frameHelpers, frameParts } from './small/frames/frame.ts';
import { drawnMany, runnable } from './small/runnable.ts';
import { smallSettings } from './small/settings.ts';

const MOST_FUNCTIONS = 3;

const framesSource: FunctionDefinition = { ...framesWith([]), configure: framesWith };
export default framesSource;

function framesWith(words: readonly string[]): FunctionDefinition {
  const { parts, most } = smallSettings('frames', words, frameParts, MOST_FUNCTIONS);
  return {
    name: 'frames',
    summary:
      'C functions with many arguments, structs, large frames, alloca, varargs; they know what they print',
    language: 'c',
    promises: 'defined',
    // Newer C has no functions without prototypes.
    compilerArgs: ['-std=c11', '-w', '-ffp-contract=off'],
    entry: import.meta.url,
    isForLarge: true,
    generate: (draw) =>
      runnable({ ...drawnMany(draw, most, (index) => drawFrame(draw, index, parts)), before: frameHelpers }),
  };
}
