/** Laws of reductions that take steps on trust, on a real generator and questions that only look at words. */
import { assert, asyncProperty, constantFrom, integer } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSource } from '../../../src/generators/sources.ts';
import { type Program } from '../../../src/program/index.ts';
import { SourcePool } from '../../../src/source/index.ts';
import { reduceOnTrust } from '../../../src/triage/reduction/reduce-on-trust.ts';
import { functionsModule } from '../../fuzz/generators/make.ts';
import { runs } from '../../runs.ts';

const textOf = ({ files }: Program): string => Buffer.from(files[0]!.bytes).toString();

interface Asked {
  readonly result: Program;
  readonly end: string;
  readonly seemed: number;
  readonly stood: number;
  /** Everything that was told to stand. */
  readonly told: readonly Program[];
}

let generators: SourcePool;
beforeAll(async () => {
  generators = new SourcePool(await findSource(functionsModule, '/'), 2);
});
afterAll(() => generators.close());

/** A reduction of a program with all words, the first from that seed on; only one word is asked for at first sight. */
async function reduced(words: readonly string[], seed: number, jobs: number): Promise<Asked> {
  const made = await generators.make({ seed });
  if (made.outcome !== 'ok' || !words.every((word) => textOf(made.program).includes(word)))
    return reduced(words, seed + 1, jobs);
  let [seemed, stood] = [0, 0];
  const told: Program[] = [];
  const questions = {
    seems: async (program: Program) => {
      seemed++;
      return textOf(program).includes(words[0]!);
    },
    stands: async (program: Program) => {
      stood++;
      return words.every((word) => textOf(program).includes(word));
    },
  };
  const { test, end } = await reduceOnTrust(generators, made.record, questions, {
    jobs,
    signal: new AbortController().signal,
    mayCheckAtEnd: () => true,
    onImproved: () => undefined,
    onChecked: (_, program) => told.push(program),
  });
  return { result: test, end, seemed, stood, told };
}

const operators = [' & ', ' + ', ' | ', ' ^ '];

describe('reduction on trust', () => {
  it('ends with what stands, and tells of nothing else', { timeout: 600_000 }, async () => {
    await assert(
      asyncProperty(
        constantFrom(...operators),
        constantFrom(...operators),
        integer({ min: 1, max: 10_000 }),
        constantFrom(1, 2),
        async (first, second, seed, jobs) => {
          const asked = await reduced([first, second], seed, jobs);
          expect(asked.end).toBe('minimal');
          for (const program of [asked.result, ...asked.told]) {
            expect(textOf(program)).toContain(first);
            expect(textOf(program)).toContain(second);
          }
        },
      ),
      { numRuns: runs(1, 12) },
    );
  });

  it('asks the whole question seldom where trust is never wrong', { timeout: 60_000 }, async () => {
    const asked = await reduced([' & '], 1, 1);
    expect(asked.stood).toBeLessThan(asked.seemed / 2);
    expect(asked.told.length).toBeGreaterThan(0);
  });
});
