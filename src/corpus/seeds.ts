/**
 * Seeds: a few kept tests that reach much for their cost, in one file that a person can share.
 *
 * The file holds only choices, since each build of a target has other features. The most valuable tests come
 * first, so that the first few are the best few.
 */
import { renameSync, rmSync } from 'node:fs';
import type { Corpus } from './corpus.ts';
import { FeatureCounts } from './distill.ts';
import type { EntryInfo } from './entry.ts';
import { type WithGain, GainHeap, isAhead } from './gain-heap.ts';
import { scanSegment, Segment } from './segment.ts';

/**
 * Chooses entries one after the other, as many as fit into the given number of bytes. The next entry is always
 * the entry with the most new features for its cost. Choosing other entries can only lower an entry's gain, so
 * the gain is counted again only at the top of the heap.
 */
export function chooseSeeds(
  corpus: Pick<Corpus, 'features' | 'sequenceBytes'>,
  entries: readonly EntryInfo[],
  maxBytes: number,
): EntryInfo[] {
  const heap = new GainHeap<WithGain>();
  for (const info of entries) heap.push({ info, gain: info.featureCount / Math.max(1, info.costMs) });
  const times = new FeatureCounts();
  const chosen: EntryInfo[] = [];
  let bytes = 0;
  for (let best = heap.pop(); best !== undefined; best = heap.pop()) {
    const features = corpus.features(best.info.id);
    best.gain = times.missingOf(features).length / Math.max(1, best.info.costMs);
    if (best.gain === 0) continue;
    const next = heap.top();
    if (next !== undefined && isAhead(next, best)) {
      heap.push(best);
      continue;
    }
    const size = corpus.sequenceBytes(best.info.id).length;
    if (bytes + size > maxBytes) continue;
    bytes += size;
    times.change(features, 1);
    chosen.push(best.info);
  }
  return chosen;
}

/**
 * Each sequence is in the format of `encodeSequence`. An earlier file is replaced once all sequences are
 * written.
 */
export function writeSeeds(path: string, sequences: Iterable<Uint8Array>): void {
  const temporary = `${path}.tmp`;
  rmSync(temporary, { force: true });
  const segment = Segment.create(temporary);
  try {
    for (const sequence of sequences) segment.append(sequence);
  } finally {
    segment.close();
  }
  renameSync(temporary, path);
}

/**
 * The sequences in the order of the file, without damaged ones; none if there is no such file.
 */
export function readSeeds(path: string): Uint8Array[] {
  return scanSegment(path).records.map(({ bytes }) => Uint8Array.from(bytes));
}
