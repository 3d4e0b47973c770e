/** The work of `cgfuzz demo`: two campaigns on a toy compiler, with guidance and without, and the reduced finding. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { CampaignFolder, type StatsLine } from '../../campaign/index.ts';
import { type ChoiceSequence, decodeSequence, encodeSequence, Meanings } from '../../choice/index.ts';
import { crashOf, ToyTarget } from '../demo/target.ts';
import expressions from '../demo/source.ts';
import { type Finding, type FindingOrigin, Findings } from '../../finding/index.ts';
import { countingMeter, runCampaign } from '../../fuzz/index.ts';
import { type Expression, expression } from '../../generators/index.ts';
import { reduce, type Reduced } from '../../reduce/index.ts';
import { makeStrategy } from '../../session/strategies.ts';
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

type Mode = 'guided' | 'random';

interface Ran {
  readonly line: StatsLine;
  readonly crashes: number;
  readonly first: FirstCrash | undefined;
  readonly isWhole: boolean;
}

interface FirstCrash {
  /** The number of the test, counted from 1. */
  readonly test: number;
  readonly operator: string | undefined;
  readonly crash: string;
  readonly sequence: ChoiceSequence;
  readonly text: string;
}

export async function demoAction(context: Context, { seed, executions, save }: DemoFlags): Promise<number> {
  const { signal } = context;
  const path = resolve(context.cwd, save);
  if (!existsSync(dirname(path))) throw cannotWrite(path, 'its folder is missing');
  const status = statusLine(context);
  probe(inProcessSource(expression), seed, (a, b) => a.text === b.text);
  // The generator's recursion has a bound, and a guard for each test would take longer than making the test.
  const source = inProcessSource(expression, { timeoutMs: Infinity });
  const fuzz = (mode: Mode): Promise<Ran> =>
    demoCampaign(context, { mode, seed, executions, source, status });
  const guided = await fuzz('guided');
  const reduced = guided.first && (await reduceFirst(guided.first, source, status, signal));
  if (guided.first !== undefined && reduced !== undefined) saveReduced(path, source, reduced, guided.first);
  const random = await fuzz('random');
  status.clear();

  context.stdout(summary(guided, random, reduced, save));
  return signal.aborted ? exitCodes.interrupted : exitCodes.ok;
}

interface DemoCampaign {
  readonly mode: Mode;
  readonly seed: number;
  readonly executions: number;
  readonly source: InProcessSource<Expression>;
  readonly status: StatusLine;
}

/** A campaign as any other, in a folder that is gone afterwards. Costs are counted, so that equal seeds do the same. */
async function demoCampaign(
  { signal, dateMs, monotonicMs }: Context,
  { mode, seed, executions, source, status }: DemoCampaign,
): Promise<Ran> {
  const path = mkdtempSync(join(tmpdir(), 'cgfuzz-demo-'));
  let crashes = 0;
  try {
    const folder = new CampaignFolder(path);
    const line = await runCampaign({
      folder,
      sources: [expressions],
      openTarget: async () => new ToyTarget(),
      build: 'toy',
      configurations: () => [{ args: [], emit: 'nothing' }],
      makeStrategy: (knowledge) =>
        makeStrategy({ strategy: mode, without: [], maxChoices: undefined, noSeeds: true }, knowledge),
      meter: countingMeter,
      fixedTimeouts: true,
      clock: { dateMs, monotonicMs, cpuMs: () => 0 },
      seed,
      jobs: 1,
      budget: { executions },
      renderFinding: () => [],
      searchPath: '',
      signal,
      onEvent: (event) => {
        if (event.type === 'tested' && event.fate === 'target-failed') crashes++;
        if (event.type === 'progress') status.show(progressLine(mode, event.line, crashes, executions));
      },
    });
    const [finding] = new Findings(folder.findings, () => []).all();
    const isWhole = line.executions >= executions;
    return { line, crashes, first: finding && firstCrash(finding, source), isWhole };
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

function firstCrash({ record, folder }: Finding, source: InProcessSource<Expression>): FirstCrash {
  const { test = 0, operator }: FindingOrigin = record.origin;
  const { sequence } = decodeSequence(folder.sequence('original')!, source.alphabet);
  const text = textOf(source, sequence);
  return { test, operator, crash: crashOf(text)!, sequence, text };
}

function textOf(source: InProcessSource<Expression>, sequence: ChoiceSequence): string {
  const made = source.runNow({ sequence });
  if (made.outcome !== 'ok') throw new Error('the test of a finding is made again');
  return made.value.text;
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
  mode: Mode,
  { executions, features, corpus }: StatsLine,
  crashes: number,
  of: number,
): string {
  return `${mode}: ${executions} of ${of} executions, ${features} features, ${corpus} kept, ${crashes} crashes`;
}

function summary(guided: Ran, random: Ran, reduced: Reduced<Expression> | undefined, file: string): string {
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

function runRow(name: Mode, { line: { executions, features, corpus }, crashes, first }: Ran): string[] {
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
