/** Programs that went through stages, all of which take part, beside what they were before. */
import { Alphabet } from '../../src/choice/index.ts';
import { findSource } from '../../src/generators/sources.ts';
import { programSize, type Program } from '../../src/program/index.ts';
import {
  type MadeProgram,
  openSource,
  preparedSource,
  type Source,
  type SourceDefinition,
} from '../../src/source/index.ts';

export const BOTH = 'csmith-scoped | relax | emi';
export const ALL = 'csmith-scoped | relax | emi | live';

export interface Staged {
  readonly seed: number;
  readonly made: MadeProgram;
  readonly before: Program;
}

/** A chain whose stages take part in every program. */
export async function eagerChain(
  name: string,
): Promise<{ readonly definition: SourceDefinition; readonly open: () => Source }> {
  const definition = await preparedSource(await findSource(name, '/'), (text) => console.error(text));
  // Records of one are replayed by another.
  const alphabet = new Alphabet();
  const stages = (definition.stages ?? []).map((stage) => ({ ...stage, share: 1 }));
  const eager = { ...definition, stages };
  return { definition: eager, open: () => openSource(eager, { alphabet }) };
}

export interface StagedOptions {
  readonly seed: number;
  readonly count: number;
  readonly maxBytes: number;
}

/** Programs that a stage changed, with so many bytes before the change. */
export async function* stagedPrograms(
  source: Source,
  { seed: from, count, maxBytes }: StagedOptions,
): AsyncIterable<Staged> {
  for (let seed = from, found = 0; found < count; seed++) {
    const made = await source.run({ seed, limits: { maxTimeMs: 10_000 } });
    if (made.outcome !== 'ok' || made.unstaged === undefined || programSize(made.unstaged) > maxBytes)
      continue;
    found++;
    yield { seed, made, before: made.unstaged };
  }
}
