/**
 * Markers that compilers keep: undefined symbols of objects. Nothing is linked, and nothing runs.
 *
 * Invariant: a compiler that refuses the program, or writes another kind of file, gives no answer.
 */
import { markersIn, type Program } from '../../program/index.ts';
import type { CompilerConfiguration, Laboratory } from '../../laboratory/index.ts';
import { elf, readElf } from '../invariance/elf.ts';

export type KeptMarkers = ReturnType<typeof markersIn>;

/** Undefined for any other file than an ELF object. */
export function markersKeptIn(object: Uint8Array): KeptMarkers | undefined {
  const symbols = readElf(object)?.symbols;
  return symbols && markersIn(symbols.filter((each) => each.section === elf.undefinedSection).map(nameOf));
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

export async function keptBy(
  laboratory: Laboratory,
  program: Program,
  configurations: readonly CompilerConfiguration[],
): Promise<(KeptMarkers | undefined)[]> {
  const executions = await laboratory.compile(program, configurations);
  return executions.map(({ outcome, output }) => (outcome === 'ok' ? markersKeptIn(output) : undefined));
}
