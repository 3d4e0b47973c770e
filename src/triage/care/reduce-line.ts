/** The side line that reduces findings as they arrive, in slices, and finishes those that are as small as they get. */
import type { FindingRecord } from '../../finding/index.ts';
import { finishFinding } from '../reduction/finish-finding.ts';
import type { Program } from '../../program/index.ts';
import type { Reduced } from '../../reduce/index.ts';
import { SourcePool } from '../../source/index.ts';
import { openFailureTest } from '../reduction/open-failure-test.ts';
import { reduceFinding } from '../reduction/reduce-finding.ts';
import type { Finding } from '../../finding/index.ts';
import type { Campaigner, SharedLaboratory } from './campaigner.ts';
import type { CareOptions } from './care-options.ts';
import type { SideWork } from './side-job.ts';
import type { SideLine } from './side-line.ts';
import { triageTuning } from '../tuning.ts';

const FIRST_SLICE_MS = triageTuning.firstSliceMs.value;
const SLICE_GROWTH = triageTuning.sliceGrowth.value;

export interface ReduceLineParts {
  readonly options: CareOptions;
  readonly campaign: Campaigner;
  readonly laboratory: SharedLaboratory;
  /** Aborted when the campaign ends. */
  readonly end: AbortSignal;
}

interface Slice {
  readonly signature: string;
  readonly sliceMs: number;
}

export class ReduceLine implements SideLine {
  readonly name = 'reduce' as const;
  readonly share: number;
  readonly #parts: ReduceLineParts;
  readonly #waiting: Slice[] = [];
  /** Everything that the reduction under way has open. */
  readonly #open = new Set<{ close(): Promise<void> }>();

  constructor(parts: ReduceLineParts) {
    this.#parts = parts;
    this.share = parts.options.reduceShare;
  }

  /** A finding that deserves to be small. */
  offer({ signature, reduction }: FindingRecord): void {
    if (this.share <= 0 || reduction?.state === 'minimal') return;
    this.#waiting.push({ signature, sliceMs: FIRST_SLICE_MS });
  }

  next(): SideWork | undefined {
    const slice = this.#waiting.shift();
    return slice && ((pause) => this.#reduce(slice, pause));
  }

  /** The best so far lies on the disk, and the reduction goes on from it when the campaign does. */
  async interrupt(): Promise<void> {
    const { laboratory } = this.#parts;
    await Promise.all([laboratory, ...this.#open].map((each) => each.close()));
  }

  async #reduce(slice: Slice, pause: () => Promise<void>): Promise<void> {
    const { options, campaign } = this.#parts;
    const finding = this.#find(slice.signature);
    const definition = finding && campaign.definitions.get(finding.record.origin.source);
    if (finding === undefined || definition === undefined || finding.folder.isMuted) return;
    const { record, folder } = finding;
    const generators = new SourcePool(definition, 1);
    const { test, validity } = await openFailureTest(record, folder, definition, options.world);
    const open = [test, generators];
    for (const each of open) this.#open.add(each);
    try {
      const end = await this.#takeSlice(finding, slice, { generators, test, validity, pause });
      if (end === 'aborted') this.#waiting.push({ ...slice, sliceMs: slice.sliceMs * SLICE_GROWTH });
      else await this.#finish(slice.signature);
    } catch (error) {
      // The bug went away, with a compiler perhaps; `cgfuzz reduce` tells a person why.
      if (!isNoLongerThere(error)) throw error;
    } finally {
      for (const each of open) this.#open.delete(each);
      await Promise.all(open.map((each) => each.close()));
    }
  }

  /** Reduces until the slice is used up, and accounts for it as it goes. */
  async #takeSlice(
    finding: Finding,
    { signature, sliceMs }: Slice,
    { generators, test, validity, pause }: Opened,
  ): Promise<Reduced<Program>['end']> {
    const { campaign, end } = this.#parts;
    const slice = new AbortController();
    let countedMs = 0;
    const account = (): void => {
      const usedMs = test.cpuMs + generators.cpuMs;
      this.#spend(usedMs - countedMs);
      countedMs = usedMs;
    };
    try {
      const reduced = await reduceFinding(finding, {
        generators,
        test,
        ...(validity === undefined ? {} : { validity }),
        jobs: 1,
        signal: AbortSignal.any([end, slice.signal]),
        save: (more) => void campaign.findings.update(signature, more),
        beforeEach: async () => {
          account();
          if (countedMs >= sliceMs) slice.abort();
          if (!end.aborted) await pause();
        },
      });
      return reduced.end;
    } finally {
      account();
    }
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

interface Opened {
  readonly generators: SourcePool;
  readonly test: Awaited<ReturnType<typeof openFailureTest>>['test'];
  readonly validity: Awaited<ReturnType<typeof openFailureTest>>['validity'];
  readonly pause: () => Promise<void>;
}

function isNoLongerThere(error: unknown): boolean {
  return error instanceof Error && ['NotInterestingError', 'UserError'].includes(error.name);
}
