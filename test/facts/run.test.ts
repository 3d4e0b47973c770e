/** The run: what it says of small programs that each do one thing, and of programs that do no good. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FactFinder } from '../../src/facts/finder.ts';
import { ARGUMENTS_FILE, programOf, type Program } from '../../src/program/index.ts';
import { world } from '../target/world.ts';
import { answerTo, deadIn, factsIn, openedFinder } from './programs.ts';

// Programs are ended by counts of steps and of CPU time, which a busy machine takes long to give.
vi.setConfig({ testTimeout: 300_000 });

const finder = openedFinder();
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const dead = async (source: string): Promise<string[]> => {
  const facts = await factsIn(finder(), source);
  expect(facts.noRun).toBeUndefined();
  return deadIn(source, facts);
};

const inMain = (body: string): string =>
  `#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\nint a = 1, b;\nint main(int argc, char **argv) {${body}}\n`;

describe('statements that ran', () => {
  it('are those that were reached, in bodies without braces too', async () => {
    const body =
      'if (a) b = 1; else b = 2; for (b = 0; b < 2; b++) if (b > 5) a = 7; while (!a) a = 8; return 0;';
    expect(await dead(inMain(body))).toEqual(['b = 2;', 'a = 7;', 'a = 8;']);
  });

  it('are those behind the label that was jumped to', async () => {
    const body =
      'switch (a) { case 0: b = 1; break; case 1: b = 2; default: b = 3; } goto out; b = 4; out: if (b) return 0; b = 5;';
    expect(await dead(inMain(body))).toEqual(['b = 1;', 'break;', 'b = 4;', 'b = 5;']);
  });

  it('are those around a place that was jumped into', async () => {
    const source = inMain('goto in; while (b) { b = 1; { b = 2; in: b = 0; } } return 0;');
    const { analysis, run } = await factsIn(finder(), source);
    const isReached = analysis.statements.map(({ kind }, index) => `${kind} ${run?.ran[index]}`);
    expect(isReached).toEqual([
      'block true',
      'goto true',
      'while true',
      'block true',
      'expression false',
      'block true',
      'expression false',
      'label true',
      'expression true',
      'return true',
    ]);
  });

  it('are told of functions, of expressions that hold statements, and of ends by exit', async () => {
    const source = `int f(void) { return 1; } int g(void) { return 2; }\n${inMain('a = ({ if (!a) b = 1; f(); }); exit(0); b = 2;')}`;
    expect(await dead(source)).toEqual(['return 2;', 'b = 1;', 'b = 2;']);
  });
});

describe('guards of wrappers', () => {
  it('that stepped in are told apart from those that did not, and from those that were never reached', async () => {
    const source = `#include "csmith.h"
int32_t zero, one = 1;
int main(void) {
  one = safe_add_func_int32_t_s_s(one, 1);
  one = safe_div_func_int32_t_s_s(one, zero);
  one = safe_add_func_int32_t_s_s(0x7fffffff, safe_lshift_func_int32_t_s_u(one, 3));
  if (zero) one = safe_sub_func_int32_t_s_s(one, 1);
  return 0;
}
`;
    const { run, analysis } = await factsIn(finder(), source);
    expect(analysis.wrappers.map(({ name }) => name.split('_')[1])).toEqual([
      'add',
      'div',
      'add',
      'lshift',
      'sub',
    ]);
    expect(run?.called).toEqual([true, true, true, true, false]);
    expect(run?.fired).toEqual([false, true, true, false, false]);
    expect(Buffer.from(run!.stdout).toString()).toBe('');
  });

  it('count as stepping in where nobody can watch them', async () => {
    const source = `#include "csmith.h"\n#define ADD(x) safe_add_func_int32_t_s_s(x, 1)\nint main(void) { return safe_add_func_int32_t_s_s(ADD(1), -3); }\n`;
    const { run } = await factsIn(finder(), source);
    expect(run?.fired).toEqual([true]);
    expect(run?.exitCode).toBe(255);
  });
});

describe('what a program prints and returns', () => {
  it('is what it printed and returned without counters', async () => {
    const { run } = await factsIn(
      finder(),
      inMain('printf("%d é", a); fprintf(stderr, "not this"); return 42;'),
    );
    expect(Buffer.from(run!.stdout).toString()).toBe('1 é');
    expect(run?.exitCode).toBe(42);
  });

  it('is that of all its files, of which the main one is counted', async () => {
    const program: Program = {
      files: [
        { path: 'test.c', bytes: bytes('#include "f.h"\nint f(int x) { if (x) return X; return 1; }\n') },
        { path: 'f.h', bytes: bytes('#define X 7\nint f(int);\n') },
        { path: 'driver.c', bytes: bytes('#include "f.h"\nint main(void) { return f(2); }\n') },
      ],
      main: 'test.c',
      beside: ['driver.c'],
      language: 'c',
    };
    const { run, analysis } = await factsIn(finder(), program);
    expect(run?.exitCode).toBe(7);
    expect(analysis.functions.map(({ name }) => name)).toEqual(['f']);
    expect(run?.ran.filter((each) => !each)).toHaveLength(1);
  });
});

describe('a program without a run', () => {
  it.each([
    ['for (;;) ;', 'endless'],
    ['again: b++; goto again;', 'endless'],
    ['do { a++; } while (1 + a * 0);', 'endless'],
    ['while (1) { if (a) continue; }', 'endless'],
    ['*(volatile int *)0 = 1;', 'crash'],
    ['abort();', 'crash'],
    ['_exit(0);', 'silent'],
    ['printf("%p", (void *)&argc);', 'changing'],
    ['return undefined_function();', 'refused'],
    [
      'for (a = 0; a < 2000000; a++) puts("so much that nobody reads all of it, and no file may be as large");',
      'too-much-output',
    ],
  ])('says why: %s', async (body, why) => {
    const source = `int undefined_function(void);\n${inMain(body)}`;
    const facts = await factsIn(finder(), source);
    expect(facts.noRun).toBe(why);
    expect(facts.run).toBeUndefined();
    expect(facts.analysis.functions).toHaveLength(1);
  });

  it('may take long without making many steps, and is given up by then', async () => {
    expect(
      (
        await factsIn(
          finder(),
          inMain(
            'char *p = malloc(1 << 28); for (a = 0; a < 100000; a++) for (b = 0; b < 2; b++) __builtin_memset(p, a, 1 << 28);',
          ),
        )
      ).noRun,
    ).toBe('slow');
  });
});

describe('what tcc does not know', () => {
  it('is compiled by the next compiler', async () => {
    const source = `int x = 6;\nint main(void) { return __builtin_popcount(x) + __builtin_ctz(x); }\n`;
    expect((await factsIn(finder(), source)).run?.exitCode).toBe(3);
  });

  it('is a small struct as a result, and is compiled by the next compiler', async () => {
    const source = `#pragma pack(1)
struct odd { int a; int b; short c; } g = {1, 2, 3};
struct odd f(void) { return g; }
int main(void) { int before = 5; f(); return before; }
`;
    expect((await factsIn(finder(), source)).run?.exitCode).toBe(5);
  });

  it('is no pragma that packs with a push of its own', async () => {
    const source = `#pragma pack(push)\n#pragma pack(1)\nstruct s { char c; int i; };\n#pragma pack(pop)\nint main(void) { return sizeof(struct s); }\n`;
    expect((await factsIn(finder(), source)).run?.exitCode).toBe(5);
  });
});

describe('a finder', () => {
  it('goes on when its servers are killed', async () => {
    const { analyser, sandbox } = finder().pids;
    for (const pid of [analyser, sandbox]) if (pid !== undefined) process.kill(pid, 'SIGKILL');
    expect((await factsIn(finder(), inMain('return 9;'))).run?.exitCode).toBe(9);
  });

  it('remembers what it found, at no cost', async () => {
    const first = await answerTo(finder(), inMain('return 10;'));
    const second = await answerTo(finder(), inMain('return 10;'));
    expect(first.cpuMs).toBeGreaterThan(0);
    expect(second).toEqual({ ...first, cpuMs: 0 });
  });
});

it('says so once when no compiler can run anything, with what the last one said', async () => {
  const told: string[] = [];
  const broken = await FactFinder.open(world, {
    compilers: [{ name: 'gcc', args: ['--no-such-option'] }],
    tell: (text) => told.push(text),
  });
  onTestFinished(() => broken.close());
  for (let turn = 0; turn < 45; turn++) {
    const { noRun } = await factsIn(broken, inMain(`return ${turn};`));
    expect(noRun).toBe('refused');
  }
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/could not be run.*gcc says: .*--no-such-option/);
});

it('is made with the input of the program', async () => {
  const source =
    'int a; int main(int argc, char **argv) { if (argc > 1) a = 2; if (argc < 2) a = 3; return 0; }\n';
  const [test] = programOf(source).files;
  const files = [test!, { path: ARGUMENTS_FILE, bytes: bytes('x\n') }];
  const fed: Program = { ...programOf(source), files };
  expect(deadIn(source, await factsIn(finder(), fed))).toEqual(['a = 3;']);
  expect(await dead(source)).toEqual(['a = 2;']);
});
