/**
 * Coverage of what LLVM does with atomics, at equal CPU time: litmus tests against other sources, and against litmus tests that
 * nothing guides.
 *
 * `SECONDS` in the environment is the CPU time of a side (60), `TARGETS` the builds that are asked. One campaign a side.
 */
import { join } from 'node:path';
import { campaignNames } from '../src/session/campaign-names.ts';
import { edgesOf, readCampaign } from '../src/report/index.ts';
import { reachedFeatures } from '../src/report/campaign-data.ts';
import { coverageByPlace } from '../src/report/page/coverage-by-place.ts';
import { cacheFolder } from '../src/build/index.ts';
import { root, runCampaignSide } from './campaigns/campaign-side.ts';
import type { Bench, Measurement } from './harness.ts';

const sides = [
  { name: 'litmus', source: 'litmus', strategy: 'guided' },
  { name: 'litmus, not guided', source: 'litmus', strategy: 'random' },
  { name: 'csmith-scoped', source: 'csmith-scoped', strategy: 'guided' },
  { name: 'loom', source: 'loom', strategy: 'guided' },
] as const;

/** Files that decide what becomes of atomics, or what is moved over them. */
const wanted =
  /\/(?:AtomicExpandPass|InstCombineAtomicRMW|X86ISelLowering|SelectionDAGBuilder|EarlyCSE|GVN|DeadStoreElimination|LICM|MemoryDependenceAnalysis|AliasAnalysis|SimplifyCFG)\.cpp$/;

/** Functions of large files that are about atomics alone. */
const ofAtomics = /atomic|fence|cmpxchg|rmw/i;

export const litmusCoverage: Bench = {
  name: 'litmus-coverage',
  question: 'how much of what LLVM does with atomics do litmus tests reach, and does guidance help them?',
  decision: 'whether litmus takes part in a campaign beside other sources, and what is woven in next',
  run,
};

async function* run(): AsyncIterable<Measurement> {
  const seconds = Number(process.env['SECONDS'] ?? 60);
  const targets = process.env['TARGETS'] ?? 'clang-19-passes clang-19-patched-no-assertions+atomics';
  for (const target of targets.split(' ')) {
    for (const { name, source, strategy } of sides) {
      const dir = join(root, '.cache/litmus-coverage', target, name.replaceAll(/\W+/g, '-'));
      const cpuMs = 1_000 * seconds;
      await runCampaignSide({ dir, target, source, strategy, cpuMs, seed: 1, file: `${dir}.jsonl` });
      yield* reachedIn(dir, `${name}, ${target}`);
    }
  }
}

async function* reachedIn(dir: string, side: string): AsyncIterable<Measurement> {
  const { manifest, corpus, edgeCells, stats } = readCampaign(dir);
  const searchPath = process.env['PATH'] ?? '/usr/bin:/bin';
  const { names } = await campaignNames(manifest, { cache: cacheFolder(process.env), searchPath });
  if (names === undefined) throw new Error(`the edges of ${dir} have no names`);
  const edges = edgesOf(reachedFeatures(corpus, manifest.build), edgeCells);
  let atomics = 0;
  const files: string[] = [];
  for (const { file, reached, functions } of coverageByPlace(names, edges)) {
    atomics += functions
      .filter((each) => ofAtomics.test(each.name))
      .reduce((sum, each) => sum + each.reached, 0);
    if (wanted.test(file)) files.push(`${file.replace(/^.*\/(\w+)\.cpp$/, '$1')} ${reached}`);
  }
  const { executions = 0 } = stats.at(-1) ?? {};
  yield {
    name: `edges in functions of atomics, ${side}`,
    value: atomics,
    unit: 'edges',
    how: `of ${edges.length} in all, ${executions} tests; ${files.join(', ')}`,
  };
}
