/**
 * Runs a command of the person's so that nothing of it is left. When it has ended, was told to, or when this process
 * dies, however it dies, every process that it started ends too.
 *
 * The work is done by a small C program of ours (instrumentation/keeper) that stands between. Invariant: a process that
 * merely keeps the output open is not waited for.
 */
import { constants } from 'node:os';
import { execa } from 'execa';
import { prepareTool } from './executor.ts';

export interface KeptCommand {
  readonly file: string;
  readonly args?: readonly string[];
  /** Removed when this process is killed; otherwise its maker removes it. */
  readonly folder: string;
  /** Working folder; the folder itself unless told otherwise. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** Gets the output as it comes. */
  readonly onOutput: (text: string) => void;
}

export interface KeptEnd {
  readonly exitCode: number | undefined;
  /** By its name. */
  readonly signal: string | undefined;
  /** Why it could not be run at all. */
  readonly cannot: string | undefined;
  readonly isLate: boolean;
  /** CPU time of all processes that it started and that ended. */
  readonly cpuMs: number;
}

export async function runKept(
  { cache, searchPath }: { readonly cache: string; readonly searchPath: string },
  { file, args = [], folder, cwd = folder, env = {}, signal, timeoutMs, onOutput }: KeptCommand,
): Promise<KeptEnd> {
  const keeper = await prepareTool('keeper', ['keeper/cgfuzz-keeper.c'], cache, searchPath);
  const running = execa(keeper.file, [folder, file, ...args], {
    cwd,
    env: { ...env },
    // In a session of its own, so that Ctrl-C reaches it by way of us.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    all: true,
    buffer: { stdout: false, stderr: false, all: false, fd3: true },
    reject: false,
  });
  running.stdin.on('error', () => undefined);
  running.all.setEncoding('utf8').on('data', onOutput);
  const end = (): void => void running.stdin.write('x');
  let isLate = false;
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          isLate = true;
          end();
        }, timeoutMs);
  if (signal?.aborted === true) end();
  signal?.addEventListener('abort', end, { once: true });
  const { stdio } = await running;
  clearTimeout(timer);
  signal?.removeEventListener('abort', end);
  return { ...readReport(stdio[3]), isLate };
}

function readReport(report: string): Omit<KeptEnd, 'isLate'> {
  const cpuMs = Number(/^cpu (\d+)$/m.exec(report)?.[1] ?? 0);
  const [, what, detail = ''] = /^(exit|signal|cannot) (.*)$/m.exec(report) ?? [];
  if (what === 'exit') return { exitCode: Number(detail), signal: undefined, cannot: undefined, cpuMs };
  if (what === 'cannot') return { exitCode: undefined, signal: undefined, cannot: detail, cpuMs };
  const number = what === 'signal' ? Number(detail) : constants.signals.SIGKILL;
  const name = Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
  return { exitCode: undefined, signal: name ?? `signal ${number}`, cannot: undefined, cpuMs };
}
