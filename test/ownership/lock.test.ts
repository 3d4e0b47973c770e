/** Locks, taken by real processes: on this machine, in another PID namespace, and stopped for longer than a lease. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, describe, expect, it } from 'vitest';
import { Hold, holderOf, takeIfSilent, takeLock, withLock } from '../../src/ownership/index.ts';
import { canMount, smallDisk } from '../small-disk.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const compiled = join(import.meta.dirname, '../../dist/ownership/index.js');

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

/** Takes a lock with a short lease, and says each 50 ms whether it still has it. */
const holding = `
  const { takeLock } = await import(process.argv[1]);
  const taken = takeLock(process.argv[2], { leaseMs: 1500 });
  taken.tell?.('half of it');
  console.log(taken.isOurs ? 'taken' : 'refused');
  setInterval(() => { if (!taken.isOurs) { console.log('lost'); process.exit(3); } }, 50);
`;

const container = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
const canUnshare = spawnSync(container[0]!, [...container.slice(1), 'true']).status === 0;

/** A folder on a mount of NFS. */
const NFS = process.env['NFS'];
const hasClient = /^nodev\tnfs/m.test(readFileSync('/proc/filesystems', 'utf8'));
const whyNotNfs =
  NFS !== undefined
    ? ''
    : hasClient
      ? ' (not run: NFS names no mounted folder)'
      : ' (not run: this kernel has no client of NFS)';

function start(before: readonly string[], script: string, ...args: readonly string[]): ChildProcess {
  const [file, ...words] = [...before, process.execPath, '--input-type=module', '--eval', script];
  const child = spawn(file, [...words, compiled, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function nextWord({ stdout }: ChildProcess): Promise<string> {
  return String((await once(stdout!, 'data'))[0]).trim();
}

/** Four processes each add five to a number, one at a time. */
async function countsAll(before: readonly string[], folder: string): Promise<void> {
  const [lock, count] = [join(folder, 'lock'), join(folder, 'count')];
  writeFileSync(count, '0');
  const processes = Array.from({ length: 4 }, () => start(before, counting, lock, count));
  const ends = await Promise.all(processes.map((each) => once(each, 'exit')));
  expect(ends.map(([code]) => code as unknown)).toEqual([0, 0, 0, 0]);
  expect(readFileSync(count, 'utf8')).toBe('20');
  expect(existsSync(lock)).toBe(false);
}

describe('a lock', { timeout: 60_000 }, () => {
  it.each([[[]], ...(canUnshare ? [[container]] : [])])(
    'lets one of several processes work at a time, and all in the end: %j',
    (before) => countsAll(before, temporaryFolder()),
  );

  it.runIf(canUnshare && canMount)('does so on a volume of containers, which is an overlay', async () => {
    const disk = await smallDisk('4m');
    const [lower, upper, work, volume] = ['lower', 'upper', 'work', 'volume'].map((name) => join(disk, name));
    for (const path of [lower, upper, work, volume]) mkdirSync(path!);
    const layers = `lowerdir=${lower},upperdir=${upper},workdir=${work}`;
    execFileSync('mount', ['-t', 'overlay', '-o', layers, 'cgfuzz-test', volume!]);
    onTestFinished(() => void execFileSync('umount', ['--lazy', volume!]));
    await countsAll(container, volume!);
  });

  it.runIf(NFS !== undefined && canUnshare)(`does so on NFS${whyNotNfs}`, () =>
    countsAll(container, mkdtempSync(join(NFS!, 'cgfuzz-test-'))),
  );

  it('tells who has it, and is free at once when that process is killed', async () => {
    const lock = join(temporaryFolder(), 'lock');
    const holder = start([], holding, lock);
    expect(await nextWord(holder)).toBe('taken');
    expect(takeLock(lock)).toMatchObject({ owner: { pid: holder.pid }, isKnown: true });
    const waitedFor: string[] = [];
    const onWait = (who: string): void => {
      waitedFor.push(who);
      holder.kill('SIGKILL');
    };
    const isOurs = await withLock(lock, onWait, async (hold) => hold.isOurs);
    expect([isOurs, waitedFor]).toEqual([true, [`process ${holder.pid}`]]);
    expect(existsSync(lock)).toBe(false);
  });

  it.runIf(canUnshare)(
    'of a living process in another container is refused, with its signs of life',
    async () => {
      const lock = join(temporaryFolder(), 'lock');
      expect(await nextWord(start(container, holding, lock))).toBe('taken');
      const taken = await takeIfSilent(lock, { leaseMs: 1_500 });
      expect(taken).toMatchObject({ isKnown: false, progress: 'half of it' });
      expect(holderOf(lock)?.isKnown).toBe(false);
    },
  );

  it.runIf(canUnshare)('is lost by a process that is stopped for longer than its lease', async () => {
    const lock = join(temporaryFolder(), 'lock');
    // The process in the container has number 1 there; its number here is that of the child of unshare.
    const holder = start(container, holding, lock);
    expect(await nextWord(holder)).toBe('taken');
    const inside = readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8').trim();
    process.kill(Number(inside), 'SIGSTOP');
    const taken = await takeIfSilent(lock, { leaseMs: 1_500 });
    expect(taken).toBeInstanceOf(Hold);
    expect((taken as Hold).before).toBe('silent');
    const lost = nextWord(holder);
    process.kill(Number(inside), 'SIGCONT');
    expect(await lost).toBe('lost');
    expect((taken as Hold).isOurs).toBe(true);
  });

  it('is kept by a process of this machine that is stopped, however long', async () => {
    const lock = join(temporaryFolder(), 'lock');
    const holder = start([], holding, lock);
    await nextWord(holder);
    holder.kill('SIGSTOP');
    utimesSync(lock, 1, 1);
    expect(await takeIfSilent(lock, { leaseMs: 100 })).toMatchObject({ owner: { pid: holder.pid } });
  });

  it('of another machine is free if its last sign of life is old, or of the future and the last one', async () => {
    const lock = join(temporaryFolder(), 'lock');
    writeFileSync(lock, `7 12345 another-boot/pid:[1] elsewhere 0\n`);
    const inThreeDays = Date.now() / 1_000 + 259_200;
    utimesSync(lock, inThreeDays, inThreeDays);
    expect(takeLock(lock)).toMatchObject({ owner: { pid: 7, host: 'elsewhere' }, isKnown: false });
    const taken = await takeIfSilent(lock, { leaseMs: 500 });
    expect(taken).toBeInstanceOf(Hold);
    (taken as Hold).release();
    writeFileSync(lock, `7 12345 another-boot/pid:[1] elsewhere 0\n`);
    utimesSync(lock, 1, 1);
    expect(takeLock(lock)).toMatchObject({ before: 'silent' });
  });

  it('is refused with who, where, since when, and how to take it over', async () => {
    const lock = join(temporaryFolder(), 'lock');
    writeFileSync(lock, `7 12345 another-boot/pid:[1] elsewhere 1700000000000\n`);
    const { CampaignFolder } = await import('../../src/campaign/index.ts');
    const refused = ((): { message: string; hints: readonly string[] } => {
      try {
        new CampaignFolder(join(lock, '..')).lock();
      } catch (error) {
        return error as { message: string; hints: readonly string[] };
      }
      return expect.unreachable();
    })();
    expect(refused.message).toContain(
      'running already, as process 7 on elsewhere (another machine or container)',
    );
    expect(refused.hints[0]).toMatch(/^since 2023-11-14T22:13:20.000Z; last sign of life \d s ago$/);
    expect(refused.hints[1]).toBe(`if you are sure that it has ended: rm ${lock}`);
  });

  it('is free after its work failed, after its process ended, and after a process of an earlier cgfuzz', async () => {
    const lock = join(temporaryFolder(), 'lock');
    writeFileSync(lock, `${spawnSync('true').pid} 12345\n`);
    const unexpected = (who: string): void => expect.unreachable(`waits for ${who}`);
    const failing = withLock(lock, unexpected, async () => Promise.reject(new Error('no luck')));
    await expect(failing).rejects.toThrow('no luck');
    expect(takeLock(lock)).toBeInstanceOf(Hold);
  });
});
