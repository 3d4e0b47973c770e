/** OpenMP as a source by name: loops under directives that change how they run, and not what they compute. */
import type { FunctionDefinition } from '../source/index.ts';
import { UserError } from '../util/user-error.ts';
import { newestParts, openmpParts } from './small/openmp/directives.ts';
import { drawOpenmpRegion, openmpHead } from './small/openmp/region.ts';
import { drawnMany, runnable } from './small/runnable.ts';
import { smallSettings } from './small/settings.ts';

const MOST_FUNCTIONS = 4;
/** `-fopenmp-simd` needs no library. */
const usualArgs = ['-std=c2x', '-w', '-fopenmp-simd'] as const;
/** Flags of the compiler proper: nothing more is linked. */
const newestArgs = ['-std=c2x', '-w', '-Xclang', '-fopenmp', '-Xclang', '-fopenmp-version=60'] as const;
const usualParts = openmpParts.filter((part) => !newestParts.includes(part));

const openmpSource: FunctionDefinition = { ...openmpWith([]), configure: openmpWith };
export default openmpSource;

function openmpWith(words: readonly string[]): FunctionDefinition {
  const { parts, most } = smallSettings('openmp', words, openmpParts, MOST_FUNCTIONS);
  const isNamed = words.some((word) => word.startsWith('only='));
  // Only clang knows OpenMP 6.0 so far, so its directives are named.
  const chosen = isNamed ? parts : new Set(usualParts.filter((part) => parts.has(part)));
  refuseAlone(chosen, isNamed);
  const isNewest = newestParts.some((part) => chosen.has(part));
  return {
    name: 'openmp',
    summary: 'C loops under directives of OpenMP: tiled, unrolled, as vectors; they know what they print',
    language: 'c',
    promises: 'defined',
    compilerArgs: isNewest ? newestArgs : usualArgs,
    entry: import.meta.url,
    isForLarge: true,
    generate: (draw) =>
      runnable({
        ...drawnMany(draw, most, (index) => drawOpenmpRegion(draw, index, chosen)),
        before: openmpHead,
      }),
  };
}

/** Parts that stand only under `simd`: without it they would be left out, or programs would have no directive. */
const partsOfSimd = ['slopes', 'clones'] as const;

function refuseAlone(chosen: ReadonlySet<string>, isNamed: boolean): void {
  if (chosen.has('simd')) return;
  const alone = partsOfSimd.filter((part) => chosen.has(part));
  if (alone.length === 0 || (!isNamed && alone.length < chosen.size)) return;
  throw new UserError(`openmp has ${alone.join(' and ')} only with simd`, [
    `say "openmp only=${['simd', ...chosen].join('+')}"`,
  ]);
}
