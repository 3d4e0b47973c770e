/** Properties of the tests that a campaign begins with, and of their file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseSeeds, type EntryInfo, readSeeds, writeSeeds } from '../../src/corpus/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { entryOf } from './entries.ts';

interface Small {
  readonly costMs: number;
  readonly bytes: number;
  readonly features: readonly number[];
}

const smalls: fc.Arbitrary<Small[]> = fc.array(
  fc.record({
    costMs: fc.integer({ min: 1, max: 50 }),
    bytes: fc.integer({ min: 1, max: 30 }),
    features: fc.uniqueArray(fc.nat({ max: 12 }), { minLength: 1, maxLength: 6 }),
  }),
  { maxLength: 12 },
);

function chosenOf(list: readonly Small[], maxBytes: number): Small[] {
  const entries = list.map(({ costMs, features }, i): EntryInfo => ({
    ...entryOf(i),
    id: String(i),
    costMs,
    featureCount: features.length,
  }));
  const corpus = {
    features: (id: string) => Uint32Array.from(list[Number(id)]!.features).toSorted(),
    sequenceBytes: (id: string) => new Uint8Array(list[Number(id)]!.bytes),
  };
  return chooseSeeds(corpus, entries, maxBytes).map(({ id }) => list[Number(id)]!);
}

function covered(list: readonly Small[]): number {
  return new Set(list.flatMap(({ features }) => features)).size;
}

/** The gain of each test for its cost, after the tests before it. */
function gains(list: readonly Small[]): number[] {
  return list.map(({ costMs }, i) => (covered(list.slice(0, i + 1)) - covered(list.slice(0, i))) / costMs);
}

describe('the choice of seeds', () => {
  it('has every feature where there is room for all, and none that brings nothing', () => {
    fc.assert(
      fc.property(smalls, (list) => {
        const chosen = chosenOf(list, Infinity);
        expect(covered(chosen)).toBe(covered(list));
        for (const gain of gains(chosen)) expect(gain).toBeGreaterThan(0);
      }),
    );
  });

  it('begins with what brings most for its cost, and goes on like that', () => {
    fc.assert(
      fc.property(smalls, (list) => {
        const chosen = chosenOf(list, Infinity);
        const found = gains(chosen);
        expect(found).toEqual(found.toSorted((a, b) => b - a));
        const best = list.map((each) => each.features.length / each.costMs);
        if (list.length > 0) expect(found[0]).toBe(Math.max(...best));
      }),
    );
  });

  it('never takes more room than there is', () => {
    fc.assert(
      fc.property(smalls, fc.nat({ max: 100 }), (list, maxBytes) => {
        const chosen = chosenOf(list, maxBytes);
        expect(chosen.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(maxBytes);
      }),
    );
  });
});

const contents = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 8 });

describe('a file of seeds', () => {
  it('gives back what was written, in its order, and nothing of what was there before', () => {
    const path = join(temporaryFolder(), 'seeds.cgcorpus');
    fc.assert(
      fc.property(contents, (files) => {
        writeSeeds(path, files);
        expect(readSeeds(path)).toEqual(files);
      }),
    );
  });

  it('loses a damaged one and no other', () => {
    const path = join(temporaryFolder(), 'seeds.cgcorpus');
    const files = ['first', 'second', 'third'].map((text) => new TextEncoder().encode(text));
    writeSeeds(path, files);
    const bytes = readFileSync(path);
    bytes[bytes.indexOf('second')]! ^= 1;
    writeFileSync(path, bytes);
    expect(readSeeds(path)).toEqual([files[0], files[2]]);
  });

  it('that is not there holds nothing', () => {
    expect(readSeeds(join(temporaryFolder(), 'gone.cgcorpus'))).toEqual([]);
  });
});
