/**
 * Intake: the one door through which tests enter a campaign that its search did not make.
 *
 * What this very build of the target has executed is taken in as it is, with its features. What another build executed, or
 * none, is executed again: what its features were is of no use, what reached them is.
 */
import type { Tell } from '../campaign/index.ts';
import { type EntryInfo, NOT_EXECUTED } from '../corpus/index.ts';
import type { CampaignOptions } from './campaign-options.ts';
import type { Collection } from './collection.ts';
import type { Plan } from './plan.ts';

export class Intake {
  readonly #options: Pick<CampaignOptions, 'build' | 'sources'>;
  readonly #collection: Collection;
  readonly #tell: Tell;
  /** To be executed, the next one last. */
  readonly #waiting: { readonly info: EntryInfo; readonly seed: number }[] = [];

  constructor(options: Pick<CampaignOptions, 'build' | 'sources'>, collection: Collection, tell: Tell) {
    this.#options = options;
    this.#collection = collection;
    this.#tell = tell;
  }

  /** Takes in the corpus of earlier runs, as far as nothing has to be executed for it. */
  open(): void {
    const { build, sources } = this.#options;
    const names = new Set(sources.map(({ name }) => name));
    const foreign: EntryInfo[] = [];
    for (const info of this.#collection.corpus.entries()) {
      if (!names.has(info.source)) continue;
      if (info.target === build) this.#collection.take(info);
      else foreign.push(info);
    }
    this.#announce(foreign);
    this.#waiting.push(...foreign.map((info, seed) => ({ info, seed })).toReversed());
  }

  /** The next test that is to be executed to be taken in. */
  next(): Plan | undefined {
    const { info, seed } = this.#waiting.pop() ?? {};
    if (info === undefined) return undefined;
    const { source, id } = info;
    const request = { sequence: this.#collection.sequenceOf(info), seed: seed! };
    const proposal = { arm: 'relearn', source, request, purpose: { kind: 'relearn', id } as const };
    return { proposal, test: undefined };
  }

  #announce(entries: readonly EntryInfo[]): void {
    const imported = entries.filter(({ target }) => target === NOT_EXECUTED).length;
    const again = entries.length - imported;
    const note = (text: string): void => this.#tell({ type: 'note', text });
    if (again > 0)
      note(`the target is another build: ${again} tests are executed again to learn what they reach`);
    if (imported > 0) note(`${imported} tests were imported, and are executed to learn what they reach`);
  }
}
