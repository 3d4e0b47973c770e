/** Reductions of findings go on where they were, as far as that still holds. */
import { expect, it, onTestFinished } from 'vitest';
import { decodeSequence, encodeSequence } from '../../../src/choice/index.ts';
import { Findings } from '../../../src/finding/index.ts';
import { reduceFinding } from '../../../src/triage/index.ts';
import { findSource } from '../../../src/generators/sources.ts';
import { type Program, programOf } from '../../../src/program/index.ts';
import { type MadeProgram, SourcePool } from '../../../src/source/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { functionsModule, testWith } from '../../fuzz/generators/make.ts';

const textOf = ({ files }: Program): string => Buffer.from(files[0]!.bytes).toString();

async function harmless(generators: SourcePool): Promise<MadeProgram> {
  for (let seed = 0; seed < 100; seed++) {
    const made = await generators.make({ seed });
    if (made.outcome === 'ok' && !textOf(made.program).includes('__debug crash')) return made;
  }
  throw new Error('every test crashes');
}

it('begin anew where the best so far does not stand a check', { timeout: 60_000 }, async () => {
  const generators = new SourcePool(await findSource(functionsModule, '/'), 1);
  onTestFinished(() => generators.close());
  const crashing = await testWith(' & ', '__debug crash');
  const other = await harmless(generators);
  const found = new Findings(temporaryFolder(), () => []).add({
    signature: { kind: 'crash', key: 'crash | x', message: '', frames: [], pass: undefined },
    program: programOf(crashing.text),
    sequence: () => crashing.sequence,
    text: '',
    compiler: 'clang-19-stock',
    args: [],
    build: 'b',
    origin: { source: 'functions', module: functionsModule },
  });
  found.folder.saveProgram(
    'reduced',
    other.program,
    encodeSequence(other.record, { source: { name: 'functions', version: '1' } }),
  );
  const reduced = await reduceFinding(found, {
    generators,
    test: {
      cpuMs: 0,
      ask: async (program) => ({
        isInteresting: textOf(program).includes('__debug crash'),
        how: '',
        said: '',
      }),
      close: async () => undefined,
    },
    jobs: 1,
    signal: new AbortController().signal,
    save: () => undefined,
  });
  expect(reduced.end).toBe('minimal');
  expect(textOf(reduced.test)).toContain('__debug crash');
  const kept = decodeSequence(found.folder.sequence('reduced')!, generators.alphabet).sequence;
  expect(kept.choiceCount).toBe(reduced.sequence.choiceCount);
});
