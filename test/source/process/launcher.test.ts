/** The launcher that dies between two of its words. */
import { existsSync } from 'node:fs';

import { afterAll, expect, it } from 'vitest';

import { Launcher, LauncherGone } from '../../../src/source/process/launcher.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const folder = temporaryFolder(afterAll);

it('is told to be gone if it is killed after it named its pipes', async () => {
  const launcher = await Launcher.start({
    command: ['sleep', '60'],
    mode: 'stream',
    memoryBytes: 4_096,
    outputBytes: 1 << 20,
    dataBytes: 0,
    folderBytes: 1 << 20,
    isPreloaded: false,
    fixedAddresses: false,
    temporaryFolder: folder,
  });
  launcher.begin(60_000);
  expect(await launcher.isStartedAnew()).toBe(true);
  process.kill(Number(launcher.memoryPath.split('/')[2]), 'SIGKILL');
  while (existsSync(launcher.memoryPath)) await new Promise((resolve) => setTimeout(resolve, 5));
  await expect(launcher.openPipes()).rejects.toBeInstanceOf(LauncherGone);
  await launcher.close();
});
