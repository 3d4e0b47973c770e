/**
 * Collection: the corpus of a campaign, with all knowledge about it. It knows the corpus's features, the
 * entries that are worth changing, and the sequences that were used lately.
 *
 * Invariant: each feature of the coverage map comes from an entry that is or was in this corpus, or in
 * another worker's.
 */
import { Alphabet, type ChoiceSequence } from '../choice/index.ts';
import { Corpus, type EntryInfo, entrySequence } from '../corpus/index.ts';
import { programSize } from '../program/index.ts';
import { CoverageMap, Focus, type Knowledge, type Parent, Parents, SequenceCache } from '../search/index.ts';
import { type FeatureSpace, unpackFeatures } from '../target/index.ts';
import type { Admitted } from './admit.ts';
import type { CampaignOptions } from './campaign-options.ts';
import { type WaitForRoom, whenThereIsRoom } from './full-disk.ts';
import { originOf } from './origin-of.ts';
import type { Planned } from './plan.ts';
import { union } from './reached.ts';
import type { PassedTest } from './run-test.ts';

type Options = Pick<CampaignOptions, 'folder' | 'sources' | 'build' | 'focus'>;

export class Collection {
  readonly corpus: Corpus;
  readonly coverage: CoverageMap;
  readonly parents: Parents;
  readonly #options: Options;
  readonly #wait: WaitForRoom;
  readonly #alphabets: ReadonlyMap<string, Alphabet>;
  readonly #sequences: SequenceCache;

  constructor(
    options: Options,
    space: FeatureSpace | undefined,
    alphabets: ReadonlyMap<string, Alphabet>,
    wait: WaitForRoom,
  ) {
    this.#options = options;
    this.#wait = wait;
    this.#alphabets = alphabets;
    this.corpus = Corpus.open(options.folder.corpus, options.folder);
    this.coverage = new CoverageMap(space, options.focus && new Focus(options.focus));
    this.parents = new Parents(this.coverage);
    this.#sequences = new SequenceCache((parent) => this.sequenceOf(parent.info));
    for (const text of this.corpus.warnings) wait.tell({ type: 'note', text });
  }

  /** The material that a strategy is made from. */
  get knowledge(): Knowledge {
    return {
      sources: this.#options.sources.map(({ name }) => name),
      build: this.#options.build,
      parents: this.parents,
      sequenceOf: (parent) => this.#sequences.get(parent),
      alphabetOf: (source) => this.#alphabets.get(source)!,
      note: (text) => this.#wait.tell({ type: 'note', text }),
    };
  }

  sequenceOf({ id, source }: EntryInfo): ChoiceSequence {
    return this.corpus.sequence(id, this.#alphabets.get(source)!);
  }

  /** Adds an entry with the features that the corpus has for it. */
  take(info: EntryInfo, keptFor?: Uint32Array): void {
    const features = this.corpus.packedFeatures(info.id);
    const news = keptFor ?? this.coverage.add(unpackFeatures(features)).features;
    this.#add(info, features, news, 0n);
  }

  /** Undefined if the corpus already has it, or if the campaign was stopped before the disk had room. */
  async keep(
    { proposal, test = 0 }: Planned,
    { made, costMs, reached, isChangedAnew }: PassedTest,
    { keep, replaces }: Admitted,
    keptFor: Uint32Array,
  ): Promise<Parent | undefined> {
    const { purpose, source } = proposal;
    // The features of an entry are learnt again; its origin stays the same.
    const before = purpose.kind === 'relearn' ? this.corpus.info(purpose.id)?.origin : undefined;
    const features = keep === 'its-own' ? reached.all : this.corpus.packedFeatures(replaces!);
    const sequence = entrySequence(made.record, source);
    const info = await whenThereIsRoom(
      () =>
        this.corpus.add({
          source,
          build: this.#options.build,
          costMs,
          choices: made.record.choiceCount,
          programBytes: programSize(made.program),
          featureCount: reached.count,
          freshCount: keptFor.length,
          origin: before ?? { test, ...originOf(proposal) },
          ...(replaces === undefined ? {} : { replaces }),
          sequence,
          features,
        }),
      this.#wait,
    );
    if (info === undefined) return undefined;
    const parent = this.#add(info, features, keptFor, reached.hash, isChangedAnew);
    this.#sequences.put(parent, made.record);
    this.#wait.tell({ type: 'kept', entry: info, newFeatures: keptFor.length });
    return parent;
  }

  close(): void {
    this.corpus.close();
  }

  #add(info: EntryInfo, features: Uint8Array, keptFor: Uint32Array, hash: bigint, isWanted = false): Parent {
    this.coverage.hold(features);
    const replaced = info.replaces === undefined ? undefined : this.parents.get(info.replaces);
    return this.parents.add(info, union([replaced?.keptFor, keptFor]), hash, isWanted);
  }
}
