/** Two campaigns on one folder, from two containers: the second is refused, and a stopped first one writes nothing more. */
import { describe, expect, it } from 'vitest';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { Corpus } from '../../src/corpus/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

function entryOf(number: number): Parameters<Corpus['add']>[0] {
  const about = { source: 'test', build: 'build', costMs: 1, choices: 2, programBytes: 3, featureCount: 0 };
  const sequence = new TextEncoder().encode(`sequence ${number}`);
  return {
    ...about,
    freshCount: 1,
    origin: { test: number, arm: 'fresh' },
    sequence,
    features: new Uint8Array(),
  };
}

/** Another process takes the lock, as if this one slept. */
function takeOver(path: string): void {
  writeFileSync(join(path, 'other'), '');
  writeFileSync(join(path, 'lock'), `7 12345 another-boot/pid:[1] elsewhere 0\n\n`);
}

describe('a campaign that lost its folder to another process', () => {
  it('keeps no test, no line and no state, and says who has the folder', () => {
    const path = temporaryFolder();
    const folder = new CampaignFolder(path);
    folder.lock();
    const corpus = Corpus.open(folder.corpus, folder);
    corpus.add(entryOf(1));
    const before = readFileSync(join(folder.corpus, '000001.cgcorpus'));
    takeOver(path);
    const who = 'belongs to process 7 on elsewhere (another machine or container) by now';
    expect(() => corpus.add(entryOf(2))).toThrow(who);
    expect(() => folder.writeState({})).toThrow(who);
    expect(() => folder.appendStats({} as never)).toThrow(who);
    expect(readFileSync(join(folder.corpus, '000001.cgcorpus'))).toEqual(before);
    folder.unlock();
    expect(existsSync(join(path, 'lock'))).toBe(true);
  });

  it('may finish its last record: the next owner begins a segment, and both records are there', async () => {
    const path = temporaryFolder();
    const first = Corpus.open(join(path, 'corpus'));
    first.add(entryOf(1));
    takeOver(path);
    const next = new CampaignFolder(path);
    await next.lockPatiently(() => undefined, new AbortController().signal, 500);
    expect(next.isAfterSilence).toBe(true);
    const corpus = Corpus.open(next.corpus, next);
    // The first process was stopped between its look at the lock and its writing.
    first.add(entryOf(2));
    corpus.add(entryOf(3));
    first.close();
    corpus.close();
    next.unlock();
    const read = Corpus.read(next.corpus);
    expect([read.size, read.warnings]).toEqual([3, []]);
    expect(readdirSync(next.corpus)).toEqual(['000001.cgcorpus', '000002.cgcorpus']);
    read.close();
  });
});
