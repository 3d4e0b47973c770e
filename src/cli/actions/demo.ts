/** The work of `cgfuzz demo`: fuzzes a toy compiler in this process, from the first test to the reduced finding. */
import { resolve } from 'node:path';
import { type Alphabet, encodeSequence, Meanings } from '../../choice/index.ts';
import { type FirstCrash, type LoopResult, type LoopProgress, runLoop, type RunMode } from '../demo/loop.ts';
import { toyTarget } from '../demo/target.ts';
import { type Expression, expression } from '../../generators/index.ts';
import { reduce, type Reduced } from '../../reduce/index.ts';
import { inProcessSource, type InProcessSource, probe } from '../../source/index.ts';
import { table } from '../../util/text.ts';
import { UserError } from '../../util/user-error.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';
import { type Context, exitCodes } from '../command.ts';
import { statusLine, type StatusLine } from '../progress/status-line.ts';

interface DemoFlags {
  readonly seed: number;
  readonly executions: number;
  readonly save: string;
}

export async function demoAction(context: Context, { seed, executions, save }: DemoFlags): Promise<number> {
  const { signal } = context;
  const status = statusLine(context);
  probe(inProcessSource(expression), seed, (a, b) => a.text === b.text);

  const fuzz = (mode: RunMode, source: InProcessSource<Test>): Promise<LoopResult<Test>> =>
    runLoop({
      source,
      target: toyTarget,
      seed,
      maxExecutions: executions,
      mode,
      signal,
      onProgress: (progress) => status.show(progressLine(mode, progress, executions)),
    });
  const source = trusted();
  const guided = await fuzz('guided', source);
  const reduced = guided.first && (await reduceFirst(guided.first, source, status, signal));
  if (guided.first !== undefined && reduced !== undefined) {
    saveReduced(resolve(context.cwd, save), source, reduced, guided.first);
  }
  const random = await fuzz('random', trusted(source.alphabet));
  status.clear();

  context.stdout(summary(guided, random, reduced, save));
  return signal.aborted ? exitCodes.interrupted : exitCodes.ok;
}

type Test = Expression;

/**
 * The generator's recursion has a bound, and a guard for each test would take longer than making the test.
 */
function trusted(alphabet?: Alphabet): InProcessSource<Test> {
  return inProcessSource(expression, { timeoutMs: Infinity, ...(alphabet && { alphabet }) });
}

function reduceFirst(
  { sequence, crash }: FirstCrash<Test>,
  source: InProcessSource<Test>,
  status: StatusLine,
  signal: AbortSignal,
): Promise<Reduced<Test>> {
  return reduce(sequence, (test) => toyTarget(test).crash === crash, {
    generate: (candidate, how) => source.runNow({ sequence: candidate, ...how }),
    keyOf: (test) => test.text,
    signal,
    onImproved: (_best, test, { evaluations, size }) =>
      status.show(`reduce: ${evaluations} evaluations, ${size} choices: ${test.text}`),
  });
}

function saveReduced(
  path: string,
  source: InProcessSource<Test>,
  { sequence }: Reduced<Test>,
  { crash, execution }: FirstCrash<Test>,
): void {
  const meanings = new Meanings(source.alphabet);
  source.runNow({ sequence, meanings });
  const envelope = {
    source: { name: source.name, version: '1' },
    meanings: meanings.all(),
    provenance: { command: 'demo', crash, execution, reduced: true },
  };
  try {
    writeFileAtomic(path, encodeSequence(sequence, envelope));
  } catch (error) {
    throw new UserError(`cannot write ${path}: ${error instanceof Error ? error.message : String(error)}`, [
      'name another file: --save FILE',
    ]);
  }
}

function progressLine(
  mode: RunMode,
  { executions, features, corpus, crashes }: LoopProgress,
  of: number,
): string {
  const kept = mode === 'guided' ? `, ${corpus} kept` : '';
  return `${mode}: ${executions} of ${of} executions, ${features} features${kept}, ${crashes} crashes`;
}

function summary(
  guided: LoopResult<Test>,
  random: LoopResult<Test>,
  reduced: Reduced<Test> | undefined,
  file: string,
): string {
  return [
    ...table([
      ['', 'executions', 'features', 'kept', 'crashes', 'first crash at'],
      runRow('guided', guided),
      runRow('random', random),
    ]),
    '',
    ...(guided.first === undefined || reduced === undefined
      ? ['no crash found with guidance; try another --seed, or more --executions']
      : findingLines(guided.first, reduced, file)),
    ...(guided.wasInterrupted || random.wasInterrupted
      ? ['', 'interrupted: the runs are not comparable']
      : []),
    '',
  ].join('\n');
}

function runRow(name: string, { executions, features, corpus, crashes, first }: LoopResult<Test>): string[] {
  return [name, ...[executions, features, corpus, crashes, first?.execution ?? 'never'].map(String)];
}

function findingLines(
  { crash, test, execution, sequence, mutation }: FirstCrash<Test>,
  reduced: Reduced<Test>,
  file: string,
): string[] {
  const { evaluations, size } = reduced.progress;
  const origin = mutation === undefined ? 'drawn fresh' : `mutated: ${mutation.operator}`;
  return [
    `finding: ${crash}`,
    `  found at execution ${execution} (${origin}), ${sequence.choiceCount} choices:`,
    `    ${test.text}`,
    `  reduced to ${size} choices in ${evaluations} evaluations${reduced.end === 'minimal' ? '' : ` (${reduced.end})`}:`,
    `    ${reduced.test.text}`,
    `  saved to ${file}; to look at its choices: cgfuzz show ${file}`,
  ];
}
