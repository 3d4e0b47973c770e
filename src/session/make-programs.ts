/** Makes the programs of kept tests again, from their choices. */
import { Alphabet } from '../choice/index.ts';
import type { Corpus, EntryInfo } from '../corpus/index.ts';
import type { Program } from '../program/index.ts';
import { describeGenerated, openSource, type SourceDefinition } from '../source/index.ts';

/** These programs ended before, so only a busy machine can take long. */
const MAX_TIME_MS = 120_000;

export interface ProgramsWanted {
  readonly corpus: Corpus;
  /** All of the source. */
  readonly entries: readonly EntryInfo[];
  readonly definition: SourceDefinition;
  readonly signal: AbortSignal;
  readonly onProgram: (id: string, program: Program) => Promise<void> | void;
  readonly onFailure: (id: string, why: string) => void;
}

export async function makePrograms(wanted: ProgramsWanted): Promise<void> {
  const { corpus, entries, definition, signal, onProgram, onFailure } = wanted;
  const alphabet = new Alphabet();
  const source = openSource(definition, { alphabet });
  try {
    for (const { id } of entries) {
      signal.throwIfAborted();
      const made = await source.run({
        sequence: corpus.sequence(id, alphabet),
        limits: { maxTimeMs: MAX_TIME_MS },
      });
      if (made.outcome === 'ok') await onProgram(id, made.program);
      else onFailure(id, describeGenerated(made).join('; '));
    }
  } finally {
    await source.close();
  }
}
