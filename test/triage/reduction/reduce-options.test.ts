/** A finding that was found under many options is reduced to those that it needs, with its program. */
import { expect, it, onTestFinished } from 'vitest';
import type { Draw } from '../../../src/choice/index.ts';
import { entrySequence } from '../../../src/corpus/index.ts';
import { Findings, type FindingRecord } from '../../../src/finding/index.ts';
import { reduceFinding } from '../../../src/triage/index.ts';
import { findSource } from '../../../src/generators/sources.ts';
import type { OptionFacts } from '../../../src/options/facts.ts';
import { documented, type OptionList, onOrOff, textOfWay } from '../../../src/options/option.ts';
import { OptionSpace } from '../../../src/options/space.ts';
import { argumentsAgain } from '../../../src/program/index.ts';
import { type MadeProgram, SourcePool } from '../../../src/source/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { functionsModule } from '../../fuzz/generators/make.ts';

const list: OptionList = {
  levels: [
    [1, '-O2'],
    [1, '-O3'],
  ],
  machines: [['-march=x86-64-v3', '-ffp-contract=off']],
  options: [
    ...['a', 'b', 'c', 'd', 'e', 'f'].map(onOrOff),
    documented('-g', '-g'),
    { name: '--param=p', tier: 'hidden', ways: [['--param=p=1'], ['--param=p=2']] },
  ],
};
const ways = [...list.machines, ...list.options.flatMap((option) => option.ways)];
const facts: OptionFacts = {
  compiler: 'c',
  effects: Object.fromEntries(ways.map((way) => [textOfWay(way), 'active' as const])),
};

/** The compiler fails with these two together. */
const fails = (args: readonly string[]): boolean => args.includes('-fb') && args.includes('-fno-d');

async function failing(generators: SourcePool): Promise<MadeProgram> {
  for (let seed = 0; seed < 3_000; seed++) {
    const made = await generators.make({ seed });
    if (made.outcome === 'ok' && fails(made.program.options!.args) && made.program.options!.args.length > 7)
      return made;
  }
  throw new Error('no test fails');
}

it('is reduced to the options that it needs, of the lowest tier', { timeout: 300_000 }, async () => {
  const { draw } = new OptionSpace(list, facts, 'hidden');
  const compilerOptions = (from: Draw): ReturnType<typeof draw> => draw(from);
  const definition = { ...(await findSource(functionsModule, '/')), compilerOptions };
  const generators = new SourcePool(definition, 1);
  onTestFinished(() => generators.close());
  const { program, record: sequence } = await failing(generators);
  const found = new Findings(temporaryFolder(), () => []).add({
    signature: { kind: 'crash', key: 'crash | x', message: '', frames: [], pass: undefined },
    program,
    sequence: () => entrySequence(sequence, 'functions'),
    text: '',
    compiler: 'gcc-12',
    args: ['-w', ...program.options!.args],
    given: ['-w'],
    build: 'b',
    origin: { source: 'functions', module: functionsModule },
  });
  let record: FindingRecord = found.record;
  const reduced = await reduceFinding(found, {
    generators,
    test: {
      cpuMs: 0,
      ask: async (candidate) => ({
        isInteresting: fails(argumentsAgain(record, candidate.options).args),
        how: '',
        said: '',
      }),
      close: async () => undefined,
    },
    jobs: 1,
    signal: new AbortController().signal,
    save: (more) => (record = { ...record, ...more }),
  });
  expect(reduced.end).toBe('minimal');
  const [level, ...options] = record.options!.args;
  expect(level).toBe('-O2');
  expect(options.toSorted()).toEqual(['-fb', '-fno-d']);
  expect(record.args).toEqual(['-w', ...record.options!.args]);
  expect(record.options!.tier).toBe('documented');
});
