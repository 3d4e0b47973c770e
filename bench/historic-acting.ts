/**
 * Historic bugs that act: how many fresh programs of each source reach the place of a bug so that it would do something?
 *
 * Acting is not showing, but a bug that never acts cannot show. `PROGRAMS`, `SEED`, `SOURCES` (commas between them) and
 * `TARGET` in the environment make it another measurement: `TARGET=gcc-16-passes+gcc` asks for our own defects in GCC.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../src/build/index.ts';
import { findSource } from '../src/generators/index.ts';
import { compilerArgsFor, openSource } from '../src/source/index.ts';
import { openTarget, type Target } from '../src/target/index.ts';
import { plantsOfTarget } from '../lab/planted/names.ts';
import { reportedIn, reportingArgs } from '../lab/planted/switches.ts';
import type { Bench, Measurement } from './harness.ts';
import { plantingIn } from './planted/truth.ts';

const env = process.env;
const { TARGET = 'clang-19-patched+historic', SOURCES = 'loom,csmith-scoped,ir' } = env;
const programs = Number(env['PROGRAMS'] ?? 300);
const what = TARGET.endsWith('+historic') ? 'historic bugs' : 'planted defects';
const firstSeed = Number(env['SEED'] ?? 1);

export const historicActing: Bench = {
  name: 'historic-acting',
  question: 'which fixed bugs of LLVM that we put back do fresh programs of each source reach?',
  decision: 'what the sources lack',
  run,
};

async function* run(): AsyncIterable<Measurement> {
  const target = await openTarget(TARGET, {
    cache: cacheFolder(env),
    searchPath: env['PATH'] ?? '/usr/bin:/bin',
  });
  const never = new Set(plantsOfTarget(TARGET));
  try {
    for (const source of SOURCES.split(',')) {
      const counts = await actingIn(target, source);
      for (const name of counts.keys()) never.delete(name);
      const list = [...counts].toSorted(([, one], [, other]) => other - one);
      yield {
        name: `${what} that act in programs of ${source}`,
        value: counts.size,
        unit: 'bugs',
        how: `of ${plantsOfTarget(TARGET).length}, ${programs} seeds from ${firstSeed} on, -O2; ${list.map((each) => each.join(' ')).join(', ')}`,
      };
    }
  } finally {
    await target.close();
  }
  yield {
    name: `${what} that act in no program`,
    value: never.size,
    unit: 'bugs',
    how: [...never].join(', '),
  };
}

/** The number of programs that each bug acts in. */
async function actingIn(target: Target, name: string): Promise<Map<string, number>> {
  const definition = await findSource(name, '/');
  const source = openSource(definition);
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-acting-'));
  const counts = new Map<string, number>();
  try {
    for (let seed = firstSeed; seed < firstSeed + programs; seed++) {
      const made = await source.run({ seed, limits: { maxTimeMs: 10_000 } });
      if (made.outcome !== 'ok') continue;
      const { program } = made;
      const report = join(folder, String(seed));
      const own = [...plantingIn(TARGET, []).args, ...compilerArgsFor(definition, program)];
      const args = [...own, ...reportingArgs(TARGET, report)];
      await target.execute({ program, configurations: [{ args, emit: 'object' }], remember: false });
      for (const bug of reportedIn(report)) counts.set(bug, (counts.get(bug) ?? 0) + 1);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await source.close();
  }
  return counts;
}
