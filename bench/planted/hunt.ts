/** A campaign against all planted defects at once, and what it says it found. */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { CampaignFolder, type StatsLine } from '../../src/corpus/index.ts';
import { type FindingRecord, Findings } from '../../src/finding/index.ts';
import type { Program } from '../../src/program/index.ts';
import { findingFiles } from '../../src/report/index.ts';
import { PLANTED, planting } from './truth.ts';

/** Where next to every program shows some defect, what costs is to look, not to search. */
const SHARES: readonly string[] = ['--compare-share=50', '--reduce-share=30'];

export interface Found {
  readonly record: FindingRecord;
  readonly original: Program;
  /** The best so far; undefined where its turn never came. */
  readonly reduced: Program | undefined;
  /** Of the whole campaign, when it was found: to a percent or so. */
  readonly cpuMs: number;
}

export interface HuntOptions {
  readonly folder: string;
  /** The compiled `cgfuzz`. */
  readonly cli: string;
  readonly cpuMs: number;
  readonly seed: number;
}

export interface Hunted {
  readonly found: readonly Found[];
  /** What the campaign really took: somebody may have interrupted it. */
  readonly cpuMs: number;
}

export async function hunt({ folder, cli, cpuMs, seed }: HuntOptions): Promise<Hunted> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const campaign = new CampaignFolder(folder);
  const foundAtMs = new Map<string, number>();
  const { compiler, args } = planting('all');
  const words = [
    cli,
    'run',
    `--dir=${folder}`,
    '--source=csmith-scoped',
    `--target=${compiler}`,
    `--args=${args.join(' ')}`,
    `--seed=${seed}`,
    `--cpu-time=${Math.round(cpuMs)}ms`,
    ...SHARES,
  ];
  const running = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => running.on('close', resolve));
  for await (const line of createInterface(running.stdout)) {
    const [, id] = /^finding (\w+): /.exec(line) ?? [];
    if (id !== undefined) foundAtMs.set(id, campaign.readStats<StatsLine>().at(-1)?.cpuMs ?? 0);
    console.error(line);
  }
  const code = await ended;
  const last = campaign.readStats<StatsLine>().at(-1);
  if (last === undefined)
    throw new Error(`the campaign on ${PLANTED} ended with ${String(code)} before it began`);
  const found = new Findings(campaign.findings, findingFiles)
    .all()
    .flatMap(({ record, folder: own }): Found[] => {
      const original = own.program('original', record.program);
      if (original === undefined) return [];
      const reduced = own.program('reduced', record.program);
      return [{ record, original, reduced, cpuMs: foundAtMs.get(record.id) ?? NaN }];
    });
  return { found, cpuMs: last.cpuMs };
}
