import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeWorkFolder } from '../../src/util/work-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

it('a work folder of a process that is gone is removed by the next one; others stay', () => {
  const parent = temporaryFolder();
  const names = ['cgfuzz-target-999999999-a', `cgfuzz-target-${process.pid}-b`, 'cgfuzz-target-mine', 'else'];
  for (const name of names) mkdirSync(join(parent, name));
  const made = makeWorkFolder(parent);
  expect(existsSync(made)).toBe(true);
  expect(names.filter((name) => existsSync(join(parent, name)))).toEqual(names.slice(1));
});
