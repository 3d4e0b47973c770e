import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CampaignFolder, type StatsLine } from '../../src/campaign/index.ts';
import { Corpus } from '../../src/corpus/index.ts';
import { countingMeter, runCampaign } from '../../src/fuzz/index.ts';
import { randomStrategy } from '../../src/search/index.ts';
import { findSource } from '../../src/generators/sources.ts';
import { openProgram } from '../../src/target/index.ts';
import { linkWithRuntime, temporaryFolder, world } from '../target/world.ts';
import { functionsModule } from './generators/make.ts';

/** The target `letters`, which is too much for by some programs unless it is lenient. */
async function letters(): Promise<string> {
  const file = join(temporaryFolder(), 'letters');
  const coverage = '-fsanitize-coverage=inline-8bit-counters,pc-table';
  await linkWithRuntime(join(import.meta.dirname, 'letters.c'), file, '-O1', coverage);
  return file;
}

interface Run {
  readonly file: string;
  readonly executions: number;
  readonly isLenient?: boolean;
  readonly source?: string;
  readonly onNote?: (text: string) => void;
}

async function run(folder: CampaignFolder, options: Run): Promise<StatsLine> {
  const { file, executions, isLenient = false, source = functionsModule, onNote } = options;
  const env: Readonly<Record<string, string>> = isLenient ? { LENIENT: '1' } : {};
  return runCampaign({
    folder,
    sources: [await findSource(source, '/')],
    openTarget: () => openProgram({ name: 'letters', file, env }),
    build: isLenient ? 'lenient letters' : 'letters',
    configurations: () => [{ args: [], emit: 'nothing' }],
    makeStrategy: ({ sources }) => randomStrategy(sources),
    meter: countingMeter,
    fixedTimeouts: true,
    clock: { dateMs: () => Date.now(), monotonicMs: () => performance.now(), cpuMs: () => 0 },
    seed: 1,
    jobs: 1,
    budget: { executions },
    renderFinding: () => [],
    searchPath: world.searchPath,
    signal: new AbortController().signal,
    onEvent(event) {
      if (event.type === 'note') onNote?.(event.text);
    },
  });
}

function targetsIn(folder: CampaignFolder): string[] {
  const corpus = Corpus.read(folder.corpus);
  const targets = [...corpus.entries()].map(({ build }) => build);
  corpus.close();
  return targets;
}

it('counts what only failing tests reached when a test that passes reaches it', async () => {
  const folder = new CampaignFolder(temporaryFolder());
  const line = await run(folder, { file: await letters(), executions: 300 });
  expect(line.findings).toBeGreaterThan(0);
  const corpus = Corpus.read(folder.corpus);
  const reached = new Set([...corpus.entries()].flatMap(({ id }) => [...corpus.features(id)]));
  expect(line.features).toBe(reached.size);
}, 60_000);

it('lets what makes another build of the target fail leave the corpus, as a finding', async () => {
  const folder = new CampaignFolder(temporaryFolder());
  const file = await letters();
  const lenient = await run(folder, { file, executions: 150, isLenient: true });
  expect(lenient.findings).toBe(0);
  const before = targetsIn(folder).length;

  // Its budget is used up: it executes what is to be learnt anew, and nothing else.
  const strict = await run(folder, { file, executions: 150 });
  expect(strict.findings).toBeGreaterThan(0);
  expect(strict.executions).toBe(lenient.executions + before);
  const after = targetsIn(folder);
  expect(new Set(after)).toEqual(new Set(['letters']));
  expect(after.length).toBeLessThan(before);
  expect(strict.corpus).toBe(after.length);

  const again = await run(folder, { file, executions: 150 });
  expect(again).toMatchObject({
    executions: strict.executions,
    corpus: strict.corpus,
    features: strict.features,
  });
}, 120_000);

it('tells a person once that a source is not deterministic, and never of one that is', async () => {
  const file = await letters();
  const notesOf = async (source: string): Promise<string[]> => {
    const notes: string[] = [];
    const folder = new CampaignFolder(temporaryFolder());
    await run(folder, { file, executions: 20, source, onNote: (text) => void notes.push(text) });
    return notes;
  };
  const weather = join(import.meta.dirname, 'generators/weather.mjs');
  const [note, ...others] = await notesOf(weather);
  expect(note).toContain('weather is not deterministic');
  expect(note).toContain(`cgfuzz source check ${weather}`);
  expect(others).toEqual([]);
  expect(await notesOf(functionsModule)).toEqual([]);
}, 120_000);

it('tells how many tests an emptied segment had, and nothing of tests that left by themselves', async () => {
  const folder = new CampaignFolder(temporaryFolder());
  const file = await letters();
  const notes: string[] = [];
  const onNote = (text: string): void => void notes.push(text);
  await run(folder, { file, executions: 100, isLenient: true });
  await run(folder, { file, executions: 120, onNote });
  expect(notes.filter((text) => text.includes('learnt.json'))).toEqual([]);
  const count = targetsIn(folder).length;
  writeFileSync(join(folder.corpus, '000001.cgcorpus'), '');
  await run(folder, { file, executions: 130, onNote });
  const [told, ...others] = notes.filter((text) => text.includes('learnt.json'));
  expect(others).toEqual([]);
  expect(told).toContain('a segment was emptied, cut or removed');
  expect(Number.parseInt(told ?? '', 10)).toBeGreaterThanOrEqual(count);
}, 120_000);
