/**
 * How often planted defects show themselves in fresh programs of stock Csmith, each switched on alone.
 *
 * One that shows itself in every program hides the others; one that never does tells nothing about a search. `PROGRAMS`
 * in the environment makes it longer or shorter.
 */
import { spawnSync } from 'node:child_process';
import { Laboratory } from '../src/oracle/index.ts';
import { programOf } from '../src/program/index.ts';
import { cacheFolder, plantNames } from '../src/target/index.ts';
import type { Bench, Measurement } from './harness.ts';
import { compilerArgs } from './planted/hunt.ts';
import { blamed } from './planted/truth.ts';

/** What generates longer is left out, as everybody does. */
const GENERATION_S = 10;

export const plantedRates: Bench = {
  name: 'planted-rates',
  question: 'in which share of random programs does each planted defect show itself?',
  decision: 'which defects are planted: none that hides others, few that nothing reaches',
  run,
};

async function* run(): AsyncIterable<Measurement> {
  const wanted = Number(process.env['PROGRAMS'] ?? 200);
  const laboratory = await Laboratory.open({
    cache: cacheFolder(process.env),
    searchPath: process.env['PATH'] ?? '/usr/bin:/bin',
  });
  const counts = new Map<string, number>();
  let programs = 0;
  try {
    for (let seed = 1; programs < wanted; seed++) {
      const { status, stdout } = spawnSync(
        'prlimit',
        [`--cpu=${GENERATION_S}`, 'csmith', '--seed', `${seed}`],
        {
          maxBuffer: 2 ** 30,
        },
      );
      if (status !== 0) continue;
      programs++;
      const names = await blamed(laboratory, programOf(stdout), compilerArgs);
      for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
      console.error(`${programs} seed ${seed}: ${names.join(' ')}`);
    }
  } finally {
    await laboratory.close();
  }
  for (const name of plantNames())
    yield {
      name,
      value: (counts.get(name) ?? 0) / programs,
      unit: 'share',
      goal: { atMost: 0.2 },
      how: `${counts.get(name) ?? 0} of ${programs} programs, default options, seeds from 1`,
    };
}
