/** One mutant beside its parent, for a person who wants to see what a campaign will do. */
import { makeRandom } from '../../choice/index.ts';
import { mutateBy } from '../../mutate/index.ts';
import { preparedSource, type SourceDefinition } from '../definition.ts';
import type { MadeProgram } from '../made.ts';
import { openSource } from '../open-source.ts';
import type { Source } from '../source.ts';
import { textOf } from './mutants.ts';
import { sharedPercent } from './similar.ts';

export interface OneMutant {
  readonly parent: string;
  readonly child: string;
}

const PARENTS = 3;
const TRIALS = 6;

/** The mutant that keeps most of its parent; undefined if no mutant of some changes the text. */
export async function oneMutant(
  definition: SourceDefinition,
  say: (text: string) => void,
): Promise<OneMutant | undefined> {
  const source = openSource(await preparedSource(definition, say), { say });
  try {
    const found: (OneMutant & { readonly shared: number })[] = [];
    for (let seed = 1; seed <= PARENTS; seed++) {
      const made = await source.run({ seed });
      if (made.outcome === 'ok') found.push(...(await mutantsOf(source, made, seed)));
    }
    return found.toSorted((a, b) => b.shared - a.shared)[0];
  } finally {
    await source.close();
  }
}

async function mutantsOf(
  source: Source,
  made: MadeProgram,
  seed: number,
): Promise<(OneMutant & { readonly shared: number })[]> {
  const parent = textOf(made.program);
  const found: (OneMutant & { readonly shared: number })[] = [];
  for (let trial = 0; trial < TRIALS; trial++) {
    const sequence = mutateBy('replace', made.record, makeRandom(seed * TRIALS + trial))?.sequence;
    if (sequence === undefined) continue;
    const other = await source.run({ sequence, seed: seed + PARENTS });
    const child = other.outcome === 'ok' ? textOf(other.program) : parent;
    if (child !== parent) found.push({ parent, child, shared: sharedPercent(child, parent) });
  }
  return found;
}
