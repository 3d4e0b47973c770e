/** Campaigns with real parts: Csmith from Debian's source, an instrumented LLVM, a folder on the disk. */
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { Corpus } from '../../src/corpus/index.ts';
import type { StatsLine } from '../../src/campaign/index.ts';
import { temporaryFolder } from '../target/world.ts';
import { segments } from './segments.ts';

const cgfuzz = new URL('../../dist/cli/main.js', import.meta.url).pathname;

async function run(dir: string, ...args: readonly string[]): Promise<StatsLine> {
  const { stdout } = await execa('node', [
    cgfuzz,
    'run',
    '--json',
    `--dir=${dir}`,
    '--target=clang-19-starter',
    ...args,
  ]);
  return JSON.parse(stdout) as StatsLine;
}

// A real compiler and a real generator: seconds, and many where others work.
describe('a campaign', { timeout: 300_000 }, () => {
  it('reaches and keeps something, with every arm', async () => {
    const dir = temporaryFolder();
    const line = await run(dir, '--execs=30', '--strategy=unguided');
    expect(line.executions).toBe(30);
    expect(line.edges).toBeGreaterThan(5_000);
    expect(line.corpus).toBeGreaterThan(5);
    expect(Object.keys(line.arms).length).toBeGreaterThan(5);
    const corpus = Corpus.read(join(dir, 'corpus'));
    const features = new Set([...corpus.entries()].flatMap(({ id }) => [...corpus.features(id)]));
    expect(features.size).toBe(line.features);
  });

  it('does the same for the same seed, byte for byte, and another thing for another one', async () => {
    const [a, b, c] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    await Promise.all([run(a, '--execs=16'), run(b, '--execs=16'), run(c, '--execs=16', '--seed=2')]);
    expect(segments(b)).toEqual(segments(a));
    expect(segments(c)).not.toEqual(segments(a));
  });

  it('goes on where it stopped, without executing anything again', async () => {
    const dir = temporaryFolder();
    const first = await run(dir, '--execs=8');
    const same = await run(dir, '--execs=8');
    expect(same).toMatchObject({
      executions: first.executions,
      features: first.features,
      corpus: first.corpus,
    });
    const more = await run(dir, '--execs=16');
    expect(more.executions).toBe(16);
    expect(more.features).toBeGreaterThanOrEqual(first.features);
    for (const [arm, { executions }] of Object.entries(first.arms))
      expect(more.arms[arm]!.executions, arm).toBeGreaterThanOrEqual(executions);
  });
});
