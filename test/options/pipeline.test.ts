/** Pipelines of passes: read from the list of an optimiser, learnt, drawn, and given to compilers that are here. */

import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { findOptimiser } from '../../src/build/index.ts';
import { Alphabet, type ChoiceSequence, makeRandom, replay } from '../../src/choice/index.ts';
import { mutateBy, operatorNames } from '../../src/mutate/index.ts';
import { factsOf, type OptionFacts } from '../../src/options/facts.ts';
import type { OptionList } from '../../src/options/option.ts';
import { type PassOfLlvm, passesOf, readPasses, wayOfPass } from '../../src/options/passes.ts';
import { PipelineSpace } from '../../src/options/pipeline.ts';
import { probePrograms } from '../../src/options/probe-programs.ts';
import { OptionSpace } from '../../src/options/space.ts';
import { optionTiers, pipelineIn, wordForPipeline } from '../../src/program/index.ts';
import { openTarget, type Target } from '../../src/target/index.ts';
import { openStarter, world as worldOfTests } from '../target/world.ts';

/** Enough of every kind to be nested in every way. */
const CHOSEN =
  /^(?:globalopt|deadargelim|default|inline|function-attrs|argpromotion|gvn|simplifycfg|instcombine|reassociate|loop-vectorize|adce|licm|loop-rotate|indvars|loop-interchange|loop-deletion)$/;

const target = 'clang-19-starter';
const alphabet = new Alphabet();
let optimiser = '';
let passes: readonly PassOfLlvm[] = [];
let list: OptionList;
let facts: OptionFacts;

beforeAll(async () => {
  const opened = await openStarter();
  await opened.close();
  const { program } = opened.compiler!;
  optimiser = findOptimiser(program)!;
  passes = (await passesOf(optimiser)).filter(({ name }) => CHOSEN.test(name));
  list = { levels: [[1, '-O2']], machines: [], options: [], passes };
  facts = await factsOf({
    target,
    program,
    list,
    tiers: optionTiers,
    world: worldOfTests,
    say: () => undefined,
  });
}, 300_000);

function drawn(
  space: PipelineSpace,
  seed: number,
): { readonly text: string; readonly record: ChoiceSequence } {
  const made = replay(space.draw, { alphabet, seed });
  if (made.outcome !== 'ok') throw new Error(made.outcome);
  return { text: made.value, record: made.record };
}

/** Whether the optimiser understands it; nothing is run. */
async function isUnderstood(pipeline: string): Promise<boolean> {
  const words = [wordForPipeline(pipeline), '-print-pipeline-passes', '-disable-output'];
  return (await execa(optimiser, words, { input: '', reject: false })).exitCode === 0;
}

describe('the passes of an optimiser', () => {
  it('are read with their places and words, without those that only print, belong to a back end, or hide other bugs', () => {
    const text = [
      'Module passes:',
      '  globalopt',
      '  mir-debugify',
      '  mir-strip-debug',
      '  print-callgraph',
      'Module passes with params:',
      '  asan<kernel;use-after-scope>',
      'CGSCC passes:',
      '  argpromotion',
      '  attributor-cgscc',
      'Function passes:',
      '  codegenprepare',
      '  print<domtree>',
      'Function passes with params:',
      '  normalize<preserve-order;rename-all>',
      '  early-cse<memssa>',
      '  instcombine<no-verify-fixpoint;verify-fixpoint;max-iterations=N>',
      'Function analyses:',
      '  domtree',
      'LoopNest passes:',
      '  loop-flatten',
      'Loop passes:',
      '  loop-bound-split',
      'Loop passes with params:',
      '  licm<allowspeculation;no-allowspeculation>',
      'Machine function passes (WIP):',
      '  machine-cse',
    ].join('\n');
    const fixed = 'instcombine<no-verify-fixpoint';
    expect(readPasses(text).map(({ level, spellings }) => [level, ...spellings])).toEqual([
      ['module', 'globalopt'],
      ['cgscc', 'argpromotion'],
      ['function', 'early-cse', 'early-cse<memssa>'],
      ['function', `${fixed}>`, ...[1, 4, 64].map((value) => `${fixed};max-iterations=${value}>`)],
      ['loop', 'loop-flatten'],
      ['loop', 'loop-bound-split'],
      ['loop', 'licm', 'licm<allowspeculation>', 'licm<no-allowspeculation>'],
      ['loop-mssa', 'licm', 'licm<allowspeculation>', 'licm<no-allowspeculation>'],
    ]);
  });

  it('are learnt where they stand: one that needs more than its place gives is never drawn there', () => {
    const [alone] = wayOfPass('loop', 'licm');
    const [withMemory] = wayOfPass('loop-mssa', 'licm');
    expect(facts.effects).toMatchObject({
      [alone!]: 'refused',
      [withMemory!]: 'active',
    });
    const space = new PipelineSpace(passes, facts);
    for (let seed = 0; seed < 500; seed++) expect(drawn(space, seed).text).not.toMatch(/\bloop\([^()]*licm/);
  });
});

describe('a pipeline that is drawn', { timeout: 300_000 }, () => {
  it('is understood by the optimiser, and so is what every operator makes of it', async () => {
    const space = new PipelineSpace(passes, facts);
    const texts = new Set<string>();
    for (let seed = 0; seed < 12; seed++) {
      const [parent, donor] = [drawn(space, seed), drawn(space, seed + 1000)];
      texts.add(parent.text);
      for (const operator of operatorNames) {
        const child = mutateBy(operator, parent.record, makeRandom(seed), { donors: [donor.record] });
        const made = child && replay(space.draw, { alphabet, sequence: child.sequence, seed });
        if (made?.outcome === 'ok') texts.add(made.value);
      }
    }
    texts.delete('');
    expect(texts.size).toBeGreaterThan(40);
    for (const text of texts) expect([text, await isUnderstood(text)]).toEqual([text, true]);
    expect(await isUnderstood('function(loop(gvn))')).toBe(false);
  });

  it('is the same from its record, shorter without any of its passes, and gone with the simplest choices', () => {
    const space = new OptionSpace(list, facts, 'pipelines');
    const pipelineOf = (seed: number, sequence?: ChoiceSequence): string | undefined => {
      const made = replay(space.draw, { alphabet, seed, ...(sequence && { sequence }) });
      if (made.outcome !== 'ok') throw new Error(made.outcome);
      expect(made.value.tier).toBe(pipelineIn(made.value.args) === undefined ? 'documented' : 'pipelines');
      return pipelineIn(made.value.args);
    };
    for (let seed = 0; seed < 50; seed++) {
      const made = replay(space.draw, { alphabet, seed });
      expect(pipelineOf(seed + 1, made.record)).toBe(pipelineOf(seed));
    }
    const simplest = replay(space.draw, { alphabet, filler: () => 0 });
    expect(simplest.outcome === 'ok' && simplest.value.args).toEqual(['-O2']);
    const other = new OptionSpace({ ...list, options: [] }, facts, 'documented');
    const without = replay(other.draw, { alphabet, seed: 3 });
    expect(without.outcome === 'ok' && pipelineIn(without.value.args)).toBeUndefined();
  });
});

describe('compilers that are given a pipeline', { timeout: 300_000 }, () => {
  const [program] = probePrograms;
  const codeOf = async (compiler: Target, args: readonly string[], emit: 'ir-after-passes' | 'object') => {
    const [execution] = await compiler.execute({ program: program!, configurations: [{ args, emit }] });
    return execution!;
  };

  it('make the same of it, whether they are instrumented or as they are shipped', async () => {
    const [server, stock] = [await openStarter(), await openTarget('clang-19-stock', worldOfTests)];
    const space = new PipelineSpace(passes, facts);
    const bodies = (output: Uint8Array): string =>
      Buffer.from(output)
        .toString()
        .replaceAll(/^(?:;|source_filename|target|!).*\n/gm, '');
    try {
      for (const level of ['-O0', '-O2']) {
        const seen = new Set<string>();
        for (let seed = 0; seed < 8; seed++) {
          const { text } = drawn(space, seed);
          if (text === '') continue;
          const args = [level, '-fdiscard-value-names', wordForPipeline(text)];
          const [one, other] = [
            await codeOf(server, args, 'ir-after-passes'),
            await codeOf(stock, args, 'ir-after-passes'),
          ];
          expect([text, one.outcome, other.outcome]).toEqual([text, 'ok', 'ok']);
          expect([text, bodies(one.output)]).toEqual([text, bodies(other.output)]);
          seen.add(bodies(one.output));
        }
        expect(seen.size).toBeGreaterThan(3);
      }
    } finally {
      await server.close();
      await stock.close();
    }
  });

  it('refuse one that they do not know, and say so', async () => {
    for (const compiler of [await openStarter(), await openTarget('clang-19-stock', worldOfTests)]) {
      const { outcome, text } = await codeOf(compiler, ['-O2', '-passes=function(no-such)'], 'object');
      expect([outcome, text]).toEqual([
        'rejected',
        expect.stringContaining("unknown function pass 'no-such'"),
      ]);
      await compiler.close();
    }
  });

  it('count their passes when they are asked, so that a culprit has a name', async () => {
    const counted = ['-O2', '-passes=function(sroa,gvn)', '-mllvm', '-opt-bisect-limit=1'];
    for (const compiler of [await openStarter(), await openTarget('clang-19-stock', worldOfTests)]) {
      const { outcome, text } = await codeOf(compiler, counted, 'object');
      expect([outcome, text]).toEqual(['ok', expect.stringContaining('running pass (1) SROAPass')]);
      expect(text).not.toContain('BISECT: running pass (2)');
      await compiler.close();
    }
  });
});
