/** The stage that changes code that never runs: a variant prints the same as its program, with every compiler. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Alphabet, findScopes, replay, type Replayed } from '../../src/choice/index.ts';
import { editFacts, editText, type Facts, type SourceEdit } from '../../src/facts/index.ts';
import { programOf } from '../../src/program/index.ts';
import { Laboratory } from '../../src/laboratory/index.ts';
import { emi, relax } from '../../src/stage/index.ts';
import { stageTuning } from '../../src/stage/tuning.ts';
import { world } from '../target/world.ts';
import { csmithPrograms, factsIn, openedFinder } from '../facts/programs.ts';
import { runs } from '../runs.ts';

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

const jumping = `#include <stdio.h>
static int g = 1, h = 2;
static int f(int p) {
  int l = p;
again:
  if (l > 100) {
    int d = 5, e;
    short s = 3;
    int t = 7;
    g = d;
    if (g) { l = t; h = s; goto out; }
    if (h) goto again;
  }
out:
  return l + g;
}
int main(void) { printf("%d %d\\n", f(3), h); return 0; }
`;

const choosing = `#include <stdio.h>
static int g = 1, h = 2;
static int f(int p) {
  int l = p && (h > 5 && g++) ? g + 3 : 4;
  for (int i = 0; i < 2 || (g && h--); i++) l += g ? i : h / (g - 1);
  if (g || f(p - 1)) h++;
  return l;
}
int main(void) { int r = f(3); printf("%d %d %d\\n", r, g, h); return 0; }
`;

describe('a variant', () => {
  it('has other operands where none is ever evaluated, and prints the same', async () => {
    const facts = await factsIn(finder(), choosing);
    const compilers = ['clang-19-stock', 'gcc-12'].map((compiler) => ({ compiler, args: ['-O0'] }));
    const laboratory = await Laboratory.open(world);
    let [constants, statements] = [0, 0];
    try {
      for (let seed = 0; seed < runs(16, 40); seed++) {
        const text = apply(choosing, editsOf(edit(choosing, facts, { seed })));
        if (/\(\((?:signed )?\w+\)[^)]/.test(text)) constants++;
        if (text.includes('({ {')) statements++;
        expect((await factsIn(finder(), text)).run?.stdout).toEqual(facts.run?.stdout);
        const does = await laboratory.behave(programOf(text), compilers, { args: [] });
        const printed = does.map((each) => each.kind === 'ran' && each.run.stdout);
        expect(new Set(printed)).toEqual(new Set([Buffer.from(facts.run!.stdout).toString()]));
      }
    } finally {
      await laboratory.close();
    }
    expect(Math.min(constants, statements)).toBeGreaterThan(runs(1, 5));
  }, 300_000);

  it('jumps, leaves out parts of donors, and begins variables otherwise, and prints the same', async () => {
    const facts = await factsIn(finder(), jumping);
    const printed = facts.run?.stdout;
    let [jumps, smaller, begun] = [0, 0, 0];
    for (let seed = 0; seed < runs(40, 80); seed++) {
      const text = apply(jumping, editsOf(edit(jumping, facts, { seed })));
      jumps += (text.match(/goto/g)?.length ?? 0) > 2 ? 1 : 0;
      if (/\{ if \(\w+\) \{(?! \w+ = \w+; h = \w+; goto)/.test(text)) smaller++;
      if (/int t = (?!7)|int t = \w\w+/.test(text)) begun++;
      expect((await factsIn(finder(), text)).run?.stdout).toEqual(printed);
    }
    expect(Math.min(jumps, smaller, begun)).toBeGreaterThan(runs(0, 2));
  }, 300_000);

  it('of any choices prints what the program prints', async () => {
    const facts = await factsIn(finder(), small);
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const text = apply(small, editsOf(edit(small, facts, { seed })));
        seen.add(text);
        expect((await factsIn(finder(), text)).run?.stdout).toEqual(facts.run?.stdout);
      }),
      { numRuns: runs(20, 60) },
    );
    expect(seen.size).toBeGreaterThan(runs(10, 30));
  }, 300_000);

  it('of what another stage changed before compiles, and prints the same', async () => {
    let changed = 0;
    for (const source of await csmithPrograms(1, runs(2, 5))) {
      const facts = await factsIn(finder(), source);
      if (facts.run === undefined) continue;
      const text = Buffer.from(source).toString('latin1');
      for (let seed = 0; seed < 14; seed++) {
        const drawn = replay((draw) => relax.edit(draw, { program: programOf(source), text, facts }), {
          alphabet: new Alphabet(),
          seed,
        });
        // Others only change the form of guards, or may do something else.
        if (drawn.outcome !== 'ok' || !('length' in drawn.value)) continue;
        if (findScopes(drawn.record, 'relaxations').length === 0) continue;
        const [between, known] = [apply(source, drawn.value), editFacts(facts, drawn.value)];
        const edits = editsOf(edit(between, known, { seed }));
        const variant = await factsIn(finder(), apply(between, edits));
        expect(Buffer.from(variant.run!.stdout).toString()).toBe(Buffer.from(facts.run.stdout).toString());
        changed += edits.length;
      }
    }
    expect(changed).toBeGreaterThan(runs(15, 50));
  }, 600_000);

  it('of a program by Csmith compiles, prints the same, and keeps what runs', async () => {
    let changed = 0;
    for (const source of await csmithPrograms(1, runs(4, 9))) {
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
    expect(changed).toBeGreaterThan(runs(30, 100));
  }, 600_000);

  it('of zeros is the program', async () => {
    const facts = await factsIn(finder(), small);
    expect(editsOf(edit(small, facts, { filler: () => 0 }))).toEqual([]);
  });

  it('drops statements with others in them, or others alone, as four numbers say', async () => {
    const facts = await factsIn(finder(), small);
    const variant = (leavesGone: number, parentsGone: number): string => {
      let question = 0;
      const numbers = [leavesGone, 0, parentsGone, 0];
      // Only the four numbers have this many possible values.
      const filler = ({ count }: { readonly count: number }): number =>
        count === stageTuning.mostChanged.value + 1 ? numbers[question++ % 4]! : 1;
      return apply(small, editsOf(edit(small, facts, { filler })));
    };
    const [leaves, parents] = [variant(50, 0), variant(0, 50)];
    expect(leaves).toContain('if (l > 100) {');
    expect(leaves).not.toContain('g = d;');
    expect(leaves).not.toContain('break;');
    expect(parents).not.toContain('g = d;');
    expect(parents).toContain('break;');
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
