/** The strategies that explore the choice tree, in campaigns with a generator that can make just twenty programs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import type { StatsLine } from '../../src/campaign/index.ts';
import { temporaryFolder } from '../target/world.ts';
import { segments } from './segments.ts';

const cgfuzz = new URL('../../dist/cli/main.js', import.meta.url).pathname;
const source = new URL('generators/small-functions.mjs', import.meta.url).pathname;

type Summary = StatsLine & { readonly notes: readonly string[] };

async function run(dir: string, ...args: readonly string[]): Promise<Summary> {
  const { stdout } = await execa('node', [
    cgfuzz,
    'run',
    '--json',
    `--dir=${dir}`,
    `--source=${source}`,
    '--target=clang-19-starter',
    '--compare-share=0',
    ...args,
  ]);
  return JSON.parse(stdout) as Summary;
}

describe('a campaign with --strategy enumerate', { timeout: 180_000 }, () => {
  const conclusion = 'all tests that the generator can make were made: 20';

  it('executes every program, says so and ends; equal seeds do the same, a restart comes to the same', async () => {
    const [whole, a, b] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const { features, edges, ...all } = await run(whole, '--strategy=enumerate');
    expect(all).toMatchObject({ executions: 20, failures: 0, notes: [conclusion] });
    const part = await run(a, '--strategy=enumerate', '--execs=7');
    expect(part).toMatchObject({ executions: 7, notes: [] });
    await run(b, '--strategy=enumerate', '--execs=7');
    expect(segments(b)).toEqual(segments(a));
    expect(await run(a, '--strategy=enumerate')).toMatchObject({ features, edges, notes: [conclusion] });
  });

  it('stops at a number of choices, and goes on from there when told to', async () => {
    const dir = temporaryFolder();
    const short = await run(dir, '--strategy=enumerate', '--max-choices=4');
    expect(short).toMatchObject({
      executions: 4,
      notes: ['all tests with at most 4 choices were made: 4; there are longer ones'],
    });
    const all = { executions: 20, notes: ['all tests that the generator can make were made: 20'] };
    expect(await run(dir, '--strategy=enumerate')).toMatchObject(all);
    expect(await run(dir, '--strategy=enumerate')).toMatchObject(all);
  });
});

describe('a campaign with --focus', { timeout: 180_000 }, () => {
  it('counts the edges of the named file, and goes on counting after a restart', async () => {
    const dir = temporaryFolder();
    const first = await run(dir, '--focus=InstructionCombining', '--execs=5');
    expect(first.focus).toMatchObject({ name: 'InstructionCombining' });
    expect(first.focus!.edges).toBeGreaterThan(0);
    expect(first.focus!.edges).toBeLessThan(first.focus!.ofEdges);
    const second = await run(dir, '--focus=InstructionCombining', '--execs=7');
    expect(second.focus!.edges).toBeGreaterThanOrEqual(first.focus!.edges);
    expect((await run(dir, '--execs=8')).focus).toBeUndefined();
  });

  it('is refused before there is a folder, if the target has nothing of that name', async () => {
    const dir = join(temporaryFolder(), 'none');
    await expect(run(dir, '--focus=NoSuchPass', '--execs=5')).rejects.toThrow('no file and no function');
    expect(existsSync(dir)).toBe(false);
  });
});

describe.each(['guided', 'random'])('a campaign with --strategy %s', { timeout: 180_000 }, (strategy) => {
  it('ends when the generator only repeats itself', async () => {
    const { executions, notes } = await run(temporaryFolder(), `--strategy=${strategy}`);
    // The rarest may be missed, which is why it only says that it seems so.
    expect(executions).toBeGreaterThan(15);
    expect(notes).toEqual([
      `the last 2000 tests made programs that were known, of which there are ${executions}: that seems to be all`,
    ]);
  });
});
