/** The stage that changes what runs: a variant prints what its program prints, and is as defined as it was. */
import { describe, expect, it, vi } from 'vitest';
import { Alphabet, replay, type Replayed } from '../../src/choice/index.ts';
import { editFacts, editText, type Facts, type SourceEdit } from '../../src/facts/index.ts';
import { Laboratory } from '../../src/laboratory/index.ts';
import { checkValidity } from '../../src/oracle/index.ts';
import { programOf } from '../../src/program/index.ts';
import { reduce } from '../../src/reduce/index.ts';
import { emi, live, type Stage } from '../../src/stage/index.ts';
import { csmithPrograms, factsIn, headers, openedFinder } from '../facts/programs.ts';
import { world } from '../target/world.ts';
import { runs } from '../runs.ts';

vi.setConfig({ testTimeout: 300_000 });

const finder = openedFinder();
const compilers = ['clang-19-stock', 'gcc-12'].map((compiler) => ({ compiler, args: ['-O0'] }));

async function factsOf(source: string): Promise<Facts> {
  const question = { program: programOf(source), args: headers, notesValues: true, source };
  const answer = await finder().find(question);
  if (answer.kind !== 'facts') throw new Error(answer.said);
  return answer.facts;
}

function edit(
  stage: Stage,
  source: string,
  facts: Facts,
  options: Partial<Parameters<typeof replay>[1]>,
): Replayed<SourceEdit[]> {
  const text = Buffer.from(source).toString('latin1');
  return replay(
    (draw) => {
      const answer = stage.edit(draw, { program: programOf(source), text, facts });
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

/** Runs it where facts are found, and by compilers that know nothing of facts. */
async function expectSame(
  laboratory: Laboratory,
  text: string,
  facts: Facts,
  isChecked: boolean,
): Promise<void> {
  const printed = Buffer.from(facts.run!.stdout).toString();
  const own = (await factsIn(finder(), text)).run;
  expect([Buffer.from(own?.stdout ?? '').toString(), own?.exitCode]).toEqual([printed, facts.run!.exitCode]);
  const does = await laboratory.behave(programOf(text), compilers, { args: headers });
  expect(does.map((each) => (each.kind === 'ran' ? each.run.stdout : text))).toEqual([printed, printed]);
  if (!isChecked) return;
  const { verdict } = await checkValidity(laboratory, programOf(text), { args: headers, quick: true });
  expect(verdict).not.toBe('undefined');
}

const small = `#include <stdio.h>
static int g = 1; static unsigned char h = 250; static unsigned long long k = 0xfffffffffffffff0ULL;
static short s = -32768;
static int f(int p, unsigned q) {
  int l = p * 2;
  long m = -1;
  for (int i = -2; i < 3; i++) {
    l += i;
    h += 3;
    if (l > 1000) { g = 7; break; }
    k += h;
  }
  g += l;
  s++;
  m = l - m;
  return l + (int)m + (int)q;
}
static int elsewhere(int q) { g = q; while (q) { q--; if (g) continue; } return h; }
int main(void) {
  int sum = 0;
  for (int turn = 0; turn < 4; turn++) {
    sum += f(turn, 5u);
    sum ^= 3;
  }
  if (sum == 12345) sum = elsewhere(sum);
  printf("%d %d %d %llu %d\\n", sum, g, h, k, s);
  return 0;
}
`;

describe('a live variant', () => {
  it('has blocks, conditions and changes, prints the same everywhere, and has no undefined behaviour', async () => {
    const facts = await factsOf(small);
    const laboratory = await Laboratory.open(world);
    const seen = { block: 0, other: 0, guard: 0, before: 0, around: 0 };
    try {
      for (let seed = 0; seed < runs(20, 60); seed++) {
        const text = apply(small, editsOf(edit(live, small, facts, { seed })));
        if (/if \([^;]*\) \{ (?:g|k|l|h|s|m|sum|if|for|while|return|\{)[^;]*;/.test(text)) seen.block++;
        if (text.includes('} else {')) seen.other++;
        if (/if \([^{]*(?:<=|>=|!=|==)[^{]*\) \{ /.test(text)) seen.guard++;
        if (/cgfuzz_kept = \w+; \w+ = [^;]*; (?:\w+ = cgfuzz|if)/.test(text)) seen.before++;
        if (/cgfuzz_kept = \w+; \w+ = [^;]*; (?!\w+ = cgfuzz|if)/.test(text)) seen.around++;
        await expectSame(laboratory, text, facts, seed % 4 === 0);
      }
    } finally {
      await laboratory.close();
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(runs(0, 2));
  }, 600_000);

  it('of a program by Csmith, behind what never runs was changed, prints the same everywhere', async () => {
    const laboratory = await Laboratory.open(world);
    let changed = 0;
    try {
      for (const [index, source] of (await csmithPrograms(1, runs(3, 7))).entries()) {
        const facts = await factsOf(source);
        if (facts.run === undefined) continue;
        for (const seed of [1, 2]) {
          const before = editsOf(edit(emi, source, facts, { seed }));
          const between = apply(source, before);
          const edits = editsOf(edit(live, between, editFacts(facts, before), { seed }));
          changed += edits.length;
          await expectSame(laboratory, apply(between, edits), facts, seed === 1 && index % 3 === 0);
        }
      }
    } finally {
      await laboratory.close();
    }
    expect(changed).toBeGreaterThan(runs(40, 150));
  }, 600_000);

  it('of zeros is the program, and so is one of a program whose run nobody saw', async () => {
    const facts = await factsOf(small);
    expect(editsOf(edit(live, small, facts, { filler: () => 0 }))).toEqual([]);
    expect(editsOf(edit(live, small, { ...facts, run: undefined }, { seed: 1 }))).toEqual([]);
    const { run } = facts;
    const unseen = { ...facts, run: { ...run!, values: [] } };
    expect(editsOf(edit(live, small, unseen, { seed: 1 }))).toEqual([]);
  });

  it('is made again by its choices', async () => {
    const facts = await factsOf(small);
    const alphabet = new Alphabet();
    for (let seed = 0; seed < 30; seed++) {
      const first = edit(live, small, facts, { seed, alphabet });
      const again = edit(live, small, facts, { sequence: first.record, alphabet });
      expect(editsOf(again)).toEqual(editsOf(first));
      expect(again.freshCount).toBe(0);
    }
  });

  it('is reduced to the decision that matters', async () => {
    const facts = await factsOf(small);
    const alphabet = new Alphabet();
    const hasChange = (edits: readonly SourceEdit[]): boolean =>
      edits.some(({ text }) => text.includes('cgfuzz_kept'));
    const seed = Array.from({ length: 40 }, (_, each) => each).find((each) => {
      const edits = editsOf(edit(live, small, facts, { seed: each, alphabet }));
      return hasChange(edits) && edits.length > 5;
    });
    const { record } = edit(live, small, facts, { seed: seed!, alphabet });
    const { test } = await reduce(record, hasChange, {
      generate: (sequence, { limits, filler }) =>
        edit(live, small, facts, { sequence, limits, filler, alphabet }),
    });
    expect(test.length).toBeLessThan(3);
    expect(hasChange(test)).toBe(true);
  });
});
