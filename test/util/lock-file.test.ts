/** Lock files, taken by real processes. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { takeLock, withLock } from '../../src/util/lock-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const compiled = join(import.meta.dirname, '../../dist/util/lock-file.js');

/** Adds one to a number in a file, a few times: each loses what others add between its reading and its writing. */
const counting = `
  import { readFileSync, writeFileSync } from 'node:fs';
  import { setTimeout as sleep } from 'node:timers/promises';
  const { withLock } = await import(process.argv[1]);
  const [lock, count] = process.argv.slice(2);
  for (let time = 0; time < 5; time++)
    await withLock(lock, () => {}, async () => {
      const before = Number(readFileSync(count, 'utf8'));
      await sleep(5);
      writeFileSync(count, String(before + 1));
    });
`;

describe('a lock file', { timeout: 60_000 }, () => {
  it('lets one of several processes work at a time, and all of them in the end', async () => {
    const folder = temporaryFolder();
    const [lock, count] = [join(folder, 'lock'), join(folder, 'count')];
    writeFileSync(count, '0');
    const args = ['--input-type=module', '--eval', counting, compiled, lock, count];
    const processes = Array.from({ length: 4 }, () => spawn(process.execPath, args, { stdio: 'inherit' }));
    const ends = await Promise.all(processes.map((each) => once(each, 'exit')));
    expect(ends.map(([code]) => code as unknown)).toEqual([0, 0, 0, 0]);
    expect(readFileSync(count, 'utf8')).toBe('20');
    expect(existsSync(lock)).toBe(false);
  });

  it('tells who holds it, and is free when that process is killed', async () => {
    const lock = join(temporaryFolder(), 'lock');
    const holding = `
      const { takeLock } = await import(process.argv[1]);
      if (takeLock(process.argv[2]) === undefined) console.log('taken');
      setTimeout(() => {}, 1e9);
    `;
    const args = ['--input-type=module', '--eval', holding, compiled, lock];
    const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
    expect(takeLock(lock)).toBe(holder.pid);
    const waitedFor: number[] = [];
    const onWait = (pid: number): void => {
      waitedFor.push(pid);
      holder.kill('SIGKILL');
    };
    expect(await withLock(lock, onWait, async () => takeLock(lock))).toBe(process.pid);
    expect(waitedFor).toEqual([holder.pid]);
    expect(existsSync(lock)).toBe(false);
  });

  it('is free after its work failed, and after its process ended long ago', async () => {
    const lock = join(temporaryFolder(), 'lock');
    writeFileSync(lock, `${spawnSync('true').pid} 12345\n`);
    const unexpected = (holder: number): void => expect.unreachable(`waits for ${holder}`);
    const failing = withLock(lock, unexpected, async () => Promise.reject(new Error('no luck')));
    await expect(failing).rejects.toThrow('no luck');
    expect(takeLock(lock)).toBeUndefined();
  });
});
