/** Functions of a person's files in tests: which can be used, and that programs with them print what they printed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Alphabet, type ChoiceSequence, replay, type Replayed } from '../../src/choice/index.ts';
import { editText, type Facts, type SourceEdit } from '../../src/facts/index.ts';
import { Laboratory } from '../../src/laboratory/index.ts';
import { programOf } from '../../src/program/index.ts';
import { spliceOf } from '../../src/stage/donors/donors.ts';
import type { ForeignCode } from '../../src/stage/donors/foreign.ts';
import { readDonors } from '../../src/stage/donors/read-folder.ts';
import { factsIn, openedFinder } from '../facts/programs.ts';
import { runs } from '../runs.ts';
import { world } from '../target/world.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { donorFolder } from './donor-files.ts';

const parent = temporaryFolder(afterAll);
const finder = openedFinder();
const told: string[] = [];
let code: ForeignCode;
let laboratory: Laboratory;
beforeAll(async () => {
  code = await readDonors(donorFolder(parent), world, (text) => told.push(text));
  laboratory = await Laboratory.open(world);
}, 600_000);
afterAll(() => laboratory.close());

/** A program whose own names are those of the donors. */
const program = `#include <stdio.h>
#include <string.h>
static int sum = 1, table = 2;
static long length = 3;
static int folded(int buffer) {
  int own = buffer;
  if (own > 100) { int count = 5; sum = count; length++; }
  for (int i = 0; i < 6; i++) { table += i; if (table > 1000) break; }
  while (table < 0) { own--; continue; }
  return own + sum;
}
int main(void) { int r = folded(3); printf("%d %d %d %ld\\n", r, sum, table, length); return 0; }
`;

function edit(
  facts: Facts,
  options: { readonly seed?: number; readonly sequence?: ChoiceSequence; readonly alphabet?: Alphabet },
  of: ForeignCode = code,
  filler?: () => number,
): Replayed<SourceEdit[]> {
  const body = spliceOf(of);
  return replay(
    (draw) => {
      const answer = body(draw, { program: programOf(program), text: program, facts });
      return [...('edits' in answer ? answer.edits : answer)];
    },
    { alphabet: new Alphabet(), ...options, ...(filler === undefined ? {} : { filler }) },
  );
}

function textAfter(replayed: Replayed<SourceEdit[]>): string {
  if (replayed.outcome !== 'ok') throw new Error(replayed.outcome);
  return Buffer.from(editText(Buffer.from(program), replayed.value)).toString();
}

const compilers = ['clang-19-stock', 'gcc-12'].flatMap((compiler) =>
  ['-O0', '-O2'].map((level) => ({ compiler, args: [level] })),
);

const named = (): Record<string, number> =>
  Object.fromEntries(
    code.files.flatMap(({ functions }) =>
      functions.map(({ name, tried }) => [name.replace(/^d\d+_/, ''), tried.length]),
    ),
  );

describe('functions of a folder', () => {
  it('can be used where code runs, if they depend on nothing but their arguments', () => {
    const found = named();
    for (const name of ['mixed', 'folded', 'distance', 'reversed', 'shifted', 'both'])
      expect([name, found[name]! > 0]).toEqual([name, true]);
    expect(found['counted']).toBe(0);
    expect(found['unset']).toBe(0);
    expect(found['places']).toBe(0);
  });

  it('stand where nothing runs, if they need a function that is not there', () => {
    expect(named()['told']).toBe(0);
  });

  it('are left out, and the person is told why, if they need what cannot be copied', () => {
    expect(code.unused).toEqual({
      'it takes any number of arguments': 1,
      'it takes something besides integers and pointers': 1,
    });
    expect(code.unread).toEqual([expect.stringMatching(/^broken\.c: .*'missing\.h' file not found/)]);
    expect(told.at(-1)).toMatch(
      /^\d+ functions of 1 files can be used, \d+ of them where code runs; left out: 1: /,
    );
  });

  it('are read once for the same files', async () => {
    const again: string[] = [];
    expect(await readDonors(join(parent, 'donors'), world, (text) => again.push(text))).toEqual(code);
    expect(again).toEqual([]);
  });

  it('are asked for in a folder that has some', async () => {
    const empty = join(parent, 'empty');
    mkdirSync(empty);
    await expect(readDonors(empty, world, () => undefined)).rejects.toThrow('has no C files');
    await expect(readDonors(join(parent, 'gone'), world, () => undefined)).rejects.toThrow(
      'there is no folder',
    );
    writeFileSync(join(empty, 'a.c'), 'double f(double x) { return x; }\n');
    await expect(readDonors(empty, world, () => undefined)).rejects.toThrow('no function of');
  });
});

describe('a program with donors', () => {
  it('compiles, and prints what it printed', async () => {
    const facts = await factsIn(finder(), program, true);
    let [calls, bodies, hidden, woven] = [0, 0, 0, 0];
    for (let seed = 0; seed < runs(24, 80); seed++) {
      const text = textAfter(edit(facts, { seed }));
      if (text.includes('cgfuzz_turns--')) calls++;
      if (text.includes('cgfuzz_out_')) bodies++;
      if (text.includes('+ cgfuzz_zero')) hidden++;
      if (text.includes('((int)({')) woven++;
      expect((await factsIn(finder(), text)).run?.stdout).toEqual(facts.run?.stdout);
      const does = await laboratory.behave(programOf(text), compilers, { args: [] });
      const printed = does.map((each) => (each.kind === 'ran' ? each.run.stdout : each));
      expect(printed).toEqual(compilers.map(() => Buffer.from(facts.run!.stdout).toString()));
    }
    expect(Math.min(calls, bodies)).toBeGreaterThan(runs(4, 15));
    expect(Math.min(hidden, woven)).toBeGreaterThan(runs(1, 6));
  }, 600_000);

  it('hands values of variables, and of other calls, to foreign functions', async () => {
    const text = `#include <stdio.h>
int main(void) {
  int own = 7, other = 5;
  other = other * 3;
  other += 40;
  if (other > 3) other = other + 11;
  printf("%d %d\\n", own, other);
  return 0;
}
`;
    const facts = await factsIn(finder(), text, true);
    const splice = spliceOf(code);
    let [variables, inside] = [0, 0];
    for (let seed = 0; seed < 150; seed++) {
      const made = replay(
        (draw) => splice(draw, { program: programOf(text), text, facts }) as readonly SourceEdit[],
        { alphabet: new Alphabet(), seed },
      );
      if (made.outcome !== 'ok') throw new Error(made.outcome);
      const after = Buffer.from(editText(Buffer.from(text), made.value)).toString();
      const hasVariable = /\(unsigned long long\)own \+/.test(after);
      const hasInside = /= \([a-z ]+\)\(\(\{/.test(after);
      if (hasVariable) variables++;
      if (hasInside) inside++;
      if ((hasVariable && variables < 4) || (hasInside && inside < 4))
        expect((await factsIn(finder(), after)).run?.stdout).toEqual(facts.run?.stdout);
    }
    expect(Math.min(variables, inside)).toBeGreaterThan(1);
  }, 120_000);

  it('prints something else, or dies, if a function computes another value', async () => {
    const facts = await factsIn(finder(), program);
    const wrong: ForeignCode = {
      ...code,
      files: code.files.map((file) => ({
        ...file,
        functions: file.functions.map((each) => ({
          ...each,
          tried: each.tried.map((call) => ({ ...call, value: String(BigInt(call.value) ^ 1n) })),
        })),
      })),
    };
    let seen = 0;
    for (let seed = 0; seed < 40; seed++) {
      const text = textAfter(edit(facts, { seed }, wrong));
      if (!text.includes('__builtin_trap')) continue;
      const known = await factsIn(finder(), text);
      expect([seed, known.run?.stdout]).not.toEqual([seed, facts.run?.stdout]);
      seen++;
    }
    expect(seen).toBeGreaterThan(3);
  }, 600_000);

  it('of zeros is the program', async () => {
    const facts = await factsIn(finder(), program);
    expect(textAfter(edit(facts, {}, code, () => 0))).toBe(program);
  });

  it('is made again by its choices', async () => {
    const facts = await factsIn(finder(), program);
    const alphabet = new Alphabet();
    for (let seed = 0; seed < 20; seed++) {
      const first = edit(facts, { seed, alphabet });
      const again = edit(facts, { sequence: first.record, alphabet });
      expect(textAfter(again)).toBe(textAfter(first));
      expect(again.freshCount).toBe(0);
    }
  });
});
