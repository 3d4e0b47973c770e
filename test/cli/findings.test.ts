/** Listing what a campaign found. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Findings } from '../../src/finding/index.ts';
import { programOf } from '../../src/program/index.ts';
import { AvoidedBugs } from '../../src/triage/index.ts';
import { makeCampaign } from '../report/campaign.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { cgfuzz } from './cgfuzz.ts';

/** A campaign in the folder `a`, with one finding. */
function findingsOf(cwd: string): Findings {
  const findings = new Findings(join(makeCampaign(join(cwd, 'a')), 'findings'), () => []);
  findings.add({
    signature: { kind: 'crash', key: 'crash | x', message: '', frames: [], pass: undefined },
    program: programOf('int main(void) {}'),
    sequence: () => new Uint8Array(),
    text: '',
    compiler: 'clang-19-stock',
    args: [],
    build: 'b',
    origin: { source: 'functions' },
  });
  return findings;
}

it('tells the size that a finding has on its text, and whether that is the last word', async () => {
  const cwd = temporaryFolder();
  const findings = findingsOf(cwd);
  const listed = async (): Promise<string> => (await cgfuzz(cwd, 'findings', 'list', '--dir', 'a')).stdout;
  expect(await listed()).toContain('not reduced');
  const reduction = {
    state: 'running',
    choices: { from: 9_000, to: 2_000 },
    bytes: { from: 12_206, to: 8_105 },
    evaluations: 32,
    cpuMs: 10_015,
  } as const;
  findings.update('crash | x', { reduction });
  expect(await listed()).toContain('12,206 to 8,105 so far');
  const textReduction = { tool: 'cgfuzz', guard: 'valid', bytes: { from: 8_105, to: 1_851 } } as const;
  findings.update('crash | x', { textReduction: { ...textReduction, state: 'running' } });
  expect(await listed()).toContain('12,206 to 1,851 so far');
  findings.update('crash | x', { textReduction: { ...textReduction, state: 'minimal' } });
  expect(await listed()).toMatch(/12,206 to 1,851 +[^s]/);
});

it('says what it can do with findings, and what was meant', async () => {
  const { code, stderr } = await cgfuzz('/', 'findings', 'lst');
  expect(code).toBe(2);
  expect(stderr).toContain('no verb named "lst"');
  expect(stderr).toContain('did you mean list?');
});

it('avoids nothing of which nobody knows the choices, and lists what it was told not to avoid', async () => {
  const cwd = temporaryFolder();
  const { id } = findingsOf(cwd).all()[0]!.record;
  const avoid = (...flags: string[]): ReturnType<typeof cgfuzz> =>
    cgfuzz(cwd, 'findings', 'avoid', id, '--dir', 'a', ...flags);
  const refused = await avoid();
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('is not reduced')]);
  expect(await avoid('--off')).toMatchObject({ code: 0, stdout: `${id} is not avoided\n` });
  expect(new AvoidedBugs(join(cwd, 'a')).find(id)).toMatchObject({ state: 'off', pattern: [] });
  writeFileSync(join(cwd, 'a/avoid.json'), '{"bugs": [{}]}');
  const { stdout, stderr } = await cgfuzz(cwd, 'findings', 'list', '--dir', 'a');
  expect(stdout).toContain(id);
  expect(stderr).toContain('avoid.json is damaged');
});

it('takes no address that cannot be followed', async () => {
  const cwd = temporaryFolder();
  const id = findingsOf(cwd).all()[0]!.record.id;
  for (const address of ['notaurl', 'javascript:alert(1)']) {
    const { code, stderr } = await cgfuzz(cwd, 'findings', 'mute', id, '--dir', 'a', '--address', address);
    expect(code).toBe(2);
    expect(stderr).toContain(`--address ${address} is no address of a page`);
  }
});

it.each([
  ['reduce', '3f2a'],
  ['findings', 'show', '3f2a'],
])('says that there is no campaign: %s %s', async (...words) => {
  const { code, stderr } = await cgfuzz(temporaryFolder(), ...words);
  expect(code).toBe(2);
  expect(stderr).toContain('there is no finding 3f2a: campaign is no campaign');
  expect(stderr).toContain('--dir FOLDER');
});

it('tells a person who names the campaign in the place of a finding', async () => {
  const cwd = temporaryFolder();
  makeCampaign(join(cwd, 'a'));
  const { code, stderr } = await cgfuzz(cwd, 'findings', 'list', 'a');
  expect(code).toBe(2);
  expect(stderr).toContain('a is a campaign, and no finding');
  expect(stderr).toContain('cgfuzz findings list --dir a');
});

it('exports a finding for the tracker of its compiler, or for the one that is named', async () => {
  const cwd = temporaryFolder();
  const { id } = findingsOf(cwd).all()[0]!.record;
  const exported = async (...flags: string[]): Promise<string> =>
    (await cgfuzz(cwd, 'findings', 'export', id, '--dir', 'a', ...flags)).stdout;
  expect(await exported()).toMatch(/^Title: [^]*Compiler: clang-19 19\.1\.7-/);
  expect(await exported('--gcc')).toMatch(/^Summary: [^]*\$ clang-19 -v\n[^]*clang version 19/);
  const both = await cgfuzz(cwd, 'findings', 'export', id, '--dir', 'a', '--gcc', '--llvm');
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('are two trackers')]);
});

it('says where a compiler lies', async () => {
  const { code, stdout } = await cgfuzz('/', 'compiler', 'path', 'clang-19', 'gcc-12');
  expect([code, stdout]).toEqual([0, '/usr/bin/clang-19\n/usr/bin/gcc-12\n']);
  const missing = await cgfuzz('/', 'compiler', 'path', 'gcc-4');
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('cgfuzz compiler add gcc-4')]);
});
