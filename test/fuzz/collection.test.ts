import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { Alphabet, replay } from '../../src/choice/index.ts';
import { Corpus } from '../../src/corpus/index.ts';
import { Collection } from '../../src/fuzz/collection.ts';
import type { PassedTest } from '../../src/fuzz/run-test.ts';
import { FeatureSpace, packFeatures } from '../../src/target/index.ts';
import { entryOf } from '../corpus/entries.ts';
import { temporaryFolder } from '../temporary-folder.ts';

it('an entry that is executed again after a rebuild keeps what made it', async () => {
  const folder = new CampaignFolder(join(temporaryFolder(), 'campaign'));
  const origin = { test: 17, arm: 'splice', operator: 'splice', parents: ['one', 'two'] };
  const before = Corpus.open(folder.corpus);
  const { id } = before.add(entryOf(1, { origin, build: 'old build' }))!;
  before.close();

  const options = { folder, sources: [], build: 'new build' };
  const wait = { signal: new AbortController().signal, isOver: () => false, tell: () => undefined };
  const space = new FeatureSpace([{ name: 'edges', cells: 100, isEdges: true }]);
  const collection = new Collection(options, space, new Map(), wait);
  const { record } = replay((draw) => draw.integer(0, 9), { alphabet: new Alphabet(), seed: 1 });
  const proposal = {
    arm: 'relearn',
    source: 'test',
    request: { seed: 1 },
    purpose: { kind: 'relearn', id } as const,
  };
  const features = Uint32Array.of(3);
  const passed = {
    made: { record, program: { language: 'c', main: 'test.c', files: [] } },
    costMs: 5,
    reached: { all: packFeatures(features), count: 1, hash: 1n },
  } as unknown as PassedTest;
  await collection.keep({ proposal, test: undefined }, passed, { keep: 'its-own', replaces: id }, features);
  const [entry] = [...collection.corpus.entries()];
  expect(entry).toMatchObject({ build: 'new build', replaces: id, origin });
  collection.close();
});
