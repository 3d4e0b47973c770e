/** A campaign on a harness, from its object to findings that reproduce without cgfuzz. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { Findings } from '../../src/finding/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { cgfuzz, type Said } from '../cli/cgfuzz.ts';
import { buildHarness } from '../target/executable/build.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const source = join(import.meta.dirname, '../target/executable/brackets.mjs');

describe('a campaign on a harness with ASan', { timeout: 300_000 }, () => {
  const folder = temporaryFolder(afterAll);
  let harness: string;
  let first: Said;
  const run = (...more: string[]): Promise<Said> =>
    cgfuzz(folder, 'run', '--target', './brackets-address', '--source', source, '--seed=2', ...more);
  const findings = (): ReturnType<Findings['all']> =>
    new Findings(join(folder, 'campaign/findings'), findingFiles).all();
  const repro = async (path: string, env: Record<string, string> = {}): Promise<number | undefined> =>
    (await execa('sh', [join(path, 'repro.sh')], { reject: false, env, timeout: 60_000 })).exitCode;

  beforeAll(async () => {
    harness = await buildHarness({ source: 'brackets.c', folder, flags: ['-fsanitize=address'] });
    first = await run('--execs=400', '--reduce-share=60');
  }, 300_000);

  it('finds both planted bugs behind structure, told apart by frames of the person’s code', () => {
    expect(first.code).toBe(1);
    expect(
      findings()
        .map(({ record }) => record.title)
        .toSorted(),
    ).toEqual(['AddressSanitizer: heap-buffer-overflow in remember', 'SIGABRT in list']);
    for (const { record } of findings())
      expect(record).toMatchObject({ targetKind: 'executable', compiler: harness, args: [] });
  });

  it('reports the words of the program and the stack, in a text that speaks of no compiler', () => {
    for (const { record, folder: there } of findings()) {
      const readme = readFileSync(join(there.path, 'README.md'), 'utf8');
      expect(readme).toMatch(/^# brackets-address: /);
      expect(readme).toMatch(/#\d+ LLVMFuzzerTestOneInput .*brackets\.c:\d+/);
      expect(readme).toContain(record.title.startsWith('SIGABRT') ? 'twins at depth' : 'WRITE of size 4');
      expect(readme).toContain(`$ ${harness} < `);
      expect(readme).not.toMatch(/compile|Undefined behaviour/);
    }
  });

  it('reproduces without cgfuzz: 1 there, 0 gone, 77 not asked', async () => {
    for (const { folder: there } of findings()) {
      expect(await repro(there.path)).toBe(1);
      expect(await repro(there.path, { TARGET: '/bin/true' })).toBe(0);
      expect(await repro(there.path, { TARGET: join(folder, 'not-there') })).toBe(77);
    }
    const { stdout, code } = await cgfuzz(folder, 'findings', 'verify');
    expect(stdout.match(/brackets-address there/g)).toHaveLength(2);
    expect(code).toBe(1);
  });

  it('goes on where it stopped, and reduces what is left to a few bytes', async () => {
    await run('--execs=900', '--reduce-share=80');
    const sizes = findings().map(({ record }) => (record.textReduction ?? record.reduction)?.bytes);
    for (const bytes of sizes) {
      expect(bytes?.to).toBeLessThan(60);
      expect(bytes?.to).toBeLessThan(bytes!.from);
    }
  });

  it('is reduced by a command as well, and shown as a page with names of functions', async () => {
    const [one] = findings();
    const reduced = await cgfuzz(folder, 'reduce', one!.folder.path, '--restart');
    expect(reduced.code).toBe(0);
    expect(findings()[0]?.record.reduction?.state).toBe('minimal');
    const page = await cgfuzz(folder, 'report', '--source', source);
    expect(page.stderr).toBe('');
    const html = readFileSync(join(folder, 'campaign/report.html'), 'utf8');
    expect(html).toContain('brackets.c');
    expect(html).toContain('remember');
  });

  it('gives its inputs to other engines, named by what is in them', async () => {
    const { stdout, code } = await cgfuzz(folder, 'corpus', 'export', 'campaign', 'inputs', '--as=files');
    expect(code).toBe(0);
    const names = readdirSync(join(folder, 'inputs'));
    expect(stdout).toMatch(/^inputs: \d+ programs$/m);
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) {
      const bytes = readFileSync(join(folder, 'inputs', name));
      expect(createHash('sha1').update(bytes).digest('hex')).toBe(name);
    }
    const [some] = names;
    const { stderr } = await execa(harness, [join(folder, 'inputs', some!)]);
    expect(stderr).toMatch(/^Running: .*\nExecuted /);
  });

  it('gives them to Centipede as one shard, which is written anew each time', async () => {
    const exported = (): ReturnType<typeof cgfuzz> =>
      cgfuzz(folder, 'corpus', 'export', 'campaign', 'workdir', '--as=centipede');
    await exported();
    expect((await exported()).code).toBe(0);
    const shard = readFileSync(join(folder, 'workdir/corpus.000000'), 'latin1');
    const names: string[] = [...shard.matchAll(/-Centipede-([0-9a-f]{40})(.{8})/gs)].map(
      ([mark, name, size]) => {
        const from = shard.indexOf(mark) + mark.length;
        const length = Number(Buffer.from(size!, 'latin1').readBigUInt64LE());
        expect(shard.slice(from + length)).toMatch(/^-edepitneC-/);
        const input = Buffer.from(shard.slice(from, from + length), 'latin1');
        expect(createHash('sha1').update(input).digest('hex')).toBe(name);
        return name!;
      },
    );
    expect([...new Set(names)].toSorted()).toEqual(readdirSync(join(folder, 'inputs')).toSorted());
  });

  it('leaves no process and no folder of its own behind', () => {
    const left = readdirSync('/proc')
      .filter((pid) => /^\d+$/.test(pid))
      .filter(
        (pid) =>
          existsSync(`/proc/${pid}/cmdline`) &&
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(harness),
      );
    expect(left).toEqual([]);
    expect(new CampaignFolder(join(folder, 'campaign')).readManifest().target).toBe(harness);
  });

  it.each([
    [['--args=-O1'], /--args is for compilers/],
    [['--options=hidden'], /--options is for compilers/],
    [['--machines=avr'], /--machines is for compilers/],
    [['--compare-with=gcc-12'], /--compare-with is for compilers/],
    [['--upgrade=passes'], /--upgrade is for compilers/],
    [['--truth-share=10'], /--truth-share is for compilers/],
    [['--invariance-share=3'], /--invariance-share is for compilers/],
    [['--ir-share=10'], /--ir-share is for compilers/],
    [['--judge=./judge.sh'], /--judge is for compilers/],
    [['--follow'], /--follow needs a compiler/],
  ])('refuses %s with a word', async (words, said) => {
    const { code, stderr } = await run('--dir=other', ...words);
    expect(stderr).toMatch(said);
    expect(code).toBe(2);
  });

  it('needs a source that a person names', async () => {
    const { code, stderr } = await cgfuzz(folder, 'run', '--dir=other', '--target', harness);
    expect(stderr).toMatch(/no source is named that makes inputs/);
    expect(code).toBe(2);
  });
});

describe('a campaign on a harness with TSan', { timeout: 300_000 }, () => {
  it('finds a race, and names the function that it is in', async () => {
    const folder = temporaryFolder();
    const harness = await buildHarness({ source: 'race.cpp', folder, flags: ['-fsanitize=thread'] });
    const words = ['run', '--target', harness, '--source', 'json', '--execs=40', '--reduce-share=0'];
    expect((await cgfuzz(folder, ...words)).code).toBe(1);
    const found = new Findings(join(folder, 'campaign/findings'), findingFiles).all();
    expect(found.map(({ record }) => record.title)).toEqual(['ThreadSanitizer: data race in bump']);
  });
});

describe('a campaign on a program without coverage', { timeout: 300_000 }, () => {
  const folder = temporaryFolder(afterAll);

  it('finds crashes at random, and says that it shows no coverage', async () => {
    await buildHarness({ source: 'brackets.c', folder });
    const words = [
      'run',
      '--target',
      'command:./brackets @@',
      '--source',
      source,
      '--execs=300',
      '--reduce-share=0',
    ];
    const { code, stderr } = await cgfuzz(folder, ...words);
    expect(stderr).toContain('shows no coverage, so that tests are made at random');
    expect(code).toBe(1);
    const found = new Findings(join(folder, 'campaign/findings'), findingFiles).all();
    const twins = found.find(({ record }) => record.title === 'SIGABRT');
    expect(twins!.folder.output).toMatch(/^twins at depth \d/);
    expect((await execa('sh', [join(twins!.folder.path, 'repro.sh')], { reject: false })).exitCode).toBe(1);
  });

  it('finds what takes longer than a person allows, and the reproducer has the same limit', async () => {
    const loops = `#include <stdio.h>
int main(void) {
  volatile int on = getchar() == '{';
  while (on) {}
  return 0;
}
`;
    writeFileSync(join(folder, 'loops.c'), loops);
    await execa('gcc', ['-O1', 'loops.c', '-o', 'loops'], { cwd: folder });
    const words = ['run', '--dir=slow', '--target', 'command:./loops', '--source', 'json'];
    const { code } = await cgfuzz(folder, ...words, '--test-time=300ms', '--execs=30', '--reduce-share=0');
    expect(code).toBe(1);
    const found = new Findings(join(folder, 'slow/findings'), findingFiles).all();
    expect(found.map(({ record }) => [record.kind, record.limits])).toEqual([['hang', { cpuMs: 300 }]]);
    const repro = async (target?: string): Promise<number | undefined> => {
      const env: Record<string, string> = target === undefined ? {} : { TARGET: target };
      const asked = execa('sh', [join(found[0]!.folder.path, 'repro.sh')], { reject: false, env });
      return (await asked).exitCode;
    };
    expect([await repro(), await repro('/bin/true')]).toEqual([1, 0]);
  });
});
