import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../src/cli/flags/configuration.ts';
import type { CampaignConfig } from '../../../src/campaign/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { cgfuzz, type Said } from '../cgfuzz.ts';

const run = (cwd: string, ...words: string[]): Promise<Said> => cgfuzz(cwd, 'run', ...words);

/** With a file of this name and content in the folder. */
async function settings(file: string, content: string, ...words: string[]): Promise<Settings> {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, file), content);
  const { stdout, stderr } = await run(cwd, '--print-config', '--json', ...words);
  return stderr === '' ? (JSON.parse(stdout) as Settings) : Promise.reject(new Error(stderr));
}

describe('the configuration of a campaign', () => {
  it('comes from flags, then from the file, then from defaults, and says so', async () => {
    const found = await settings('cgfuzz.config.json', '{ "seed": 5, "jobs": 2 }', '--jobs', '3');
    expect(found).toMatchObject({
      jobs: { value: 3, from: 'command line' },
      seed: { value: 5, from: 'cgfuzz.config.json' },
      target: { value: 'clang-19', from: 'default' },
    });
  });

  it('may be TypeScript, with types from cgfuzz, and leaves nothing behind', async () => {
    const cwd = temporaryFolder();
    const file = join(cwd, 'cgfuzz.config.ts');
    writeFileSync(
      file,
      [
        `import { type CampaignConfig, defineConfig } from 'cgfuzz';`,
        `enum Cores { few = 2 }`,
        `const base: CampaignConfig = { jobs: Cores.few };`,
        `export default defineConfig({ ...base, args: ['-O3', '-DX=a b'] });`,
      ].join('\n'),
    );
    const { stdout, stderr } = await run(cwd, '--print-config', '--json');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ jobs: { value: 2 }, args: { value: ['-O3', '-DX=a b'] } });
    expect(readdirSync(cwd)).toEqual(['cgfuzz.config.ts']);
  });

  it('is printed as a line for each setting', async () => {
    const cwd = temporaryFolder();
    writeFileSync(
      join(cwd, 'cgfuzz.config.mjs'),
      `export default { cpuTime: '20m', without: 'splice,storm' };`,
    );
    const { code, stdout } = await run(cwd, '--print-config', '--seed=9');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^seed +9 +command line$/m);
    expect(stdout).toMatch(/^cpu-time +1200s +cgfuzz\.config\.mjs$/m);
    expect(stdout).toMatch(/^without +splice storm +cgfuzz\.config\.mjs$/m);
    expect(stdout).toMatch(/^time +- +default$/m);
  });

  it('knows every flag of the command, under its name in camel case', async () => {
    // The type follows from the table of settings: a key too many or too few does not compile.
    const all: Required<CampaignConfig> = {
      source: ['csmith'],
      donors: 'there',
      target: 'gcc-12',
      options: 'documented',
      machines: 'avr',
      learn: 5,
      args: '-O1 -g',
      dir: 'there',
      strategy: 'enumerate',
      maxChoices: 12,
      without: [],
      focus: 'SLPVectorizer',
      control: 'clang-19-stock',
      noSeeds: false,
      seed: 3,
      jobs: 4,
      time: 60,
      cpuTime: '1.5h',
      testTime: 2,
      testMemory: 512,
      upgrade: 'full',
      follow: true,
      fleet: 'shared',
      worker: 'one',
      fleetKey: 'worker.key',
      execs: 100,
      compareWith: 'gcc-12 -O2',
      compareShare: 5,
      irShare: 5,
      truthShare: 7,
      invarianceShare: 4,
      volatileShare: 3,
      missedShare: 0,
      sanitizerShare: 0,
      markersShare: 1,
      reduceShare: 6,
      judge: './alive.sh',
      known: 'ours.json',
      onFinding: 'cat',
      ci: true,
      ciReport: 'out.xml',
      json: true,
    };
    const found = await settings('cgfuzz.config.json', JSON.stringify({ ...all, json: false }));
    const {
      cpuTime: _,
      maxChoices,
      compareWith,
      compareShare,
      truthShare,
      invarianceShare,
      volatileShare,
      irShare,
      missedShare,
      sanitizerShare,
      markersShare,
      reduceShare,
      noSeeds,
      fleetKey,
      onFinding,
      ciReport,
      testMemory,
      testTime: __,
      ...same
    } = all;
    expect(Object.fromEntries(Object.entries(found).map(([name, { value }]) => [name, value]))).toEqual({
      ...same,
      args: ['-O1', '-g'],
      machines: ['avr'],
      time: 60_000,
      learn: 5_000,
      'max-choices': maxChoices,
      'no-seeds': noSeeds,
      'on-finding': onFinding,
      'ci-report': ciReport,
      'fleet-key': fleetKey,
      'test-memory': testMemory,
      'test-time': 2_000,
      'cpu-time': 5_400_000,
      'compare-with': compareWith,
      'compare-share': compareShare,
      'truth-share': truthShare,
      'invariance-share': invarianceShare,
      'volatile-share': volatileShare,
      'ir-share': irShare,
      'missed-share': missedShare,
      'sanitizer-share': sanitizerShare,
      'markers-share': markersShare,
      'reduce-share': reduceShare,
      json: true,
    });
    expect(Object.keys(found)).toHaveLength(Object.keys(all).length);
  });

  it.each([
    ['{"sede": 1}', ['sets "sede", which is no setting', 'did you mean seed?']],
    ['{"cpu-time": 1}', ['sets "cpu-time"', 'did you mean cpuTime?']],
    ['{"config": "x"}', ['sets "config", which is no setting']],
    ['{"avoid": true}', ['the setting avoid in cgfuzz.config.json is gone', 'cgfuzz findings avoid ID']],
    ['{"seed": "1"}', ['seed in cgfuzz.config.json cannot be "1"', 'allowed: a whole number']],
    ['{"seed": 1.5}', ['cannot be "1.5"', 'allowed: whole numbers from 0']],
    ['{"jobs": 0}', ['cannot be "0"', 'allowed: whole numbers from 1 to 256']],
    ['{"json": "yes"}', ['json in cgfuzz.config.json cannot be "yes"', 'allowed: true or false']],
    ['{"args": "\\"-O2"}', ['args in cgfuzz.config.json cannot be', 'quotes come in pairs']],
    ['{"dir": ""}', ['dir in cgfuzz.config.json cannot be ""', 'allowed: the path of a folder']],
    ['{"args": ["-O2", 3]}', ['args in cgfuzz.config.json cannot be ["-O2",3]', 'allowed: a list of texts']],
    ['{"strategy": "best"}', ['cannot be "best"', 'allowed: guided']],
    ['{"time": "soon"}', ['cannot be "soon"', 'as in 90s']],
    ['{"target": null}', ['target in cgfuzz.config.json cannot be null']],
    ['[]', ['does not hold settings']],
    ['{"seed": 1,}', ['cannot load cgfuzz.config.json']],
  ])('is refused where it is wrong: %s', async (content, told) => {
    const failure = settings('cgfuzz.config.json', content);
    for (const text of told) await expect(failure).rejects.toThrow(text);
  });

  it.each([
    ['export default 5;', 'does not hold settings'],
    ['throw new Error("out of cheese");', 'cannot load cgfuzz.config.ts: out of cheese'],
    ['export default {', 'cannot load cgfuzz.config.ts'],
    ['await new Promise(() => {});', 'cannot load cgfuzz.config.ts: its top level'],
    ['process.exit(3);', 'cannot load cgfuzz.config.ts: its top level'],
  ])('is refused where its program is wrong: %s', async (content, told) => {
    await expect(settings('cgfuzz.config.ts', content)).rejects.toThrow(told);
  });

  it('names arms that there are, also when it is only shown', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'cgfuzz.config.json'), '{"without": ["storms"]}');
    const { code, stderr } = await run(cwd, '--print-config');
    expect(code).toBe(2);
    expect(stderr).toMatch(/no arm named "storms"\n +known arms: fresh, .*storm/);
    const found = await settings('cgfuzz.config.json', '{"strategy": "unguided", "without": ["fresh"]}');
    expect(found).toMatchObject({ strategy: { value: 'unguided' }, without: { value: ['fresh'] } });
  });

  it('tells a person who gives a flag of an older version what to do instead', async () => {
    const { code, stderr } = await run('/', '--no-avoid');
    expect(code).toBe(2);
    expect(stderr).toMatch(/--no-avoid is gone\n +a campaign avoids nothing by itself/);
  });

  it('lies in one file', async () => {
    const cwd = temporaryFolder();
    for (const name of ['cgfuzz.config.json', 'cgfuzz.config.mjs']) writeFileSync(join(cwd, name), '{}');
    const { code, stderr } = await run(cwd, '--print-config');
    expect(code).toBe(2);
    expect(stderr).toContain('several configuration files: cgfuzz.config.mjs, cgfuzz.config.json');
    writeFileSync(join(cwd, 'other.json'), '{"seed": 8}');
    const named = await run(cwd, '--print-config', '--config', 'other.json');
    expect(named.stdout).toMatch(/^seed +8 +other\.json$/m);
    expect((await run(cwd, '--config', 'nowhere.ts')).stderr).toContain(
      'there is no configuration file nowhere.ts',
    );
  });
});
