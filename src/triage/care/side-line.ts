/**
 * Side line: one kind of side job, with its share of a campaign's CPU time. To add a kind, write a side line
 * and name it in `care.ts`.
 *
 * Invariants: a line has one job at a time, and takes a step only while it has used less than its share. Some
 * lines look for failures that may not exist. Such a line must save the average cost of a step before each
 * step. So short campaigns keep their shares as well. An interrupted line ends within a moment, whatever its
 * step waits for, and loses nothing that was on the disk. Work that finds the disk full starts again once
 * there is room.
 */
import { setTimeout } from 'node:timers/promises';
import type { SpentOn } from '../../campaign/index.ts';
import { isDiskFull } from '../../util/circumstance.ts';
import { SideJob, type SideWork } from './side-job.ts';
import { triageTuning } from '../tuning.ts';

export interface SideLine {
  /** The kind of work to which its time is charged. */
  readonly name: SpentOn;
  /** Share of the campaign's CPU time, from 0 (none) to below 1. */
  readonly share: number;
  /** True if it examines real failures, which even a short campaign wants to report. */
  readonly beginsAtOnce?: boolean;
  /** The next job; undefined while there is none. */
  next(): SideWork | undefined;
  /** Ends the waits of its job, so that the job fails or ends soon. */
  interrupt(): Promise<void>;
}

const FIRST_STEP_MS = triageTuning.firstStepMs.value;
const GRACE_MS = triageTuning.graceMs.value;

export class RunningLine {
  readonly #line: SideLine;
  readonly #roomAgain: () => Promise<boolean>;
  #job: SideJob | undefined;
  #spentMs: number;
  readonly #steps = { count: 0, ms: 0 };
  #ending: Promise<void> = Promise.resolve();
  #isBrokenOff = false;

  /** `roomAgain` waits for room on the disk, and returns false if the campaign ends first. */
  constructor(line: SideLine, spentMs: number, roomAgain: () => Promise<boolean>) {
    this.#line = line;
    this.#spentMs = spentMs;
    this.#roomAgain = roomAgain;
  }

  get name(): SpentOn {
    return this.#line.name;
  }

  get share(): number {
    return this.#line.share;
  }

  spend(ms: number): void {
    this.#spentMs += ms;
  }

  /** Expected CPU time of a step. */
  get #expectedMs(): number {
    if (this.#line.beginsAtOnce === true) return 0;
    const { count, ms } = this.#steps;
    return count === 0 ? FIRST_STEP_MS : ms / count;
  }

  /** Takes steps until it has used its share of the total, has nothing to do, or the campaign is out of time. */
  async work(wholeMs: number, isOver: () => boolean = () => false): Promise<void> {
    const isDue = (): boolean => this.#spentMs + this.#expectedMs < wholeMs * this.share && !isOver();
    while (isDue() && this.#job?.isStepping !== true) {
      const work = this.#job === undefined ? this.#line.next() : undefined;
      if (work !== undefined) this.#job = new SideJob(this.#persevering(work));
      if (this.#job === undefined) return;
      await this.#step(this.#job);
    }
  }

  /** Gives a job that should end a moment to do so. */
  async finish(): Promise<void> {
    if (this.#job === undefined) return;
    this.#ending = endOf(this.#job).catch((error: unknown) => {
      // A job that was broken off fails, which is no news.
      if (!this.#isBrokenOff) throw error;
    });
    await withinGrace(this.#ending);
  }

  /** Breaks off a job that did not end. */
  async breakOff(): Promise<void> {
    this.#isBrokenOff = true;
    if (this.#job === undefined) return;
    await withinGrace(Promise.all([this.#line.interrupt(), this.#ending]));
  }

  #persevering(work: SideWork): SideWork {
    return async (pause) => {
      for (;;) {
        try {
          return await work(pause);
        } catch (error) {
          if (!isDiskFull(error)) throw error;
        }
        if (!(await this.#roomAgain())) return;
      }
    };
  }

  async #step(job: SideJob): Promise<void> {
    const beforeMs = this.#spentMs;
    try {
      await job.step();
    } finally {
      this.#steps.count++;
      this.#steps.ms += this.#spentMs - beforeMs;
      if (job.isOver) this.#job = undefined;
    }
  }
}

/** Waits for the work, but not for long; the work continues by itself. */
export async function withinGrace(work: Promise<unknown>): Promise<void> {
  await Promise.race([work, setTimeout(GRACE_MS, undefined, { ref: false })]);
}

async function endOf(job: SideJob): Promise<void> {
  while (!job.isOver) await job.step();
}
