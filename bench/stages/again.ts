/**
 * Programs that show no planted defect, but with one variant that does: how many of their other variants show a defect?
 * Once the variants only drop statements, and once they put statements in as well. So Athena was tried on seeds of
 * known bugs.
 */
import { FactFinder, type Facts } from '../../src/facts/index.ts';
import { Laboratory } from '../../src/oracle/index.ts';
import { describeRun, isHeard } from '../../src/oracle/compare/vote.ts';
import type { Program } from '../../src/program/index.ts';
import type { Measurement } from '../harness.ts';
import { compilerArgs, freshPrograms } from '../planted/programs.ts';
import { plantingIn, truthOf } from '../planted/truth.ts';
import { ranFacts, world } from './seen.ts';
import { variantOf, ways } from './variants.ts';

const TARGET = 'clang-19-patched+stages';
/** Variants of a program that are looked at before the next program is taken. */
const LOOKS = 6;

interface Base {
  readonly program: Program;
  readonly facts: Facts;
}

/** `PROGRAMS` such from `SEED` on, `VARIANTS` of each in each way. */
export async function* measureAgain(): AsyncIterable<Measurement> {
  const env = process.env;
  const [count, variants] = [Number(env['PROGRAMS'] ?? 3), Number(env['VARIANTS'] ?? 60)];
  const [laboratory, finder] = [await Laboratory.open(world), await FactFinder.open(world)];
  const again = new Map<string, number[]>(ways.map((way) => [way, []]));
  const looked = { programs: 0, wrong: 0, found: 0 };
  /** Defects that programs show themselves, and those that a variant shows where its program shows none. */
  const shown = { plain: new Set<string>(), variants: new Set<string>() };
  const note = async (to: Set<string>, program: Program): Promise<void> => {
    for (const name of (await truthOf(laboratory, program, compilerArgs, { target: TARGET })).showing)
      to.add(name);
  };
  try {
    for await (const base of bases(finder)) {
      if (looked.found === count) break;
      looked.programs++;
      if (await isWrong(laboratory, base, base.program)) {
        looked.wrong++;
        await note(shown.plain, base.program);
        continue;
      }
      const first = await firstWrong(laboratory, base);
      if (first === undefined) continue;
      await note(shown.variants, first);
      looked.found++;
      for (const way of ways) {
        let wrong = 0;
        for (let seed = 1_000; seed < 1_000 + variants; seed++) {
          const { program } = variantOf(base, { seed }, way === 'dropping');
          if (await isWrong(laboratory, base, program)) wrong++;
        }
        again.get(way)!.push(wrong);
      }
      console.error(`program ${looked.programs}: ${ways.map((way) => again.get(way)!.at(-1)).join(', ')}`);
    }
  } finally {
    await Promise.all([laboratory.close(), finder.close()]);
  }
  for (const [way, wrong] of again)
    yield {
      name: `programs whose defect is found again by ${way}`,
      value: wrong.filter((each) => each > 0).length,
      unit: 'programs',
      how: `of ${looked.found}, among ${looked.programs} looked at; of ${variants} variants each ${wrong.join(', ')}; ${TARGET}`,
    };
  const fresh = [...shown.variants].filter((name) => !shown.plain.has(name));
  yield {
    name: 'defects that a variant shows and no program does',
    value: fresh.length,
    unit: 'defects',
    how: `${fresh.join(', ')}; ${looked.wrong} of ${looked.programs} programs show ${[...shown.plain].join(', ') || 'none'}`,
  };
}

async function firstWrong(laboratory: Laboratory, base: Base): Promise<Program | undefined> {
  for (let seed = 1; seed <= LOOKS; seed++) {
    const { program } = variantOf(base, { seed }, false);
    if (await isWrong(laboratory, base, program)) return program;
  }
  return undefined;
}

/** Whether the program prints something else than its facts say, compiled with all defects on. */
async function isWrong(laboratory: Laboratory, { facts }: Base, program: Program): Promise<boolean> {
  const [found] = await laboratory.behave(program, [plantingIn(TARGET, ['all'])], { args: compilerArgs });
  if (found?.kind !== 'ran' || !isHeard(found.run)) return false;
  const { exitCode, stdout } = facts.run!;
  return describeRun(found.run) !== `exit ${exitCode}\n${Buffer.from(stdout).toString()}`;
}

async function* bases(finder: FactFinder): AsyncIterable<Base> {
  for await (const program of freshPrograms(Infinity, Number(process.env['SEED'] ?? 1))) {
    const facts = await ranFacts(finder, program, compilerArgs);
    if (facts !== undefined && !facts.run!.ran.every(Boolean)) yield { program, facts };
  }
}
