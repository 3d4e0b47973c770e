/**
 * Reduction on choices against reduction on text, with the same test.
 *
 * Sides: `ours`; `ours with text`, which is what people without C-Vise get; C-Vise and C-Reduce, guarded by sanitizers,
 * as they must be where undefined behaviour is no bug; C-Vise without that guard; and C-Vise behind all of ours. All
 * ask the same compilers, which are open in the process that runs the side: nobody pays for starting them. CPU time is
 * that of this process and everything below it.
 *
 * Results lie in .cache/results/reduction, a file for each subject and side. A result that is there is not measured
 * again, since guarded C-Vise takes up to half an hour for a program. `SUBJECTS`, `CAP_MINUTES` (of CPU, a side) and
 * `SIDES` (commas between them) make it smaller. A side that did not come to its end within the cap is counted with the
 * cap, and said.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram, cacheFolder } from '../src/build/index.ts';
import { UserError } from '../src/util/user-error.ts';
import { writeFileAtomic } from '../src/util/write-file-atomic.ts';
import { type Bench, type Measurement, wanted } from './harness.ts';
import { type Result, runSide, type Side, sides } from './reduction/side.ts';
import { findSubjects, type Subject } from './reduction/subjects.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const results = join(root, '.cache/results/reduction');
const world = { cache: cacheFolder(process.env), searchPath: process.env['PATH'] ?? '/usr/bin:/bin' };
const PROGRAMS = 400;

export const reduction: Bench = {
  name: 'reduction',
  question: 'with the same test, what do choices cost, and come to, against text reducers?',
  decision: 'how far findings are reduced on choices before they are handed to a text reducer',
  run,
};

async function* run(): AsyncIterable<Measurement> {
  const count = Number(process.env['SUBJECTS'] ?? 13);
  const capMinutes = Number(process.env['CAP_MINUTES'] ?? 30);
  const chosen = wanted('SIDES', sides);
  const missing = ['cvise', 'creduce'].filter((tool) => !findProgram(tool, world.searchPath));
  if (missing.length > 0)
    throw new UserError(`${missing.join(' and ')} cannot be found, and this compares with them`, [
      `install what is missing: sudo apt-get install ${missing.join(' ')}`,
    ]);
  mkdirSync(results, { recursive: true });
  const subjects = await findSubjects(join(results, 'subjects.json'), world, {
    count,
    programs: PROGRAMS,
    minBytes: 4_000,
    maxBytes: 20_000,
  });
  const how = `cap ${capMinutes} CPU minutes`;
  const pairs: { readonly subject: Subject; readonly results: ReadonlyMap<Side, Result> }[] = [];
  for (const subject of subjects) {
    const own = new Map<Side, Result>();
    for (const side of chosen) own.set(side, await resultOf(side, subject, capMinutes * 60_000));
    for (const [side, result] of own) yield lineOf(subject, side, result, how);
    pairs.push({ subject, results: own });
  }
  yield* summary(
    pairs.map((pair) => pair.results),
    how,
  );
}

async function resultOf(side: Side, subject: Subject, capMs: number): Promise<Result> {
  const file = fileOf(side, subject);
  if (!existsSync(file)) {
    console.error(`${subject.name}, ${subject.bytes} bytes: ${side}`);
    // In a process of its own: what its children used must be theirs alone.
    const words = [fileURLToPath(import.meta.url), side, JSON.stringify(subject), String(capMs)];
    const running = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
    const code = await new Promise((resolve) => running.on('close', resolve));
    if (!existsSync(file)) throw new Error(`${side} on ${subject.name} ended with ${String(code)}`);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Result;
}

function fileOf(side: Side, { name, seed }: Subject): string {
  return join(results, `${name}-${seed}-${side.replaceAll(/\W+/g, '-')}.json`);
}

function lineOf(subject: Subject, side: Side, result: Result, how: string): Measurement {
  const { cpuMs, isFinished, evaluations, refused, bytes, tokens, isSameBug, validity } = result;
  return {
    name: `${subject.name}, ${subject.bytes} bytes: ${side}`,
    value: cpuMs / 1_000,
    unit: 'CPU s',
    how: [
      ...(isFinished ? [] : ['NOT FINISHED, more than the cap']),
      `${tokens} tokens, ${bytes} bytes`,
      `${evaluations} evaluations, ${refused} refused by the guard`,
      isSameBug ? 'the same bug' : 'ANOTHER BUG',
      validity,
      how,
    ].join('; '),
  };
}

type Paired = ReadonlyMap<Side, Result>;

function* summary(all: readonly Paired[], how: string): Iterable<Measurement> {
  yield* ratios(all, 'ours', { cpu: 0.2 }, how);
  yield* ratios(all, 'ours with text', {}, how);
  yield* ratios(all, 'ours then cvise', { cpu: 1 / 3, tokens: 1 }, how);
  for (const side of sides) {
    const own = all.flatMap((paired) => paired.get(side) ?? []);
    if (own.length === 0) continue;
    const isOurs = side.startsWith('ours');
    const share = (name: string, bad: number): Measurement => ({
      name: `${side}: ${name}`,
      value: bad / own.length,
      unit: 'share',
      ...(isOurs ? { goal: { atMost: 0 } } : {}),
      how: `${bad} of ${own.length}; ${how}`,
    });
    yield share(
      'results with undefined behaviour',
      own.filter(({ validity }) => validity === 'undefined').length,
    );
    yield share('results that show another bug, or none', own.filter(({ isSameBug }) => !isSameBug).length);
  }
}

/** Paired, against guarded C-Vise: sums of CPU time, and the median of the ratios of sizes. */
function* ratios(
  all: readonly Paired[],
  side: Side,
  goals: { readonly cpu?: number; readonly tokens?: number },
  how: string,
): Iterable<Measurement> {
  const pairs = all.flatMap((paired) => {
    const [own, other] = [paired.get(side), paired.get('cvise')];
    return own && other ? [{ own, other }] : [];
  });
  if (pairs.length === 0) return;
  const cut = pairs.filter(({ other }) => !other.isFinished).length;
  const about = `${pairs.length} subjects${cut > 0 ? `, in ${cut} of which C-Vise met its cap` : ''}; ${how}`;
  const total = (of: 'own' | 'other'): number => pairs.reduce((sum, pair) => sum + pair[of].cpuMs, 0);
  yield {
    name: `CPU time, ${side} over guarded cvise`,
    value: total('own') / total('other'),
    unit: 'times',
    ...goal(goals.cpu),
    how: about,
  };
  const sizes = pairs.map(({ own, other }) => own.tokens / other.tokens).toSorted((a, b) => a - b);
  yield {
    name: `tokens, ${side} over guarded cvise, median`,
    value: sizes[Math.floor(sizes.length / 2)] ?? NaN,
    unit: 'times',
    ...goal(goals.tokens),
    how: about,
  };
}

function goal(atMost: number | undefined): Pick<Measurement, 'goal'> {
  return atMost === undefined ? {} : { goal: { atMost } };
}

/** As a program: one side on one subject. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [side, subject, capMs] = process.argv.slice(2) as [Side, string, string];
  const about = JSON.parse(subject) as Subject;
  const result = await runSide(side, about, world, Number(capMs));
  writeFileAtomic(fileOf(side, about), `${JSON.stringify(result, undefined, 2)}\n`);
}
