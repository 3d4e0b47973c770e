/**
 * Asks the newest compilers here about the trophies of weight 1, and writes their reports. A report is `report.md` in
 * the trophy's folder, ready for its tracker. Run this again after `cgfuzz compiler update`.
 *
 * `NAMES` in the environment names other trophies, with commas between them. `REPORTS=no` writes none.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { trophies, type Trophy, weightOfTrophy } from '../src/finding/index.ts';
import { worldOf } from '../src/session/world.ts';
import type { TargetWorld } from '../src/target/index.ts';
import { UserError } from '../src/util/user-error.ts';
import { type Bench, cpuMs, type Measurement } from './harness.ts';
import { type Answer, askTrophy } from './trophies/ask.ts';
import { compilersOf, measureTrophy } from './trophies/measure.ts';
import { folderOfTrophy } from './trophies/page.ts';
import { reportOf } from './trophies/report.ts';

export const trophiesBench: Bench = {
  name: 'trophies',
  question: 'which bugs of weight 1 does the newest compiler here show, and what do their reports say?',
  decision: 'the reports that are sent, and the column of the newest snapshot in docs/trophies.md',
  run,
};

async function* run(): AsyncIterable<Measurement> {
  const world = worldOf({ env: process.env });
  const writes = process.env['REPORTS'] !== 'no';
  for (const trophy of wantedTrophies()) {
    const beforeMs = cpuMs();
    const [newest = trophy.compiler] = compilersOf(trophy, world).toReversed();
    const answer = writes
      ? await writeReport(trophy, world)
      : (await askTrophy(trophy, newest, world.searchPath)).answer;
    const before = trophy.newest?.answer ?? 'not asked';
    const told = answer === before ? answer : `${answer}; docs/known.json has: ${before}`;
    yield {
      name: `${trophy.name}: ${newest} ${told}`,
      value: answer === before ? 1 : 0,
      unit: 'as known',
      how: `${writes ? 'report.md is written; ' : ''}${Math.round(cpuMs() - beforeMs)} ms of CPU`,
    };
  }
}

/** Returns the answer of the newest compiler. */
async function writeReport(trophy: Trophy, world: TargetWorld): Promise<Answer> {
  const measured = await measureTrophy(trophy, world);
  writeFileSync(join(folderOfTrophy(trophy.name), 'report.md'), await pretty(reportOf(measured)));
  return measured.answers[0]?.answer ?? 'cannot be asked';
}

async function pretty(text: string): Promise<string> {
  return format(text, { parser: 'markdown', printWidth: 120, proseWrap: 'always' });
}

function wantedTrophies(): readonly Trophy[] {
  const names = process.env['NAMES']?.split(',');
  if (names === undefined) return trophies().filter((trophy) => weightOfTrophy(trophy).weight === 1);
  return names.map((name) => {
    const found = trophies().find((trophy) => trophy.name === name);
    if (found === undefined)
      throw new UserError(`NAMES names no trophy: ${name}`, [
        'the trophies are the folders of docs/trophies',
      ]);
    return found;
  });
}
