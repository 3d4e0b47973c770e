/**
 * Intake: the only way into a campaign for tests that its search did not make. They come from earlier runs,
 * from an import or from another machine.
 *
 * There are three cases. A test that this exact build of the target has executed enters as it is, with its
 * features. A test that no build or another build has executed is executed again, to learn its features here.
 * A test that makes the target fail is a finding, and leaves the corpus.
 */
import { type ChoiceSequence, decodeSequence } from '../choice/index.ts';
import type { Tell } from '../campaign/index.ts';
import { type Entry, type EntryInfo, NOT_EXECUTED } from '../corpus/index.ts';
import type { Purpose } from '../search/index.ts';
import type { CampaignOptions } from './campaign-options.ts';
import type { Collection } from './collection.ts';
import type { Planned } from './plan.ts';
import { counted } from '../util/text.ts';

/** A test that waits for its execution here. */
interface Waiting {
  readonly source: string;
  readonly purpose: Purpose;
  readonly sequence: () => ChoiceSequence;
}

export class Intake {
  readonly #options: Pick<CampaignOptions, 'build' | 'sources' | 'following'>;
  readonly #collection: Collection;
  readonly #tell: Tell;
  readonly #waiting: Waiting[] = [];
  /** Number of tests handed out so far, which is the seed of the next one. */
  #handedOut = 0;

  constructor(
    options: Pick<CampaignOptions, 'build' | 'sources' | 'following'>,
    collection: Collection,
    tell: Tell,
  ) {
    this.#options = options;
    this.#collection = collection;
    this.#tell = tell;
  }

  /** Adds the corpus of earlier runs, as far as this needs no execution. */
  open(): void {
    const foreign: EntryInfo[] = [];
    for (const info of this.#collection.corpus.entries()) {
      if (!this.#isOurs(info)) continue;
      if (info.build === this.#options.build) this.#collection.take(info);
      else foreign.push(info);
    }
    this.#announce(foreign);
    for (const info of foreign) this.#learnAnew(info);
    this.#askAgain();
  }

  /**
   * Adds a test from elsewhere: at once if the same build executed it. Says whether the test belongs to one
   * of our sources. `keptFor` are its features that were new here, if the coverage map already has them.
   */
  arrive(entry: Entry, from: string, keptFor?: Uint32Array): boolean {
    if (!this.#isOurs(entry)) return false;
    const { id, replaces: _, ...about } = entry;
    if (this.#collection.corpus.info(id)?.build === this.#options.build) return true;
    if (entry.build === this.#options.build) {
      const info = this.#collection.corpus.add(about);
      if (info !== undefined) this.#collection.take(info, keptFor);
      return true;
    }
    const { source } = entry;
    const sequence = (): ChoiceSequence =>
      decodeSequence(entry.sequence, this.#collection.knowledge.alphabetOf(source)).sequence;
    this.#waiting.push({ source, purpose: { kind: 'arrival', from }, sequence });
    return true;
  }

  /** True if this campaign has the source, and so can make its tests. */
  canUse(source: string): boolean {
    return this.#options.sources.some(({ name }) => name === source);
  }

  /** True while kept tests wait for their first execution on this build. */
  get isRelearning(): boolean {
    return this.#waiting.slice(this.#handedOut).some(({ purpose }) => purpose.kind === 'relearn');
  }

  /** The next test that must be executed to enter. */
  next(): Planned | undefined {
    const waiting = this.#waiting[this.#handedOut];
    if (waiting === undefined) return undefined;
    const seed = this.#handedOut++;
    const { source, purpose, sequence } = waiting;
    const request = { sequence: sequence(), seed };
    return { proposal: { arm: purpose.kind, source, request, purpose }, test: undefined };
  }

  /** Removes an entry that became a finding; the entry it had replaced comes back. */
  expel(id: string): void {
    for (const info of this.#collection.corpus.remove(id)) {
      if (info.build === this.#options.build) this.#collection.take(info);
      else if (this.#isOurs(info)) this.#learnAnew(info);
    }
  }

  #isOurs({ source }: Pick<EntryInfo, 'source'>): boolean {
    return this.#options.sources.some(({ name }) => name === source);
  }

  #learnAnew(info: EntryInfo): void {
    this.#waiting.push({
      source: info.source,
      purpose: { kind: 'relearn', id: info.id },
      sequence: () => this.#collection.sequenceOf(info),
    });
  }

  /** Tests that passed with another version of the compiler; one that fails now is a regression. */
  #askAgain(): void {
    const { passed, since } = this.#options.following ?? {};
    if (passed === undefined || since === undefined) return;
    const tests = passed.tests().filter((test) => this.#isOurs(test));
    if (tests.length === 0) return;
    this.#tell({ type: 'note', text: `${counted(tests.length, 'test')} that ${since} passed: asked again` });
    for (const { source, sequence } of tests)
      this.#waiting.push({
        source,
        purpose: { kind: 'again' },
        sequence: () => decodeSequence(sequence, this.#collection.knowledge.alphabetOf(source)).sequence,
      });
  }

  #announce(entries: readonly EntryInfo[]): void {
    const imported = entries.filter(({ build }) => build === NOT_EXECUTED).length;
    const again = entries.length - imported;
    const note = (text: string): void => this.#tell({ type: 'note', text });
    if (again > 0)
      note(`the target is another build: ${again} tests are executed again to learn what they reach`);
    if (imported > 0) note(`${imported} tests were imported, and are executed to learn what they reach`);
  }
}
