/**
 * CPU time of this process and everything that it started, from the kernel's own accounts.
 *
 * A process's account includes children that ended and were waited for; running descendants are looked up.
 * The time of a running test may be counted a little late, but never twice.
 */
import { readFileSync } from 'node:fs';
import { childProcessesOf } from '../util/descendants.ts';

/** Linux uses this unit on every machine that Node supports. */
const TICKS_PER_SECOND = 100;
/** A look takes half a millisecond or more. */
const LOOK_AGAIN_MS = 500;

/** The clock leaves out `beforeMs`, the time for setting up and building. */
export function cpuClock(nowMs: () => number, beforeMs = 0): () => number {
  let lookedAtMs = -Infinity;
  let cpuMs = 0;
  return () => {
    if (nowMs() - lookedAtMs > LOOK_AGAIN_MS) {
      lookedAtMs = nowMs();
      // The clock never goes back, although an account may move from a child to its parent during the
      // reading.
      cpuMs = Math.max(cpuMs, cpuMsSoFar() - beforeMs);
    }
    return cpuMs;
  };
}

export function cpuMsSoFar(): number {
  const ticks = (accountOf('self')?.endedChildren ?? 0) + ticksBelow(process.pid);
  const { user, system } = process.cpuUsage();
  return (ticks * 1_000) / TICKS_PER_SECOND + (user + system) / 1_000;
}

function ticksBelow(pid: number): number {
  let ticks = 0;
  for (const child of childProcessesOf(pid)) {
    const account = accountOf(child);
    if (account !== undefined) ticks += account.own + account.endedChildren + ticksBelow(child);
  }
  return ticks;
}

function accountOf(pid: number | 'self'): { own: number; endedChildren: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number);
    return { own: user + system, endedChildren: childUser + childSystem };
  } catch {
    return undefined;
  }
}
