/** The work of `cgfuzz demo`: two campaigns on a toy compiler, with guidance and without, and the reduced finding. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { StatsLine } from '../../campaign/index.ts';
import { encodeSequence, Meanings } from '../../choice/index.ts';
import { type Expression, expression } from '../../generators/index.ts';
import { reduce, type Reduced } from '../../reduce/index.ts';
import { demoCampaign, type DemoMode, type DemoRan, type FirstCrash } from '../../session/demo/campaign.ts';
import { crashOf } from '../../session/demo/target.ts';
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
  const path = resolve(context.cwd, save);
  if (!existsSync(dirname(path))) throw cannotWrite(path, 'its folder is missing');
  const status = statusLine(context);
  probe(inProcessSource(expression), seed, (a, b) => a.text === b.text);
  // The generator's recursion has a bound, and a guard for each test would take longer than making the test.
  const source = inProcessSource(expression, { timeoutMs: Infinity });
  const fuzz = (mode: DemoMode): Promise<DemoRan> =>
    demoCampaign(context, {
      mode,
      seed,
      executions,
      source,
      onProgress: (line, crashes) => status.show(progressLine(mode, line, crashes, executions)),
    });
  const guided = await fuzz('guided');
  const reduced = guided.first && (await reduceFirst(guided.first, source, status, signal));
  if (guided.first !== undefined && reduced !== undefined) saveReduced(path, source, reduced, guided.first);
  const random = await fuzz('random');
  status.clear();

  context.stdout(summary(guided, random, reduced, save));
  return signal.aborted ? exitCodes.interrupted : exitCodes.ok;
}

function reduceFirst(
  { sequence, crash }: FirstCrash,
  source: InProcessSource<Expression>,
  status: StatusLine,
  signal: AbortSignal,
): Promise<Reduced<Expression>> {
  return reduce(sequence, ({ text }) => crashOf(text) === crash, {
    generate: (candidate, how) => source.runNow({ sequence: candidate, ...how }),
    keyOf: ({ text }) => text,
    signal,
    onImproved: (_best, { text }, { evaluations, size }) =>
      status.show(`reduce: ${evaluations} evaluations, ${size} choices: ${text}`),
  });
}

function saveReduced(
  path: string,
  source: InProcessSource<Expression>,
  { sequence }: Reduced<Expression>,
  { crash, test }: FirstCrash,
): void {
  const meanings = new Meanings(source.alphabet);
  source.runNow({ sequence, meanings });
  const envelope = {
    source: { name: source.name, version: '1' },
    meanings: meanings.all(),
    provenance: { command: 'demo', crash, test, reduced: true },
  };
  try {
    writeFileAtomic(path, encodeSequence(sequence, envelope));
  } catch (error) {
    throw cannotWrite(path, error instanceof Error ? error.message : String(error));
  }
}

function cannotWrite(path: string, why: string): UserError {
  return new UserError(`cannot write ${path}: ${why}`, ['name another file: --save FILE']);
}

function progressLine(
  mode: DemoMode,
  { executions, features, corpus }: StatsLine,
  crashes: number,
  of: number,
): string {
  return `${mode}: ${executions} of ${of} executions, ${features} features, ${corpus} kept, ${crashes} crashes`;
}

function summary(
  guided: DemoRan,
  random: DemoRan,
  reduced: Reduced<Expression> | undefined,
  file: string,
): string {
  return [
    ...table([
      ['', 'executions', 'features', 'kept', 'crashes', 'first crash in test'],
      runRow('guided', guided),
      runRow('random', random),
    ]),
    '',
    ...(guided.first === undefined || reduced === undefined
      ? ['no crash found with guidance; try another --seed, or more --executions']
      : findingLines(guided.first, reduced, file)),
    ...(guided.isWhole && random.isWhole ? [] : ['', 'interrupted: the runs are not comparable']),
    '',
  ].join('\n');
}

function runRow(
  name: DemoMode,
  { line: { executions, features, corpus }, crashes, first }: DemoRan,
): string[] {
  return [name, ...[executions, features, corpus, crashes, first?.test ?? 'never'].map(String)];
}

function findingLines(
  { crash, text, test, sequence, operator }: FirstCrash,
  reduced: Reduced<Expression>,
  file: string,
): string[] {
  const { evaluations, size } = reduced.progress;
  const origin = operator === undefined ? 'drawn fresh' : `mutated: ${operator}`;
  return [
    `finding: ${crash}`,
    `  found in test ${test} (${origin}), ${sequence.choiceCount} choices:`,
    `    ${text}`,
    `  reduced to ${size} choices in ${evaluations} evaluations${reduced.end === 'minimal' ? '' : ` (${reduced.end})`}:`,
    `    ${reduced.test.text}`,
    `  saved to ${file}; to look at its choices: cgfuzz show ${file}`,
  ];
}
