/** The tests that come with cgfuzz, and others made from a campaign by the same command, in real campaigns. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import type { StatsLine } from '../../src/campaign/index.ts';
import { Alphabet, decodeSequence } from '../../src/choice/index.ts';
import { Corpus, readSeeds } from '../../src/corpus/index.ts';
import { seedsFolder } from '../../src/build/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const program = new URL('../../dist/cli/main.js', import.meta.url).pathname;
const shipped = readdirSync(seedsFolder).filter((name) => name.endsWith('.cgcorpus'));

async function cgfuzz(...args: readonly string[]): Promise<string> {
  const { stdout } = await execa('node', [program, ...args]);
  return stdout;
}

type Line = StatsLine & { readonly notes: readonly string[] };

async function run(dir: string, execs: number, ...args: readonly string[]): Promise<Line> {
  const always = [
    '--json',
    `--dir=${dir}`,
    '--target=clang-19-starter',
    `--execs=${execs}`,
    '--compare-share=0',
  ];
  return JSON.parse(await cgfuzz('run', ...always, ...args)) as Line;
}

describe('the tests that come with cgfuzz', () => {
  it('are there, and take less than 3 MB', () => {
    expect(shipped).toContain('csmith-scoped.cgcorpus');
    const bytes = shipped.reduce((sum, name) => sum + statSync(join(seedsFolder, name)).size, 0);
    expect(bytes).toBeLessThan(3_000_000);
  });

  it.each(shipped)('can be read, every one, and are of the source that they are for: %s', (name) => {
    const files = readSeeds(join(seedsFolder, name));
    expect(files.length).toBeGreaterThan(50);
    const sources = files.map((file) => decodeSequence(file, new Alphabet()).envelope.source.name);
    expect(new Set(sources)).toEqual(new Set([name.replace('.cgcorpus', '')]));
  });

  it('are used, and a person is told; a random campaign and --no-seeds do without', async () => {
    const seeded = await run(temporaryFolder(), 12);
    expect(seeded.arms['seed']?.executions).toBeGreaterThan(0);
    expect(seeded.arms['seed']?.features).toBeGreaterThan(0);
    expect(seeded.notes.join()).toMatch(/\d+ tests of csmith-scoped that come with cgfuzz are tried/);
    for (const without of ['--no-seeds', '--strategy=random']) {
      const { arms, notes } = await run(temporaryFolder(), 12, without);
      expect(arms['seed']).toBeUndefined();
      expect(notes.join()).not.toContain('come with cgfuzz');
    }
  }, 300_000);
});

describe('corpus seeds', () => {
  it('makes such files from a campaign: a part of its tests, of its own source', async () => {
    const [dir, out] = [temporaryFolder(), temporaryFolder()];
    await run(dir, 12, '--no-seeds');
    const told = await cgfuzz('corpus', 'seeds', dir, out);
    expect(told).toMatch(/csmith-scoped\.cgcorpus: \d+ tests? of \d+ with [\d,]+ features/);
    const files = readSeeds(join(out, 'csmith-scoped.cgcorpus'));
    const corpus = Corpus.read(join(dir, 'corpus'));
    const kept = [...corpus.entries()].map(({ id }) => Buffer.from(corpus.sequenceBytes(id)).toString('hex'));
    corpus.close();
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(kept).toContain(Buffer.from(file).toString('hex'));

    const bytes = files.reduce((sum, { length }) => sum + length, 0);
    await cgfuzz('corpus', 'seeds', dir, out, `--size=${Math.ceil(bytes / 2_000)}`);
    expect(readSeeds(join(out, 'csmith-scoped.cgcorpus')).length).toBeLessThan(files.length);
  }, 300_000);
});
