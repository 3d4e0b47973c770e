/** Progress of a long job: in a terminal one line that is overwritten, elsewhere a line now and then. */
import type { Progress } from '../../target/index.ts';
import { progressText, type SayStep } from '../../util/progress-text.ts';
import { harmless } from '../../util/text.ts';
import type { Context } from '../command.ts';

const quietMs = 10_000;

export function showProgress(
  context: Context,
  verbose: boolean,
): { show: (progress: Progress) => void; step: SayStep; end: () => void } {
  const terminal = context.columns !== undefined && !verbose;
  let toldMs = -Infinity;
  let toldStep = '';
  const show = (progress: Progress): void => {
    const text = progressText(progress);
    const nowMs = context.monotonicMs();
    if (terminal) {
      context.raw.stderr(`\r${harmless(text).slice(0, (context.columns ?? 80) - 1)}\u001B[K`);
      return;
    }
    if (verbose && progress.file !== undefined) context.stderr(`${text}  ${progress.file}\n`);
    else if (progress.step !== toldStep || nowMs - toldMs >= quietMs) context.stderr(`${text}\n`);
    else return;
    toldMs = nowMs;
    toldStep = progress.step;
  };
  // The estimate of the time left follows from the work since the first count of a step.
  let first: { readonly step: string; readonly done: number; readonly atMs: number } | undefined;
  const step: SayStep = (text, { done, total } = { done: 0, total: 0 }) => {
    const nowMs = context.monotonicMs();
    if (first?.step !== text) first = { step: text, done, atMs: nowMs };
    const since = done - first.done;
    const leftMs = since <= 0 ? undefined : ((nowMs - first.atMs) / since) * (total - done);
    show({ step: text, done, total, leftMs });
  };
  return {
    show,
    step,
    end: () => {
      if (terminal) context.raw.stderr('\r\u001B[K');
    },
  };
}
