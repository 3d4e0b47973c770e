/**
 * Back ends: how much of those of AArch64 and RISC-V sources reach at equal CPU time, with either selector of
 * instructions.
 *
 * It needs `cgfuzz target build clang-19 --profile backends`. In the environment, `SECONDS` is the CPU time of a side
 * (60), and `SOURCES` are the sources. `MORE` holds more words for the compiler, such as `-mllvm
 * -verify-machineinstrs`. One campaign a side; what fails lies in its folder under .cache/backends.
 */
import { join } from 'node:path';
import { campaignNames } from '../src/session/campaign-names.ts';
import { edgesOf, readCampaign } from '../src/report/index.ts';
import { reachedFeatures } from '../src/report/campaign-data.ts';
import { coverageByPlace } from '../src/report/page/coverage-by-place.ts';
import { cacheFolder } from '../src/build/index.ts';
import { root, runCampaignSide } from './campaigns/campaign-side.ts';
import type { Bench, Measurement } from './harness.ts';

const machines = ['aarch64', 'riscv64'];
const selectors = [
  { name: 'SelectionDAG', args: [] },
  { name: 'GlobalISel', args: ['-fglobal-isel'] },
];
const folders = ['Target/AArch64', 'Target/RISCV', 'CodeGen/GlobalISel'];

export const backends: Bench = {
  name: 'backends',
  question: 'how much of the back ends of other machines do programs of ours reach, by either selector?',
  decision: 'which sources and options look for bugs in back ends',
  run,
};

async function* run(): AsyncIterable<Measurement> {
  const cpuMs = 1_000 * Number(process.env['SECONDS'] ?? 60);
  const sources = (process.env['SOURCES'] ?? 'loom,csmith-scoped').split(',');
  const more = (process.env['MORE'] ?? '').split(' ').filter((word) => word !== '');
  for (const machine of machines)
    for (const selector of selectors)
      for (const source of sources) {
        const dir = join(root, '.cache/backends', [machine, selector.name, source].join('-'));
        await runCampaignSide({
          dir,
          target: 'clang-19-backends',
          args: ['-O2', `--target=${machine}-linux-gnu`, ...selector.args, ...more],
          source,
          strategy: 'guided',
          cpuMs,
          seed: 1,
          file: `${dir}.jsonl`,
        });
        yield await reachedIn(dir, `${source}, ${machine}, ${selector.name}`);
      }
}

async function reachedIn(dir: string, side: string): Promise<Measurement> {
  const { manifest, corpus, edgeCells, stats, findings } = readCampaign(dir);
  const searchPath = process.env['PATH'] ?? '/usr/bin:/bin';
  const { names } = await campaignNames(manifest, { cache: cacheFolder(process.env), searchPath });
  if (names === undefined) throw new Error(`the edges of ${dir} have no names`);
  const edges = edgesOf(reachedFeatures(corpus, manifest.build), edgeCells);
  const files = coverageByPlace(names, edges);
  const counts = folders.map((folder) => {
    const own = files.filter(({ file }) => file.includes(`/${folder}/`));
    const sum = (what: 'edges' | 'reached'): number => own.reduce((total, each) => total + each[what], 0);
    return { folder, reached: sum('reached'), edges: sum('edges') };
  });
  const { executions = 0 } = stats.at(-1) ?? {};
  return {
    name: `edges of back ends, ${side}`,
    value: counts.reduce((total, { reached }) => total + reached, 0),
    unit: 'edges',
    how: `${counts.map((each) => `${each.folder} ${each.reached} of ${each.edges}`).join(', ')}; ${edges.length} in all, ${executions} executions, ${findings.length} findings`,
  };
}
