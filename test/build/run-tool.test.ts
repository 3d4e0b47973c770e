import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failure, runTool } from '../../src/build/run-tool.ts';
import { canMount, smallDisk } from '../small-disk.ts';
import { temporaryFolder } from '../temporary-folder.ts';

describe('a full disk', () => {
  it.runIf(canMount)(
    'is told as such, whichever file of a package comes last (root can mount one)',
    async () => {
      const made = temporaryFolder();
      mkdirSync(join(made, 'tree/DEBIAN'), { recursive: true });
      writeFileSync(
        join(made, 'tree/DEBIAN/control'),
        'Package: big\nVersion: 1\nArchitecture: all\nMaintainer: a <a@example>\nDescription: big\n',
      );
      for (const name of ['a', 'b']) writeFileSync(join(made, 'tree', name), Buffer.alloc(700_001, name));
      const archive = join(made, 'big.deb');
      await runTool('dpkg-deb', ['--build', join(made, 'tree'), archive]);
      for (const size of ['600k', '1000k', '1200k']) {
        const disk = await smallDisk(size);
        await expect(runTool('dpkg-deb', ['--extract', archive, disk])).rejects.toThrow('the disk is full');
      }
    },
  );

  it('is told from other failures', () => {
    expect(failure('x failed', 'E: no such package').message).toBe('x failed');
  });
});
