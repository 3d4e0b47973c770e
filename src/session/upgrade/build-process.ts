/**
 * The program that builds a better target beside a campaign, at low priority, and reports its progress.
 *
 * It is no descendant of the campaign, so its CPU time does not count as the campaign's. Invariant: it ends
 * when its standard input ends, and so with the campaign, at any kind of end. Compiled objects stay for the
 * next attempt.
 */
import { setPriority } from 'node:os';
import { cacheFolder } from '../../build/index.ts';
import { buildTarget, type TargetSpec } from '../../target/index.ts';
import { progressText } from '../../util/progress-text.ts';
import { UserError } from '../../util/user-error.ts';
import type { BuildNews } from './upgrade.ts';

/** The person's own work goes first, and with only one core so does the campaign. */
const PRIORITY = 10;

const [spec = '', jobs = '1'] = process.argv.slice(2);
setPriority(PRIORITY);
const end = new AbortController();
process.stdin.on('end', () => end.abort()).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end.abort());
// Nobody listens any more.
process.stdout.on('error', () => end.abort());

function tell(news: BuildNews): void {
  process.stdout.write(`${JSON.stringify(news)}\n`);
}

try {
  await buildTarget(JSON.parse(spec) as TargetSpec, {
    cache: cacheFolder(process.env),
    nowMs: () => performance.now(),
    signal: end.signal,
    jobs: Number(jobs),
    onProgress: (progress) => tell({ type: 'progress', text: progressText(progress) }),
  });
  tell({ type: 'done' });
} catch (error) {
  if (!end.signal.aborted) tell({ type: 'failed', lines: linesOf(error) });
}
process.stdin.destroy();

function linesOf(error: unknown): string[] {
  if (error instanceof UserError) return [error.message, ...error.hints];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}
