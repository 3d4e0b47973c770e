/**
 * The program of one process of a campaign that has several: a worker of the fleet in the campaign's folder.
 *
 * Invariant: it ends soon after its parent, at any kind of end, since the channel to the parent closes then.
 */
import { setFlagsFromString } from 'node:v8';
import { circumstanceOf } from '../../util/circumstance.ts';
import { UserError } from '../../util/user-error.ts';
import { runSession, type SessionListener } from '../run-session.ts';
import { sessionTuning } from '../tuning.ts';
import type { FromProcess, ProcessOrder, ToProcess } from './messages.ts';

// Fewer collections in one go take less CPU time; the command does the same.
setFlagsFromString('--no-incremental-marking');

const end = new AbortController();

/** Kept tests are on the disk, so a process that does not end in order is ended. */
function endSoon(): void {
  end.abort();
  setTimeout(() => process.exit(1), sessionTuning.endingMs.value).unref();
}

// Ctrl-C reaches all processes of a terminal, but the parent decides when to end.
process.on('SIGINT', () => undefined);
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, endSoon);
process.on('disconnect', endSoon);
process.on('uncaughtException', (error) => tell(failureOf(error), () => process.exit(1)));
process.on('message', (message: ToProcess) => {
  if (message === 'end') endSoon();
  else void work(message);
});

function tell(message: FromProcess, then: () => void = () => undefined): void {
  if (process.connected) process.send!(message, then);
  else then();
}

async function work({ settings, cwd, isTrusted }: ProcessOrder): Promise<void> {
  const context = {
    cwd,
    env: process.env,
    dateMs: () => Date.now(),
    monotonicMs: () => Math.round(performance.now()),
    signal: end.signal,
    isTrusted,
  };
  let last: FromProcess;
  try {
    last = { type: 'done', line: await runSession(settings, context, listener) };
  } catch (error) {
    last = failureOf(error);
  }
  tell(last, () => process.exit(last.type === 'done' ? 0 : 1));
}

const listener: SessionListener = {
  say: () => undefined,
  onPreparing: () => undefined,
  onBegin: () => tell({ type: 'begun' }),
  onEvent: (event) => {
    if (event.type === 'progress') tell({ type: 'progress', line: event.line });
    else if (event.type === 'note' || event.type === 'disk-full' || event.type === 'disk-free') tell(event);
  },
};

function failureOf(error: unknown): FromProcess {
  const told = error instanceof UserError ? error : circumstanceOf(error);
  if (told !== undefined) return { type: 'mistake', message: told.message, hints: told.hints };
  return { type: 'error', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
