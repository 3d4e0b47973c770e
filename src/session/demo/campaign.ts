/** The campaigns of `cgfuzz demo`: the engine on a toy compiler in this process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CampaignFolder, type StatsLine } from '../../campaign/index.ts';
import { type ChoiceSequence, decodeSequence } from '../../choice/index.ts';
import { type Finding, type FindingOrigin, Findings } from '../../finding/index.ts';
import { countingMeter, runCampaign } from '../../fuzz/index.ts';
import { type Expression, expressions } from '../../generators/index.ts';
import type { InProcessSource } from '../../source/index.ts';
import type { SessionContext } from '../world.ts';
import { makeStrategy } from '../strategies.ts';
import { crashOf, ToyTarget } from './target.ts';

export type DemoMode = 'guided' | 'random';

export interface DemoRan {
  readonly line: StatsLine;
  readonly crashes: number;
  readonly first: FirstCrash | undefined;
  readonly isWhole: boolean;
}

export interface FirstCrash {
  /** The number of the test, counted from 1. */
  readonly test: number;
  readonly operator: string | undefined;
  readonly crash: string;
  readonly sequence: ChoiceSequence;
  readonly text: string;
}

interface DemoCampaign {
  readonly mode: DemoMode;
  readonly seed: number;
  readonly executions: number;
  /** Makes the test of the first crash again. */
  readonly source: InProcessSource<Expression>;
  readonly onProgress: (line: StatsLine, crashes: number) => void;
}

/** A campaign as any other, in a folder that is gone afterwards. Costs are counted, so that equal seeds do the same. */
export async function demoCampaign(
  { signal, dateMs, monotonicMs }: Pick<SessionContext, 'signal' | 'dateMs' | 'monotonicMs'>,
  { mode, seed, executions, source, onProgress }: DemoCampaign,
): Promise<DemoRan> {
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
        if (event.type === 'progress') onProgress(event.line, crashes);
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
