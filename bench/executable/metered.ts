/**
 * Runs a program until it and all that it started used so much CPU time, as the kernel accounts it.
 *
 * One clock holds for all engines, since libFuzzer and AFL++ stop by wall time, which on a busy machine is no measure.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const MS_PER_TICK = 10;
const LOOK_MS = 50;
/** After an interrupt an engine writes down what it has; then it is killed. */
const PATIENCE_MS = 20_000;

export interface Metered {
  readonly command: string;
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cpuMs: number;
  /** Is called with the CPU time so far, some times a second and once after the end, and says whether it is enough. */
  readonly isEnough?: (usedMs: number) => boolean;
}

/** Returns the CPU time that was used; for a program that ended by itself, up to the last look at it. */
export async function runMetered({ command, words, cwd, env, cpuMs, isEnough }: Metered): Promise<number> {
  // The program dies with this process.
  const kept = ['--pdeathsig', 'KILL', '--', command, ...words];
  const running = spawn('setpriv', kept, { cwd, env: { ...process.env, ...env }, stdio: 'ignore' });
  const ended = new Promise<void>((resolve, reject) => {
    running.on('close', () => resolve());
    running.on('error', reject);
  });
  const { pid } = running;
  if (pid === undefined) return ended.then(() => 0);
  let usedMs = 0;
  let interruptedMs = 0;
  const look = setInterval(() => {
    const tree = familyOf(pid, allProcesses());
    usedMs = Math.max(usedMs, cpuMsOf(tree));
    if (!(isEnough?.(usedMs) ?? false) && usedMs < cpuMs) return;
    if (interruptedMs === 0) running.kill('SIGINT');
    interruptedMs += LOOK_MS;
    if (interruptedMs > PATIENCE_MS) for (const { pid: each } of tree) kill(each);
  }, LOOK_MS);
  try {
    await ended;
  } finally {
    clearInterval(look);
    isEnough?.(usedMs);
  }
  return usedMs;
}

export interface ProcessLine {
  readonly pid: number;
  readonly parent: number;
  /** User and system time of the process and of the children it waited for. */
  readonly ticks: number;
}

/** A line of `/proc/PID/stat`; the name in it may hold spaces and brackets. */
export function readStat(text: string): ProcessLine {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid: Number.parseInt(text, 10), parent: Number(fields[1]), ticks };
}

/** A process and all that descend from it. */
export function familyOf(pid: number, all: readonly ProcessLine[]): ProcessLine[] {
  const family = all.filter((each) => each.pid === pid);
  for (const { pid: parent } of family) family.push(...all.filter((each) => each.parent === parent));
  return family;
}

function cpuMsOf(family: readonly ProcessLine[]): number {
  return family.reduce((sum, { ticks }) => sum + ticks, 0) * MS_PER_TICK;
}

function allProcesses(): ProcessLine[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return readStat(readFileSync(`/proc/${name}/stat`, 'utf8'));
      } catch {
        return []; // it ended meanwhile
      }
    });
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it ended meanwhile
  }
}
