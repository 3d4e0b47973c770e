import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { Corpus } from '../../src/corpus/index.ts';
import { countingMeter, runCampaign } from '../../src/fuzz/index.ts';
import { randomStrategy } from '../../src/search/index.ts';
import { findSource } from '../../src/generators/sources.ts';
import { openProgram } from '../../src/target/index.ts';
import { linkWithRuntime, temporaryFolder, world } from '../target/world.ts';
import { functionsModule } from './generators/make.ts';

it('counts what only failing tests reached when a test that passes reaches it', async () => {
  const path = temporaryFolder();
  const file = join(path, 'letters');
  const coverage = '-fsanitize-coverage=inline-8bit-counters,pc-table';
  await linkWithRuntime(join(import.meta.dirname, 'letters.c'), file, '-O1', coverage);
  const folder = new CampaignFolder(path);
  const line = await runCampaign({
    folder,
    sources: [await findSource(functionsModule, '/')],
    openTarget: () => openProgram({ name: 'letters', file }),
    build: 'letters',
    configurations: () => [{ args: [], emit: 'nothing' }],
    makeStrategy: ({ sources }) => randomStrategy(sources),
    meter: countingMeter,
    fixedTimeouts: true,
    clock: { dateMs: () => Date.now(), monotonicMs: () => performance.now(), cpuMs: () => 0 },
    seed: 1,
    jobs: 1,
    budget: { executions: 300 },
    renderFinding: () => [],
    searchPath: world.searchPath,
    signal: new AbortController().signal,
    onEvent: () => {},
  });
  expect(line.findings).toBeGreaterThan(0);
  const corpus = Corpus.read(folder.corpus);
  const reached = new Set([...corpus.entries()].flatMap(({ id }) => [...corpus.features(id)]));
  expect(line.features).toBe(reached.size);
}, 60_000);
