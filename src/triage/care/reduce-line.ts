/**
 * The side line that reduces findings as they arrive, in slices, and finishes fully reduced ones. A slice ends
 * if it has removed too little for too long.
 *
 * Choices come first. A finding that is still large after one slice of choices goes to the step on text. This
 * step need not search the culprit each time. Large findings come before small ones, so that no finding gets
 * its last percent while another is still unreadable. Among large ones, findings that one compile shows come
 * first, then the smallest, which stays first while it shrinks. If they took turns, all would become small
 * late, and a campaign that ends would leave most of them large.
 */
import { type Finding, type FindingRecord, foreignCommand, shippedText } from '../../finding/index.ts';
import { recogniseBug } from '../known/recognise-bug.ts';
import { triageKinds } from '../kinds/index.ts';
import { finishFinding } from '../reduction/finish-finding.ts';
import { hasContract, Laboratory } from '../../laboratory/index.ts';
import { type Program, programSize } from '../../program/index.ts';
import { type Reduced, reduceTuning } from '../../reduce/index.ts';
import { type SourceDefinition, SourcePool } from '../../source/index.ts';
import { openFailureTest } from '../reduction/open-failure-test.ts';
import { reduceFinding } from '../reduction/reduce-finding.ts';
import { type FindingTextOptions, reduceFindingText } from '../reduction/reduce-finding-text.ts';
import type { Campaigner, SharedLaboratory } from './campaigner.ts';
import type { CareOptions } from './care-options.ts';
import type { SideWork } from './side-job.ts';
import type { SideLine } from './side-line.ts';
import { triageTuning } from '../tuning.ts';

const FIRST_SLICE_MS = triageTuning.firstSliceMs.value;
const SLICE_GROWTH = triageTuning.sliceGrowth.value;
const SHRUNK = triageTuning.shrunk.value;
const SMALL_BYTES = triageTuning.smallBytes.value;

export interface ReduceLineParts {
  readonly options: CareOptions;
  readonly campaign: Campaigner;
  readonly laboratory: SharedLaboratory;
  /** Aborted when the campaign ends. */
  readonly end: AbortSignal;
}

export interface Slice {
  readonly signature: string;
  readonly sliceMs: number;
  readonly isOnText: boolean;
  /**
   * True if a compile alone does not show it, or reaches its time limit: then each question costs at least
   * five times as much.
   */
  readonly isCostly: boolean;
  /** How large its finding is now. */
  readonly bytes: number;
  /** Number of slices in a row that removed little. */
  readonly idle: number;
}

export class ReduceLine implements SideLine {
  readonly name = 'reduce' as const;
  readonly share: number;
  readonly #parts: ReduceLineParts;
  #waiting: readonly Slice[] = [];
  /** Everything that the running reduction has open. */
  readonly #open = new Set<{ close(): Promise<void> }>();

  constructor(parts: ReduceLineParts) {
    this.#parts = parts;
    this.share = parts.options.shares.reduce ?? 0;
  }

  get beginsAtOnce(): boolean {
    return true;
  }

  /** A finding that deserves to be small. A known bug needs no other small program. */
  offer({ signature, kind, reduction, textReduction, shipped }: FindingRecord): void {
    const isOnText = textReduction?.state === 'running';
    const isDone = textReduction?.state === 'minimal' || (reduction?.state === 'minimal' && !isOnText);
    if (this.share === 0 || isDone || shipped !== undefined) return;
    const bytes = sizeOf(this.#find(signature));
    const isCostly = triageKinds[kind].isCostly === true;
    this.#wait({ signature, sliceMs: FIRST_SLICE_MS, isOnText, isCostly, bytes, idle: 0 });
  }

  /** Keeps the known bug that the finding shows, by running. */
  async recognise(finding: Finding): Promise<Finding> {
    const known = await recogniseBug(finding, this.#parts.options.world);
    if (known === undefined) return finding;
    return this.#parts.campaign.findings.update(finding.record.signature, known);
  }

  next(): SideWork | undefined {
    const slice = nextSlice(this.#waiting);
    this.#waiting = this.#waiting.filter((each) => each !== slice);
    return slice && ((pause) => this.#reduce(slice, pause));
  }

  /** The folder may come from somebody else: only commands that this campaign's person gave may run. */
  #isForeign(record: FindingRecord, definition: SourceDefinition): boolean {
    const { target, argumentsOf, tell } = this.#parts.campaign;
    const foreign = foreignCommand(record, { target, args: argumentsOf(definition).args });
    if (foreign === undefined) return false;
    tell({ type: 'note', text: `finding ${record.id} is not reduced: ${foreign}` });
    return true;
  }

  #wait(slice: Slice): void {
    this.#waiting = [...this.#waiting, slice];
  }

  /** The best so far is on the disk, and the reduction continues from it in the campaign's next run. */
  async interrupt(): Promise<void> {
    const { laboratory } = this.#parts;
    await Promise.all([laboratory, ...this.#open].map((each) => each.close()));
  }

  async #reduce(slice: Slice, pause: () => Promise<void>): Promise<void> {
    const { options, campaign } = this.#parts;
    const seen = this.#find(slice.signature);
    const definition = seen && campaign.definitions.get(seen.record.origin.source);
    if (seen === undefined || definition === undefined || seen.folder.isMuted) return;
    if (this.#isForeign(seen.record, definition)) return;
    const finding = await this.recognise(seen);
    const { shipped, id } = finding.record;
    // A known bug needs no other small program.
    if (shipped !== undefined) {
      campaign.tell({ type: 'note', text: `finding ${id} is ${shippedText(shipped)}` });
      return;
    }
    if (!(await campaign.mayReduce(slice.signature))) return;
    const { record, folder } = finding;
    const generators = new SourcePool(definition, 1);
    const { test, validity } = await openFailureTest(record, folder, definition, options.world);
    const open = [test, generators];
    for (const each of open) this.#open.add(each);
    try {
      const opened = { generators, test, validity, pause };
      const end = await (slice.isOnText
        ? this.#takeTextSlice(finding, slice, opened)
        : this.#takeSlice(finding, slice, opened));
      const isOnText = slice.isOnText || end === 'slow' || this.#isForText(finding);
      if (end !== 'aborted' && isOnText === slice.isOnText) await this.#finish(slice.signature);
      else this.#wait(this.#sliceAfter(slice, isOnText));
    } catch (error) {
      // The bug is gone, perhaps with its compiler; `cgfuzz reduce` tells a person the reason.
      if (!isNoLongerThere(error)) throw error;
    } finally {
      for (const each of open) this.#open.delete(each);
      await Promise.all(open.map((each) => each.close()));
    }
  }

  #sliceAfter(slice: Slice, isOnText: boolean): Slice {
    const bytes = sizeOf(this.#find(slice.signature));
    const isIdle = isOnText === slice.isOnText && bytes > slice.bytes * SHRUNK;
    const sliceMs = slice.sliceMs * SLICE_GROWTH;
    return { ...slice, isOnText, sliceMs, bytes, idle: isIdle ? slice.idle + 1 : 0 };
  }

  /** True if choices left it too large. */
  #isForText(finding: Finding): boolean {
    return sizeOf(this.#find(finding.record.signature)) > SMALL_BYTES && mayGoToText(finding);
  }

  /** Reduces until the slice is used up, and accounts for its time. */
  async #takeSlice(
    finding: Finding,
    slice: Slice,
    { generators, test, validity, pause }: Opened,
  ): Promise<Reduced<Program>['end']> {
    return this.#within(slice, pause, [test, generators], async (how) => {
      const reduced = await reduceFinding(finding, {
        ...how,
        generators,
        test,
        ...(validity === undefined ? {} : { validity }),
        mayCheckAtEnd: () => !this.#parts.end.aborted,
        jobs: 1,
        ...(mayGoToText(finding) ? { patience: reduceTuning.patience.value } : {}),
      });
      return reduced.end;
    });
  }

  async #takeTextSlice(
    finding: Finding,
    slice: Slice,
    { test, validity, pause }: Opened,
  ): Promise<'minimal' | 'aborted'> {
    if (validity !== undefined) validity.isGuarded = true;
    const laboratory = await Laboratory.open(this.#parts.options.world);
    this.#open.add(laboratory);
    try {
      const asked = { test, laboratory, mayCheckAtEnd: () => !this.#parts.end.aborted };
      return await this.#within(slice, pause, [test, laboratory], (how) =>
        reduceFindingText(finding, { ...how, ...asked }),
      );
    } finally {
      this.#open.delete(laboratory);
      await laboratory.close();
    }
  }

  /** Does the work until the slice's time has passed since the last shrinking, and accounts for its time. */
  async #within<T>(
    given: Slice,
    pause: () => Promise<void>,
    users: readonly { readonly cpuMs: number }[],
    work: (how: SliceHow) => Promise<T>,
  ): Promise<T> {
    const { signature, sliceMs, bytes } = given;
    const { campaign, end } = this.#parts;
    const slice = new AbortController();
    let countedMs = 0;
    let last = { bytes, atMs: 0 };
    const account = (): void => {
      const usedMs = users.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
      this.#spend(usedMs - countedMs);
      countedMs = usedMs;
    };
    try {
      return await work({
        signal: AbortSignal.any([end, slice.signal]),
        save: (more) => void campaign.findings.update(signature, more),
        beforeEach: async () => {
          account();
          const now = this.#reached(signature);
          // Opening it again would lose learnt answers, and cost a check.
          if (now <= last.bytes * SHRUNK) last = { bytes: now, atMs: countedMs };
          const isUsedUp = countedMs - last.atMs >= sliceMs;
          if (isUsedUp || (now <= SMALL_BYTES && this.#mustMakeRoom(bytes))) slice.abort();
          if (!end.aborted) await pause();
        },
      });
    } finally {
      account();
    }
  }

  /** True if the finding has just become readable, and another waiting one is not readable yet. */
  #mustMakeRoom(bytesBefore: number): boolean {
    return bytesBefore > SMALL_BYTES && this.#waiting.some(({ bytes }) => bytes > SMALL_BYTES);
  }

  /** Size in bytes, according to the record. */
  #reached(signature: string): number {
    const { reduction, textReduction } = this.#find(signature)?.record ?? {};
    return textReduction?.bytes.to ?? reduction?.bytes.to ?? Infinity;
  }

  async #finish(signature: string): Promise<void> {
    const finding = this.#find(signature);
    if (finding === undefined) return;
    const laboratory = await this.#parts.laboratory.open();
    const beforeMs = laboratory.cpuMs;
    this.#parts.campaign.findings.update(signature, await finishFinding(finding, laboratory));
    this.#spend(laboratory.cpuMs - beforeMs);
  }

  #find(signature: string): Finding | undefined {
    return this.#parts.campaign.findings.all().find(({ record }) => record.signature === signature);
  }

  #spend(ms: number): void {
    this.#parts.campaign.tell({ type: 'spent', on: this.name, ms });
  }
}

type SliceHow = Pick<FindingTextOptions, 'signal' | 'save' | 'beforeEach'>;

interface Opened {
  readonly generators: SourcePool;
  readonly test: Awaited<ReturnType<typeof openFailureTest>>['test'];
  readonly validity: Awaited<ReturnType<typeof openFailureTest>>['validity'];
  readonly pause: () => Promise<void>;
}

/** The text of a program with a contract must stay, since the contract belongs to it. */
function mayGoToText({ record, folder }: Finding): boolean {
  const program = folder.program('original', record.program);
  return program !== undefined && !hasContract(program);
}

/** Its present size in bytes. */
function sizeOf(finding: Finding | undefined): number {
  if (finding === undefined) return Infinity;
  const { record, folder } = finding;
  const reduced = record.textReduction?.bytes.to ?? record.reduction?.bytes.to;
  if (reduced !== undefined) return reduced;
  const original = folder.program('original', record.program);
  return original === undefined ? Infinity : programSize(original);
}

/** The next finding to reduce; undefined if none waits. */
export function nextSlice(waiting: readonly Slice[]): Slice | undefined {
  const isSmall = ({ bytes }: Slice): boolean => bytes <= SMALL_BYTES;
  const [next] = waiting.toSorted((a, b) => {
    if (isSmall(a) || isSmall(b)) return Number(isSmall(a)) - Number(isSmall(b)) || a.sliceMs - b.sliceMs;
    return a.idle - b.idle || Number(a.isCostly) - Number(b.isCostly) || a.bytes - b.bytes;
  });
  return next;
}

function isNoLongerThere(error: unknown): boolean {
  return error instanceof Error && ['NotInterestingError', 'UserError'].includes(error.name);
}
