/** The stage that changes what never runs: a variant prints what its program prints, whoever compiles it. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Alphabet, replay, type Replayed } from '../../src/choice/index.ts';
import { editFacts, editText, type Facts, type SourceEdit } from '../../src/facts/index.ts';
import { programOf } from '../../src/program/index.ts';
import { emi } from '../../src/stage/index.ts';
import { csmithPrograms, factsIn, openedFinder } from '../facts/programs.ts';

const finder = openedFinder();

function edit(
  source: string,
  facts: Facts,
  options: Partial<Parameters<typeof replay>[1]>,
): Replayed<SourceEdit[]> {
  const text = Buffer.from(source).toString('latin1');
  return replay(
    (draw) => {
      const answer = emi.edit(draw, { program: programOf(source), text, facts });
      return [...('edits' in answer ? answer.edits : answer)];
    },
    { alphabet: new Alphabet(), ...options },
  );
}

function editsOf(replayed: Replayed<SourceEdit[]>): SourceEdit[] {
  if (replayed.outcome !== 'ok') throw new Error(replayed.outcome);
  return replayed.value;
}

const apply = (source: string, edits: readonly SourceEdit[]): string =>
  Buffer.from(editText(Buffer.from(source), edits)).toString();

const small = `#include <stdio.h>
static int g = 1, h = 2;
static long k = 3;
static int f(int p) {
  int l = p;
  if (l > 100) { int d = 5; g = d; k++; }
  for (int i = 0; i < 2; i++) { h += i; if (h > 1000) break; }
  while (h < 0) { l--; continue; }
  return l + g;
}
static void unused(int q) { h = q; g++; }
int main(void) { printf("%d %d %ld\\n", f(3), h, k); return 0; }
`;

describe('a variant', () => {
  it('of any choices prints what the program prints', async () => {
    const facts = await factsIn(finder(), small);
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const text = apply(small, editsOf(edit(small, facts, { seed })));
        seen.add(text);
        expect((await factsIn(finder(), text)).run?.stdout).toEqual(facts.run?.stdout);
      }),
      { numRuns: 60 },
    );
    expect(seen.size).toBeGreaterThan(30);
  }, 300_000);

  it('of a program by Csmith compiles, prints the same, and keeps what runs', async () => {
    let changed = 0;
    for (const source of await csmithPrograms(1, 9)) {
      const facts = await factsIn(finder(), source);
      if (facts.run === undefined) continue;
      for (const seed of [1, 2]) {
        const edits = editsOf(edit(source, facts, { seed }));
        const variant = await factsIn(finder(), apply(source, edits));
        expect(Buffer.from(variant.run!.stdout).toString()).toBe(Buffer.from(facts.run.stdout).toString());
        const living = ({ run }: Facts): number => run!.ran.filter(Boolean).length;
        expect(living(variant)).toBe(living(facts));
        expect(living(editFacts(facts, edits))).toBe(living(facts));
        changed += edits.length;
      }
    }
    expect(changed).toBeGreaterThan(100);
  }, 600_000);

  it('of zeros is the program', async () => {
    const facts = await factsIn(finder(), small);
    expect(editsOf(edit(small, facts, { filler: () => 0 }))).toEqual([]);
  });

  it('is made again by its choices', async () => {
    const facts = await factsIn(finder(), small);
    const alphabet = new Alphabet();
    for (let seed = 0; seed < 20; seed++) {
      const first = edit(small, facts, { seed, alphabet });
      const again = edit(small, facts, { sequence: first.record, alphabet });
      expect(editsOf(again)).toEqual(editsOf(first));
      expect(again.freshCount).toBe(0);
    }
  });

  it('is the program where nothing is known of its run', async () => {
    const facts = await factsIn(finder(), small);
    expect(editsOf(edit(small, { ...facts, run: undefined }, { seed: 1 }))).toEqual([]);
  });
});
