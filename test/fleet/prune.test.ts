/** A fleet that is pruned: smaller, and still whole for readers that were there and for those that come later. */
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CampaignFolder, type Manifest } from '../../src/campaign/index.ts';
import { Corpus, sequenceId } from '../../src/corpus/index.ts';
import { collect, testsThere } from '../../src/fleet/index.ts';
import { FleetFolder, FolderView } from '../../src/fleet/folder/fleet-folder.ts';
import { FolderExchange } from '../../src/fleet/folder/folder-exchange.ts';
import { Collecting } from '../../src/fleet/service/collecting.ts';
import type { Arrival, Parcel } from '../../src/fuzz/index.ts';
import { reachedFeatures } from '../../src/report/campaign-data.ts';
import { packFeatures } from '../../src/target/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { emptyLine } from './lines.ts';

const { signal } = new AbortController();
const taking = { patienceMs: 500, signal, say: () => undefined };
const manifest: Manifest = {
  format: 1,
  cgfuzz: '1',
  startedAt: '2026-01-01',
  sources: ['test'],
  target: 'toy',
  build: 'build',
  seed: 1,
  strategy: 'guided',
  args: [],
};

/** A test with a sequence of 4 KB. Four of them reach all features of any number of them. */
function parcelOf(number: number): Parcel {
  const sequence = Buffer.alloc(4_096, `sequence ${number} `);
  const features = packFeatures(Uint32Array.of(1, 10 + (number % 4)));
  const about = { source: 'test', build: 'build', arm: 'fresh', costMs: 1, choices: 2, programBytes: 3 };
  const test = { ...about, id: sequenceId(sequence), featureCount: 2, atMs: number, news: features };
  const files = [
    { path: 'sequence', bytes: sequence },
    { path: 'features', bytes: features },
  ];
  return { note: { kind: 'test', test }, files };
}

function lineOf(cpuMs: number): Parcel {
  const line = { ...emptyLine, cpuMs, atMs: cpuMs };
  const earnings = { tests: 1, arms: {}, squares: 1 };
  return { note: { kind: 'line', build: 'build', line, earnings }, files: [] };
}

const begin: Parcel = { note: { kind: 'worker', manifest }, files: [] };
const numbers = (from: number, to: number): Parcel[] =>
  Array.from({ length: to - from }, (_, index) => parcelOf(from + index));

function bytesOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

async function receiveAll(view: Pick<FolderView, 'receive'>): Promise<Arrival[]> {
  const all: Arrival[] = [];
  for (;;) {
    const arrivals = await view.receive(2 ** 20);
    if (arrivals.length === 0) return all;
    all.push(...arrivals);
  }
}

const idsOf = (arrivals: readonly Arrival[]): Set<string> =>
  new Set(arrivals.flatMap(({ note }) => (note.kind === 'test' ? [note.test.id] : [])));

describe('a pruned fleet', () => {
  it('is smaller, has every test and feature for all readers, and goes on', async () => {
    const path = temporaryFolder();
    const fleet = new FleetFolder(path);
    // Three starts of a worker; the third one still runs.
    for (const parcels of [numbers(0, 40), numbers(30, 80)]) {
      const before = await FolderExchange.open(path, 'a', taking);
      await before.send([begin, ...parcels, lineOf(parcels.length)]);
      await before.close();
    }
    const a = await FolderExchange.open(path, 'a', taking);
    await a.send([{ ...begin, note: { ...begin.note, manifest: { ...manifest, seed: 3 } } as never }]);
    await a.send([...numbers(80, 85), lineOf(1_000)]);
    const reader = new FolderView(fleet, () => 0);
    expect(idsOf(await receiveAll(reader)).size).toBe(85);

    const out = new CampaignFolder(join(temporaryFolder(), 'all'));
    const openView = async (): Promise<FolderView> => new FolderView(fleet, () => 0);
    const parts = { openView, out, renderFinding: () => [], onFinding: () => undefined, signal };
    const collecting = new Collecting(parts);
    onTestFinished(() => collecting.close());
    await collecting.take();
    expect(collecting.size.tests).toBe(85);
    const before = bytesOf(fleet.worker('a'));
    // Files of a pruning that was killed.
    writeFileSync(join(fleet.worker('a'), '000004.files'), '');
    writeFileSync(join(fleet.worker('a'), '000004.notes.tmp'), '');
    const gone = await collecting.prune(path, signal);
    expect(gone).toBeGreaterThan(0.8 * before);
    expect(await collecting.prune(path, signal)).toBe(0);
    expect(readdirSync(fleet.worker('a')).filter((name) => name.startsWith('000004'))).toEqual([]);

    expect(bytesOf(fleet.worker('a'))).toBe(before - gone);

    // A reader that was there hears again what it knew, and nothing that is wrong.
    const again = await receiveAll(reader);
    expect([reader.damaged, idsOf(again).size]).toEqual([0, 80]);
    expect(again.filter(({ note }) => note.kind === 'line' || note.kind === 'worker')).toEqual([]);
    // A newcomer hears everything, and has a sequence for each feature.
    const newcomer = await receiveAll(new FolderView(fleet, () => 0));
    expect(idsOf(newcomer).size).toBe(85);
    expect(newcomer.findLast(({ note }) => note.kind === 'worker')?.note).toMatchObject({
      manifest: { seed: 3 },
    });
    expect((await testsThere(new FolderView(fleet, () => 0))).get('a')?.size).toBe(85);
    const other = join(temporaryFolder(), 'other');
    const options = { renderFinding: () => [], isDistilled: false, signal };
    const collected = await collect(new FolderView(fleet, () => 0), other, options);
    expect([collected.damaged, collected.features]).toEqual([0, 5]);
    const corpus = Corpus.read(join(other, 'corpus'));
    expect([...reachedFeatures(corpus, 'build')]).toEqual([1, 10, 11, 12, 13]);
    corpus.close();

    // The worker and the collection go on, and a later start of the worker makes new files.
    await a.send(numbers(85, 90));
    await a.close();
    const next = await FolderExchange.open(path, 'a', taking);
    await next.send(numbers(90, 91));
    await next.close();
    await collecting.take();
    expect(collecting.size.tests).toBe(91);
    expect(out.readStats().at(-1)?.cpuMs).toBe(1_000);
  });

  it('loses nothing that the collected campaign lacks', async () => {
    const path = temporaryFolder();
    const a = await FolderExchange.open(path, 'a', taking);
    await a.send([begin, ...numbers(0, 20)]);
    const fleet = new FleetFolder(path);
    const out = new CampaignFolder(join(temporaryFolder(), 'all'));
    const openView = async (): Promise<FolderView> => new FolderView(fleet, () => 0);
    const parts = { openView, out, renderFinding: () => [], onFinding: () => undefined, signal };
    const collecting = new Collecting(parts);
    onTestFinished(() => collecting.close());
    await collecting.take();
    // These come after the last look of the collection.
    await a.send(numbers(20, 40));
    await a.close();
    expect(await collecting.prune(path, signal)).toBeGreaterThan(0);
    await collecting.take();
    expect(collecting.size.tests).toBe(40);
  });

  it('has files that nobody appends to, though a worker runs for months', async () => {
    const path = temporaryFolder();
    const a = await FolderExchange.open(path, 'a', taking);
    const { note } = parcelOf(1);
    for (let number = 0; number < 4; number++)
      await a.send([{ note, files: [{ path: 'sequence', bytes: Buffer.alloc(2 ** 24, number) }] }]);
    await a.close();
    expect(readdirSync(join(path, 'workers/a')).filter((name) => name.endsWith('.notes'))).toEqual([
      '000001.notes',
      '000002.notes',
    ]);
  });
});
