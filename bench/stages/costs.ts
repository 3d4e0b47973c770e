/**
 * Costs of a chain, in CPU time: a fresh program, a variant of which only the stages are changed, what sanitizers take, and one
 * compile.
 */
import { cacheFolder } from '../../src/build/index.ts';
import { makeRandom } from '../../src/choice/index.ts';
import { findSource } from '../../src/generators/sources.ts';
import { Laboratory } from '../../src/laboratory/index.ts';
import { checkValidity } from '../../src/oracle/index.ts';
import { restaged } from '../../src/search/arms/stages.ts';
import type { ArmMaterial } from '../../src/search/arm.ts';
import { compilerArgsFor, openSource, preparedSource } from '../../src/source/index.ts';
import type { Measurement } from '../harness.ts';
import { LEAST_COMPILE_MS, ratioOf, sumOf } from './ratio.ts';

interface Costs {
  readonly plainMs: number;
  readonly freshMs: number;
  readonly variantMs: number;
  readonly validityMs: number;
  readonly compileMs: number;
}

export async function* measureChainCosts(): AsyncIterable<Measurement> {
  const costs: Costs[] = [];
  for await (const each of costsOf(Number(process.env['PROGRAMS'] ?? 60))) costs.push(each);
  const source = 'csmith-scoped | relax';
  const variant = ratioOf(
    costs,
    source,
    ({ variantMs }) => variantMs,
    ({ compileMs }) => compileMs,
  );
  yield {
    name: 'variant of a known program, before compiling, to one compile',
    ...variant,
    goal: { atMost: 0.08 },
    how: `${variant.how}; clang-19-stock -O2 -c`,
  };
  const validity = ratioOf(
    costs,
    source,
    ({ validityMs }) => validityMs,
    ({ compileMs }) => compileMs,
  );
  yield {
    name: 'asking sanitizers on a mismatch, to one compile',
    ...validity,
    goal: { atMost: 5 },
    how: `${validity.how}; those of clang and gcc that a campaign asks`,
  };
  yield {
    name: 'programs that look for crashes alone',
    value: (3_600_000 * costs.length) / sumOf(costs, ({ freshMs, compileMs }) => freshMs + compileMs),
    unit: 'a CPU hour',
    how: `${costs.length} fresh programs of ${source}, each with one compile and nothing else`,
  };
  yield {
    name: 'a fresh program of the chain to one of its source, both with one compile',
    ...ratioOf(
      costs,
      source,
      ({ freshMs, compileMs }) => freshMs + compileMs,
      ({ plainMs, compileMs }) => plainMs + compileMs,
    ),
  };
}

async function* costsOf(wanted: number): AsyncIterable<Costs> {
  const world = { cache: cacheFolder(process.env), searchPath: process.env['PATH'] ?? '/usr/bin:/bin' };
  const say = (text: string): void => console.error(text);
  const definition = await preparedSource(await findSource('csmith-scoped | relax', '/'), say);
  const chain = openSource(definition);
  const plain = openSource(await preparedSource(await findSource('csmith-scoped', '/'), say));
  const laboratory = await Laboratory.open(world);
  try {
    const from = Number(process.env['SEED'] ?? 1);
    for (let seed = from, found = -1; found < wanted; seed++) {
      const bare = await plain.run({ seed });
      const made = await chain.run({ seed });
      if (bare.outcome !== 'ok' || made.outcome !== 'ok') continue;
      const parent = { info: { choices: made.record.choiceCount } };
      const material = { rng: makeRandom(seed), seed, parent: () => parent, sequenceOf: () => made.record };
      const proposal = restaged.propose(material as unknown as ArmMaterial);
      if (proposal === undefined) continue;
      // Once before, so that its facts are known: a search changes the stages of one program again and again.
      await chain.run(proposal.request);
      const variant = await chain.run(proposal.request);
      const args = ['-O2', ...compilerArgsFor(definition, made.program)];
      const [compiled] = await laboratory.compile(made.program, [{ compiler: 'clang-19-stock', args }]);
      if (compiled?.outcome !== 'ok' || compiled.cpuMs < LEAST_COMPILE_MS) continue;
      const [plainMs, freshMs, variantMs] = [bare, made, variant].map(({ cost }) => cost.cpuUs / 1_000);
      const compileMs = compiled.cpuMs + compiled.sharedCpuMs;
      const beforeMs = laboratory.cpuMs;
      const language = compilerArgsFor(definition, made.program);
      await checkValidity(laboratory, made.program, { args: language, quick: true, atLeast: 'suspicious' });
      const validityMs = laboratory.cpuMs - beforeMs;
      // The first one builds and precompiles.
      if (found++ >= 0)
        yield { plainMs: plainMs!, freshMs: freshMs!, variantMs: variantMs!, validityMs, compileMs };
    }
  } finally {
    await Promise.all([laboratory.close(), chain.close(), plain.close()]);
  }
}
