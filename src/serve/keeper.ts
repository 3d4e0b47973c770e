/**
 * Runs a command of the person's, and leaves nothing of it behind. After its end, after a request to end, or
 * after this process's death of any kind, every process that it started ends, too.
 *
 * A small C program of ours (instrumentation/keeper) between the two does this work. Invariant: a process
 * that merely keeps the output open is not waited for.
 */
import { constants } from 'node:os';
import { execa } from 'execa';
import { prepareTool } from './executor.ts';

export interface KeptCommand {
  readonly file: string;
  readonly args?: readonly string[];
  /** The keeper removes the folder if this process is killed; otherwise its maker removes it. */
  readonly folder: string;
  /** Working folder; by default `folder` itself. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** Receives the output as it comes. */
  readonly onOutput: (text: string) => void;
}

export interface KeptEnd {
  readonly exitCode: number | undefined;
  /** By its name. */
  readonly signal: string | undefined;
  /** The reason why the command could not run at all. */
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
    // A session of its own, so that Ctrl-C reaches it only through us.
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
