/** CPU time of work in the laboratory, charged to a side line. */
import type { SpentOn } from '../../campaign/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import type { LineParts } from './line-parts.ts';

/** Bill of one piece of work. */
export interface Bill {
  /** CPU time outside the laboratory. */
  ms: number;
  /** True if the work gave an answer about a test. */
  isCheck: boolean;
}

/** Charges the work also if it fails. */
export async function charged<Result>(
  { laboratory, campaign }: Pick<LineParts, 'laboratory' | 'campaign'>,
  on: SpentOn,
  work: (laboratory: Laboratory, bill: Bill) => Promise<Result>,
): Promise<Result> {
  const opened = await laboratory.open();
  const beforeMs = opened.cpuMs;
  const bill: Bill = { ms: 0, isCheck: false };
  try {
    return await work(opened, bill);
  } finally {
    // At least 1 ms, so that a job without measurable cost does not go on for ever.
    const ms = Math.max(1, opened.cpuMs - beforeMs + bill.ms);
    campaign.tell({ type: 'spent', on, ms, isCheck: bill.isCheck });
  }
}
