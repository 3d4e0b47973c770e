/**
 * The cost of a command before it does anything: CPU time of commands that answer at once, beside a bare node.
 *
 * `ROUNDS` in the environment makes it another measurement.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../src/util/numbers.ts';
import { root } from './campaigns/campaign-side.ts';
import type { Bench, Goal, Measurement } from './harness.ts';

const commands: readonly (readonly [words: readonly string[], goal?: Goal])[] = [
  [['--version'], { atMost: 2 }],
  [['help']],
  [['help', 'run']],
  [['run', '--no-such-flag']],
  [['status'], { atMost: 3 }],
  [['report']],
  [['findings', 'list']],
  [['corpus', 'stats']],
  [['source', 'list']],
  [['completion', 'bash']],
];

export const start: Bench = {
  name: 'start',
  question: 'what does a command cost before it does anything?',
  decision: 'that commands are loaded when they are called',
  run,
};

/** Children that have ended tell their CPU time through the parent's own count of children, which node does not show. */
const timer = `
import resource, subprocess, sys
quiet = subprocess.DEVNULL
subprocess.call(sys.argv[1:], stdin=quiet, stdout=quiet, stderr=quiet)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime)
`;

function* run(): Iterable<Measurement> {
  const rounds = Number(process.env['ROUNDS'] ?? 9);
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-start-'));
  const secondsOf = (words: readonly string[]): number => {
    const { stdout } = spawnSync('python3', ['-c', timer, process.execPath, ...words], { cwd: folder });
    return Number(stdout);
  };
  const program = join(root, 'dist/cli/main.js');
  try {
    for (const [words, goal] of commands) {
      const pairs = Array.from({ length: rounds }, () => ({
        bare: secondsOf(['-e', '0']),
        whole: secondsOf([program, ...words]),
      }));
      const [bare, whole] = [median(pairs.map((pair) => pair.bare)), median(pairs.map((pair) => pair.whole))];
      yield {
        name: `cgfuzz ${words.join(' ')}`,
        value: median(pairs.map((pair) => pair.whole / pair.bare)),
        unit: 'times',
        ...(goal && { goal }),
        how: `${whole.toFixed(2)} CPU s, node -e 0 ${bare.toFixed(2)}; median of ${rounds} pairs in an empty folder`,
      };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
