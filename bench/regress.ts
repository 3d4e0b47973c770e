/**
 * Regress: of bugs that LLVM once had, each put back as a patch of a day, how many does `cgfuzz regress` find?
 *
 * One command for each bug, side, source and seed: `cgfuzz regress clang-19 --patch FILE`. With `TARGET=gcc-16` the bugs
 * are the planted defects of GCC. The build costs the campaign nothing. A side is a strategy; `random` looks neither at
 * the changed functions nor at the code that the old compiler makes. A bug is found if a finding shows with the patch and
 * not without. Results lie in .cache/results/regress; what is there is not run again. `SECONDS`, `SEEDS`, `SOURCES`,
 * `SIDES` and `ONLY` (commas between them) make it another measurement; `ONLY` has parts of the names of bugs. Each
 * command may run some of the bugs: the table and the figures are of all bugs whose sides were run, and `ONLY=none` runs
 * nothing. A campaign that fails is told, and the rest goes on.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CampaignFolder, type StatsLine } from '../src/campaign/index.ts';
import type { RegressVerdict } from '../src/session/regress.ts';
import { writeFileAtomic } from '../src/util/write-file-atomic.ts';
import { historicBugs, plantNames } from '../lab/planted/names.ts';
import { isGcc } from '../lab/planted/switches.ts';
import { pairedTest } from './bugs/paired.ts';
import { root } from './campaigns/campaign-side.ts';
import type { Bench, Measurement } from './harness.ts';
import { foundIn } from './planted/hunt.ts';
import { patchOfADay } from './planted/patch-of-a-day.ts';

const env = process.env;
const compiler = env['TARGET'] ?? 'clang-19';
const bugs = isGcc(compiler) ? plantNames('gcc') : [...historicBugs().keys()];
const seconds = Number(env['SECONDS'] ?? 600);
const seeds = (env['SEEDS'] ?? '1').split(',').map(Number);
const sources = (env['SOURCES'] ?? 'loom').split(',');
const sides = (env['SIDES'] ?? 'guided,random').split(',');
const only = (env['ONLY'] ?? '').split(',');

export const regressBench: Bench = {
  name: 'regress',
  question:
    'of bugs that LLVM fixed, each put back as a patch, how many does regress find, guided by the patch and not?',
  decision: 'what regress does with a patch: its focus, its control, and the shares of its campaign',
  run,
};

interface Task {
  readonly bug: string;
  readonly source: string;
  readonly side: string;
  readonly seed: number;
}

interface Outcome {
  /** CPU time of the campaign at the first regression; absent if there was none. */
  readonly foundMs?: number;
  readonly tests: number;
  readonly cpuMs: number;
  readonly focus?: StatsLine['focus'];
  readonly controlled?: StatsLine['controlled'];
  /** Findings that the compiler without the patch has, too, or that it could not be asked about. */
  readonly others: number;
}

async function* run(): AsyncIterable<Measurement> {
  const all = bugs.flatMap((bug) =>
    sources.flatMap((source) => seeds.map((seed) => ({ bug, source, seed }))),
  );
  for (const each of all.filter(({ bug }) => only.some((part) => bug.includes(part))))
    for (const side of sides) await runTask({ ...each, side });
  const outcomes = new Map<string, Outcome>();
  const runs = all.filter((each) => {
    const known = sides.map((side) => [keyOf({ ...each, side }), knownOutcome({ ...each, side })] as const);
    for (const [key, outcome] of known) if (outcome !== undefined) outcomes.set(key, outcome);
    return known.every(([, outcome]) => outcome !== undefined);
  });
  const tried = new Set(runs.map(({ bug }) => bug));
  console.error(`\n${tableOf(runs, outcomes)}\n`);
  const how = `${seconds} CPU s each, ${sources.join(', ')}, seeds ${seeds.join(', ')}`;
  const found = (side: string): string[] =>
    runs.flatMap((each) => (outcomes.get(keyOf({ ...each, side }))?.foundMs === undefined ? [] : [each.bug]));
  for (const side of sides) {
    const names = found(side);
    yield {
      name: `bugs that ${side} finds`,
      value: names.length,
      unit: 'bugs',
      how: `of ${runs.length} runs with ${tried.size} of ${bugs.length} bugs: ${names.join(', ') || 'none'}; ${how}`,
    };
  }
  yield* compared(runs, outcomes, how);
  yield {
    name: 'findings that are no regression',
    value: [...outcomes.values()].reduce((sum, { others }) => sum + others, 0),
    unit: 'findings',
    how: `all sides; the compiler without the patch has them, or could not be asked; ${how}`,
  };
}

function* compared(
  runs: readonly Omit<Task, 'side'>[],
  outcomes: ReadonlyMap<string, Outcome>,
  how: string,
): Iterable<Measurement> {
  const [one, other] = sides;
  if (one === undefined || other === undefined) return;
  const timeOf = (task: Omit<Task, 'side'>, side: string): number | undefined =>
    outcomes.get(keyOf({ ...task, side }))?.foundMs;
  const pairs = runs.map((task) => ({
    bug: task.bug,
    oneMs: timeOf(task, one),
    otherMs: timeOf(task, other),
  }));
  const { speed, chance } = pairedTest(pairs, seconds * 1_000);
  yield {
    name: `speed to a bug, ${one} over ${other}, geometric mean`,
    value: speed,
    unit: 'times',
    // Without a bug nothing was measured.
    ...(pairs.some(({ oneMs, otherMs }) => (oneMs ?? otherMs) !== undefined) ? { goal: { atLeast: 1 } } : {}),
    how: `a bug that was not found counts as found at the end; p = ${chance.toPrecision(2)}; ${how}`,
  };
}

async function runTask(task: Task): Promise<void> {
  try {
    const outcome = knownOutcome(task) ?? (await outcomeOf(task));
    console.error(lineOf(task, outcome));
  } catch (error) {
    console.error(`${task.bug} ${task.source} ${task.side} ${task.seed} failed: ${(error as Error).message}`);
  }
}

function fileOf(task: Task): string {
  return join(root, '.cache/results/regress', `${seconds}s`, `${keyOf(task)}.json`);
}

/** The outcome of an earlier run, if the task was run. */
function knownOutcome(task: Task): Outcome | undefined {
  const file = fileOf(task);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Outcome) : undefined;
}

async function outcomeOf(task: Task): Promise<Outcome> {
  const { bug, source, side, seed } = task;
  const file = fileOf(task);
  const place = join(root, '.cache/regress', keyOf(task));
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const patch = join(place, `${bug}.diff`);
  writeFileSync(patch, patchOfADay(bug, isGcc(compiler) ? 'gcc' : 'historic'));
  const dir = join(place, 'campaign');
  const verdict = await verdictOf([
    compiler,
    `--patch=${patch}`,
    `--source=${source}`,
    `--strategy=${side}`,
    `--seed=${seed}`,
    `--cpu-time=${seconds}s`,
    `--dir=${dir}`,
    '--jobs=1',
    '--programs=0',
    '--json',
  ]);
  const isRegression = new Set(verdict.findings.flatMap(({ id, before }) => (before === 'gone' ? [id] : [])));
  const times = foundIn(new CampaignFolder(dir))
    .filter(({ record }) => isRegression.has(record.id))
    .map(({ cpuMs }) => cpuMs);
  const { line } = verdict;
  const outcome: Outcome = {
    ...(times.length === 0 ? {} : { foundMs: Math.max(1_000, Math.min(...times)) }),
    tests: line.executions,
    cpuMs: Math.round(line.cpuMs),
    focus: line.focus,
    controlled: line.controlled,
    others: verdict.findings.length - isRegression.size,
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileAtomic(file, JSON.stringify(outcome));
  return outcome;
}

async function verdictOf(words: readonly string[]): Promise<RegressVerdict> {
  const command = [join(root, 'dist/cli/main.js'), 'regress', ...words];
  const running = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, errors]: [Buffer[], Buffer[]] = [[], []];
  running.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  running.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  const [code] = (await once(running, 'close')) as [number];
  if (code > 1)
    throw new Error(`regress ${words.join(' ')}: exit code ${code}\n${String(Buffer.concat(errors))}`);
  return JSON.parse(String(Buffer.concat(out))) as RegressVerdict;
}

function lineOf({ bug, source, side, seed }: Task, outcome: Outcome): string {
  const { foundMs, tests, focus, controlled } = outcome;
  const said = foundMs === undefined ? 'not found' : `found after ${Math.round(foundMs / 1_000)} CPU s`;
  const reached = focus === undefined ? '' : `, ${focus.edges} of ${focus.ofEdges} edges of the change`;
  const other = controlled === undefined ? '' : `, other code of ${controlled.other}`;
  return `${bug} ${source} ${side} ${seed}: ${said}; ${tests} tests${reached}${other}`;
}

function keyOf({ bug, source, side, seed }: Task): string {
  return [bug, source.replaceAll(/[^\w-]+/g, '-'), side, seed].join('-');
}

/** Markdown, a row for each run whose sides are all known. */
export function tableOf(runs: readonly Omit<Task, 'side'>[], outcomes: ReadonlyMap<string, Outcome>): string {
  const cell = (task: Task): string => {
    const { foundMs, tests, controlled } = outcomes.get(keyOf(task))!;
    const found = foundMs === undefined ? 'not found' : `${Math.round(foundMs / 1_000)} s`;
    return `${found}, ${tests} tests${controlled === undefined ? '' : `, other code of ${controlled.other}`}`;
  };
  const rows = runs.map((each) => {
    const { bug, source, seed } = each;
    return [bug, source, String(seed), ...sides.map((side) => cell({ ...each, side }))];
  });
  const head = ['bug', 'source', 'seed', ...sides];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
