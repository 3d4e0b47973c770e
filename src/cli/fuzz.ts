/**
 * `fuzz()`: a whole campaign as a function, for scripts and for tests of vitest or `node:test`.
 *
 * Its settings are the settings of `cgfuzz.config.ts`. A call with the same folder continues where the last
 * call stopped: seconds in continuous integration, hours at night.
 */
import { resolve } from 'node:path';
import { type CampaignConfig, CampaignFolder, type StatsLine } from '../campaign/index.ts';
import { type Finding, Findings, headlineOf } from '../finding/index.ts';
import { runSession } from '../session/run-session.ts';
import type { SessionEvent } from '../session/session-event.ts';
import type { Generator } from '../choice/index.ts';
import type { ArbitraryLike } from '../source/index.ts';
import { checkRun } from './actions/run.ts';
import { campaignFlags, settingsOf } from './flags/campaign-flags.ts';
import { readValues } from './flags/configuration.ts';
import { type Flags, parseFlags } from './flags/flags.ts';
import { fuzzFunction, type FuzzFunctionOptions } from './fuzz-function.ts';

export { FunctionFailure, type FuzzFunctionOptions } from './fuzz-function.ts';

export interface FuzzOptions {
  /** Relative paths of the settings begin here. */
  readonly cwd?: string;
  /** Aborting it saves everything and ends the campaign. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: SessionEvent) => void;
}

export interface Fuzzed {
  /** The statistics of the whole campaign. */
  readonly stats: StatsLine;
  /** All findings in the folder, also the findings of earlier calls. */
  readonly findings: readonly Finding[];
}

/** The campaign has findings: the message has the smallest input, and the command that shows all of it. */
export class FuzzFailure extends Error {
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[], dir: string) {
    super(failureText(findings, dir));
    this.name = 'FuzzFailure';
    this.findings = findings;
  }
}

/** Runs the campaign until a limit of the settings, and returns what it found. */
export function fuzz(config: CampaignConfig, options?: FuzzOptions): Promise<Fuzzed>;
/** Calls a function of this process with values of an arbitrary or a generator, until it throws a reduced failure. */
export function fuzz<T>(
  from: ArbitraryLike<T> | Generator<T>,
  check: (value: T) => unknown,
  options?: FuzzFunctionOptions,
): Promise<{ readonly execs: number }>;
export function fuzz<T>(
  first: CampaignConfig | ArbitraryLike<T> | Generator<T>,
  second: FuzzOptions | ((value: T) => unknown) = {},
  options: FuzzFunctionOptions = {},
): Promise<Fuzzed | { readonly execs: number }> {
  return typeof second === 'function'
    ? fuzzFunction(first as ArbitraryLike<T> | Generator<T>, second, options)
    : fuzzCampaign(first as CampaignConfig, second);
}

async function fuzzCampaign(config: CampaignConfig, options: FuzzOptions): Promise<Fuzzed> {
  const { cwd = process.cwd(), signal = new AbortController().signal, onEvent = () => undefined } = options;
  const given = readValues(campaignFlags, 'fuzz()', config);
  // Sound because a given value was read by its flag.
  const flags = { ...parseFlags(campaignFlags, []).values, ...given } as Flags<typeof campaignFlags>;
  checkRun(flags);
  const context = {
    cwd,
    env: process.env,
    dateMs: () => Date.now(),
    monotonicMs: () => Math.round(performance.now()),
    signal,
  };
  const nothing = (): void => undefined;
  const listener = { say: nothing, onPreparing: nothing, onBegin: nothing, onEvent };
  const stats = await runSession(settingsOf(flags), context, listener);
  const folder = new CampaignFolder(resolve(cwd, flags.dir));
  return { stats, findings: new Findings(folder.findings, () => []).all() };
}

/** Runs the campaign as `fuzz` does, and throws a `FuzzFailure` if it has a finding. */
export async function fuzzCleanly(config: CampaignConfig, options: FuzzOptions = {}): Promise<Fuzzed> {
  const fuzzed = await fuzz(config, options);
  if (fuzzed.findings.length > 0)
    throw new FuzzFailure(fuzzed.findings, config.dir ?? campaignFlags.dir.default);
  return fuzzed;
}

const MOST_SHOWN = 2_000;

function failureText(findings: readonly Finding[], dir: string): string {
  const lines = findings.map(({ record }) => `${record.id} ${headlineOf(record)}`);
  const [first] = findings;
  if (first === undefined) return 'no findings';
  const { program: shape } = first.record;
  const program = first.folder.program(first.folder.smallest(shape), shape);
  const bytes = program?.files.find(({ path }) => path === program.main)?.bytes ?? new Uint8Array();
  const shown = Buffer.from(bytes.subarray(0, MOST_SHOWN)).toString();
  const again = `cgfuzz findings show ${first.record.id} --dir ${dir}`;
  return [...lines, `the input of ${first.record.id}:`, shown, `all of it: ${again}`].join('\n');
}
