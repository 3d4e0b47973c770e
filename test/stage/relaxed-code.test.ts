/** Relaxations of code that never runs, on one program: where they lie, and that they stay C. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Alphabet, type Draw, replay } from '../../src/choice/index.ts';
import { editText, FactFinder, type Facts, type SourceEdit } from '../../src/facts/index.ts';
import { programOf } from '../../src/program/index.ts';
import { bodiesIn } from '../../src/stage/c/statements.ts';
import { relaxableGlobals } from '../../src/stage/relax/globals.ts';
import { relaxableIn } from '../../src/stage/relax/relaxable.ts';
import { relaxCode } from '../../src/stage/relax/relaxed-code.ts';
import { type Relaxation, relaxations, type RelaxationSettings } from '../../src/stage/relax/settings.ts';
import { world } from '../target/world.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const text = `#include <stdio.h>
#include <stdint.h>
struct S { int a; };
static int32_t g_1 = 3, g_2[5];
static int32_t *g_3 = &g_1;
static struct S g_4;
static int32_t add(int32_t *p, int32_t q) { return (*p) + q; }
static int32_t f(int32_t p_1, int32_t *p_2)
{
    int32_t l_0 = 1;
    if (g_1 > 5)
    {
        int32_t l_1 = 4;
        int32_t l_5[3][2];
        int i, j;
        int32_t *l_2 = &l_1;
        struct S *l_3 = &g_4;
        for (i = 0; i < 3; i++)
        {
            for (j = 0; j < 2; j++)
                l_5[i][j] = 7;
        }
        (*l_2) = g_2[3];
        g_1 = g_2[(l_1 + 2)];
        g_1 = add(l_2, g_1++);
        (*g_3) = (*l_3).a;
        for (l_1 = 0; (l_1 < 3); l_1 = add(p_2, l_1))
        {
            (*l_2) = add(g_3, p_1);
        }
        return g_2[4];
    }
    (*p_2) = add(p_2, l_0);
    g_2[1] = p_1;
    return g_2[1];
}
int main(void)
{
    printf("%d", (int)f(2, &g_1));
    return 0;
}
`;
const program = programOf(text);

let facts: Facts;
beforeAll(async () => {
  const finder = await FactFinder.open(world);
  const answer = await finder.find({ program, args: [] });
  await finder.close();
  if (answer.kind !== 'facts' || answer.facts.run === undefined) throw new Error('no facts');
  facts = answer.facts;
}, 240_000);

const folder = temporaryFolder(afterAll);
const none = Object.fromEntries(relaxations.map((each) => [each, 0])) as RelaxationSettings['dead'];
const only = (share: number, ...names: readonly Relaxation[]): RelaxationSettings['dead'] => ({
  ...none,
  ...Object.fromEntries(names.map((each) => [each, share])),
});

function relaxedBy(
  settings: RelaxationSettings,
  seed: number,
  known: Facts | undefined = facts,
): SourceEdit[] {
  const body = (draw: Draw): SourceEdit[] =>
    relaxCode(draw, relaxableIn(bodiesIn(text), known), settings, relaxableGlobals(text, known));
  const drawn = replay(body, { alphabet: new Alphabet(), seed });
  if (drawn.outcome !== 'ok') throw new Error(drawn.outcome);
  return drawn.value.toSorted((a, b) => a.begin - b.begin || a.end - b.end);
}

const textAfter = (edits: readonly SourceEdit[]): string =>
  Buffer.from(editText(program.files[0]!.bytes, edits)).toString();

/** The program's output, built by a compiler. */
function printed(code: string, compiler: string, level: string): string {
  const [path, out] = [join(folder, 'test.c'), join(folder, 'test')];
  writeFileSync(path, code);
  const { status, stderr } = spawnSync(compiler, ['-w', level, '-o', out, path], { encoding: 'utf8' });
  expect({ status, stderr, code: status === 0 ? '' : code }).toEqual({ status: 0, stderr: '', code: '' });
  return spawnSync(out, { encoding: 'utf8' }).stdout;
}

const dead = { begin: text.indexOf('int32_t l_1'), end: text.indexOf('(*p_2) = add(p_2, l_0)') };
const global = text.indexOf('= &g_1;');
const signs: Readonly<Record<Relaxation, RegExp>> = {
  null: /\(\(int \*\)0\)|\(\(struct S \*\)0\)/,
  dangling: /\(\{ int cgfuzz_gone; &cgfuzz_gone; \}\)/,
  initialisation: /int32_t l_1 ;/,
  goto: /if \(\w+\) goto cgfuzz_label_\d+;/,
  index: /g_2\[(?:\d{3,}|[gp]_\d(?: - \d+)?)\]/,
  'index-expression': /\[\(l_1\s+[-*/%]\s+2\)\]/,
  parameter: /&p_1/,
  conflict: /\((\w+) = \w+\)[^;]*;/,
};

describe('a relaxation', { timeout: 240_000 }, () => {
  it.each(relaxations)(
    '%s stays in what never runs, compiles, and prints what the program printed',
    (name) => {
      const settings = { dead: only(70, name), live: undefined };
      let seen = 0;
      for (let seed = 0; seed < 6; seed++) {
        const edits = relaxedBy(settings, seed);
        if (edits.length === 0) continue;
        for (const { begin, end, text: put } of edits) {
          // A label does nothing by itself, and no code that runs reads g_3.
          if (put.startsWith('cgfuzz_label') || begin === global) continue;
          expect(begin).toBeGreaterThanOrEqual(dead.begin);
          expect(end).toBeLessThan(dead.end);
        }
        const code = textAfter(edits);
        if (signs[name].test(code)) seen++;
        expect(printed(code, 'clang-19', '-O2')).toBe(Buffer.from(facts.run!.stdout).toString());
        expect(printed(code, 'gcc', '-O2')).toBe(Buffer.from(facts.run!.stdout).toString());
      }
      expect(seen).toBeGreaterThan(2);
    },
  );

  it('of initialisers takes those of globals that nothing reaches which runs', () => {
    const all = { dead: only(100, 'initialisation'), live: undefined };
    const code = textAfter(relaxedBy(all, 1));
    expect(code).toContain('static int32_t *g_3 ;');
    expect(code).toContain('static int32_t g_1 = 3,');
    // An adventurous program may lose the others as well.
    const live = { dead: none, live: only(100, 'initialisation') };
    expect(textAfter(relaxedBy(live, 1))).toContain('static int32_t *g_3 = &g_1;');
  });

  it('of jumps goes to what runs: from dead code anywhere, else only onward', () => {
    const targetsOf = (settings: RelaxationSettings): { from: number; to: number }[] =>
      Array.from({ length: 12 }, (_, seed) => relaxedBy(settings, seed))
        .flat()
        .flatMap(({ begin, text: put }) => {
          const [, to] = /goto cgfuzz_label_(\d+)/.exec(put) ?? [];
          return to === undefined ? [] : [{ from: begin, to: Number(to) }];
        });
    const isLive = (at: number): boolean => at < dead.begin || at > dead.end;
    const fromDead = targetsOf({ dead: only(60, 'goto'), live: undefined });
    expect(fromDead.some(({ to }) => isLive(to) && to < dead.begin)).toBe(true);
    const fromLive = targetsOf({ dead: none, live: only(60, 'goto') }).filter(({ to }) => isLive(to));
    expect(fromLive.length).toBeGreaterThan(0);
    expect(fromLive.every(({ from, to }) => from < to)).toBe(true);
  });

  it('of indices puts numbers, variables, and both', () => {
    const codes = Array.from({ length: 12 }, (_, seed) =>
      textAfter(relaxedBy({ dead: only(100, 'index'), live: undefined }, seed)),
    ).join('');
    for (const form of [/g_2\[\d{3,}\]/, /g_2\[[gp]_\d\]/, /g_2\[[gp]_\d - \d+\]/])
      expect(codes).toMatch(form);
  });

  it('goes with all others', () => {
    for (let seed = 0; seed < 8; seed++) {
      const code = textAfter(relaxedBy({ dead: only(50, ...relaxations), live: undefined }, seed));
      expect(printed(code, 'clang-19', '-O0')).toBe(Buffer.from(facts.run!.stdout).toString());
    }
  });

  it('of initialisers takes loops that give an array its values, and no others', () => {
    const code = textAfter(relaxedBy({ dead: only(100, 'initialisation'), live: undefined }, 1));
    expect(code).not.toMatch(/l_5\[i\]|j < 2/);
    expect(code).toContain('for (l_1 = 0; (l_1 < 3);');
    for (let seed = 0; seed < 8; seed++) {
      const both = only(60, 'initialisation', 'goto');
      printed(textAfter(relaxedBy({ dead: both, live: undefined }, seed)), 'clang-19', '-O1');
    }
  });

  it('reaches what runs in adventurous programs alone', () => {
    const settings = { dead: none, live: only(100, 'null') };
    const edits = relaxedBy(settings, 1);
    expect(edits.length).toBeGreaterThan(0);
    for (const { begin } of edits) expect(begin < dead.begin || begin > dead.end).toBe(true);
    expect(textAfter(edits)).toContain('(*((int *)0)) = add(');
  });

  it('does nothing where a share is 0, or where no run is known', () => {
    expect(relaxedBy({ dead: none, live: undefined }, 1)).toEqual([]);
    const all = { dead: only(100, ...relaxations), live: undefined };
    expect(relaxedBy(all, 1, { ...facts, run: undefined })).toEqual([]);
  });
});
