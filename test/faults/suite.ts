/** The fault suite: so many cases of all families, from one seed. */
import { clocks } from './clocks.ts';
import { commandLines } from './command-lines.ts';
import { corruptions } from './corruptions.ts';
import { disks } from './disks.ts';
import type { Family } from './family.ts';
import { hostile } from './hostile.ts';
import { strangers } from './strangers.ts';

const families: readonly Family[] = [corruptions, disks, commandLines, hostile, strangers, clocks];

export interface Outcome {
  readonly family: string;
  readonly cases: number;
  /** Each with the seed of its case. */
  readonly complaints: readonly string[];
}

/** Yields each family as soon as it is through. Its cases take as many seeds, from the first one on. */
export async function* runFaults(count: number, firstSeed: number): AsyncGenerator<Outcome> {
  for (const { name, share, run } of families) {
    const cases = Math.round((count * share) / 100);
    const complaints: string[] = [];
    for (let seed = firstSeed; seed < firstSeed + cases; seed++)
      complaints.push(...(await runCase(run, seed)).map((text) => `${name}, seed ${seed}: ${text}`));
    yield { family: name, cases, complaints };
  }
}

async function runCase(run: Family['run'], seed: number): Promise<readonly string[]> {
  try {
    return await run(seed);
  } catch (error) {
    return [`it threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
}
