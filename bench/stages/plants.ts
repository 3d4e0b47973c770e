/**
 * Planted defects that only the code of stages should show. The figures tell in how many programs each acts and shows
 * itself: plain programs, and programs that went through both stages.
 */
import { cacheFolder } from '../../src/build/index.ts';
import { type ChoiceSequence, findScopes } from '../../src/choice/index.ts';
import { Laboratory } from '../../src/laboratory/index.ts';
import type { Program } from '../../src/program/index.ts';
import { plantNames } from '../../lab/planted/names.ts';
import type { Measurement } from '../harness.ts';
import { compilerArgs, freshPrograms, MAX_BYTES } from '../planted/programs.ts';
import { truthOf } from '../planted/truth.ts';
import { BOTH, eagerChain, stagedPrograms } from './staged.ts';

const TARGET = 'clang-19-patched+stages';

/** Not only the form of its guards. */
function isRelaxed(record: ChoiceSequence): boolean {
  return findScopes(record, 'relaxations').length > 0;
}

/** `PROGRAMS` of each from `SEED` on; `SIDES` in the environment is `plain`, `staged` or both. */
export async function* measurePlants(): AsyncIterable<Measurement> {
  const count = Number(process.env['PROGRAMS'] ?? 300);
  const seed = Number(process.env['SEED'] ?? 1);
  const world = { cache: cacheFolder(process.env), searchPath: process.env['PATH'] ?? '/usr/bin:/bin' };
  const chain = (await eagerChain(BOTH)).open();
  const programs: Readonly<Record<string, () => AsyncIterable<Program>>> = {
    plain: () => freshPrograms(count, seed),
    staged: async function* () {
      for await (const { made } of stagedPrograms(chain, { seed, count, maxBytes: MAX_BYTES }))
        // A program without a promise shows nothing.
        if (made.program.promises === 'defined' && isRelaxed(made.record)) yield made.program;
    },
  };
  const laboratory = await Laboratory.open(world);
  try {
    for (const side of (process.env['SIDES'] ?? 'plain,staged').split(',')) {
      const acts = new Map<string, number>();
      const shows = new Map<string, number>();
      let all = 0;
      for await (const program of programs[side]!()) {
        const { acting, showing } = await truthOf(laboratory, program, compilerArgs, { target: TARGET });
        for (const name of acting) acts.set(name, (acts.get(name) ?? 0) + 1);
        for (const name of showing) shows.set(name, (shows.get(name) ?? 0) + 1);
        all++;
        console.error(`${side} ${all}: ${showing.join(' ')}`);
      }
      for (const name of plantNames('stages'))
        yield {
          name: `${name} shows itself, ${side}`,
          value: shows.get(name) ?? 0,
          unit: 'programs',
          how: `of ${all} programs; acts in ${acts.get(name) ?? 0}`,
        };
    }
  } finally {
    await Promise.all([laboratory.close(), chain.close()]);
  }
}
