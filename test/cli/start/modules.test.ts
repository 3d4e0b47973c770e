/** A command starts at once: modules are counted, since times depend on the machine. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CAMPAIGN_FORMAT, CampaignFolder } from '../../../src/campaign/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const cwd = temporaryFolder(afterAll);
new CampaignFolder(join(cwd, 'campaign')).writeManifest({
  format: CAMPAIGN_FORMAT,
  cgfuzz: '1.2.3',
  sources: ['loom'],
  target: 'gcc-12',
  build: 'gcc-12',
  args: ['-O2'],
  strategy: 'guided',
  seed: 1,
  startedAt: '2026-11-28T00:00:00.000Z',
});

/** The modules that a command line loads. */
function loadedBy(...words: string[]): {
  readonly modules: readonly string[];
  readonly status: number | null;
} {
  const file = join(cwd, 'modules');
  writeFileSync(file, '');
  const hook = resolve('test/cli/start/count-modules.mjs');
  const program = resolve('dist/cli/main.js');
  const { status } = spawnSync(process.execPath, ['--import', hook, program, ...words], {
    cwd,
    env: { ...process.env, CGFUZZ_MODULES: file },
  });
  const modules = readFileSync(file, 'utf8').split('\n');
  return { modules: modules.filter((url) => url !== '' && !url.endsWith('count-modules.mjs')), status };
}

describe('the modules that a command line loads', () => {
  it('are counted at all', () => {
    const { modules } = loadedBy('source', 'list');
    expect(modules.length).toBeGreaterThan(200);
    expect(modules.some((url) => url.endsWith('/dist/generators/sources.js'))).toBe(true);
  });

  it.each<[most: number, line: string, status: number]>([
    [40, '--version', 0],
    [40, 'help', 0],
    [40, '', 0],
    [40, 'hlep', 2],
    [60, 'status campaign', 0],
    [60, 'status --help', 0],
    [120, 'run --sede 1', 2],
    [120, 'run --time often', 2],
  ])('are fewer than %i: cgfuzz %s', (most, line, expected) => {
    const { modules, status } = loadedBy(...line.split(' ').filter(Boolean));
    expect(status).toBe(expected);
    expect(modules.length).toBeLessThan(most);
    expect(modules.length).toBeGreaterThan(8);
  });

  const split =
    'check compare corpus demo doctor facts findings fleet judge litmus reduce regress report run serve-centipede show status'.split(
      ' ',
    );
  it.each(split)('are few if a flag of %s is wrong', (name) => {
    const { modules, status } = loadedBy(name, '--no-such-flag');
    expect(status).toBe(2);
    expect(modules.length).toBeLessThan(120);
  });
});
