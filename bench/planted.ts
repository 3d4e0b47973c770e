/**
 * Planted bugs: of the defects that we put into LLVM, how many does a campaign find, how soon, and are they told apart?
 *
 * One line for each defect: CPU seconds to the first hit, how often it was hit, whether the culprit pass was named
 * rightly, the size of its reduced program, and whether that is valid. Who is really to blame is asked of the planted
 * target itself, by switching defects on one at a time. `MINUTES` and `SEED` in the environment make it another run;
 * `REDUCE=0` leaves reduction out.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CampaignFolder } from '../src/corpus/index.ts';
import { type Finding, Findings } from '../src/finding/index.ts';
import { Generators, openFailureTest, programSize, reduceFinding } from '../src/fuzz/index.ts';
import { csmithScoped } from '../src/generators/csmith-scoped.ts';
import { checkValidity, Laboratory } from '../src/oracle/index.ts';
import { findingFiles } from '../src/report/index.ts';
import { cacheFolder, plantNames } from '../src/target/index.ts';
import type { Bench, Measurement } from './harness.ts';
import { compilerArgs, type Hit, hunt } from './planted/hunt.ts';
import { blamed, isPassOf } from './planted/truth.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const world = { cache: cacheFolder(process.env), searchPath: process.env['PATH'] ?? '/usr/bin:/bin' };

export const planted: Bench = {
  name: 'planted',
  question: 'of the defects that we planted in LLVM, how many does a campaign find, and are they told apart?',
  decision: 'how CPU time is shared between search and comparison, and what makes two findings the same',
  run,
};

/** A cluster: what the hunt takes for one bug. */
interface Cluster {
  readonly signature: string;
  readonly kind: string;
  readonly hits: { readonly hit: Hit; readonly truth: readonly string[] }[];
}

async function* run(): AsyncIterable<Measurement> {
  const minutes = Number(process.env['MINUTES'] ?? 30);
  const seed = Number(process.env['SEED'] ?? 1);
  const how = `${minutes} CPU minutes, csmith-scoped, seed ${seed}`;
  const folder = join(root, '.cache/planted', String(seed));
  const laboratory = await Laboratory.open(world);
  // Whose time is nobody's: what it learns the campaign never hears of.
  const beside = await Laboratory.open(world);
  try {
    const clusters = new Map<string, Cluster>();
    const options = {
      folder,
      cli: join(root, 'dist/cli/main.js'),
      cpuMs: minutes * 60_000,
      seed,
      laboratory,
    };
    for await (const hit of hunt(options)) {
      const { signature, kind } = hit;
      const cluster = clusters.get(signature) ?? { signature, kind, hits: [] };
      clusters.set(signature, cluster);
      cluster.hits.push({ hit, truth: await blamed(beside, hit.program, compilerArgs) });
      console.error(`${seconds(hit)} s  ${signature}  ${cluster.hits.at(-1)?.truth.join(' ')}`);
    }
    const found = new Findings(new CampaignFolder(folder).findings, findingFiles);
    const reduced = new Map<string, Reduced>();
    if (process.env['REDUCE'] !== '0')
      for (const finding of found.all())
        reduced.set(finding.record.signature, await reduceOne(found, finding, beside));
    yield* perDefect(clusters, reduced, how);
    yield* summary(clusters, reduced, how);
  } finally {
    await laboratory.close();
    await beside.close();
  }
}

interface Reduced {
  readonly bytes: number;
  readonly truth: readonly string[];
  readonly validity: string;
}

async function reduceOne(findings: Findings, finding: Finding, beside: Laboratory): Promise<Reduced> {
  const { record, folder } = finding;
  const generators = new Generators(csmithScoped, 1);
  const opened = await openFailureTest(record, folder, csmithScoped, world);
  try {
    const { test: program } = await reduceFinding(finding, {
      ...opened,
      generators,
      jobs: 1,
      signal: new AbortController().signal,
      maxEvaluations: Number(process.env['EVALUATIONS'] ?? 2_000),
      save: (more) => findings.update(record.signature, more),
    });
    const { verdict } = await checkValidity(beside, program, { args: compilerArgs });
    return {
      bytes: programSize(program),
      truth: await blamed(beside, program, compilerArgs),
      validity: verdict,
    };
  } finally {
    await generators.close();
    await opened.test.close();
  }
}

function seconds({ cpuMs }: Hit): number {
  return Math.round(cpuMs / 1_000);
}

function* perDefect(
  clusters: ReadonlyMap<string, Cluster>,
  reduced: ReadonlyMap<string, Reduced>,
  how: string,
): Iterable<Measurement> {
  for (const name of plantNames()) {
    const own = [...clusters.values()].filter((cluster) => ownerOf(cluster, reduced) === name);
    const hits = [...clusters.values()].flatMap((cluster) =>
      cluster.hits.filter(({ truth }) => truth.includes(name)),
    );
    const [first] = hits;
    const small = own.map(({ signature }) => reduced.get(signature)).find((each) => each !== undefined);
    const said = [
      `${hits.reduce((sum, { hit }) => sum + hit.times, 0)} hits`,
      own.length === 0 ? 'no finding of its own' : `${own.length} findings`,
      ...own.flatMap(({ hits: [head] }) =>
        head?.hit.culprit?.kind === 'pass' ? [`blamed on ${head.hit.culprit.pass}`] : [],
      ),
      ...(small === undefined ? [] : [`${small.bytes} bytes, ${small.validity}`]),
    ];
    yield {
      name,
      value: first === undefined ? NaN : seconds(first.hit),
      unit: 'CPU s',
      how: `${said.join(', ')}; ${how}`,
    };
  }
}

/** The defect that a cluster is about: that of its reduced program, or else the one that most of its hits have. */
function ownerOf({ signature, hits }: Cluster, reduced: ReadonlyMap<string, Reduced>): string | undefined {
  const [sure] = reduced.get(signature)?.truth ?? [];
  if (sure !== undefined) return sure;
  const votes = new Map<string, number>();
  for (const { truth } of hits) for (const name of truth) votes.set(name, (votes.get(name) ?? 0) + 1);
  return [...votes].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

function* summary(
  clusters: ReadonlyMap<string, Cluster>,
  reduced: ReadonlyMap<string, Reduced>,
  how: string,
): Iterable<Measurement> {
  const all = [...clusters.values()];
  const owners = all.map((cluster) => ownerOf(cluster, reduced));
  const foundNames = new Set(owners.filter((owner) => owner !== undefined));
  yield {
    name: `planted bugs found, of ${plantNames().length}`,
    value: foundNames.size,
    unit: 'bugs',
    goal: { atLeast: 16 },
    how,
  };
  const withTruth = all.flatMap((cluster, index) =>
    cluster.hits.map(({ truth }) => ({ truth, owner: owners[index] })),
  );
  const right = withTruth.filter(({ truth, owner }) => owner !== undefined && truth.includes(owner));
  yield {
    name: 'precision of clusters: hits that show the bug of their finding',
    value: right.length / withTruth.length,
    unit: 'share',
    goal: { atLeast: 0.9 },
    how: `${withTruth.length} hits in ${all.length} findings`,
  };
  yield {
    name: 'recall of clusters: findings that tell of a bug of their own',
    value: foundNames.size / all.length,
    unit: 'share',
    goal: { atLeast: 0.9 },
    how: `${all.length} findings`,
  };
  const wrong = all.flatMap(({ hits: [head] }, index) =>
    head?.hit.kind === 'wrong-code' ? [{ head, owner: owners[index] }] : [],
  );
  const named = wrong.filter(({ head, owner }) => {
    const { culprit } = head.hit;
    return culprit?.kind === 'pass' && owner !== undefined && isPassOf(owner, culprit.pass);
  });
  yield {
    name: 'culprit pass named rightly',
    value: named.length / wrong.length,
    unit: 'share',
    goal: { atLeast: 0.9 },
    how: `${wrong.length} findings of wrong code`,
  };
  const invalid = [...reduced.values()].filter(({ validity }) => validity === 'undefined');
  yield {
    name: 'reduced programs with undefined behaviour',
    value: invalid.length,
    unit: 'programs',
    goal: { atMost: 0 },
    how: `${reduced.size} reduced programs, sanitizers of clang and gcc`,
  };
  yield {
    name: 'findings that no planted defect explains',
    value: owners.filter((owner) => owner === undefined).length,
    unit: 'findings',
    goal: { atMost: 0 },
    how,
  };
}
