/** Makes the programs of kept tests again, from their choices, and writes them to files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { Alphabet } from '../choice/index.ts';
import type { Corpus, EntryInfo } from '../corpus/index.ts';
import type { Program } from '../program/index.ts';
import { describeGenerated, openSource, type SourceDefinition } from '../source/index.ts';

export interface ProgramsExport {
  readonly corpus: Corpus;
  readonly entries: readonly EntryInfo[];
  readonly definition: SourceDefinition;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress: (written: number) => void;
  readonly onFailure: (id: string, why: string) => void;
}

/** How many were written. */
export async function exportPrograms(options: ProgramsExport): Promise<number> {
  const { corpus, entries, definition, folder, signal, onProgress, onFailure } = options;
  const alphabet = new Alphabet();
  const source = openSource(definition, { alphabet });
  let written = 0;
  try {
    for (const { id } of entries) {
      signal.throwIfAborted();
      const made = await source.run({ sequence: corpus.sequence(id, alphabet) });
      if (made.outcome === 'ok') {
        writeProgram(folder, id, made.value);
        onProgress(++written);
      } else onFailure(id, describeGenerated(made).join('; '));
    }
  } finally {
    await source.close();
  }
  return written;
}

/** One file beside its sequence; several in a folder of their own. */
function writeProgram(folder: string, id: string, { files, main }: Program): void {
  for (const { path, bytes } of files) {
    const file = files.length === 1 ? join(folder, `${id}${extname(main)}`) : join(folder, id, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
}
