/** A campaign as a person sees it, in a pseudo terminal. */
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';

const cgfuzz = new URL('../../dist/cli/main.js', import.meta.url).pathname;

describe('a campaign in a terminal', () => {
  it('shows a screen that is drawn over in place, and gives the cursor back', async () => {
    const command = `stty columns 80 rows 24; node ${cgfuzz} run --dir ${temporaryFolder()} --target clang-19-starter --execs 1`;
    const { stdout } = await execa('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      env: { NO_COLOR: '1' },
    });
    expect(stdout).toContain('cgfuzz: csmith-scoped on clang-19-starter -O2');
    expect(stdout).toMatch(/ features +[\d,]+ +[▁▂▃▄▅▆▇█]+/);
    expect(stdout).toMatch(/the same command goes on from here\s*$/m);
    const [hidden, shown] = ['\u001B[?25l', '\u001B[?25h'];
    expect(stdout.indexOf(hidden)).toBeGreaterThanOrEqual(0);
    expect(stdout.lastIndexOf(shown)).toBeGreaterThan(stdout.lastIndexOf(hidden));
    // A real compiler and a real generator: seconds, and many where others work.
  }, 300_000);
});
