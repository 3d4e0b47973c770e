import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/cli/commands.ts';
import { type CheckGroup, checksText, type CheckState } from '../../../src/cli/doctor/check.ts';
import { checkConfinement } from '../../../src/cli/doctor/built.ts';
import { type Machine, machineChecks, readMachine } from '../../../src/cli/doctor/machine.ts';
import { checkNeed, needs, packageChecks } from '../../../src/cli/doctor/packages.ts';
import { runCli } from '../../../src/cli/run-cli.ts';
import { cacheFolder } from '../../../src/build/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { fakeContext } from '../fake-context.ts';

const GB = 1e9;
const good: Machine = {
  nodeVersion: '20.19.0',
  platform: 'linux',
  system: 'Debian GNU/Linux 12 (bookworm)',
  cores: 8,
  coreQuota: undefined,
  load: 0.2,
  memoryBytes: 32 * GB,
  freeMemoryBytes: 16 * GB,
  disks: [{ what: 'campaigns in this folder', path: '/there', freeBytes: 100 * GB }],
  governor: 'performance',
  hugePages: 'madvise',
  corePattern: 'core',
};

/** The checks that are not ok, as state and text. */
function complaints(about: Partial<Machine>): [CheckState, string][] {
  return machineChecks({ ...good, ...about }).checks.flatMap(({ state, told, todo = [] }) =>
    state === 'ok' ? [] : [[state, [told, ...todo].join('; ')] satisfies [CheckState, string]],
  );
}

describe('cgfuzz doctor', () => {
  it('finds nothing to say about a good machine', () => {
    expect(complaints({})).toEqual([]);
  });

  it.each([
    [{ nodeVersion: '18.20.4' }, 'missing', 'Node 18.20.4 is too old; install Node 20.19 or newer'],
    [{ nodeVersion: '20.18.1' }, 'missing', 'Node 20.18.1 is too old'],
    [{ platform: 'darwin', system: undefined }, 'missing', 'cgfuzz needs Linux'],
    [{ system: 'Ubuntu 24.04' }, 'advice', 'Debian 12 is what cgfuzz is tested on'],
    [{ load: 7 }, 'advice', 'load 7.0: others work here too'],
    [{ coreQuota: 1.5, load: 1 }, 'advice', 'of which a quota leaves 1.5'],
    [{ freeMemoryBytes: GB }, 'advice', '1.0 GB of 32.0 GB of memory are free'],
    [
      { disks: [{ what: 'campaigns', path: '/x', freeBytes: GB }] },
      'missing',
      '1.0 GB are free for campaigns: /x',
    ],
    [{ disks: [{ what: 'campaigns', path: '/x', freeBytes: 5 * GB }] }, 'advice', 'cgfuzz target clean'],
    [{ governor: 'powersave' }, 'advice', 'echo performance'],
    [{ hugePages: 'never' }, 'advice', 'echo madvise'],
    [{ corePattern: '|/usr/share/apport/apport %p' }, 'advice', 'handed to /usr/share/apport/apport, which'],
  ] as const)('complains of %j, and says what to do', (about, state, told) => {
    const found = complaints(about);
    expect(found).toHaveLength(1);
    expect(found[0]![0]).toBe(state);
    expect(found[0]![1]).toContain(told);
  });

  it('knows more of this machine than nothing', () => {
    const machine = readMachine(cacheFolder(process.env), temporaryFolder());
    expect(machine.system).toContain('Debian');
    expect(machine.cores).toBeGreaterThan(0);
    expect(machine.freeMemoryBytes).toBeGreaterThan(0);
    for (const { freeBytes } of machine.disks) expect(freeBytes).toBeGreaterThan(0);
  });

  it('names missing packages with what they are for, and the command that installs them', () => {
    const need = { what: 'baking', packages: ['flour', 'eggs', 'milk'] };
    expect(checkNeed(need, new Set(['eggs', 'milk']))).toEqual({
      state: 'missing',
      told: 'baking: eggs, milk missing',
      todo: ['sudo apt-get update && sudo apt-get install eggs milk'],
    });
    expect(checkNeed({ ...need, isOptional: true }, new Set(['eggs'])).state).toBe('advice');
    expect(checkNeed(need, new Set()).state).toBe('ok');
  });

  it('needs no package that the set-up of this repository does not install', () => {
    const setUp = readFileSync('setup/steps.mjs', 'utf8');
    const needed = needs.filter(({ isOptional }) => !isOptional).flatMap(({ packages }) => packages);
    expect(needed.length).toBeGreaterThan(10);
    for (const name of needed)
      expect(setUp).toMatch(new RegExp(`^ +'?${name.replaceAll('+', '\\+')}'?: '`, 'm'));
  });

  it('lists what it would look up where there is no dpkg', async () => {
    const { checks } = await packageChecks('/nowhere');
    expect(checks).toHaveLength(1);
    expect(checks[0]!.todo).toContainEqual('running generators: gcc libc6-dev');
  });

  it('tells which part of the confinement is not granted', () => {
    const all = {
      filesInMemory: true,
      readOnlyOutside: true,
      noNetwork: true,
      noStragglers: true,
      countedTogether: true,
    };
    expect(checkConfinement(all).state).toBe('ok');
    expect(checkConfinement({ ...all, noNetwork: false })).toMatchObject({
      state: 'advice',
      told: 'the kernel does not grant: no network',
    });
  });

  it('says of every line what to do, and counts', () => {
    const text = checksText([machineChecks({ ...good, hugePages: 'never', nodeVersion: '18.0.0' })]);
    expect(text).toMatch(/^ {2}missing {2}Node 18\.0\.0 is too old\n {11}install Node/m);
    expect(text).toMatch(/\n\n4 ok, 1 with advice, 1 missing\n$/);
  });

  it('finds on this machine, which was set up, nothing missing but room', async () => {
    const { context, output } = fakeContext(undefined, temporaryFolder());
    await runCli(commands, ['doctor', '--json'], { ...context, env: process.env }, '1.2.3');
    const groups = JSON.parse(output.stdout) as CheckGroup[];
    const [machine, ...others] = groups;
    expect(machine!.title).toBe('machine');
    const lacking = others.flatMap(({ checks }) => checks.filter(({ state }) => state === 'missing'));
    expect(lacking).toEqual([]);
    const told = others.flatMap(({ checks }) => checks.map((check) => check.told));
    expect(told).toContain('clang-19-starter is built, and compiles');
  });
});
