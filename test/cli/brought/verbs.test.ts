/** Verbs of a command: each takes its own flags, and refuses those of the others. */
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.ts';
import { cgfuzz } from '../cgfuzz.ts';

it.each([
  ['findings known --git /nowhere --good abc --gcc --off', 'cgfuzz findings known takes no --git', 'bisect'],
  ['corpus stats x --size 3', 'cgfuzz corpus stats takes no --size', 'seeds'],
  ['target list --input x', 'cgfuzz target list takes no --input', 'check'],
])('cgfuzz %s is refused', async (line, message, other) => {
  const { code, stderr, stdout } = await cgfuzz(temporaryFolder(), ...line.split(' '));
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr).toMatch(new RegExp(`is for: .*${other}`));
});

it('an empty word is no command, and not the folder that one is in', async () => {
  const { code, stderr } = await cgfuzz(temporaryFolder(), '');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: no command named ""/);
});
