/**
 * Laws of sharing, over virtual fleets: real collections, intakes and corpora, in one process and on time that is counted.
 * Equal seeds give equal fleets.
 */
import { describe, expect, it } from 'vitest';
import { CampaignFolder } from '../../../src/campaign/index.ts';
import { Alphabet, replay } from '../../../src/choice/index.ts';
import { Corpus } from '../../../src/corpus/index.ts';
import { Findings } from '../../../src/finding/index.ts';
import { Collection } from '../../../src/fuzz/collection.ts';
import { Intake } from '../../../src/fuzz/intake.ts';
import type { PassedTest } from '../../../src/fuzz/run-test.ts';
import { Sharing } from '../../../src/fuzz/sharing/sharing.ts';
import { programOf } from '../../../src/program/index.ts';
import { SEARCH } from '../../../src/search/arm.ts';
import { randomStrategy } from '../../../src/search/index.ts';
import { fuzzTuning } from '../../../src/fuzz/tuning.ts';
import type { SourceDefinition } from '../../../src/source/index.ts';
import { FeatureSpace } from '../../../src/target/features/feature-space.ts';
import { packFeatures, unpackFeatures } from '../../../src/target/index.ts';
import { emptyLine } from '../../fleet/lines.ts';
import { runs } from '../../runs.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { Sea, type Weather } from './sea.ts';

const BUILD = 'build';
const space = new FeatureSpace([{ name: 'edges', cells: 500, isEdges: true }]);

interface Worker {
  readonly name: string;
  readonly source: string;
  readonly collection: Collection;
  readonly sharing: Sharing;
}

class VirtualFleet {
  readonly sea: Sea;
  readonly workers: Worker[] = [];
  readonly #folders = new Map<string, CampaignFolder>();
  #tests = 0;

  constructor(seed: number, weather: Weather) {
    this.sea = new Sea(seed, weather);
  }

  /** Starts a worker, in the folder that it had before. */
  async start(name: string, source = 'test'): Promise<Worker> {
    const folder = this.#folders.get(name) ?? new CampaignFolder(temporaryFolder());
    const isResumed = this.#folders.has(name);
    this.#folders.set(name, folder);
    const sources = [{ name: source } as SourceDefinition];
    const options = { folder, sources, build: BUILD };
    let sharing: Sharing | undefined;
    const tell = (event: Parameters<Sharing['hear']>[0]): void => sharing?.hear(event);
    const wait = { signal: new AbortController().signal, isOver: () => false, tell };
    const collection = new Collection(options, space, new Map([[source, new Alphabet()]]), wait);
    const intake = new Intake(options, collection, tell);
    intake.open();
    const nowMs = (): number => this.sea.nowMs;
    sharing = new Sharing({
      exchange: this.sea.open(name),
      findings: new Findings(folder.findings, () => []),
      reduceLater: () => undefined,
      collection,
      intake,
      strategy: randomStrategy([source]),
      manifest: { build: BUILD, sources: [source], target: 'toy', args: [] } as never,
      build: BUILD,
      clock: { dateMs: nowMs, monotonicMs: nowMs, cpuMs: nowMs },
      targets: [{ coverage: { space, assumeSeen: async () => undefined } } as never],
      line: () => emptyLine,
      tell,
    });
    await sharing.open(isResumed);
    const worker = { name, source, collection, sharing };
    this.workers.push(worker);
    return worker;
  }

  /** A worker is gone without a word, as by SIGKILL. */
  kill(name: string): void {
    const at = this.workers.findIndex((each) => each.name === name);
    this.workers[at]!.collection.close();
    this.workers.splice(at, 1);
  }

  /** A worker makes a test that reaches some features, the low ones most often. */
  async test({ collection, source }: Worker): Promise<void> {
    const { sea } = this;
    const number = ++this.#tests;
    const reached = new Set<number>();
    for (let times = 1 + sea.below(12); times > 0; times--)
      reached.add(Math.min(sea.below(4_000), sea.below(4_000), sea.below(4_000)));
    const all = Uint32Array.from(reached).toSorted();
    const fresh = collection.coverage.add(all).features;
    if (fresh.length === 0) return;
    const { record } = replay((draw) => draw.integer(number, number), { alphabet: new Alphabet() });
    const passed = {
      made: { record, program: programOf('') },
      costMs: 1,
      reached: { fresh, all: packFeatures(all), count: all.length, hash: 0n },
    } as unknown as PassedTest;
    const proposal = { arm: 'fresh', source, request: { seed: number }, purpose: SEARCH };
    await collection.keep({ proposal, test: number }, passed, { keep: 'its-own' }, fresh);
  }

  /** All workers make tests and share, for so many rounds of some milliseconds. */
  async run(rounds: number, testShare = 0.7): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      this.sea.nowMs += 200 + this.sea.below(200);
      for (const worker of this.workers) {
        if (this.sea.chance(testShare)) await this.test(worker);
        await worker.sharing.work();
      }
    }
  }

  /** The sea is calm and nobody makes a test: everything that is under way arrives. */
  async quiet(): Promise<void> {
    this.sea.weather = { mostDelayMs: 0, failing: 0, repeated: 0 };
    this.sea.parted.clear();
    for (let round = 0; round < 400; round++) {
      this.sea.nowMs += 1_000;
      const before = this.sea.messages.length;
      for (const { sharing } of this.workers) await sharing.work();
      if (round > 30 && this.sea.messages.slice(before).every(({ parcel }) => parcel.note.kind !== 'test'))
        break;
    }
    for (const { sharing } of this.workers) await sharing.work();
  }

  end(): void {
    for (const { collection } of this.workers) collection.close();
  }

  /** Everything that any worker ever kept, killed ones too. */
  union(): number[] {
    const all = new Set<number>();
    for (const folder of this.#folders.values()) {
      const corpus = Corpus.read(folder.corpus);
      for (const { id } of corpus.entries()) for (const feature of corpus.features(id)) all.add(feature);
      corpus.close();
    }
    return [...all].toSorted((a, b) => a - b);
  }
}

const bad: Weather = { mostDelayMs: 5_000, failing: 0.2, repeated: 0.2 };
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `w${index}`);

describe.each([8, runs(24, 64)])('a fleet of %i', (size) => {
  const seeds = Array.from({ length: runs(size > 8 ? 1 : 2, 10) }, (_, seed) => seed);

  it.each(seeds)(
    'agrees on the union of what all reached, after bad weather, kills and a silence (seed %i)',
    async (seed) => {
      const fleet = new VirtualFleet(seed, bad);
      for (const name of names(size)) await fleet.start(name);
      for (let storm = 0; storm < 4; storm++) {
        await fleet.run(5);
        const name = `w${fleet.sea.below(size)}`;
        fleet.kill(name);
        fleet.sea.parted.add(`w${fleet.sea.below(size)}`);
        await fleet.run(3);
        await fleet.start(name);
      }
      await fleet.quiet();
      const union = fleet.union();
      for (const { name, collection } of fleet.workers)
        expect([...collection.coverage.seen.toArray()], `${name}, seed ${seed}`).toEqual(union);
      // Each feature was sent with a test, and none by a worker that knew the fleet to have it.
      const sent = new Set<number>();
      for (const { parcel } of fleet.sea.messages)
        if (parcel.note.kind === 'test')
          for (const feature of unpackFeatures(parcel.note.test.news)) sent.add(feature);
      expect(fleet.sea.needless).toEqual([]);
      expect(union.filter((feature) => !sent.has(feature))).toEqual([]);
      fleet.end();
    },
    120_000,
  );
});

it('is the same fleet for the same seed', async () => {
  const notes: string[][] = [];
  for (let time = 0; time < 2; time++) {
    const fleet = new VirtualFleet(7, bad);
    for (const name of names(6)) await fleet.start(name);
    await fleet.run(20);
    fleet.end();
    notes.push(
      fleet.sea.messages.map(
        ({ from, atMs, parcel: { note } }) =>
          `${atMs} ${from} ${note.kind} ${note.kind === 'test' ? note.test.id : ''}`,
      ),
    );
  }
  expect(notes[0]).toEqual(notes[1]);
  expect(notes[0]!.length).toBeGreaterThan(30);
});

it('sends no more than its rate, though every worker finds everything at once', async () => {
  const fleet = new VirtualFleet(3, { mostDelayMs: 100, failing: 0, repeated: 0 });
  for (const name of names(16)) await fleet.start(name);
  for (const worker of fleet.workers) for (let time = 0; time < 60; time++) await fleet.test(worker);
  await fleet.run(25, 0.5);
  const times = fleet.sea.messages
    .filter(({ parcel }) => parcel.note.kind === 'test')
    .map(({ atMs }) => atMs);
  const end = fleet.sea.nowMs;
  for (let from = 0; from + 2_000 <= end; from += 500) {
    const count = times.filter((atMs) => atMs >= from && atMs < from + 2_000).length;
    // Two seconds, and what had been saved up before them.
    expect(count).toBeLessThanOrEqual(3 * fuzzTuning.fleetNotesPerSecond.value);
  }
  // Most of what all found at once is struck out, and never sent.
  expect(times.length).toBeLessThan(16 * 60);
  fleet.end();
});

it('makes tests of others parents of all workers in a small fleet, and of eight in a large one', async () => {
  for (const [size, holders] of [
    [5, 5],
    [20, 8],
  ] as const) {
    const fleet = new VirtualFleet(1, { mostDelayMs: 0, failing: 0, repeated: 0 });
    for (const name of names(size)) await fleet.start(name);
    await fleet.run(30, 0);
    await fleet.test(fleet.workers[0]!);
    await fleet.quiet();
    const has = fleet.workers.filter(({ collection }) => collection.corpus.size > 0);
    // The worker that found it has it in any case.
    expect([holders, holders + 1]).toContain(has.length);
    const others = has.filter(({ name }) => name !== 'w0');
    for (const { collection } of others)
      expect([...collection.corpus.entries()][0]?.origin.arm).toBe('fleet');
    fleet.end();
  }
});

it.each(Array.from({ length: runs(3, 30) }, (_, seed) => seed))(
  'has everything again after it lost all that was sent, also of workers that are gone (seed %i)',
  async (seed) => {
    const fleet = new VirtualFleet(seed, bad);
    for (const name of names(5)) await fleet.start(name);
    await fleet.run(12);
    await fleet.quiet();
    fleet.kill('w0');
    const union = fleet.union();
    fleet.sea.lose();
    await fleet.run(4);
    await fleet.quiet();
    const sent = new Set<number>();
    for (const { parcel } of fleet.sea.messages)
      if (parcel.note.kind === 'test')
        for (const feature of unpackFeatures(parcel.note.test.news)) sent.add(feature);
    expect(union.filter((feature) => !sent.has(feature))).toEqual([]);
    // A newcomer reaches what all reached, and nobody sent a test twice.
    const late = await fleet.start('late');
    await fleet.quiet();
    expect([...late.collection.coverage.seen.toArray()]).toEqual(fleet.union());
    const ids = fleet.sea.messages.flatMap(({ from, parcel: { note } }) =>
      note.kind === 'test' ? [`${from} ${note.test.id}`] : [],
    );
    expect(new Set(ids).size).toBe(ids.length);
    fleet.end();
  },
  60_000,
);

it('takes features of others only as far as it has their sources', async () => {
  const calm: Weather = { mostDelayMs: 0, failing: 0, repeated: 0 };
  const fleet = new VirtualFleet(1, calm);
  const [a, b] = [await fleet.start('a'), await fleet.start('b', 'other')];
  for (let time = 0; time < 40; time++) await fleet.test(a);
  await fleet.quiet();
  expect(a.collection.coverage.seen.toArray().length).toBeGreaterThan(0);
  // The features of a are still new to b, which could not make the tests of a.
  expect(b.collection.coverage.seen.toArray()).toHaveLength(0);
  const late = await fleet.start('c', 'test');
  await fleet.quiet();
  expect([...late.collection.coverage.seen.toArray()]).toEqual([...a.collection.coverage.seen.toArray()]);
  fleet.end();
});
