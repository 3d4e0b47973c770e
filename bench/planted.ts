/**
 * Planted bugs: of the defects that we put into a compiler, how many does a campaign find, how soon, and are they told apart?
 *
 * One line for each defect: CPU seconds until the finding, sightings, whether the culprit pass is right, the size of the
 * reduced program, and whether that program is valid. The planted target itself tells the real culprit: the benchmark
 * switches defects on one at a time. Then further programs, with nothing planted, must raise no alarm. `MINUTES`,
 * `SEED`, `SOURCE`, `TARGET`, `COMPARE_SHARE`, `REDUCE_SHARE` and `FURTHER` in the environment make it another run.
 * With `MINUTES=0` the benchmark judges the last run of that source and target again.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programSize } from '../src/program/index.ts';
import { Laboratory } from '../src/laboratory/index.ts';
import { checkValidity } from '../src/oracle/index.ts';
import { plantsOfTarget } from '../lab/planted/names.ts';
import type { Bench, Measurement } from './harness.ts';
import { listen } from './planted/further.ts';
import { type Found, hunt } from './planted/hunt.ts';
import { MAX_BYTES } from './planted/programs.ts';
import { type Blame, blameFor, ownArgs } from './planted/blame.ts';
import { isPassOf, PLANTED } from './planted/truth.ts';
import { cacheFolder } from '../src/build/index.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const world = { cache: cacheFolder(process.env), searchPath: process.env['PATH'] ?? '/usr/bin:/bin' };

const SMALL_BYTES = 2_000;
const FURTHER = Number(process.env['FURTHER'] ?? 5_000);
/** The defects of the target. */
const defects = plantsOfTarget(PLANTED);

export const planted: Bench = {
  name: 'planted',
  question:
    'of the defects that we planted in a compiler, how many does a campaign find, and are they told apart?',
  decision:
    'how CPU time is shared between search, comparison and reduction; what makes two findings the same',
  run,
};

async function* run(): AsyncIterable<Measurement> {
  const minutes = Number(process.env['MINUTES'] ?? 30);
  const seed = Number(process.env['SEED'] ?? 1);
  const source = process.env['SOURCE'] ?? 'csmith-scoped';
  const folder = join(root, '.cache/planted', [PLANTED, source, seed].join(' ').replaceAll(/[^\w-]+/g, '-'));
  const { found, cpuMs } = await hunt({
    folder,
    cli: join(root, 'dist/cli/main.js'),
    source,
    cpuMs: minutes * 60_000,
    seed,
  });
  const how = `${(cpuMs / 60_000).toPrecision(3)} CPU minutes, ${source}, ${PLANTED}, seed ${seed}`;
  const laboratory = await Laboratory.open(world);
  try {
    const judged: Judged[] = [];
    for (const each of found) judged.push(await judge(laboratory, each));
    for (const name of defects) {
      const findings = judged.filter(({ original }) => original.owner === name);
      if (findings.length > 0) yield lineOf(name, findings, how);
    }
    yield* summary(judged, how);
    if (FURTHER > 0) yield await falseAlarms(laboratory);
  } finally {
    await laboratory.close();
  }
}

interface Judged {
  readonly found: Found;
  readonly original: Blame;
  readonly reduced?: Blame;
  readonly validity: string;
}

async function judge(laboratory: Laboratory, found: Found): Promise<Judged> {
  const { original, reduced, record } = found;
  const args = ownArgs(record);
  const { verdict } = await checkValidity(laboratory, reduced ?? original, { args });
  return {
    found,
    original: await blameFor(laboratory, found, original, args),
    ...(reduced === undefined ? {} : { reduced: await blameFor(laboratory, found, reduced, args) }),
    validity: verdict,
  };
}

function lineOf(name: string, findings: readonly Judged[], how: string): Measurement {
  const seen = findings.reduce((sum, { found }) => sum + found.record.count, 0);
  const said = findings.flatMap(({ found: { record, reduced }, validity }) => [
    ...(record.culprit?.kind === 'pass' ? [`blamed on ${record.culprit.pass}`] : []),
    ...(reduced === undefined ? [] : [`${programSize(reduced)} bytes, ${validity}`]),
  ]);
  return {
    name,
    value: Math.round(Math.min(...findings.map(({ found }) => found.cpuMs)) / 1_000),
    unit: 'CPU s',
    how: [`seen ${seen} times, ${findings.length} findings`, ...said, how].join('; '),
  };
}

function* summary(judged: readonly Judged[], how: string): Iterable<Measurement> {
  const share = (name: string, part: number, whole: number, about: string): Measurement => ({
    name,
    value: part / whole,
    unit: 'share',
    goal: { atLeast: 0.9 },
    how: `${part} of ${whole} ${about}; ${how}`,
  });
  const small = judged.filter(
    ({ found: { original, reduced } }) => programSize(reduced ?? original) < SMALL_BYTES,
  );
  yield share(`below ${SMALL_BYTES} bytes when the campaign ended`, small.length, judged.length, 'findings');
  const owned = judged.filter(({ original }) => original.owner !== undefined);
  const names = new Set(owned.map(({ original }) => original.owner));
  const missed = defects.filter((name) => !names.has(name));
  yield {
    name: `planted bugs found, of ${defects.length}`,
    value: names.size,
    unit: 'bugs',
    goal: { atLeast: 16 },
    how: `not found: ${missed.join(', ') || 'none'}; ${how}`,
  };
  const smaller = judged.filter((each) => each.reduced !== undefined);
  const kept = smaller.filter(
    ({ original, reduced }) => original.owner !== undefined && reduced?.owner === original.owner,
  );
  yield share('the same bug after reduction as before', kept.length, smaller.length, 'reduced findings');
  yield share('precision: findings about one bug', owned.length, judged.length, 'findings');
  yield share('recall: findings that tell of a bug of their own', names.size, owned.length, 'findings');
  const wrong = owned.filter(({ found }) => found.record.kind === 'wrong-code');
  const named = wrong.filter(({ found: { record }, original: { owner } }) => {
    const { culprit } = record;
    const blamed = culprit?.kind === 'pass' ? [culprit.pass] : culprit?.kind === 'flags' ? culprit.flags : [];
    return owner !== undefined && blamed.some((pass) => isPassOf(owner, pass));
  });
  yield share('culprit pass named rightly', named.length, wrong.length, 'findings of wrong code');
  yield {
    name: 'programs with undefined behaviour',
    value: judged.filter(({ validity }) => validity === 'undefined').length,
    unit: 'programs',
    goal: { atMost: 0 },
    how: `${judged.length} findings, sanitizers of clang and gcc; ${how}`,
  };
  yield {
    name: 'findings that no planted defect explains',
    value: judged.filter(
      ({ original, reduced }) => original.showing.length + (reduced?.showing.length ?? 0) === 0,
    ).length,
    unit: 'findings',
    goal: { atMost: 0 },
    how,
  };
}

async function falseAlarms(laboratory: Laboratory): Promise<Measurement> {
  const { programs, compared, alarms } = await listen(laboratory, FURTHER);
  return {
    name: 'false alarms with nothing planted',
    value: alarms.length,
    unit: 'alarms',
    goal: { atMost: 0 },
    how: [
      `${programs} further programs of at most ${MAX_BYTES / 1_000} KB, ${compared} of them compared`,
      ...alarms,
    ].join('; '),
  };
}
