/**
 * One set-up at a time in one checkout.
 *
 * The lock is the kernel's (flock), taken on a descriptor that every command of a step inherits. So
 * set-up need not guess: the lock is free exactly when this process *and* all that it started are gone. This holds
 * even after SIGKILL has left an `npm ci` running on its own.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cache } from './paths.mjs';

/**
 * @param {(holder: string, waitedMs: number) => void} onWait called again and again while another run holds the lock
 * @returns {Promise<{ fd: number, release: () => void }>}
 */
export async function takeLock(onWait) {
  mkdirSync(cache, { recursive: true });
  const file = join(cache, 'setup.lock');
  const fd = openSync(file, 'a');
  const startedMs = Date.now();
  while (!tryLock(fd)) {
    onWait(readFileSync(file, 'utf8').trim(), Date.now() - startedMs);
    await sleep(300);
  }
  ftruncateSync(fd);
  writeSync(fd, `${process.pid}\n`);
  return { fd, release: () => closeSync(fd) };
}

/** @param {number} fd */
function tryLock(fd) {
  const { error, status } = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] });
  // Without flock (not Debian, then) a lone run is still right; only two at once are no longer kept apart.
  return error !== undefined || status === 0;
}
