/**
 * A campaign's folder: the places of its files, the process that may write there, and the version of cgfuzz
 * that wrote it.
 *
 * Invariant: at most one process writes to a campaign: the process that has its lock, on all machines that
 * share the folder. A process that lost the lock writes nothing more.
 */
import { appendFileSync, existsSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { circumstanceOf, reasonOf } from '../util/circumstance.ts';
import {
  Hold,
  type Holder,
  hintsOf,
  holderOf,
  ownerInWords,
  takeIfSilent,
  takeLock,
} from '../ownership/index.ts';
import { MOST_TABLE_BYTES, readRegular, readRegularText } from '../util/read-regular.ts';
import { makeFolder } from '../util/make-folder.ts';
import {
  aFlag,
  aNumber,
  aText,
  fieldsOf,
  listOf,
  mapOf,
  optional,
  parseJsonAs,
  type Shape,
} from '../util/shape.ts';
import { printable } from '../util/text.ts';
import { UserError } from '../util/user-error.ts';
import { writeFileAtomic } from '../util/write-file-atomic.ts';
import type { FleetWorker } from './event.ts';
import { type StatsLine, statsShape } from './stats-line.ts';

/** Version of the folder as a whole; raise it if an older cgfuzz could not read the folder. */
export const CAMPAIGN_FORMAT = 1;

/** Sources, target and version: written once, and compared when the campaign is resumed. */
export interface Manifest {
  readonly format: number;
  readonly cgfuzz: string;
  readonly startedAt: string;
  readonly sources: readonly string[];
  /** Files of the sources that do not come with cgfuzz, by name. */
  readonly modules?: Readonly<Record<string, string>>;
  readonly target: string;
  /** The exact build of the target: features mean something only within one build. */
  readonly build: string;
  readonly seed: number;
  readonly strategy: string;
  readonly args: readonly string[];
  /** The tier of options that are drawn for each program; absent if none are. */
  readonly options?: string;
}

export const manifestShape: Shape<Manifest> = fieldsOf<Manifest>({
  format: aNumber,
  cgfuzz: aText,
  startedAt: aText,
  sources: listOf(aText),
  modules: optional(mapOf(aText)),
  target: aText,
  build: aText,
  seed: aNumber,
  strategy: aText,
  args: listOf(aText),
  options: optional(aText),
});
/** The fields that a manifest of any format has. */
const formatShape = fieldsOf<Pick<Manifest, 'format' | 'cgfuzz'>>({ format: aNumber, cgfuzz: aText });

/** Form of a file that may be lost: with a checksum, so that a damaged one is ignored. */
interface Checked {
  readonly crc32: number;
  readonly content: unknown;
}

export interface SeenFleet {
  readonly atMs: number;
  readonly workers: readonly FleetWorker[];
}

const fleetShape = fieldsOf<SeenFleet>({
  atMs: aNumber,
  workers: listOf(
    fieldsOf<FleetWorker>({
      name: aText,
      isAlive: aFlag,
      silentMs: optional(aNumber),
      executions: aNumber,
      cpuMs: aNumber,
      findings: aNumber,
      tests: aNumber,
      features: aNumber,
    }),
  ),
});

/** Room that a finding takes: its programs, its choices, its report. */
const FINDING_BYTES = 262_144;

/** Files that may be lost, and what the campaign loses with each. */
const losable: Readonly<Record<string, string>> = {
  'state.json': 'what the search had learnt is learnt anew',
  'learnt.json': 'what was learnt of single tests is learnt anew',
  'fleet.json': 'what each worker of the fleet did is told again by those that run',
  'features.json': 'edges and other features of earlier builds are not told apart',
};

export class CampaignFolder {
  readonly path: string;
  #hold: Hold | undefined;
  /** True if the last line of the statistics may be incomplete. */
  #isTorn = false;

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

  /** The first of each kind of test that could not be used. */
  get unused(): string {
    return join(this.path, 'unused');
  }

  /** Some of the tests that passed, if the campaign follows its compiler. */
  get passed(): string {
    return join(this.path, 'passed');
  }

  get exists(): boolean {
    return existsSync(this.#manifest);
  }

  /** Takes the folder for this process; refuses a campaign that another process may be writing. */
  lock(): void {
    this.#own(this.#locking(() => takeLock(this.#lockFile)));
  }

  /**
   * Takes the folder as `lock` does. If the other process may have ended on another machine, it waits for a sign
   * of life of that process.
   */
  async lockPatiently(say: (text: string) => void, signal: AbortSignal, leaseMs?: number): Promise<void> {
    this.#locking(() => makeFolder(this.path));
    const onSilent = ({ owner }: Holder): void =>
      say(`${ownerInWords(owner)} had the campaign in ${this.path}; waiting for a sign of life of it`);
    try {
      this.#own(await takeIfSilent(this.#lockFile, { leaseMs, signal, onSilent }));
    } catch (error) {
      if (error instanceof UserError || signal.aborted) throw error;
      throw this.#cannotWrite(error);
    }
  }

  get #lockFile(): string {
    return join(this.path, 'lock');
  }

  #locking<Result>(work: () => Result): Result {
    try {
      makeFolder(this.path);
      return work();
    } catch (error) {
      throw error instanceof UserError ? error : this.#cannotWrite(error);
    }
  }

  #own(taken: Hold | Holder): void {
    if (!(taken instanceof Hold)) throw this.#inUse(taken);
    this.#hold = taken;
  }

  #inUse(holder: Holder): UserError {
    return new UserError(
      `the campaign in ${this.path} is running already, as ${ownerInWords(holder.owner)}`,
      [
        ...hintsOf(this.#lockFile, holder),
        'two campaigns cannot share a folder; name another one with --dir',
        'to use several cores in one campaign: --jobs N',
      ],
    );
  }

  /** The process that writes here now, if one does. */
  get writer(): number | undefined {
    return holderOf(this.#lockFile)?.owner.pid;
  }

  /** Throws if another process took the folder, since this one gave no sign of life. */
  refuseLoss(): void {
    this.#hold?.refuseLoss(`the campaign in ${this.path}`);
  }

  /**
   * True if the process that had this folder before may be asleep, and not dead. It may still finish a write.
   * So this process appends to no file that the other one appended to.
   */
  get isAfterSilence(): boolean {
    return this.#hold?.before === 'silent';
  }

  unlock(): void {
    this.#hold?.release();
    this.#hold = undefined;
  }

  readManifest(): Manifest {
    let text: string;
    try {
      text = readRegularText(this.#manifest);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
      throw new UserError(`there is no campaign in ${this.path}`, [
        'start one: cgfuzz run --dir FOLDER',
        `a campaign's folder holds a file campaign.json`,
      ]);
    }
    try {
      const { format, cgfuzz } = parseJsonAs(formatShape, text);
      if (format === CAMPAIGN_FORMAT) return parseJsonAs(manifestShape, text);
      throw this.#otherFormat(format, cgfuzz);
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw new UserError(`${this.#manifest} is damaged: ${printable((error as Error).message)}`, [
        'move it away and run again: the corpus is kept, and what it reached is learnt anew',
      ]);
    }
  }

  #otherFormat(format: number, cgfuzz: string): UserError {
    return new UserError(
      `the campaign in ${this.path} was made by cgfuzz ${printable(cgfuzz)}; its format is ${format}, and this cgfuzz reads ${CAMPAIGN_FORMAT}`,
      [
        'use that cgfuzz, or start a campaign in another folder',
        'to take its corpus along: with that cgfuzz, corpus export; with this one, corpus import',
      ],
    );
  }

  writeManifest(manifest: Manifest): void {
    this.refuseLoss();
    makeFolder(this.path);
    writeFileAtomic(this.#manifest, `${JSON.stringify(manifest, undefined, 2)}\n`);
  }

  /** Forgets the settings if no test was made with them, so that the next command may have others. */
  forgetIfUnused(): void {
    if (this.readStats().length === 0) rmSync(this.#manifest, { force: true });
  }

  /** Undefined if there is no readable state: the state saves time and holds nothing that must be kept. */
  readState(): unknown {
    return this.#readJson('state.json');
  }

  /** The campaign writes it every second, so it must be small. */
  writeState(state: unknown): void {
    this.#writeJson('state.json', state);
  }

  /**
   * State that the search learnt about single entries; undefined if it is lost, like the campaign's state.
   */
  readLearnt(): unknown {
    return this.#readJson('learnt.json');
  }

  /**
   * Writes the state of all entries. Its size grows with the number of entries, so the campaign writes it
   * only now and then.
   */
  writeLearnt(learnt: unknown): void {
    this.#writeJson('learnt.json', learnt);
  }

  /** The workers of the fleet at the last look; undefined if the campaign was always alone. */
  readFleet(): SeenFleet | undefined {
    const seen = this.#readJson('fleet.json');
    return fleetShape.problem(seen, 'it') === undefined ? (seen as SeenFleet) : undefined;
  }

  writeFleet(seen: SeenFleet): void {
    this.#writeJson('fleet.json', seen);
  }

  /** Number of cells that are edges in a build of the target; all cells if the number is not noted. */
  edgeCellsOf(build: string): number {
    const noted = this.#readJson('features.json') as Readonly<Record<string, number>> | undefined;
    const cells = noted?.[build];
    return typeof cells === 'number' ? cells : Infinity;
  }

  /** Notes the number, so that the corpus can be read later without its target. */
  noteEdgeCells(build: string, cells: number): void {
    if (this.edgeCellsOf(build) === cells) return;
    this.#writeJson('features.json', {
      ...(this.#readJson('features.json') as object | undefined),
      [build]: cells,
    });
  }

  /** Damage to files that may be lost, in words. */
  get warnings(): readonly string[] {
    const lost = Object.entries(losable)
      .filter(([name]) => existsSync(join(this.path, name)) && this.#readJson(name) === undefined)
      .map(([name, loss]) => `${join(this.path, name)} is damaged or of another cgfuzz: ${loss}`);
    return [...lost, ...this.#warningsOfStats()];
  }

  #warningsOfStats(): string[] {
    try {
      const { damaged } = this.#readLines();
      return damaged > 0 ? [`${this.stats}: ${damaged} lines are damaged; left out`] : [];
    } catch (error) {
      const told = error instanceof UserError ? error : circumstanceOf(error);
      if (told === undefined) throw error;
      return [told.message];
    }
  }

  #readJson(name: string): unknown {
    try {
      const { crc32: said, content } = JSON.parse(
        readRegularText(join(this.path, name), MOST_TABLE_BYTES),
      ) as Checked;
      return said === crc32(JSON.stringify(content)) ? content : undefined;
    } catch {
      return undefined;
    }
  }

  /** Writes a new file and renames it into its place, without a sync. */
  #writeJson(name: string, value: unknown): void {
    this.refuseLoss();
    const file = join(this.path, name);
    const content = JSON.stringify(value);
    // Makes a new file. If a link or another thing has this name, cgfuzz removes it, and does not write through
    // it.
    rmSync(`${file}.tmp`, { force: true, recursive: true });
    writeFileSync(`${file}.tmp`, `{"crc32":${crc32(content)},"content":${content}}`, { flag: 'wx' });
    renameSync(`${file}.tmp`, file);
  }

  /** Throws the system's error if not even a finding of usual size can be written. */
  tryWriting(): true {
    const file = join(this.path, 'room.tmp');
    try {
      rmSync(file, { force: true });
      writeFileSync(file, Buffer.alloc(FINDING_BYTES), { flag: 'wx' });
      return true;
    } finally {
      rmSync(file, { force: true });
    }
  }

  appendStats(line: StatsLine): void {
    this.refuseLoss();
    // A full disk may leave a part of a line, which would spoil the next line.
    if (this.#isTorn) this.mendStats();
    this.#isTorn = true;
    appendFileSync(this.stats, `${JSON.stringify(line)}\n`);
    this.#isTorn = false;
  }

  /** All whole lines of the statistics, in the order of CPU time. */
  readStats(): readonly StatsLine[] {
    return this.#readLines().lines;
  }

  /** Tests in the corpus by the last line; 0 if there is no readable line, which `warnings` tells. */
  get countedTests(): number {
    try {
      return this.readStats().at(-1)?.corpus ?? 0;
    } catch {
      return 0;
    }
  }

  /** A killed process may leave an incomplete last line, which is no damage. */
  #readLines(): { readonly lines: readonly StatsLine[]; readonly damaged: number } {
    if (!existsSync(this.stats)) return { lines: [], damaged: 0 };
    const texts = readRegularText(this.stats, MOST_TABLE_BYTES).split('\n');
    texts.pop();
    const lines: StatsLine[] = [];
    for (const text of texts) {
      try {
        lines.push(parseJsonAs(statsShape, text));
      } catch {
        // Counted below.
      }
    }
    return { lines, damaged: texts.length - lines.length };
  }

  /** Cuts off the line that a killed process did not finish. */
  mendStats(): void {
    if (!existsSync(this.stats)) return;
    const bytes = readRegular(this.stats, MOST_TABLE_BYTES);
    const end = bytes.lastIndexOf(0x0a) + 1;
    if (end < bytes.length) truncateSync(this.stats, end);
  }

  #cannotWrite(error: unknown): UserError {
    return new UserError(`a campaign cannot be kept in ${this.path}: ${reasonOf(error)}`, [
      'name another folder: --dir FOLDER',
    ]);
  }

  get #manifest(): string {
    return join(this.path, 'campaign.json');
  }
}
