/**
 * The folders of a campaign in several processes: a fleet in the campaign's own folder.
 *
 *     processes/workers/p1/campaign    the campaign of the first process, and so on
 *
 * A campaign that ran in one process so far becomes the first process's campaign, so that all learnt state
 * stays.
 */
import { copyFileSync, cpSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CampaignFolder, readUnusedTests, UnusedTests } from '../../campaign/index.ts';
import { type Corpus, Corpus as Corpora, copyEntry } from '../../corpus/index.ts';
import { makeFolder } from '../../util/make-folder.ts';
import { readRegular } from '../../util/read-regular.ts';

/** Files of a campaign that hold no learnt state. */
const LEFT_BEHIND = /^(processes.*|lock.*|report\.html|.*\.tmp)$/;
const BUGS = 'avoid.json';

export class ProcessFolders {
  readonly #campaign: string;

  constructor(campaign: string) {
    this.#campaign = campaign;
  }

  get fleet(): string {
    return join(this.#campaign, 'processes');
  }

  /** True if the campaign ran in several processes before. */
  get exist(): boolean {
    return existsSync(this.fleet);
  }

  of(name: string): CampaignFolder {
    return new CampaignFolder(join(this.fleet, 'workers', name, 'campaign'));
  }

  /** Makes the folders; `first` gets the campaign's content so far. */
  make(first: string): void {
    if (this.exist) return;
    const fresh = `${this.fleet}.tmp`;
    rmSync(fresh, { recursive: true, force: true });
    const into = join(fresh, 'workers', first, 'campaign');
    makeFolder(into);
    for (const name of readdirSync(this.#campaign))
      if (!LEFT_BEHIND.test(name)) cpSync(join(this.#campaign, name), join(into, name), { recursive: true });
    renameSync(fresh, this.fleet);
    // The first process continues from there.
    for (const name of ['state.json', 'learnt.json']) rmSync(join(this.#campaign, name), { force: true });
  }

  /**
   * Gives tests to a process that is not running, for example tests that a person imported into the campaign.
   */
  give(name: string, from: Corpus, isWanted: (id: string) => boolean): void {
    const infos = [...from.entries()].filter(({ id }) => isWanted(id));
    if (infos.length === 0) return;
    const into = Corpora.open(this.of(name).corpus);
    for (const info of infos) if (into.info(info.id) === undefined) copyEntry(into, from, info);
    into.close();
  }

  /** All processes avoid the bugs that a person told the campaign to avoid. */
  shareAvoided(names: readonly string[]): void {
    const own = join(this.#campaign, BUGS);
    if (!existsSync(own)) return;
    for (const name of names) {
      const { path } = this.of(name);
      const there = join(path, BUGS);
      if (existsSync(there) && statSync(there).mtimeMs >= statSync(own).mtimeMs) continue;
      makeFolder(path);
      copyFileSync(own, there);
    }
  }

  /** Copies examples of unusable tests from the processes into the campaign's folder. */
  gatherUnused(names: readonly string[]): void {
    const own = new UnusedTests(new CampaignFolder(this.#campaign).unused);
    for (const name of names)
      for (const { folder, ...test } of readUnusedTests(this.of(name).unused)) {
        if (!own.wants(test)) continue;
        const files = readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && entry.name !== 'why.json')
          .map((entry) => join(entry.parentPath, entry.name))
          .map((path) => ({ path: path.slice(folder.length + 1), bytes: readRegular(path) }));
        own.keep(test, files);
      }
  }
}
