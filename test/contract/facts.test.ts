/**
 * The contract of facts: on real programs our profile equals llvm-cov's, whichever compiler profiles. The output that a
 * program must have is the output that other compilers give it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { profilingCompilers } from '../../src/facts/run.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { programOf } from '../../src/program/index.ts';
import { readLcov } from '../../src/target/index.ts';
import { runs } from '../runs.ts';
import { factsIn, headers, openedFinder, csmithPrograms } from '../facts/programs.ts';
import { temporaryFolder, world } from '../target/world.ts';

const compilers = profilingCompilers(world.searchPath);
const finders = compilers.map((compiler) => openedFinder({ compilers: [compiler] }));
const usual = openedFinder();
/** Tcc alone gets some programs wrong, which the usual finder does not give to it. */
const others = finders.filter((_, index) => compilers[index]!.name !== 'tcc');

/** How often llvm-cov says that each line of the program ran, and what the program printed. */
async function referenceOf(source: string): Promise<{ lines: ReadonlyMap<number, number>; stdout: string }> {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(at('test.c'), source);
  const instrumented = ['-fprofile-instr-generate', '-fcoverage-mapping', '-O0', '-w'];
  await execa('clang-19', [...instrumented, ...headers, at('test.c'), '-o', at('test'), '-lm']);
  const { stdout } = await execa(at('test'), {
    env: { LLVM_PROFILE_FILE: at('raw') },
    stripFinalNewline: false,
  });
  await execa('llvm-profdata-19', ['merge', at('raw'), '-o', at('profile')]);
  await execa('llvm-cov-19', ['export', '-format=lcov', at('test'), `-instr-profile=${at('profile')}`], {
    stdout: { file: at('lcov') },
  });
  const lines = (await readLcov(readFileSync(at('lcov'), 'utf8'))).get(at('test.c'));
  if (lines === undefined) throw new Error('llvm-cov says nothing of the program');
  return { lines, stdout };
}

/** Statements that begin a line, and on whose line no other does. */
function linesOf(source: string, { analysis, run }: Facts): { line: number; ran: boolean }[] {
  const before = Buffer.from(source);
  const lineAt = (offset: number): number => before.subarray(0, offset).toString().split('\n').length;
  const places = analysis.statements.map(({ begin }) => lineAt(begin));
  return analysis.statements.flatMap(({ kind }, index) => {
    const line = places[index]!;
    const isAlone = places[index - 1] !== line && places[index + 1] !== line;
    return isAlone && kind !== 'block' && kind !== 'label' ? [{ line, ran: run!.ran[index]! }] : [];
  });
}

describe('facts of programs by Csmith', () => {
  it('agree with llvm-cov on every statement, and are the same by every compiler', async () => {
    const sources = await csmithPrograms(1, runs(3, 12));
    let compared = 0;
    let dead = 0;
    expect(compilers.map(({ name }) => name)).toContain('tcc');
    expect(compilers.length).toBeGreaterThan(2);
    for (const source of sources) {
      const facts = await factsIn(usual(), source);
      if (facts.run === undefined) {
        expect(facts.noRun).toBe('endless');
        continue;
      }
      const { lines, stdout } = await referenceOf(source);
      expect(Buffer.from(facts.run.stdout).toString()).toBe(stdout);
      const ours = linesOf(source, facts);
      expect(ours.filter(({ line, ran }) => ran !== lines.get(line)! > 0)).toEqual([]);
      compared += ours.length;
      dead += ours.filter(({ ran }) => !ran).length;
      for (const finder of finders) expect(await factsIn(finder(), programOf(source))).toEqual(facts);
      const noted = await Promise.all(
        [usual, ...others].map((finder) =>
          finder().find({ program: programOf(source), args: headers, notesValues: true }),
        ),
      );
      const values = noted.map((answer) => answer.kind === 'facts' && answer.facts.run?.values);
      for (const each of values) expect(each).toEqual(values[0]);
    }
    expect(compared).toBeGreaterThan(80 * sources.length);
    expect(dead).toBeGreaterThan(compared / 4);
  }, 600_000);
});
