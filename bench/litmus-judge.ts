/**
 * The judge of litmus tests: does it raise false alarms, how much does it not know, and how soon are known bugs found?
 *
 * `TESTS`, `ACTIONS`, `FROM` and `SECONDS` in the environment make it another measurement, and `PARTS=alarms`, `PARTS=simulated` or
 * `PARTS=bugs` leaves out the rest. `COMPILERS`, with semicolons, takes the place of those that are asked. Many tests are compiled as one file, since starting a compiler costs more than all else.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { StatsLine } from '../src/campaign/index.ts';
import type { FindingRecord } from '../src/finding/index.ts';
import { findProgram } from '../src/build/index.ts';
import { Alphabet, replay } from '../src/choice/index.ts';
import { litmus } from '../src/generators/litmus/index.ts';
import { simulate } from '../src/litmus/index.ts';
import { machineOf } from '../src/laboratory/index.ts';
import { judgeAssembly } from '../src/laboratory/litmus/judge.ts';
import { root } from './campaigns/campaign-side.ts';
import { type Bench, cpuMs, type Measurement } from './harness.ts';
import { assemblyOfCase, type Case, casesFrom, joined } from './litmus/cases.ts';

const BATCH = 50;

/** Compilers without a bug that is known to show in these tests. */
const trusted: readonly string[] = [
  'gcc-12 -O0',
  'gcc-12 -O2',
  'gcc-12 -Os -fno-ipa-icf',
  'gcc-12 -O3 -march=x86-64-v3',
  'aarch64-linux-gnu-gcc-12 -O0',
  'aarch64-linux-gnu-gcc-12 -O2',
  'aarch64-linux-gnu-gcc-12 -Os -fno-ipa-icf -mno-outline-atomics',
  'aarch64-linux-gnu-gcc-12 -O3 -march=armv8.1-a',
  'clang-19 --target=aarch64-linux-gnu -O0',
  'clang-19 --target=aarch64-linux-gnu -O2',
  'clang-19 --target=aarch64-linux-gnu -O3 -march=armv8.1-a',
  'clang-19 --target=aarch64-linux-gnu -O2 -march=armv8.3-a',
  'clang-19 --target=aarch64-linux-gnu -Os -mno-outline-atomics',
  'clang-19 --target=arm-linux-gnueabihf -ffreestanding -march=armv7-a -O2',
  'clang-19 --target=arm-linux-gnueabihf -ffreestanding -march=armv8-a -mthumb -O2',
  'powerpc64le-linux-gnu-gcc-12 -O0',
  'powerpc64le-linux-gnu-gcc-12 -O2',
  'powerpc64le-linux-gnu-gcc-12 -Os -mcpu=power10',
  'clang-19 --target=powerpc64le-linux-gnu -ffreestanding -O2',
  'clang-19 --target=powerpc64le-linux-gnu -ffreestanding -O3 -mcpu=power10',
  'riscv64-linux-gnu-gcc-12 -O2',
  'clang-19 --target=riscv64-linux-gnu -march=rv64gc -O0',
  'clang-19 --target=riscv64-linux-gnu -march=rv64gc -O2',
];

/** Compilers with the known bug: an update that changes nothing, and has to order, is gone. Tests whose outcome hangs on one are counted apart. */
const forgetful: readonly string[] = ['clang-19 -O0', 'clang-19 -O1', 'clang-19 -O2'];
const emptyUpdate =
  /atomic_fetch_(?:(?:add|sub|or|xor)_explicit\(\w+, 0|and_explicit\(\w+, -1), memory_order_(?:release|acq_rel|seq_cst)\)/;

export const litmusJudge: Bench = {
  name: 'litmus-judge',
  question:
    'Does the judge raise false alarms, how much does it not know, and how soon are known bugs found?',
  decision:
    'whether what it calls wrong is reported without being run, and which instructions it learns next',
  *run(): Iterable<Measurement> {
    const parts = process.env['PARTS'] ?? 'alarms simulated bugs';
    if (parts.includes('simulated')) yield* simulated();
    if (parts.includes('alarms')) yield* alarms();
    if (parts.includes('bugs')) yield* knownBugs();
  },
};

function* alarms(): Iterable<Measurement> {
  const env = process.env;
  const count = Number(env['TESTS'] ?? 400);
  const size = { actions: Number(env['ACTIONS'] ?? 6), density: 0.3 };
  const cases = casesFrom(Number(env['FROM'] ?? 0), count, size);
  const given = env['COMPILERS']?.split(';').map((each) => each.trim());
  for (const command of given ?? [...trusted, ...forgetful]) {
    const words = command.split(' ');
    if (findProgram(words[0]!, process.env['PATH'] ?? '') === undefined) continue;
    const isForgetful = command.startsWith('clang') && !command.includes('--target');
    const { answers, unknown, judgeMs, wrong, known } = judgeAll(cases, words, isForgetful);
    const most = [...unknown].toSorted(([, a], [, b]) => b - a).slice(0, 3);
    const said = most.map(([what, times]) => `${times} ${what}`).join('; ');
    yield {
      name: `wrong, ${command}`,
      value: wrong.length,
      unit: 'tests',
      goal: { atMost: 0 },
      how: `of ${cases.length} woven tests; ${[...answers].map(([answer, n]) => `${n} ${answer}`).join(', ')}${wrong.length > 0 ? `: ${wrong.slice(0, 3).join(' ')}` : ''}${isForgetful ? `; ${known} more hang on an update that changes nothing` : ''}`,
    };
    yield {
      name: `not asked, ${command}`,
      value: (100 * (answers.get('not asked') ?? 0)) / cases.length,
      unit: '%',
      goal: { atMost: command.includes('-O0') ? 5 : 1 },
      how: said === '' ? 'nothing is unknown' : said,
    };
    yield {
      name: `judged, ${command}`,
      value: (cases.length * 1_000) / judgeMs,
      unit: '1/s',
      goal: { atLeast: 50 },
      how: 'CPU time of the judge, without compiling',
    };
  }
}

interface Judged {
  readonly answers: ReadonlyMap<string, number>;
  readonly unknown: ReadonlyMap<string, number>;
  readonly wrong: readonly string[];
  /** Wrong ones that the known bug explains. */
  readonly known: number;
  readonly judgeMs: number;
}

function judgeAll(cases: readonly Case[], words: readonly string[], isForgetful: boolean): Judged {
  const answers = new Map<string, number>();
  const unknown = new Map<string, number>();
  const wrong: string[] = [];
  let known = 0;
  let judgeMs = 0;
  for (let start = 0; start < cases.length; start += BATCH) {
    const batch = cases.slice(start, start + BATCH);
    const assembly = compiled(batch, words);
    for (const [index, { name, contract }] of batch.entries()) {
      const own = assemblyOfCase(assembly, index);
      const startMs = cpuMs();
      const judgement = judgeAssembly(contract, own, machineOf(words));
      judgeMs += cpuMs() - startMs;
      answers.set(judgement.answer, (answers.get(judgement.answer) ?? 0) + 1);
      if (judgement.answer === 'wrong') {
        if (isForgetful && emptyUpdate.test(contract.test)) known++;
        else wrong.push(name);
      }
      if (judgement.answer !== 'not asked') continue;
      const what = judgement.what.replaceAll(/\d+/g, 'n');
      unknown.set(what, (unknown.get(what) ?? 0) + 1);
    }
  }
  return { answers, unknown, wrong, known, judgeMs };
}

function compiled(batch: readonly Case[], [compiler, ...flags]: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(
    compiler!,
    [...flags, '-w', '-std=c11', '-S', '-x', 'c', '-', '-o', '-'],
    { input: joined(batch), encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  if (status !== 0) throw new Error(`${compiler} ${flags.join(' ')}: ${stderr.slice(0, 300)}`);
  return stdout;
}

/** Woven programs simulated whole: does one allow what its base test does not, or race? */
function* simulated(): Iterable<Measurement> {
  const { TESTS = '2000', FROM = '0' } = process.env;
  const alphabet = new Alphabet();
  const counts = { simulated: 0, tooLarge: 0, races: 0, more: 0 };
  const startMs = cpuMs();
  for (let seed = Number(FROM); seed < Number(FROM) + Number(TESTS); seed++) {
    const size = { actions: 3 + (seed % 4), density: 0.2 };
    const made = replay((draw) => litmus(draw, size), { alphabet, seed });
    if (made.outcome !== 'ok') throw new Error(`no test for seed ${seed}`);
    const { woven, contract } = made.value;
    try {
      const { race, outcomes } = simulate(woven, { maxCandidates: 20_000 });
      counts.simulated++;
      if (race !== undefined) counts.races++;
      const isMore = [...outcomes].some(
        ([outcome, permission]) => permission === 'allowed' && contract.outcomes.get(outcome) !== 'allowed',
      );
      if (isMore) counts.more++;
    } catch {
      // Too many executions, or a guess at what is read that leads to a jump in dead code: no simulation of the whole.
      counts.tooLarge++;
    }
  }
  yield {
    name: 'woven programs that race or allow more than their base',
    value: counts.races + counts.more,
    unit: 'tests',
    goal: { atMost: 0 },
    how: `of ${counts.simulated} simulated whole, ${counts.tooLarge} more could not be; ${((cpuMs() - startMs) / 1_000).toFixed(0)} CPU s`,
  };
}

/** Fresh campaigns that know of no bug: by when is there a finding, and how small does it get? */
function* knownBugs(): Iterable<Measurement> {
  const seconds = Number(process.env['SECONDS'] ?? 60);
  for (const target of ['clang-19', 'clang-16-stock', 'clang-19-stock', 'clang-22']) {
    const dir = join(root, '.cache/litmus-bugs', target);
    rmSync(dir, { recursive: true, force: true });
    const shares = ['--compare-share=20', '--reduce-share=30', '--no-seeds', '--jobs=1', '--json'];
    spawnSync(
      process.execPath,
      [
        join(root, 'dist/cli/main.js'),
        'run',
        '--source=litmus',
        `--target=${target}`,
        `--dir=${dir}`,
        `--cpu-time=${seconds}s`,
        ...shares,
      ],
      { encoding: 'utf8' },
    );
    if (!existsSync(join(dir, 'stats.jsonl'))) continue;
    const stats = readFileSync(join(dir, 'stats.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as StatsLine);
    const first = stats.find(({ findings }) => findings > 0);
    const folder = join(dir, 'findings');
    const found = existsSync(folder) ? readdirSync(folder) : [];
    const shapes = found.map((id) => statementsOf(join(folder, id)));
    for (const [bug, has] of bugsOf(target)) yield whenFound(target, bug, has, folder, stats);
    yield {
      name: `first finding, ${target}`,
      value: (first?.cpuMs ?? Infinity) / 1_000,
      unit: 's',
      goal: { atMost: 60 },
      how: `CPU time of a fresh campaign; ${first?.tests ?? 0} tests, then ${found.length} findings in ${seconds} s`,
    };
    yield {
      name: `largest reduced finding, ${target}`,
      value: Math.max(0, ...shapes),
      unit: 'lines',
      goal: { atMost: 10 },
      how: 'atomic operations and fences of its threads, one a line',
    };
  }
}

type KnownBug = readonly [name: string, isShown: (signature: string) => boolean];

/** Which bugs are known in a target, told apart by what should have kept two accesses in order. */
function bugsOf(target: string): readonly KnownBug[] {
  const addition: KnownBug = [
    'an addition of 0 is nothing',
    (signature) => /\b[AF]\.(?:ar|sc)/.test(signature),
  ];
  const exchange: KnownBug = ['an exchange is a store', (signature) => /X\.|F\.acq/.test(signature)];
  return target.startsWith('clang-16') ? [addition, exchange] : [addition];
}

function whenFound(
  target: string,
  bug: string,
  isShown: KnownBug[1],
  folder: string,
  stats: readonly StatsLine[],
): Measurement {
  const found = (existsSync(folder) ? readdirSync(folder) : [])
    .map((id) => JSON.parse(readFileSync(join(folder, id, 'meta.json'), 'utf8')) as FindingRecord)
    .filter(({ signature }) => isShown(signature))
    .map(({ origin, signature }) => ({ test: origin.test ?? Infinity, signature }))
    .toSorted((one, other) => one.test - other.test);
  const first = found[0];
  const then = first === undefined ? undefined : stats.find(({ tests }) => tests >= first.test);
  return {
    name: `${bug}, ${target}`,
    value: (then?.cpuMs ?? Infinity) / 1_000,
    unit: 's',
    goal: { atMost: 60 },
    how: first === undefined ? 'not found' : `CPU time, ${first.test} tests; ${first.signature}`,
  };
}

function statementsOf(folder: string): number {
  const path = ['reduced', 'original'].map((state) => join(folder, state, 'test.c')).find(existsSync);
  return path === undefined
    ? 0
    : readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => /\batomic_\w+\(/.test(line)).length;
}
