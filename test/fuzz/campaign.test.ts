import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { CampaignFolder, Corpus } from '../../src/corpus/index.ts';
import { counted, randomStrategy, runCampaign } from '../../src/fuzz/index.ts';
import { findSource } from '../../src/generators/sources.ts';
import { instrumentationFolder } from '../../src/target/build/places.ts';
import { openProgram } from '../../src/target/index.ts';
import { temporaryFolder, world } from '../target/world.ts';
import { functionsModule } from './generators/make.ts';

it('counts what only failing tests reached when a test that passes reaches it', async () => {
  const at = (name: string): string => join(path, name);
  const path = temporaryFolder();
  const coverage = '-fsanitize-coverage=inline-8bit-counters,pc-table';
  await execa('clang-19', ['-O1', coverage, '-c', join(import.meta.dirname, 'letters.c'), '-o', at('l.o')]);
  const runtime = join(instrumentationFolder, 'coverage/cgfuzz-coverage.c');
  await execa('clang-19', ['-O2', '-c', runtime, '-o', at('r.o')]);
  await execa('clang-19', [at('l.o'), at('r.o'), '-o', at('letters')]);
  const folder = new CampaignFolder(path);
  const line = await runCampaign({
    folder,
    sources: [await findSource(functionsModule, '/')],
    openTarget: () => openProgram({ name: 'letters', file: at('letters') }),
    build: 'letters',
    configurations: () => [{ args: [], emit: 'nothing' }],
    makeStrategy: ({ sources }) => randomStrategy(sources),
    meter: counted,
    fixedTimeouts: true,
    clock: { nowMs: () => Date.now(), cpuMs: () => 0 },
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
