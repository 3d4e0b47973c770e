/** A disk that is full soon, for the test that runs; it is gone when the test ends. */
import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** Only root can mount one: tests with a small disk run where this is true, and their names say so. */
export const canMount: boolean = process.getuid?.() === 0;

/** Gives the folder of the disk; the size is as `mount` takes it. */
export async function smallDisk(size: string): Promise<string> {
  const disk = temporaryFolder();
  await execa('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'cgfuzz-test', disk]);
  onTestFinished(async () => void (await execa('umount', ['--lazy', disk], { reject: false })));
  return disk;
}
