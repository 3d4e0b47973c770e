/** The common parts of tests of facts: a finder, questions in short, and real programs. */
import { afterAll, beforeAll } from 'vitest';
import { FactFinder, type FactsAnswer, type FinderOptions } from '../../src/facts/finder.ts';
import type { Facts, StatementFacts } from '../../src/facts/facts.ts';
import { type Program, programOf } from '../../src/program/index.ts';
import { csmith, world } from '../target/world.ts';

export const headers: readonly string[] = ['-I/usr/include/csmith'];

/** A finder that is open for all tests of a file. */
export function openedFinder(options: FinderOptions = {}): () => FactFinder {
  let finder: FactFinder;
  beforeAll(async () => {
    finder = await FactFinder.open(world, options);
  }, 600_000);
  afterAll(() => finder.close());
  return () => finder;
}

export async function factsIn(
  finder: FactFinder,
  program: Program | string,
  notesValues = false,
): Promise<Facts> {
  const answer = await answerTo(finder, program, notesValues);
  if (answer.kind !== 'facts') throw new Error(`no facts: ${answer.why} ${answer.said}`);
  return answer.facts;
}

export function answerTo(
  finder: FactFinder,
  program: Program | string,
  notesValues = false,
): Promise<FactsAnswer> {
  const asked = typeof program === 'string' ? programOf(program) : program;
  // A source of its own: each text is run twice.
  const source = typeof program === 'string' ? program : '';
  return finder.find({ program: asked, args: headers, notesValues, source });
}

export function textOf(source: string, { begin, end }: { begin: number; end: number }): string {
  return Buffer.from(source).subarray(begin, end).toString();
}

/** Texts of the statements that hold no others and never ran. */
export function deadIn(source: string, { analysis, run }: Facts): string[] {
  const isLeaf = (index: number): boolean => !analysis.statements.some(({ parent }) => parent === index);
  return analysis.statements.flatMap((each: StatementFacts, index) =>
    run?.ran[index] === false && isLeaf(index) ? [textOf(source, each)] : [],
  );
}

/** Programs with default options; the caller leaves out those that never end. */
export async function csmithPrograms(from: number, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => csmith(from + index)));
}
