/** A campaign on a binary with Centipede's runner, played by the stand-in: from the file to findings that reproduce without cgfuzz. */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { Findings } from '../../src/finding/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { cgfuzz, type Said } from '../cli/cgfuzz.ts';
import { buildStandIn } from '../target/centipede/build.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const source = join(import.meta.dirname, '../target/executable/brackets.mjs');

describe('a campaign on a binary with a runner and ASan', { timeout: 300_000 }, () => {
  const folder = temporaryFolder(afterAll);
  let binary: string;
  const run = (...more: string[]): Promise<Said> =>
    cgfuzz(folder, 'run', '--target', binary, '--source', source, '--seed=2', ...more);
  const findings = (): ReturnType<Findings['all']> =>
    new Findings(join(folder, 'campaign/findings'), findingFiles).all();
  beforeAll(async () => {
    binary = await buildStandIn({ source: 'brackets.c', folder, flags: ['-fsanitize=address'] });
    await run('--execs=300', '--reduce-share=40');
  }, 300_000);

  it('finds both planted bugs, told apart by frames of the person’s code', () => {
    expect(
      findings()
        .map(({ record }) => record.title)
        .toSorted(),
    ).toEqual(['AddressSanitizer: ABRT in list', 'AddressSanitizer: heap-buffer-overflow in remember']);
    for (const { record } of findings())
      expect(record).toMatchObject({ targetKind: 'executable', compiler: `centipede:${binary}` });
    const { target } = new CampaignFolder(join(folder, 'campaign')).readManifest();
    expect(target).toBe(`centipede:${binary}`);
  });

  it('reproduces without cgfuzz: 1 there, 0 gone, 77 where a worker cannot be asked', async () => {
    const worker = join(folder, 'worker');
    writeFileSync(worker, '# Got worker flags\n', { mode: 0o755 });
    for (const { folder: there } of findings()) {
      const repro = async (env: Record<string, string>): Promise<number | undefined> =>
        (await execa('sh', [join(there.path, 'repro.sh')], { reject: false, env, timeout: 60_000 })).exitCode;
      expect(await repro({})).toBe(1);
      expect(await repro({ TARGET: '/bin/true' })).toBe(0);
      expect(await repro({ TARGET: worker })).toBe(77);
    }
    const { stdout } = await cgfuzz(folder, 'findings', 'verify');
    expect(stdout.match(/ there$/gm)).toHaveLength(2);
  });

  it('goes on where it stopped, reduces what it found, and shows names of functions', async () => {
    await run('--execs=500', '--reduce-share=60');
    for (const { record } of findings())
      expect((record.textReduction ?? record.reduction)?.bytes.to).toBeLessThan(60);
    const page = await cgfuzz(folder, 'report', '--source', source);
    expect(page.stderr).toBe('');
    const html = readFileSync(join(folder, 'campaign/report.html'), 'utf8');
    expect(html).toContain('brackets.c');
    expect(html).toContain('remember');
  });
});

describe('a campaign on a worker, which runs inputs for an engine only', { timeout: 120_000 }, () => {
  const folder = temporaryFolder(afterAll);
  const worker = join(folder, 'worker');
  const ways = ['AGE=2', 'WORKER="Suite.Only\\n"'];

  it('has findings that cgfuzz itself verifies: there, gone in a mended worker, unclear without one', async () => {
    copyFileSync(await buildStandIn({ source: 'brackets.c', folder, ways }), worker);
    const words = ['--source', source, '--seed=2', '--execs=60', '--reduce-share=0'];
    expect((await cgfuzz(folder, 'run', '--target', './worker', ...words)).code).toBe(1);
    const verified = async (): Promise<string[]> => {
      const { stdout } = await cgfuzz(folder, 'findings', 'verify');
      return [
        ...new Set(
          stdout
            .trim()
            .split('\n')
            .map((line) => line.split(' ').at(-1)!),
        ),
      ];
    };
    expect(await verified()).toEqual(['there']);
    rmSync(worker);
    copyFileSync(await buildStandIn({ source: 'ends.cpp', folder, ways }), worker);
    expect(await verified()).toEqual(['gone']);
    rmSync(worker);
    expect(await verified()).toEqual(['unclear']);
  });
});
