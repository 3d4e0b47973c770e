/** The corpus: entries, the files that hold them, and seeds. */
export { Corpus, sequenceId } from './corpus.ts';
export { distill, distillCorpus } from './distill.ts';
export { entrySequence } from './entry-sequence.ts';
export { type Entry, type EntryInfo, NOT_EXECUTED, type TestOrigin } from './entry.ts';
export { historyOf, type HistoryStep } from './history.ts';
export { chooseSeeds, readSeeds, writeSeeds } from './seeds.ts';
export { readLaterRecords, Segment } from './segment.ts';
export { addMade, addSequence, copyEntry, takeOver } from './take-over.ts';
