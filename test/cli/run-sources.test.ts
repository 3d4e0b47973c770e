/** A campaign's sources: which it goes on with, and what is told of tests that could not be used. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { KeptModules, readUnusedTests } from '../../src/campaign/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { cgfuzz, type Said } from './cgfuzz.ts';

const moody = `
  export default {
    name: 'moody',
    summary: 'fails, is refused, goes on for ever, or works',
    language: 'c',
    limits: { maxChoices: 50 },
    generate(draw) {
      const mood = draw.pick(4);
      if (mood === 0) throw new Error('not today');
      if (mood === 1) return \`int x = y\${draw.pick(1000)};\\n\`;
      while (mood === 2) draw.pick(2);
      return \`int x = \${draw.integer(0, 1_000_000)};\\n\`;
    },
  };
`;

/** Words about what it is about to do, and nothing else. */
const opening = /^cgfuzz: .*\nfirst: .*\n$/;

describe('a campaign with a source that often makes nothing of use', { timeout: 120_000 }, () => {
  const folder = temporaryFolder(afterAll);
  let first: Said;
  const run = (...more: string[]): Promise<Said> =>
    cgfuzz(folder, 'run', '--target=gcc-12', '--compare-share=0', '--reduce-share=0', ...more);

  beforeAll(async () => {
    writeFileSync(join(folder, 'moody.mjs'), moody);
    first = await run('--source=./moody.mjs', '--execs=20');
  }, 120_000);

  it('keeps the first of each kind, with its reason, choices and program', () => {
    const tests = readUnusedTests(join(folder, 'campaign/unused'));
    expect(tests.map(({ fate }) => fate).toSorted()).toEqual(['generator-failed', 'overrun', 'rejected']);
    const reasons = new Map(tests.map(({ fate, why }) => [fate, why.join('\n')]));
    expect(reasons.get('generator-failed')).toMatch(/^the generator failed .*not today/);
    expect(reasons.get('overrun')).toMatch(/past its limit of choices/);
    expect(reasons.get('rejected')).toMatch(/error: .y\d+. undeclared/);
    const rejected = tests.find(({ fate }) => fate === 'rejected')!;
    expect(readFileSync(join(rejected.folder, 'program/test.c'), 'utf8')).toMatch(/^int x = y\d+;$/m);
  });

  it('makes the same failure of the kept choices again', async () => {
    const tests = readUnusedTests(join(folder, 'campaign/unused'));
    for (const [fate, message] of [
      ['generator-failed', /not today/],
      ['overrun', /past its limit of choices/],
    ] as const) {
      const file = join(tests.find((test) => test.fate === fate)!.folder, 'sequence.cgseq');
      const { stderr } = await cgfuzz(folder, 'show', file, '--program', '--source=./moody.mjs');
      expect(stderr).toMatch(message);
    }
  });

  it('tells of them at the end, as one object, and in the report', async () => {
    expect(first.stdout).toMatch(/tests that could not be used, the first of each kind:\n {2}moody, /);
    expect(first.stdout).toMatch(
      /moody, a failure of the generator: .*not today\n {4}campaign\/unused\/moody-/,
    );
    const { stdout } = await run('--json', '--execs=20');
    expect(JSON.parse(stdout).unused).toHaveLength(3);
    await cgfuzz(folder, 'report', 'campaign');
    const page = readFileSync(join(folder, 'campaign/report.html'), 'utf8');
    expect(page).toContain('Tests that could not be used');
    expect(page).toMatch(/refused by the target: .*undeclared/);
  });

  it('goes on with its own source where none is named', async () => {
    const before = JSON.parse(readFileSync(join(folder, 'campaign/campaign.json'), 'utf8'));
    const { stderr } = await run('--execs=24');
    expect(stderr).toMatch(/^cgfuzz: moody on .*\nfirst: .*\n$/);
    const after = JSON.parse(readFileSync(join(folder, 'campaign/campaign.json'), 'utf8'));
    expect(after.sources).toEqual(['moody']);
    expect(after.modules).toEqual(before.modules);
  });

  it('says that it goes on with other sources, and what becomes of its tests', async () => {
    writeFileSync(join(folder, 'calm.mjs'), moody.replace("name: 'moody'", "name: 'calm'"));
    const { stderr } = await run('--source=./calm.mjs', '--execs=25');
    expect(stderr).toContain('goes on with calm; its tests of moody stay, and are not used');
    expect(stderr).toContain('for another campaign: --dir FOLDER');
    expect((await run('--source=./moody.mjs,./calm.mjs', '--execs=25')).stderr).toMatch(opening);
    await run('--source=./moody.mjs', '--execs=25');
  });

  it('says that a module changed, and goes on with its copy when it is gone', async () => {
    const module = join(folder, 'moody.mjs');
    writeFileSync(module, `${moody}// changed\n`);
    expect((await run('--execs=26')).stderr).toContain(`${module} has changed since`);
    // It was kept as it was run.
    expect((await run('--execs=26')).stderr).toMatch(opening);
    renameSync(module, `${module}.gone`);
    expect((await run('--execs=28')).stderr).toContain(
      `${module} is gone: the campaign goes on with its copy`,
    );
    const { folder: refused } = readUnusedTests(join(folder, 'campaign/unused')).find(
      ({ fate }) => fate === 'rejected',
    )!;
    await cgfuzz(folder, 'corpus', 'import', 'campaign', join(refused, 'sequence.cgseq'));
    const exported = await cgfuzz(folder, 'corpus', 'export', 'campaign', 'out', '--programs');
    expect(exported.stdout).toMatch(/out: 1 program$/m);
  });
});

it('a kept module is the one that is there, as long as it is', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a b.mts');
  const kept = new KeptModules(join(folder, 'campaign'));
  writeFileSync(path, 'export default 1;');
  kept.keep({ 'a/b': path });
  expect(kept.find('a/b', path)).toBe(path);
  expect(kept.changes({ 'a/b': path })).toEqual([]);
  renameSync(path, `${path}.gone`);
  const copy = kept.find('a/b', path);
  expect(readFileSync(copy, 'utf8')).toBe('export default 1;');
  expect(copy.endsWith('.mts')).toBe(true);
  expect(kept.changes({ 'a/b': path })).toEqual([{ name: 'a/b', what: 'gone', path }]);
});
