import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeRandom } from '../../src/choice/index.ts';
import { Corpus } from '../../src/corpus/index.ts';
import { packFeatures } from '../../src/target/index.ts';
import { temporaryFolder } from '../target/world.ts';
import { entryOf } from './entries.ts';

function filled(count: number): { folder: string; file: string } {
  const folder = temporaryFolder();
  const corpus = Corpus.open(folder);
  for (let i = 0; i < count; i++) corpus.add(entryOf(i));
  corpus.close();
  return { folder, file: join(folder, readdirSync(folder)[0]!) };
}

function tests(corpus: Corpus): number[] {
  return [...corpus.entries()].map(({ origin }) => origin.test);
}

describe('the corpus', () => {
  it('gives back what was added, after it was closed', () => {
    const { folder } = filled(20);
    const corpus = Corpus.open(folder);
    expect(tests(corpus)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    for (const info of corpus.entries()) {
      const { id, ...entry } = corpus.entry(info.id);
      expect(entry).toEqual(entryOf(info.origin.test));
      expect(packFeatures(corpus.features(id))).toEqual(entry.features);
    }
    corpus.close();
  });

  it('keeps the same test once', () => {
    const { folder } = filled(3);
    const corpus = Corpus.open(folder);
    expect(corpus.add(entryOf(1))).toBeUndefined();
    expect(corpus.size).toBe(3);
    corpus.close();
  });

  it('takes the features of another target in place of what it has', () => {
    const { folder } = filled(3);
    const corpus = Corpus.open(folder);
    const { id } = corpus.add(entryOf(1, { build: 'other', features: packFeatures(Uint32Array.of(7)) }))!;
    corpus.close();
    const again = Corpus.read(folder);
    expect(again.size).toBe(3);
    expect(again.features(id)).toEqual(Uint32Array.of(7));
    again.close();
  });

  it('leaves out what another entry took the place of, now and later', () => {
    const folder = temporaryFolder();
    const corpus = Corpus.open(folder);
    const old = corpus.add(entryOf(1))!;
    corpus.add(entryOf(2, { replaces: old.id }));
    expect(tests(corpus)).toEqual([2]);
    corpus.close();
    expect(tests(Corpus.read(folder))).toEqual([2]);
  });

  it('lets an entry leave for good, and takes back what that had taken the place of', () => {
    const folder = temporaryFolder();
    const corpus = Corpus.open(folder);
    const old = corpus.add(entryOf(1))!;
    const better = corpus.add(entryOf(2, { replaces: old.id }))!;
    // Learnt anew for another build, it still has the old one's place.
    corpus.add(entryOf(2, { build: 'other', replaces: better.id }));
    corpus.add(entryOf(3));
    expect(corpus.remove(better.id)).toEqual([old]);
    expect(tests(corpus)).toEqual([1, 3]);
    expect(corpus.size).toBe(2);
    corpus.close();
    const again = Corpus.open(folder);
    expect(again.warnings).toEqual([]);
    expect(tests(again)).toEqual([1, 3]);
    expect(again.add(entryOf(2))?.id).toBe(better.id);
    expect(new Set(tests(again))).toEqual(new Set([1, 2, 3]));
    again.close();
    expect(Corpus.read(folder).size).toBe(3);
  });

  it('loses at most the last entry when its file ends anywhere, and can be added to', () => {
    const { folder, file } = filled(5);
    const whole = readFileSync(file);
    fc.assert(
      fc.property(fc.nat({ max: whole.length }), (length) => {
        writeFileSync(file, whole);
        truncateSync(file, length);
        const corpus = Corpus.open(folder);
        const kept = corpus.size;
        expect(tests(corpus)).toEqual(Array.from({ length: kept }, (_, i) => i));
        expect(kept).toBeGreaterThanOrEqual(Math.floor((length / whole.length) * 5 - 1));
        corpus.add(entryOf(9));
        corpus.close();
        const again = Corpus.open(folder);
        expect(tests(again).at(-1)).toBe(9);
        expect(again.size).toBe(kept + 1);
        again.close();
      }),
    );
  });

  it('loses only the entries in which bytes were changed, and says so', () => {
    const { folder, file } = filled(8);
    const whole = readFileSync(file);
    fc.assert(
      fc.property(fc.nat({ max: whole.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Buffer.from(whole);
        damaged[at]! ^= change;
        writeFileSync(file, damaged);
        const corpus = Corpus.read(folder);
        expect(corpus.size).toBe(7);
        for (const { id, origin } of corpus.entries()) {
          expect(corpus.entry(id).sequence).toEqual(entryOf(origin.test).sequence);
        }
        corpus.close();
      }),
    );
  });

  it('says that a segment of random bytes is damaged, to readers and writers, and leaves the bytes alone', () => {
    const { folder, file } = filled(3);
    const rng = makeRandom(7);
    const noise = Uint8Array.from({ length: 500 }, () => rng.next() & 255);
    writeFileSync(file, noise);
    for (const isReader of [true, false]) {
      const corpus = isReader ? Corpus.read(folder) : Corpus.open(folder);
      expect(corpus.warnings).toEqual([expect.stringContaining('500 bytes are damaged and left alone')]);
      corpus.close();
    }
    const corpus = Corpus.open(folder);
    corpus.add(entryOf(9));
    corpus.close();
    expect(readFileSync(file).subarray(0, 500)).toEqual(Buffer.from(noise));
    expect(tests(Corpus.read(folder))).toEqual([9]);
  });

  it('never writes over a segment, whichever of them was lost', () => {
    const folder = temporaryFolder();
    const corpus = Corpus.open(folder);
    // Each is larger than a segment, so that the next one has a segment of its own.
    for (const number of [1, 2])
      corpus.add(entryOf(number, { sequence: new Uint8Array(65 * 2 ** 20).fill(number) }));
    corpus.close();
    rmSync(join(folder, '000001.cgcorpus'));
    const again = Corpus.open(folder);
    again.add(entryOf(3));
    again.close();
    expect(tests(Corpus.read(folder))).toEqual([2, 3]);
  });

  it('does not change a file that it only reads', () => {
    const { folder, file } = filled(2);
    truncateSync(file, statSync(file).size - 3);
    const before = readFileSync(file);
    Corpus.read(folder).close();
    expect(readFileSync(file)).toEqual(before);
  });
});
