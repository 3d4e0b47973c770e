/** How long things may take: what sources say of themselves, clocks that are set, and Ctrl-C. */
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { execa, type Options } from 'execa';
import { describe, expect, it } from 'vitest';
import { CampaignFolder, type StatsLine } from '../../src/campaign/index.ts';
import { temporaryFolder } from '../target/world.ts';

const cgfuzz = new URL('../../dist/cli/main.js', import.meta.url).pathname;
const sleeper = join(import.meta.dirname, '../fuzz/generators/sleeper.mjs');

// oxlint-disable-next-line typescript/explicit-function-return-type -- execa's type follows from the options
const start = (dir: string, args: readonly string[], options: Options = {}) =>
  execa('node', [cgfuzz, 'run', '--json', `--dir=${dir}`, '--target=gcc-12', ...args], {
    reject: false,
    ...options,
  });

const lineOf = ({ stdout }: { readonly stdout?: unknown }): StatsLine => JSON.parse(String(stdout));

describe("a source's own limit of time", { timeout: 120_000 }, () => {
  const flags = [`--source=${sleeper}`, '--strategy=random', '--compare-share=0', '--jobs=1'];

  it('lets a generator work for longer than is usual', async () => {
    const env = { SLEEP_S: '11', LIMIT_MS: '20000' };
    const line = lineOf(await start(temporaryFolder(), [...flags, '--execs=1'], { env }));
    expect(line).toMatchObject({ executions: 1, overruns: 0 });
  });

  it('cuts a generator off that takes longer than it says', async () => {
    const env = { SLEEP_S: '4', LIMIT_MS: '1500' };
    const line = lineOf(await start(temporaryFolder(), [...flags, '--time=1s'], { env }));
    expect(line).toMatchObject({ executions: 0, overruns: 1 });
  });
});

it('limits that were learnt are there after a stop', { timeout: 120_000 }, async () => {
  const dir = temporaryFolder();
  const flags = [`--source=${sleeper}`, '--strategy=random', '--compare-share=0', '--jobs=1'];
  const state = (): { limits: { generation: { sleeper: { tests: number } } } } =>
    new CampaignFolder(dir).readState() as never;
  await start(dir, [...flags, '--time=2s']);
  const before = state().limits.generation.sleeper.tests;
  expect(before).toBeGreaterThan(5);
  await start(dir, [...flags, '--time=3s']);
  expect(state().limits.generation.sleeper.tests).toBeGreaterThan(before);
});

/** Shell commands for a compiler's first run, and for all later runs; `$mark` is there once the first has begun. */
const hangs = 'touch "$mark"; exec sleep 600';
const fails = 'echo "test.c:1:1: internal compiler error: in f, at g.c:1" >&2; exit 4';

interface Interrupted {
  readonly what: string;
  readonly compilers?: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

// A wait for these commands would last until long after the test's own end.
describe('Ctrl-C ends at once', { timeout: 60_000 }, () => {
  it.each<Interrupted>([
    {
      what: 'a generator',
      flags: ['--compare-share=0'],
      env: { SLEEP_S: '600', LIMIT_MS: '700000' },
    },
    {
      what: 'a compile',
      compilers: { 'gcc-12': hangs },
      flags: ['--compare-share=0'],
    },
    {
      what: 'the proof that comparing tells right from wrong, before there is a campaign',
      compilers: { 'gcc-11': hangs },
      flags: ['--compare-with=gcc-11 -O0', '--compare-share=50'],
    },
    {
      what: 'a comparison of compilers',
      compilers: { 'gcc-11': `grep -qs CGFUZZ_WRONG *.c && exec gcc-12 "$@"; ${hangs}` },
      flags: ['--compare-with=gcc-11 -O0', '--compare-share=50'],
    },
    {
      what: 'a reduction',
      compilers: { 'gcc-12': `[ -e "$mark.1" ] && { ${hangs}; }; touch "$mark.1"; ${fails}` },
      flags: ['--compare-share=0', '--reduce-share=50', '--execs=1'],
    },
  ])('$what', async ({ compilers = {}, flags, env = {} }) => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const mark = join(folder, 'mark');
    const isMarked = Object.keys(compilers).length > 0;
    for (const [name, script] of Object.entries(compilers))
      writeFileSync(join(folder, name), `#!/bin/sh\nmark=${mark}\n${script}\n`, { mode: 0o755 });
    const dir = temporaryFolder();
    const PATH = `${folder}:${process.env['PATH']}`;
    const running = start(dir, [`--source=${sleeper}`, '--strategy=random', ...flags], {
      env: { PATH, ...env },
    });
    while (!existsSync(isMarked ? mark : join(dir, 'corpus'))) await setTimeout(50);
    await setTimeout(500);
    running.kill('SIGINT');
    const ended = await running;
    expect([1, 130]).toContain(ended.exitCode);
    expect(lineOf(ended).wallMs).toBeLessThan(60_000);
  });
});
