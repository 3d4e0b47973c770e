/**
 * Planted bugs: of the defects that we put into LLVM, how many does a campaign find, how soon, and are they told apart?
 *
 * One line for each defect: CPU seconds until it was found, how often it was seen, whether the culprit pass was named
 * rightly, the size of its reduced program, and whether that is valid. Who is really to blame is asked of the planted
 * target itself, by switching defects on one at a time. `MINUTES` and `SEED` in the environment make it another run.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programSize } from '../src/fuzz/index.ts';
import { checkValidity, Laboratory } from '../src/oracle/index.ts';
import { cacheFolder, plantNames } from '../src/target/index.ts';
import type { Bench, Measurement } from './harness.ts';
import { compilerArgs, type Found, hunt } from './planted/hunt.ts';
import { blamed, isPassOf } from './planted/truth.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const world = { cache: cacheFolder(process.env), searchPath: process.env['PATH'] ?? '/usr/bin:/bin' };

export const planted: Bench = {
  name: 'planted',
  question: 'of the defects that we planted in LLVM, how many does a campaign find, and are they told apart?',
  decision:
    'how CPU time is shared between search, comparison and reduction; what makes two findings the same',
  run,
};

async function* run(): AsyncIterable<Measurement> {
  const minutes = Number(process.env['MINUTES'] ?? 30);
  const seed = Number(process.env['SEED'] ?? 1);
  const how = `${minutes} CPU minutes, csmith-scoped, seed ${seed}`;
  const folder = join(root, '.cache/planted', String(seed));
  const found = await hunt({ folder, cli: join(root, 'dist/cli/main.js'), cpuMs: minutes * 60_000, seed });
  const laboratory = await Laboratory.open(world);
  try {
    const judged: Judged[] = [];
    for (const each of found) judged.push(await judge(laboratory, each));
    for (const name of plantNames())
      yield lineOf(
        name,
        judged.filter(({ owner }) => owner === name),
        how,
      );
    yield* summary(judged, how);
  } finally {
    await laboratory.close();
  }
}

interface Judged {
  readonly found: Found;
  /** Defects that show themselves in the program as it was found, each switched on alone, and in the reduced one. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** What the finding is about: a defect that its reduced program still shows, or the only one that it ever showed. */
  readonly owner: string | undefined;
  readonly validity: string;
}

async function judge(laboratory: Laboratory, found: Found): Promise<Judged> {
  const { original, reduced } = found;
  const before = await blamed(laboratory, original, compilerArgs);
  const after = reduced === undefined ? [] : await blamed(laboratory, reduced, compilerArgs);
  const owner = after.find((name) => before.includes(name)) ?? (before.length === 1 ? before[0] : undefined);
  const { verdict } = await checkValidity(laboratory, reduced ?? original, { args: compilerArgs });
  return { found, before, after, owner, validity: verdict };
}

function lineOf(name: string, findings: readonly Judged[], how: string): Measurement {
  const seen = findings.reduce((sum, { found }) => sum + found.record.count, 0);
  const said = findings.flatMap(({ found: { record, reduced }, validity }) => [
    ...(record.culprit?.kind === 'pass' ? [`blamed on ${record.culprit.pass}`] : []),
    ...(reduced === undefined ? [] : [`${programSize(reduced)} bytes, ${validity}`]),
  ]);
  const firstMs = Math.min(...findings.map(({ found }) => found.cpuMs));
  const what =
    findings.length === 0 ? ['not found'] : [`seen ${seen} times, ${findings.length} findings`, ...said];
  return {
    name,
    value: findings.length === 0 ? NaN : Math.round(firstMs / 1_000),
    unit: 'CPU s',
    how: [...what, how].join('; '),
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
  const owned = judged.filter(({ owner }) => owner !== undefined);
  const names = new Set(owned.map(({ owner }) => owner));
  yield {
    name: `planted bugs found, of ${plantNames().length}`,
    value: names.size,
    unit: 'bugs',
    goal: { atLeast: 16 },
    how,
  };
  const reduced = judged.filter(({ found }) => found.reduced !== undefined);
  const kept = reduced.filter(({ before, after }) => after.some((name) => before.includes(name)));
  yield share('the same bug after reduction as before', kept.length, reduced.length, 'reduced findings');
  const pure = reduced.filter(({ after }) => after.length === 1);
  yield share(
    'precision: reduced programs that show one bug alone',
    pure.length,
    reduced.length,
    'reduced findings',
  );
  yield share('recall: findings that tell of a bug of their own', names.size, owned.length, 'findings');
  const wrong = owned.filter(({ found }) => found.record.kind === 'wrong-code');
  const named = wrong.filter(({ found: { record }, owner }) => {
    const { culprit } = record;
    return culprit?.kind === 'pass' && owner !== undefined && isPassOf(owner, culprit.pass);
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
    value: judged.filter(({ before, after }) => before.length + after.length === 0).length,
    unit: 'findings',
    goal: { atMost: 0 },
    how,
  };
}
