/** The ways into a campaign, and the way out. */
import { describe, expect, it } from 'vitest';
import { type CampaignEvent, CampaignFolder } from '../../src/campaign/index.ts';
import { Alphabet, replay } from '../../src/choice/index.ts';
import { Corpus, type Entry, entrySequence, NOT_EXECUTED } from '../../src/corpus/index.ts';
import { Collection } from '../../src/fuzz/collection.ts';
import { Intake } from '../../src/fuzz/intake.ts';
import type { Planned } from '../../src/fuzz/plan.ts';
import { FeatureSpace } from '../../src/target/features/feature-space.ts';
import { packFeatures } from '../../src/target/index.ts';
import type { SourceDefinition } from '../../src/source/index.ts';
import { entryOf } from '../corpus/entries.ts';
import { temporaryFolder } from '../target/world.ts';

const BUILD = 'this build';
const space = new FeatureSpace([{ name: 'edges', cells: 125 }]);

/** A test of one choice, so that it can be told from others, with a feature of its own. */
function testOf(number: number, target: string, more: Partial<Entry> = {}): Omit<Entry, 'id'> {
  const { record } = replay((draw) => draw.integer(number, number), { alphabet: new Alphabet() });
  const sequence = entrySequence(record, more.source ?? 'test');
  return entryOf(number, {
    build: target,
    sequence,
    features: packFeatures(Uint32Array.of(8 * number)),
    ...more,
  });
}

interface Opened {
  readonly intake: Intake;
  readonly collection: Collection;
  readonly notes: readonly string[];
  /** All that are executed to be taken in. */
  readonly plans: () => Planned[];
}

function opened(entries: readonly Omit<Entry, 'id'>[]): Opened {
  const folder = new CampaignFolder(temporaryFolder());
  const corpus = Corpus.open(folder.corpus);
  for (const entry of entries) corpus.add(entry);
  corpus.close();
  const sources = [{ name: 'test' } as SourceDefinition];
  const options = { folder, sources, build: BUILD, signal: new AbortController().signal };
  const notes: string[] = [];
  const alphabets = new Map([['test', new Alphabet()]]);
  const tell = (event: CampaignEvent): void => {
    if (event.type === 'note') notes.push(event.text);
  };
  const wait = { signal: options.signal, isOver: () => false, tell };
  const collection = new Collection(options, space, alphabets, wait);
  const intake = new Intake(options, collection, tell);
  intake.open();
  const plans = (): Planned[] => {
    const all: Planned[] = [];
    for (let plan = intake.next(); plan !== undefined; plan = intake.next()) all.push(plan);
    return all;
  };
  return { intake, collection, notes, plans };
}

describe('the corpus of earlier runs', () => {
  it('is taken in as it is where this build executed it, and executed again where not', () => {
    const others = [testOf(3, 'another build'), testOf(4, NOT_EXECUTED)];
    const { collection, plans, notes } = opened([
      testOf(1, BUILD),
      testOf(2, BUILD),
      ...others,
      testOf(5, BUILD, { source: 'a source that is not used' }),
    ]);
    expect(collection.parents.size).toBe(2);
    expect(collection.coverage.features).toBe(2);
    const again = plans();
    expect(again.map(({ proposal }) => proposal.purpose.kind)).toEqual(['relearn', 'relearn']);
    expect(again.map(({ proposal }) => proposal.request.sequence!.choiceCount)).toEqual([1, 1]);
    expect(again.every(({ test }) => test === undefined)).toBe(true);
    expect(notes).toHaveLength(2);
  });
});

describe('a test from elsewhere', () => {
  const arriving = (entry: Omit<Entry, 'id'>): Entry => {
    const folder = temporaryFolder();
    const corpus = Corpus.open(folder);
    const { id } = corpus.add(entry)!;
    return corpus.entry(id);
  };

  it('is believed where the same build executed it, once', () => {
    const { intake, collection, plans } = opened([testOf(1, BUILD)]);
    expect(intake.arrive(arriving(testOf(2, BUILD)), 'a')).toBe(true);
    expect(intake.arrive(arriving(testOf(2, BUILD)), 'b')).toBe(true);
    expect(plans()).toEqual([]);
    expect(collection.corpus.size).toBe(2);
    expect(collection.coverage.features).toBe(2);
    expect(collection.parents.size).toBe(2);
  });

  it('is executed where another build did, and is no entry before', () => {
    const { intake, collection, plans } = opened([]);
    expect(intake.arrive(arriving(testOf(2, 'another build')), 'a')).toBe(true);
    expect(collection.corpus.size).toBe(0);
    expect(plans().map(({ proposal }) => proposal.purpose)).toEqual([{ kind: 'arrival', from: 'a' }]);
  });

  it('of a source that is not used stays outside', () => {
    const { intake, collection, plans } = opened([]);
    expect(intake.arrive(arriving(testOf(2, BUILD, { source: 'other' })), 'a')).toBe(false);
    expect([collection.corpus.size, plans().length]).toEqual([0, 0]);
  });
});

describe('an entry that makes the target fail', () => {
  it('leaves, and what it had taken the place of is taken in instead', () => {
    const first = opened([testOf(1, 'another build')]);
    const [old] = [...first.collection.corpus.entries()];
    const better = first.collection.corpus.add(testOf(2, 'another build', { replaces: old!.id }))!;
    expect(first.plans()).toHaveLength(1);
    first.intake.expel(better.id);
    expect(first.plans().map(({ proposal }) => proposal.purpose)).toEqual([{ kind: 'relearn', id: old!.id }]);
    expect([...first.collection.corpus.entries()]).toEqual([old]);
  });
});
