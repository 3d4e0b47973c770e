/**
 * Large corpora: what does a campaign pay for what it has kept?
 *
 * Corpora of 1,000, 30,000 and 300,000 entries of a cheap source and a target that costs nothing; `SIZES` (commas between
 * them) in the environment makes it another measurement.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { Bench, Measurement } from './harness.ts';

/** Tests that each campaign makes, after it was resumed. */
const TESTS = 4_000;

interface Answer {
  readonly resumeMs: number;
  readonly resumeCpuMs: number;
  readonly resumeBytes: number;
  readonly peakBytes: number;
  readonly testMs: number;
  readonly corpus: number;
}

export const scale: Bench = {
  name: 'scale',
  question: 'what does a test cost with 300,000 others in the corpus, and how long does it take to resume?',
  decision: 'whether what is known of entries may stay in memory',
  run,
};

async function* run(): AsyncIterable<Measurement> {
  const sizes = (process.env['SIZES'] ?? '1000,30000,300000').split(',').map(Number);
  const program = fileURLToPath(new URL('scale/big-campaign.js', import.meta.url));
  const dir = mkdtempSync(join(tmpdir(), 'cgfuzz-scale-'));
  try {
    const answers: Answer[] = [];
    for (const size of sizes) {
      await execa(process.execPath, [program, dir, String(size), '0', 'fill']);
      const corpus = join(dir, String(size), 'corpus');
      const bytes = readdirSync(corpus).reduce((sum, name) => sum + statSync(join(corpus, name)).size, 0);
      const { stdout } = await execa(process.execPath, [program, dir, String(size), String(TESTS)]);
      const answer = JSON.parse(stdout) as Answer;
      answers.push(answer);
      const how = `${size} entries of small-c, ${(bytes / 1e6).toFixed(0)} MB on disk; guided, ${TESTS} tests after that`;
      const isLargest = size === sizes.at(-1);
      const named = (what: string): string => `${what}, ${size} entries`;
      yield { name: named('time to resume'), value: answer.resumeMs / 1_000, unit: 's', how };
      // Others use the machine too, so the goal is for CPU time.
      const resume = {
        name: named('CPU time to resume'),
        value: answer.resumeCpuMs / 1_000,
        unit: 's',
        how,
      };
      yield isLargest ? { ...resume, goal: { atMost: 15 } } : resume;
      const memory = { name: named('memory at its highest'), value: answer.peakBytes / 1e6, unit: 'MB', how };
      yield isLargest ? { ...memory, goal: { atMost: 2_000 } } : memory;
      yield { name: named('CPU time of a test, all in this process'), value: answer.testMs, unit: 'ms', how };
    }
    yield {
      name: 'CPU time of a test, largest over smallest corpus',
      value: answers.at(-1)!.testMs / answers[0]!.testMs,
      unit: 'times',
      goal: { atMost: 1.3 },
      how: `${sizes.join(', ')} entries: ${answers.map(({ testMs }) => testMs.toFixed(2)).join(', ')} ms`,
    };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
