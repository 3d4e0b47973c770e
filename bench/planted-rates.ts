/**
 * How often planted defects act and show themselves in fresh programs of `csmith-scoped`, each switched on alone.
 *
 * A defect that shows itself in every program hides the others; a defect that never does tells nothing about a search.
 * `PROGRAMS` and `SEED` in the environment make it another run, and `LEAST` and `MOST` bytes choose sizes of programs.
 */
import { Laboratory } from '../src/oracle/index.ts';
import { plantsOfTarget } from '../lab/planted/names.ts';
import type { Bench, Measurement } from './harness.ts';
import { compilerArgs, freshPrograms, MAX_BYTES } from './planted/programs.ts';
import { PLANTED, truthOf } from './planted/truth.ts';
import { programSize } from '../src/program/index.ts';
import { cacheFolder } from '../src/build/index.ts';

export const plantedRates: Bench = {
  name: 'planted-rates',
  question: 'in which share of random programs does each planted defect show itself?',
  decision: 'which defects are planted: none that hides others, few that nothing reaches',
  run,
};

async function* run(): AsyncIterable<Measurement> {
  const wanted = Number(process.env['PROGRAMS'] ?? 300);
  const firstSeed = Number(process.env['SEED'] ?? 1);
  const sizes = { least: Number(process.env['LEAST'] ?? 0), most: Number(process.env['MOST'] ?? MAX_BYTES) };
  const laboratory = await Laboratory.open({
    cache: cacheFolder(process.env),
    searchPath: process.env['PATH'] ?? '/usr/bin:/bin',
  });
  const acting = new Map<string, number>();
  const showing = new Map<string, number>();
  const count = (counts: Map<string, number>, names: readonly string[]): void => {
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  let bytes = 0;
  let programs = 0;
  let shown = 0;
  try {
    for await (const program of freshPrograms(wanted, firstSeed, sizes)) {
      const truth = await truthOf(laboratory, program, compilerArgs);
      count(acting, truth.acting);
      count(showing, truth.showing);
      bytes += programSize(program);
      programs++;
      if (truth.showing.length > 0) shown++;
      console.error(`${programs}: ${truth.showing.join(' ')}`);
    }
  } finally {
    await laboratory.close();
  }
  const about = `of ${programs} programs of ${sizes.least / 1_000} to ${sizes.most / 1_000} KB`;
  for (const name of plantsOfTarget(PLANTED))
    yield {
      name,
      value: (showing.get(name) ?? 0) / programs,
      unit: 'share',
      goal: { atMost: 0.2 },
      how: `shows itself in ${showing.get(name) ?? 0} ${about}, acts in ${acting.get(name) ?? 0}`,
    };
  yield {
    name: 'any of them',
    value: shown / programs,
    unit: 'share',
    goal: { atMost: 0.5 },
    how: `shows itself in ${shown} ${about}`,
  };
  const distinct = showing.size;
  yield {
    name: 'different ones',
    value: distinct / (bytes / 1_000_000),
    unit: 'a MB',
    how: `${distinct} show themselves in ${bytes} bytes, ${about}`,
  };
}
