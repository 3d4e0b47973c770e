/**
 * A campaign whose bugs are fixed as it finds them, as those of a compiler are that somebody works on.
 *
 * A bug that many programs show hides the others: of a program that shows two, a campaign sees one. So the campaign
 * stops after each round, and the bugs that it found are off in the next one. Its findings are put aside with them, since
 * a campaign takes a second bug with the signature of the first one for the same.
 */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { writeFileAtomic } from '../../src/util/write-file-atomic.ts';
import { fixingArgs } from '../../lab/planted/switches.ts';
import { type Found, hunt, type HuntOptions } from './hunt.ts';
import { PLANTED } from './truth.ts';

export interface BugsInTime {
  /** CPU time of the campaign until it found each bug. */
  readonly timesMs: Readonly<Record<string, number>>;
  readonly findings: number;
}

/** Bugs that were known after a round, so that an interrupted measurement goes on with the next one. */
interface Rounds extends BugsInTime {
  readonly roundMs: number;
  readonly untilMs: number;
}

/** One round, after which nothing is fixed, if nobody says how long a round is. */
export async function huntAndFix(
  options: HuntOptions,
  roundMs: number | undefined,
  ownerOf: (found: Found, fixed: readonly string[]) => Promise<string | undefined>,
): Promise<BugsInTime> {
  const { folder, cpuMs } = options;
  const file = `${folder}.rounds.json`;
  const before = roundMs === undefined ? undefined : roundsIn(file, roundMs);
  const timesMs: Record<string, number> = { ...before?.timesMs };
  let findings = before?.findings ?? 0;
  const take = async (found: readonly Found[]): Promise<void> => {
    findings += found.length;
    const fixed = Object.keys(timesMs);
    for (const each of found) {
      const owner = await ownerOf(each, fixed);
      // Statistics have a line a second, the first one after a second.
      const foundMs = Math.max(1_000, each.cpuMs);
      if (owner !== undefined) timesMs[owner] = Math.min(timesMs[owner] ?? Infinity, foundMs);
    }
  };
  if (roundMs === undefined) {
    await take((await hunt(options)).found);
    return { timesMs, findings };
  }
  const list = `${folder}.fixed`;
  if (before === undefined) rmSync(list, { force: true });
  const args = fixingArgs(PLANTED, list);
  for (let untilMs = (before?.untilMs ?? 0) + roundMs; untilMs <= cpuMs; untilMs += roundMs) {
    const { found } = await hunt({ ...options, args, cpuMs: untilMs, goesOn: untilMs > roundMs });
    await take(found);
    const seconds = untilMs / 1_000;
    const names = Object.keys(timesMs);
    writeFileAtomic(list, names.join('\n'));
    writeFileAtomic(file, JSON.stringify({ timesMs, findings, roundMs, untilMs } satisfies Rounds));
    if (found.length > 0) renameSync(new CampaignFolder(folder).findings, `${folder}/findings-${seconds}`);
    console.error(`after ${seconds} CPU seconds ${names.length} bugs are fixed: ${names.join(', ')}`);
  }
  rmSync(file, { force: true });
  return { timesMs, findings };
}

function roundsIn(file: string, roundMs: number): Rounds | undefined {
  if (!existsSync(file)) return undefined;
  const rounds = JSON.parse(readFileSync(file, 'utf8')) as Rounds;
  return rounds.roundMs === roundMs ? rounds : undefined;
}
