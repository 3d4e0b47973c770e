/**
 * Defects of our own in passes of LLVM and GCC: the yardstick of a search for bugs, since all bugs are known.
 *
 * `cgfuzz target build clang-19 --profile starter --patches lab/planted/defects` makes a compiler that has them, and so
 * does `cgfuzz target build gcc-16 --patches lab/planted/gcc`. Each defect has a name, and is off until a request
 * chooses it (`switches.ts`). If none is chosen, the passes do what LLVM's or GCC's do.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isGcc } from './switches.ts';
import { compiles, profileOf, type ProfileName } from '../../src/target/llvm-build/profiles.ts';

/**
 * A folder of patches: defects of passes, defects that only stages show, defects in atomics, passes that look
 * at debug information, or bugs that LLVM once had and fixed. `gcc` has defects of passes of GCC.
 */
export type PlantedFolder = 'defects' | 'stages' | 'atomics' | 'debug' | 'historic' | 'gcc';

/** A bug that LLVM had, and that a patch in `lab/planted/historic` puts back. */
export interface HistoricBug {
  /** The address of its report. Names that end with `-bz` and a number are of the tracker that LLVM had before 2022. */
  readonly issue: string;
  readonly kind: 'crash' | 'miscompilation' | 'hang';
  /** The pass that goes wrong, as `-opt-bisect-limit` names it. */
  readonly pass: string;
  /** The check or repair that the patch takes away again. */
  readonly takesAway: string;
  /**
   * The passes that its trigger is compiled with, in the words of `opt -passes=`; if undefined, the passes of
   * `-O2`.
   */
  readonly passes?: string;
  /** Files of LLVM's `test/Transforms` that came with the fix; absent if none names the bug, and we know of none. */
  readonly tests?: readonly string[];
}

/** A program that shows a historic bug: C, or LLVM IR if we found no C that does. */
export interface HistoricTrigger {
  readonly file: string;
  readonly language: 'c' | 'llvm-ir';
}

/** The folder `lab/planted`, from the sources and from the place that they were compiled to. */
export const plantedFolder: string = findPlantedFolder(fileURLToPath(new URL('.', import.meta.url)));

function findPlantedFolder(here: string): string {
  const compiled = here.indexOf('/.cache/');
  return compiled < 0 ? here : join(here.slice(0, compiled), 'lab/planted');
}

/** The files of LLVM or GCC that the patches of a folder change, with the names of the defects in each. */
export function plantsByFile(folder: PlantedFolder): Map<string, string[]> {
  const files = readdirSync(join(plantedFolder, folder)).filter((file) => file.endsWith('.patch'));
  return new Map(
    files.toSorted().map((file) => {
      const text = readFileSync(join(plantedFolder, folder, file), 'utf8');
      const [, changed = ''] = /^\+\+\+ b\/(\S+)/m.exec(text) ?? [];
      return [changed, [...text.matchAll(/CGFUZZ_PLANTED ?\("([\w-]+)"\)/g)].map(([, name = '']) => name)];
    }),
  );
}

/** The defects that a build has: those in files that its profile compiles. A build of GCC compiles all files. */
export function plantNames(folder: PlantedFolder = 'defects', profile: ProfileName = 'patched'): string[] {
  const plants = plantsByFile(folder);
  const compiled = profileOf(profile, [...plants.keys()]);
  const isIn = (file: string): boolean => folder === 'gcc' || compiles(compiled, file);
  const names = [...plants].flatMap(([file, found]) => (isIn(file) ? found : []));
  return [...new Set(names)].toSorted();
}

/** The bugs of `lab/planted/historic`, by name. */
export function historicBugs(): Map<string, HistoricBug> {
  const text = readFileSync(join(plantedFolder, 'historic', 'bugs.json'), 'utf8');
  return new Map(Object.entries(JSON.parse(text) as Readonly<Record<string, HistoricBug>>));
}

/** The trigger of each historic bug, by name. */
export function historicTriggers(): Map<string, HistoricTrigger> {
  const folder = join(plantedFolder, 'historic-triggers');
  return new Map(
    readdirSync(folder).map((file) => [
      file.replace(/\.(?:c|ll)$/, ''),
      { file: join(folder, file), language: file.endsWith('.ll') ? 'llvm-ir' : 'c' },
    ]),
  );
}

/** The defects of a build, by the build's name. */
export function plantsOfTarget(target: string): string[] {
  if (isGcc(target)) return plantNames('gcc');
  const profile = target.includes('patched') ? 'patched' : target.includes('starter') ? 'starter' : 'passes';
  return plantNames(target.endsWith('+historic') ? 'historic' : 'defects', profile);
}
