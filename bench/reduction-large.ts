/**
 * Reduction of programs as large as those that campaigns find: 60 to 200 KB, on choices, on text, and by C-Vise.
 *
 * Subjects lie in lab/reduction/large, each with the choices that make it. `SUBJECTS` (names, commas between them),
 * `SIDES` and `CAP_SECONDS` (of CPU, a side) make it smaller. Results lie in .cache/results/reduction-large, with a line
 * for each candidate; one that is there is not measured again. `AGAIN=1` measures it again.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../src/build/index.ts';
import { writeFileAtomic } from '../src/util/write-file-atomic.ts';
import { type Bench, type Measurement, wanted } from './harness.ts';
import { findLarge } from './reduction/large-subjects.ts';
import { type Result, runSide, type Side, sides } from './reduction/side.ts';
import type { Subject } from './reduction/subjects.ts';
import { describeTrace, msBelow } from './reduction/trace-figures.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const subjectsFolder = join(root, 'lab/reduction/large');
const results = join(root, '.cache/results/reduction-large');
const world = { cache: cacheFolder(process.env), searchPath: process.env['PATH'] ?? '/usr/bin:/bin' };
const SMALL_BYTES = 2_000;

export const reductionLarge: Bench = {
  name: 'reduction-large',
  question: 'how fast do programs of 60 to 200 KB become small, and where does the time go?',
  decision: 'which candidates come first, and which questions are asked of them',
  run,
};

async function* run(): AsyncIterable<Measurement> {
  const capSeconds = Number(process.env['CAP_SECONDS'] ?? 600);
  const chosen = wanted('SIDES', sides, ['ours with text', 'cvise']);
  mkdirSync(results, { recursive: true });
  const all = await findLarge(subjectsFolder, world);
  const names = new Set(
    wanted(
      'SUBJECTS',
      all.map(({ name }) => name),
    ),
  );
  const how = `cap ${capSeconds} CPU s`;
  const pairs: ReadonlyMap<Side, Result>[] = [];
  for (const subject of all.filter(({ name }) => names.has(name))) {
    const own = new Map<Side, Result>();
    for (const side of chosen) {
      const result = await resultOf(side, subject, capSeconds * 1_000);
      own.set(side, result);
      yield* linesOf(subject, side, result, how);
    }
    pairs.push(own);
  }
  for (const side of chosen) if (side !== 'cvise') yield* against(side, pairs, how);
}

async function resultOf(side: Side, subject: Subject, capMs: number): Promise<Result> {
  const file = fileOf(side, subject);
  if (!existsSync(file) || process.env['AGAIN'] !== undefined) {
    console.error(`${subject.name}, ${subject.bytes} bytes: ${side}`);
    // In a process of its own: what its children used must be theirs alone.
    const words = [fileURLToPath(import.meta.url), side, JSON.stringify(subject), String(capMs)];
    const running = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
    const code = await new Promise((resolve) => running.on('close', resolve));
    if (code !== 0) throw new Error(`${side} on ${subject.name} ended with ${String(code)}`);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Result;
}

function fileOf(side: Side, { name }: Subject): string {
  return join(results, `${name}-${side.replaceAll(/\W+/g, '-')}.json`);
}

function* linesOf(subject: Subject, side: Side, result: Result, how: string): Iterable<Measurement> {
  const { cpuMs, isFinished, evaluations, bytes, tokens, isSameBug, validity, trace } = result;
  const name = `${subject.name}, ${subject.bytes} bytes: ${side}`;
  yield {
    name,
    value: cpuMs / 1_000,
    unit: 'CPU s',
    how: [
      ...(isFinished ? [] : ['NOT FINISHED']),
      `${tokens} tokens, ${bytes} bytes`,
      `${evaluations} evaluations`,
      isSameBug ? 'the same bug' : 'ANOTHER BUG',
      validity,
      ...describeTrace(trace, cpuMs),
      how,
    ].join('; '),
  };
  const small = msBelow(trace, SMALL_BYTES);
  if (small !== undefined)
    yield { name: `${name}, below ${SMALL_BYTES} bytes`, value: small / 1_000, unit: 'CPU s', how };
}

/** Against guarded C-Vise: geometric means of the ratios, to the end and until the program is small. */
function* against(
  side: Side,
  pairs: readonly ReadonlyMap<Side, Result>[],
  how: string,
): Iterable<Measurement> {
  const both = pairs.flatMap((own) => {
    const [ours, other] = [own.get(side), own.get('cvise')];
    return ours && other ? [{ ours, other }] : [];
  });
  if (both.length === 0) return;
  const cut = both.filter(({ other }) => !other.isFinished).length;
  const about = `${both.length} subjects, in ${cut} of which C-Vise met its cap; geometric mean; ${how}`;
  yield {
    name: `CPU time, ${side} over guarded cvise`,
    value: geometricMean(both.map(({ ours, other }) => ours.cpuMs / other.cpuMs)),
    unit: 'times',
    goal: { atMost: 0.2 },
    how: about,
  };
  const ratios = both.flatMap(({ ours, other }) => {
    const ms = msBelow(ours.trace, SMALL_BYTES);
    return ms === undefined ? [] : [ms / other.cpuMs];
  });
  if (ratios.length === 0) return;
  yield {
    name: `until it is below ${SMALL_BYTES} bytes, ${side}, over all of guarded cvise`,
    value: geometricMean(ratios),
    unit: 'times',
    goal: { atMost: 0.1 },
    how: `${ratios.length} of ${about}`,
  };
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** As a program: one side on one subject. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [side, subject, capMs] = process.argv.slice(2) as [Side, string, string];
  const about = JSON.parse(subject) as Subject;
  const result = await runSide(side, about, world, Number(capMs));
  writeFileAtomic(fileOf(side, about), `${JSON.stringify(result)}\n`);
}
