/** A campaign against all planted defects at once, and what it says it found. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { type FindingRecord, Findings } from '../../src/finding/index.ts';
import type { Program } from '../../src/program/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { planting } from './truth.ts';

/** Where next to every program shows some defect, what costs is to look, not to search. */
const { COMPARE_SHARE = '45', REDUCE_SHARE = '40' } = process.env;
const SHARES: readonly string[] = [`--compare-share=${COMPARE_SHARE}`, `--reduce-share=${REDUCE_SHARE}`];

/** The exit code of commands that a person must put right. */
const REFUSED = 2;

export interface Found {
  readonly record: FindingRecord;
  readonly original: Program;
  /** The best so far; undefined if its turn never came. */
  readonly reduced: Program | undefined;
  /** Of the whole campaign, when it was found: to a percent or so. */
  readonly cpuMs: number;
}

export interface HuntOptions {
  readonly folder: string;
  /** The compiled `cgfuzz`. */
  readonly cli: string;
  readonly source: string;
  readonly cpuMs: number;
  readonly seed: number;
  /** The usual one without a name; with a name, every side begins without the tests that come with cgfuzz. */
  readonly strategy?: string;
  /** The defects that are on; all without it. */
  readonly defects?: readonly string[];
  /** Words for the compiler, besides those that switch defects on. */
  readonly args?: readonly string[];
  /** Further flags. */
  readonly flags?: readonly string[];
  /** True if the campaign in that folder goes on; false without it. */
  readonly goesOn?: boolean;
}

export interface Hunted {
  readonly found: readonly Found[];
  /** The CPU time that the campaign really took: a person may have interrupted it. */
  readonly cpuMs: number;
}

/** Without any time, what an earlier hunt left. */
export async function hunt(options: HuntOptions): Promise<Hunted> {
  const { folder, cpuMs } = options;
  if (cpuMs > 0) await run(options);
  const campaign = new CampaignFolder(folder);
  const last = campaign.readStats().at(-1);
  if (last === undefined) throw new Error(`there was no campaign in ${folder}`);
  return { found: foundIn(campaign), cpuMs: last.cpuMs };
}

/** The findings of a campaign, with the time of each. */
export function foundIn(campaign: CampaignFolder): Found[] {
  const stats = campaign.readStats();
  return new Findings(campaign.findings, findingFiles).all().flatMap(({ record, folder: own }): Found[] => {
    const original = own.program('original', record.program);
    if (original === undefined) return [];
    const reduced = own.program('text', record.program) ?? own.program('reduced', record.program);
    // Written once, when it was found.
    const { mtimeMs } = statSync(join(own.path, 'original.cgseq'));
    const before = stats.findLast(({ atMs }) => atMs <= mtimeMs);
    return [{ record, original, reduced, cpuMs: before?.cpuMs ?? 0 }];
  });
}

async function run({ folder, cli, source, cpuMs, seed, strategy, ...more }: HuntOptions): Promise<void> {
  if (more.goesOn !== true) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { compiler, args } = planting(...(more.defects ?? ['all']));
  const words = [
    cli,
    'run',
    `--dir=${folder}`,
    `--source=${source}`,
    `--target=${compiler}`,
    `--args=${[...args, ...(more.args ?? [])].join(' ')}`,
    `--seed=${seed}`,
    `--cpu-time=${Math.round(cpuMs)}ms`,
    ...(strategy === undefined ? [] : [`--strategy=${strategy}`, '--no-seeds']),
    ...SHARES,
    ...(more.flags ?? []),
  ];
  const running = spawn(process.execPath, words, { stdio: ['ignore', 2, 2] });
  const [code] = await once(running, 'close');
  if (code === REFUSED) throw new Error(`the campaign in ${folder} did not begin`);
}
