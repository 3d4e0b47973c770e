/**
 * Takes over entries from another corpus, or from a file. This executes nothing: entries bring their
 * features, which count again if the campaign runs the same build of the target. The campaign's next start
 * executes all other entries.
 */
import { Alphabet, type ChoiceSequence, decodeSequence } from '../choice/index.ts';
import { type Corpus, sequenceId } from './corpus.ts';
import { type EntryInfo, NOT_EXECUTED } from './entry.ts';
import { entrySequence } from './entry-sequence.ts';

/**
 * Adds missing entries, and known entries that bring features of `build`. Returns the number of added
 * entries. `sourceFor` says which source takes over the tests of another source, and must execute them first.
 */
export function takeOver(
  into: Corpus,
  from: Corpus,
  build: string | undefined,
  sourceFor: (source: string) => string = (same) => same,
): number {
  let added = 0;
  for (const info of from.entries()) {
    if (sourceFor(info.source) !== info.source) {
      if (addSequence(into, from.sequenceBytes(info.id), sourceFor) !== undefined) added++;
      continue;
    }
    const there = into.info(info.id);
    const brings = there === undefined || (info.build === build && there.build !== build);
    if (brings && copyEntry(into, from, info)) added++;
  }
  return added;
}

export function copyEntry(into: Corpus, from: Corpus, { id }: EntryInfo): boolean {
  const { id: _id, replaces: _replaces, ...entry } = from.entry(id);
  // The entry that it had replaced is missing here, or has other features.
  return into.add(entry) !== undefined;
}

/**
 * Throws a `SequenceFileError` if the bytes are no sequence. Undefined if the entry is already there.
 * `sourceFor` says which source takes over the tests of another source.
 */
export function addSequence(
  into: Corpus,
  bytes: Uint8Array,
  sourceFor: (source: string) => string = (same) => same,
): EntryInfo | undefined {
  const { sequence, envelope } = decodeSequence(bytes, new Alphabet());
  return addMade(into, sequence, sourceFor(envelope.source.name));
}

/** Undefined if the entry is already there. */
export function addMade(into: Corpus, sequence: ChoiceSequence, source: string): EntryInfo | undefined {
  const own = entrySequence(sequence, source);
  if (into.info(sequenceId(own)) !== undefined) return undefined;
  return into.add({
    source,
    build: NOT_EXECUTED,
    costMs: 0,
    choices: sequence.choiceCount,
    programBytes: 0,
    featureCount: 0,
    freshCount: 0,
    origin: { test: 0, arm: 'import' },
    sequence: own,
    features: new Uint8Array(),
  });
}
