/**
 * Quality of programs that went through all stages. Compilers accept them, they print the same as before, and
 * sanitizers have no complaint. They can be made again exactly, and every run finds the same facts.
 */
import { cacheFolder } from '../../src/build/index.ts';
import { FactFinder } from '../../src/facts/index.ts';
import { type CompilerConfiguration, Laboratory } from '../../src/laboratory/index.ts';
import { checkValidity } from '../../src/oracle/index.ts';
import { describeRun, isHeard } from '../../src/oracle/compare/vote.ts';
import { programKey } from '../../src/program/index.ts';
import { compilerArgsFor, type Source } from '../../src/source/index.ts';
import type { Measurement } from '../harness.ts';
import { ALL, eagerChain, type Staged, stagedPrograms } from './staged.ts';

const compilers: readonly CompilerConfiguration[] = ['clang-19-stock', 'gcc-12'].map((compiler) => ({
  compiler,
  args: ['-O0'],
}));

class Tally {
  readonly #counts = new Map<string, { good: number; all: number; wrong: number[] }>();

  count(what: string, seed: number, isGood: boolean): void {
    const counted = this.#counts.get(what) ?? { good: 0, all: 0, wrong: [] };
    this.#counts.set(what, counted);
    counted.all++;
    if (isGood) counted.good++;
    else counted.wrong.push(seed);
  }

  *lines(goals: Readonly<Record<string, number>>): Iterable<Measurement> {
    for (const [name, { good, all, wrong }] of this.#counts) {
      const atLeast = goals[name];
      const how = `${good} of ${all}${wrong.length === 0 ? '' : `; not seeds ${wrong.slice(0, 20).join(', ')}`}`;
      yield {
        name,
        value: good / all,
        unit: 'share',
        how,
        ...(atLeast === undefined ? {} : { goal: { atLeast } }),
      };
    }
  }
}

const goals = {
  'accepted by gcc and clang': 0.999,
  'equal to truth, of those that promise it': 1,
  'without a complaint of a sanitizer, of those that promise it': 1,
  'adventurous ones without a complaint': 0.3,
  'made again exactly with tcc': 1,
  'equal facts by tcc and by the fallback': 1,
};
type Goal = keyof typeof goals;

/** `PROGRAMS` from `SEED` on; every `CHECK_EVERY`th goes to the sanitizers, every `FALLBACK_EVERY`th to the fallback. */
export async function* measureQuality(): AsyncIterable<Measurement> {
  const env = process.env;
  const [count, seed] = [Number(env['PROGRAMS'] ?? 1_000), Number(env['SEED'] ?? 1)];
  const [checkEvery, fallbackEvery] = [Number(env['CHECK_EVERY'] ?? 2), Number(env['FALLBACK_EVERY'] ?? 1)];
  const world = { cache: cacheFolder(env), searchPath: env['PATH'] ?? '/usr/bin:/bin' };
  const { definition, open } = await eagerChain(env['CHAIN'] ?? ALL);
  const [chain, again] = [open(), open()];
  const laboratory = await Laboratory.open(world);
  const finder = await FactFinder.open(world);
  const fallback = await FactFinder.open(world, { compilers: [{ name: 'clang-19', args: ['-w', '-O0'] }] });
  const tally = new Tally();
  const count1 = (what: Goal, at: number, isGood: boolean): void => tally.count(what, at, isGood);
  let index = 0;
  try {
    for await (const staged of stagedPrograms(chain, { seed, count, maxBytes: 100_000 })) {
      const { made, before } = staged;
      const args = compilerArgsFor(definition, made.program);
      const isDefined = made.program.promises === 'defined';
      const truth = isDefined ? await truthOf(finder, before, args) : undefined;
      for (const { isAccepted, does } of await behaviours(laboratory, staged, args)) {
        count1('accepted by gcc and clang', staged.seed, isAccepted);
        if (truth !== undefined && does !== undefined)
          count1('equal to truth, of those that promise it', staged.seed, does === truth);
      }
      if ((truth !== undefined || !isDefined) && index % (isDefined ? checkEvery : 1) === 0) {
        const { verdict } = await checkValidity(laboratory, made.program, { args, quick: true });
        const name = isDefined
          ? 'without a complaint of a sanitizer, of those that promise it'
          : 'adventurous ones without a complaint';
        if (verdict !== 'unknown') count1(name, staged.seed, verdict !== 'undefined');
      }
      count1('made again exactly with tcc', staged.seed, await isSame(again, staged));
      if (index % fallbackEvery === 0) {
        const [own, others] = await Promise.all(
          [finder, fallback].map((each) => factsOf(each, before, args)),
        );
        count1('equal facts by tcc and by the fallback', staged.seed, own === others);
      }
      index++;
      console.error(`${index} of ${count}`);
    }
  } finally {
    await Promise.all([laboratory, finder, fallback, chain, again].map((each) => each.close()));
  }
  yield* tally.lines(goals);
}

async function truthOf(
  finder: FactFinder,
  program: Staged['before'],
  args: readonly string[],
): Promise<string | undefined> {
  const answer = await finder.find({ program, args });
  const run = answer.kind === 'facts' ? answer.facts.run : undefined;
  return run && `exit ${run.exitCode}\n${Buffer.from(run.stdout).toString()}`;
}

/** A stage is given nothing else besides the text, so that equal facts make equal programs. */
async function factsOf(
  finder: FactFinder,
  program: Staged['before'],
  args: readonly string[],
): Promise<string> {
  const answer = await finder.find({ program, args });
  return JSON.stringify(answer.kind === 'facts' ? answer.facts : answer.why);
}

async function behaviours(
  laboratory: Laboratory,
  { made }: Staged,
  args: readonly string[],
): Promise<{ readonly isAccepted: boolean; readonly does: string | undefined }[]> {
  const found = await laboratory.behave(made.program, compilers, { args, giveUpAfterTimeouts: Infinity });
  return found.map((each) => ({
    isAccepted: each.kind !== 'not-compiled',
    does: each.kind === 'ran' && isHeard(each.run) ? describeRun(each.run) : undefined,
  }));
}

/** A busy machine takes its time. */
const limits = { maxTimeMs: 120_000 };

async function isSame(source: Source, { made }: Staged): Promise<boolean> {
  const second = await source.run({ sequence: made.record, seed: 77, isAnew: true, limits });
  return second.outcome === 'ok' && programKey(second.program) === programKey(made.program);
}
