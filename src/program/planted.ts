/**
 * Planted faults: an operation that is undefined and runs, of a kind that a sanitizer promises to report. The
 * program names the kind, so a judge knows which report must come.
 *
 * Invariant: a program has at most one planted fault, and no other undefined operation runs before it.
 */
import type { Program } from './program.ts';

/** The sanitizer that promises to report each kind. */
export const plantedKinds = {
  overflow: 'undefined',
  shift: 'undefined',
  division: 'undefined',
  bounds: 'undefined',
  null: 'undefined',
  alignment: 'undefined',
  bool: 'undefined',
  unreachable: 'undefined',
  stack: 'address',
  heap: 'address',
  freed: 'address',
  scope: 'address',
  uninitialised: 'memory',
} as const;

export type PlantedKind = keyof typeof plantedKinds;
export type PlantedSanitizer = (typeof plantedKinds)[PlantedKind];

const PREFIX = 'cgfuzz_planted_';

/** A line for the top of the program. */
export function plantedHead(kind: PlantedKind): string {
  return `enum { ${PREFIX}${kind} };\n`;
}

/** The kind that the main file names; undefined if nothing is planted. */
export function plantedIn({ files, main }: Program): PlantedKind | undefined {
  const bytes = files.find(({ path }) => path === main)?.bytes ?? [];
  const word = /\bcgfuzz_planted_(\w+)/.exec(Buffer.from(bytes).toString('latin1'))?.[1] ?? '';
  return Object.hasOwn(plantedKinds, word) ? (word as PlantedKind) : undefined;
}
