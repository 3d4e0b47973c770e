/**
 * A campaign's folder: where everything of it lies, who may write there, and which version of cgfuzz wrote it.
 *
 * Invariant: at most one process writes to a campaign. A lock names its process by id and start time, so that the lock of
 * a process that was killed holds nobody up, nor that of a process whose id another one got since.
 */
import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../util/make-folder.ts';
import { UserError } from '../util/user-error.ts';
import { writeFileAtomic } from '../util/write-file-atomic.ts';

/** Of the folder as a whole; raised when an older cgfuzz could not make sense of it. */
export const CAMPAIGN_FORMAT = 1;

/** Who and what: written once, and compared when the campaign is resumed. */
export interface Manifest {
  readonly format: number;
  readonly cgfuzz: string;
  readonly startedAt: string;
  readonly sources: readonly string[];
  readonly target: string;
  /** The very build of the target, whose features mean something only to itself. */
  readonly build: string;
  readonly seed: number;
  readonly strategy: string;
  readonly args: readonly string[];
}

export class CampaignFolder {
  readonly path: string;
  #lockFile: string | undefined;

  constructor(path: string) {
    this.path = path;
  }

  get corpus(): string {
    return join(this.path, 'corpus');
  }

  get findings(): string {
    return join(this.path, 'findings');
  }

  get stats(): string {
    return join(this.path, 'stats.jsonl');
  }

  get exists(): boolean {
    return existsSync(this.#manifest);
  }

  /** Takes the folder for this process; a campaign of another format, or in use, is refused. */
  lock(): void {
    try {
      makeFolder(this.path);
    } catch (error) {
      throw this.#cannotWrite(error);
    }
    const file = join(this.path, 'lock');
    const own = `${process.pid} ${startTimeOf(process.pid) ?? ''}\n`;
    for (let attempt = 0; ; attempt++) {
      try {
        const fd = openSync(file, 'wx');
        writeSync(fd, own);
        closeSync(fd);
        this.#lockFile = file;
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 10)
          throw this.#cannotWrite(error);
        const holder = holderOf(file);
        if (holder !== undefined) {
          throw new UserError(`the campaign in ${this.path} is running already, as process ${holder}`, [
            'two campaigns cannot share a folder; name another one with --dir',
            'to use several cores in one campaign: --jobs N',
          ]);
        }
        takeAway(file);
      }
    }
  }

  unlock(): void {
    if (this.#lockFile !== undefined) rmSync(this.#lockFile, { force: true });
    this.#lockFile = undefined;
  }

  readManifest(): Manifest {
    let manifest: Manifest;
    try {
      manifest = JSON.parse(readFileSync(this.#manifest, 'utf8')) as Manifest;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        throw new UserError(`there is no campaign in ${this.path}`, [
          'start one: cgfuzz run --dir FOLDER',
          `a campaign's folder holds a file campaign.json`,
        ]);
      }
      throw new UserError(`${this.#manifest} is damaged: ${(error as Error).message}`, [
        'move it away and run again: the corpus is kept, and what it reached is learnt anew',
      ]);
    }
    if (manifest.format !== CAMPAIGN_FORMAT) {
      throw new UserError(
        `the campaign in ${this.path} was made by cgfuzz ${manifest.cgfuzz}; its format is ${manifest.format}, and this cgfuzz reads ${CAMPAIGN_FORMAT}`,
        [
          'use that cgfuzz, or start a campaign in another folder',
          'to take its corpus along: with that cgfuzz, corpus export; with this one, corpus import',
        ],
      );
    }
    return manifest;
  }

  writeManifest(manifest: Manifest): void {
    makeFolder(this.path);
    writeFileAtomic(this.#manifest, `${JSON.stringify(manifest, undefined, 2)}\n`);
  }

  /** Undefined where there is none, or none that can be read: a state saves time and holds nothing that must be kept. */
  readState(): unknown {
    return this.#readJson('state.json');
  }

  /** It is written every second, and so must be small. */
  writeState(state: unknown): void {
    this.#writeJson('state.json', state);
  }

  /** What was learnt of single entries; as with the state. */
  readLearnt(): unknown {
    return this.#readJson('learnt.json');
  }

  /** As large as there are entries: for now and then. */
  writeLearnt(learnt: unknown): void {
    this.#writeJson('learnt.json', learnt);
  }

  /** How many cells are edges for a build of the target; every cell where nobody noted it. */
  edgeCellsOf(build: string): number {
    const noted = this.#readJson('features.json') as Readonly<Record<string, number>> | undefined;
    const cells = noted?.[build];
    return typeof cells === 'number' ? cells : Infinity;
  }

  /** So that a corpus can be read later without the target that it was executed on. */
  noteEdgeCells(build: string, cells: number): void {
    if (this.edgeCellsOf(build) === cells) return;
    this.#writeJson('features.json', {
      ...(this.#readJson('features.json') as object | undefined),
      [build]: cells,
    });
  }

  #readJson(name: string): unknown {
    try {
      return JSON.parse(readFileSync(join(this.path, name), 'utf8'));
    } catch {
      return undefined;
    }
  }

  /** Renamed into its place, not synced. */
  #writeJson(name: string, value: unknown): void {
    const file = join(this.path, name);
    const fd = openSync(`${file}.tmp`, 'w');
    try {
      writeSync(fd, JSON.stringify(value));
    } finally {
      closeSync(fd);
    }
    renameSync(`${file}.tmp`, file);
  }

  appendStats(line: object): void {
    appendFileSync(this.stats, `${JSON.stringify(line)}\n`);
  }

  /** All lines of the statistics; a torn last one, of a process that was killed, is cut off. */
  readStats<Line>(): Line[] {
    if (!existsSync(this.stats)) return [];
    const lines = readFileSync(this.stats, 'utf8').split('\n');
    return lines.flatMap((line) => {
      try {
        return [JSON.parse(line) as Line];
      } catch {
        return [];
      }
    });
  }

  /** Cuts off what a killed process did not write to the end. */
  mendStats(): void {
    if (!existsSync(this.stats)) return;
    const bytes = readFileSync(this.stats);
    const end = bytes.lastIndexOf(0x0a) + 1;
    if (end < bytes.length) truncateSync(this.stats, end);
  }

  #cannotWrite(error: unknown): UserError {
    return new UserError(`a campaign cannot be kept in ${this.path}: ${(error as Error).message}`, [
      'name another folder: --dir FOLDER',
    ]);
  }

  get #manifest(): string {
    return join(this.path, 'campaign.json');
  }
}

/** The process that holds a lock; undefined where it has ended. */
function holderOf(file: string): number | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  const [pid = '', started = ''] = text.trim().split(' ');
  const now = startTimeOf(Number(pid));
  return now !== undefined && (started === '' || now === started) ? Number(pid) : undefined;
}

/** Renaming first, so that of two processes that saw the same old lock only one removes it. */
function takeAway(file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    // Somebody else may have been faster, and this be their new one.
    if (holderOf(aside) !== undefined) renameSync(aside, file);
    else rmSync(aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** In clock ticks since the machine started; undefined where there is no such process. */
function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
