/** Costs of facts and of truth, in CPU time, each beside one compile of the same program at `-O2`. */
import { cacheFolder } from '../../src/build/index.ts';
import { FactFinder } from '../../src/facts/index.ts';
import { csmithScoped } from '../../src/generators/csmith-scoped.ts';
import { Laboratory } from '../../src/laboratory/index.ts';
import { compilerArgsFor, openSource, preparedSource } from '../../src/source/index.ts';
import type { Measurement } from '../harness.ts';
import { LEAST_COMPILE_MS, ratioOf, sumOf } from './ratio.ts';

interface Costs {
  readonly makeMs: number;
  readonly compileMs: number;
  readonly factsMs: number;
  readonly truthMs: number;
  readonly hasRun: boolean;
}

export async function* measureFacts(): AsyncIterable<Measurement> {
  const wanted = Number(process.env['PROGRAMS'] ?? 60);
  const costs: Costs[] = [];
  for await (const each of costsOf(wanted)) costs.push(each);
  const compileMs = (each: Costs): number => each.compileMs;
  const factsMs = (each: Costs): number => each.factsMs;
  const ratio = (what: (each: Costs) => number, base: (each: Costs) => number) =>
    ratioOf(costs, 'csmith-scoped', what, base);
  const facts = ratio(factsMs, compileMs);
  yield {
    name: 'facts of a program, to one compile of it',
    ...facts,
    goal: { atMost: 0.5 },
    how: `${facts.how}; clang-19-stock -O2 -c`,
  };
  yield {
    name: 'facts of a program, to making and compiling it',
    ...ratio(factsMs, (each) => each.makeMs + each.compileMs),
    goal: { atMost: 0.15 },
  };
  yield {
    name: 'linking and running its object, to one compile',
    ...ratio((each) => each.truthMs, compileMs),
    goal: { atMost: 0.2 },
  };
  yield {
    name: 'programs with a truth',
    value: costs.filter(({ hasRun }) => hasRun).length / costs.length,
    unit: 'share',
    how: `of ${costs.length}; most others never end`,
  };
  yield { name: 'facts', value: sumOf(costs, factsMs) / costs.length, unit: 'ms', how: 'mean CPU time' };
  yield { name: 'compile', value: sumOf(costs, compileMs) / costs.length, unit: 'ms', how: 'mean CPU time' };
}

async function* costsOf(wanted: number): AsyncIterable<Costs> {
  const world = { cache: cacheFolder(process.env), searchPath: process.env['PATH'] ?? '/usr/bin:/bin' };
  const definition = await preparedSource(csmithScoped, (text) => console.error(text));
  const source = openSource(definition);
  const laboratory = await Laboratory.open(world);
  const finder = await FactFinder.open(world);
  const from = Number(process.env['SEED'] ?? 1);
  try {
    let warm = false;
    for (let seed = from, found = 0; found < wanted; seed++) {
      const made = await source.run({ seed });
      if (made.outcome !== 'ok') continue;
      const { program } = made;
      const args = compilerArgsFor(definition, program);
      const configuration = { compiler: 'clang-19-stock', args: ['-O2', ...args] };
      const [compiled] = await laboratory.compile(program, [configuration]);
      if (compiled?.outcome !== 'ok' || compiled.cpuMs < LEAST_COMPILE_MS) continue;
      const answer = await finder.find({ program, args, source: definition.name });
      const beforeMs = laboratory.cpuMs;
      const hasRun = answer.kind === 'facts' && answer.facts.run !== undefined;
      if (hasRun) await laboratory.linking.link(compiled.output, program, { args, linker: ['tcc'] });
      // The first one builds and precompiles.
      if (warm)
        yield {
          makeMs: made.cost.cpuUs / 1_000,
          compileMs: compiled.cpuMs + compiled.sharedCpuMs,
          factsMs: answer.cpuMs,
          truthMs: laboratory.cpuMs - beforeMs,
          hasRun,
        };
      if (warm) found++;
      warm = true;
    }
  } finally {
    await finder.close();
    await laboratory.close();
    await source.close();
  }
}
