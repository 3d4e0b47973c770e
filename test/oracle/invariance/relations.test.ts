/** Relations between two ways to compile a program: they hold for plain programs, and bugs that are known break them. */
import { readdirSync } from 'node:fs';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Laboratory } from '../../../src/laboratory/index.ts';
import {
  checkRelation,
  drawBackEnd,
  drawRelation,
  findDifferingPass,
  inspectRelation,
} from '../../../src/oracle/index.ts';
import { relationRows, withoutFiles } from '../../../src/oracle/invariance/relations.ts';
import { programOf } from '../../../src/program/index.ts';
import { world } from '../../target/world.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { miscompiler } from '../laboratory.ts';
import { dividesByZero, inlinesLater } from './programs.ts';

let laboratory: Laboratory;
beforeAll(async () => {
  laboratory = await Laboratory.open(world);
});
afterAll(() => laboratory.close());

const plain = programOf(`
int printf(const char *, ...);
static int table[9] = {3, 1, 4, 1, 5};
int sum(int n) { int all = 0; for (int i = 0; i < n; i++) all += table[i % 9] * i; return all; }
double scaled(double x) { return x * 2.5 + sum(3); }
int main(void) { printf("%d %f\\n", sum(7), scaled(1.5)); return 0; }
`);
const undefinedBehaviour = programOf('int f(int *p) { int x; return p[x] << 77; }\n');

const compilers = [
  ['gcc', 'gcc-12'],
  ['clang', 'clang-19-stock'],
] as const;

describe.each(compilers)('every relation of %s', (family, compiler) => {
  const rows = relationRows.filter((row) => row.family === family);

  it('holds for a plain program and for one without a meaning, and is known to the compiler', async () => {
    const flavours = new Map(
      rows.flatMap(({ way, flavours: all }) =>
        all.map((added) => [`${way} ${added.join(' ')}`, { way, added }]),
      ),
    );
    for (const relation of flavours.values()) {
      for (const program of [plain, undefinedBehaviour]) {
        const question = { program, relation, configuration: { compiler, args: ['-O2'] } };
        const answer = await checkRelation(laboratory, question);
        // An option of a newer release is not known here.
        const isNewer = relation.added.includes('-gkey-instructions');
        expect(answer.kind, JSON.stringify(relation)).toBe(isNewer ? 'not-asked' : 'holds');
      }
    }
  }, 120_000);
});

it('of a compile server writes no file beside the object', async () => {
  const cwd = temporaryFolder();
  const flavours = relationRows.flatMap(({ family, flavours: each }) => (family === 'clang' ? each : []));
  for (const added of new Set(flavours.map((each) => withoutFiles(each).join(' ')))) {
    const words = ['-O2', ...added.split(' ').filter(Boolean), '-w', '-c', '-x', 'c', '-', '-o', '-'];
    const input = 'int main(void) { return 0; }';
    await execa('clang-19', words, { cwd, input, reject: false, encoding: 'buffer' });
    expect(readdirSync(cwd), added).toEqual([]);
  }
});

describe('a relation that does not hold', () => {
  it('is one of the option that breaks it, among many, and of the pass to blame in gcc', async () => {
    const neutral = relationRows
      .flatMap(({ flavours }) => flavours)
      .find((each) => each.includes('-Winline'))!;
    expect(neutral).toContain('-Wnull-dereference');
    const found = await inspectRelation(laboratory, {
      ...dividesByZero,
      relation: { way: 'options', added: neutral },
    });
    expect(found?.relation).toEqual({ ...dividesByZero.relation, section: '.text' });
    expect(found?.signature.key).toBe('depends | gcc -Wnull-dereference | isolate-paths');
    expect(found?.says).toContain('.text, in f: differs from offset');
  });

  it('is one of the pass to blame in clang, which is found again near where it was', async () => {
    const found = await inspectRelation(laboratory, inlinesLater);
    expect(found?.signature.key).toBe('depends | clang -fdebug-info-for-profiling | InlinerPass');
    const beforeMs = laboratory.cpuMs;
    expect(await findDifferingPass(laboratory, inlinesLater, found?.culprit)).toEqual(found?.culprit);
    expect(laboratory.cpuMs).toBeGreaterThan(beforeMs);
  });

  it('is one of the back end too, if it is one of debug information', async () => {
    const text = 'long g(long);\nlong f(long a, long b) { long r = g(a) + b; return r; }\n';
    const configuration = { compiler: 'clang-19-stock', args: ['-O2', '--target=sparc64-linux-gnu'] };
    // Any debug option that shows it becomes -g.
    const relation = { way: 'options', added: ['-g', '-gdwarf-4'] } as const;
    const found = await inspectRelation(laboratory, { program: programOf(text), configuration, relation });
    expect(found?.signature.key).toBe('depends | clang -g | SROAPass | sparc64');
  });

  it('is one of a pass of an instrumented compiler, which names the last pass alone', async () => {
    const configuration = { compiler: 'clang-19-starter', args: ['-O2'] };
    const found = await inspectRelation(laboratory, { ...inlinesLater, configuration });
    expect(found?.signature.key).toBe('depends | clang -fdebug-info-for-profiling | InlinerPass');
    const assembly = { way: 'assembly', added: [] } as const;
    const asked = await checkRelation(laboratory, { ...inlinesLater, configuration, relation: assembly });
    expect(asked.kind).toBe('not-asked');
  });

  it('is one of a complaint where the compiler refuses its own assembly', async () => {
    const liar = await miscompiler('gcc-liar', {
      when: '-S',
      from: 'int marker;',
      to: 'asm(".no_such_directive 7");',
    });
    const own = await Laboratory.open(world, [liar]);
    const program = programOf('int marker;\nint f(int a) { return a; }\n');
    const configuration = { compiler: 'gcc-liar', args: ['-O1'] };
    const relation = { way: 'assembly', added: ['-g'] } as const;
    const found = await inspectRelation(own, { program, configuration, relation });
    await own.close();
    await liar.close();
    // Without -g it is refused, too.
    expect(found?.relation).toEqual({ way: 'assembly', added: [] });
    expect(found?.signature.key).toBe("refused | gcc -S | unknown pseudo-op: '…'");
    expect(found?.says).toContain('.no_such_directive');
  });

  it('is no answer where the compiler does not know the option, or makes no object', async () => {
    const unknown = { way: 'options', added: ['-fno-such-option-at-all'] } as const;
    for (const [, compiler] of compilers) {
      const configuration = { compiler, args: ['-O1'] };
      const about = { program: plain, configuration } as const;
      expect((await checkRelation(laboratory, { ...about, relation: unknown })).kind).toBe('not-asked');
      const broken = { ...about, program: programOf('int x = ;\n'), relation: inlinesLater.relation };
      expect((await checkRelation(laboratory, broken)).kind).toBe('not-asked');
    }
  });
});

describe('the relation that is drawn for a program', () => {
  it('follows from the program, and in time is each of them', () => {
    const draws = Array.from({ length: 3_000 }, (_, seed) =>
      JSON.stringify(drawRelation('clang', `${seed}`)),
    );
    expect(drawRelation('clang', '7')).toEqual(drawRelation('clang', '7'));
    const all = relationRows
      .filter(({ family }) => family === 'clang')
      .flatMap(({ way, flavours }) => flavours.map((added) => JSON.stringify({ way, added })));
    expect(new Set(draws)).toEqual(new Set(all));
    expect(drawRelation('tcc', '7')).toBeUndefined();
  });

  it('is asked about on back ends that clang has', async () => {
    const backEnds = new Set(Array.from({ length: 300 }, (_, seed) => drawBackEnd(`${seed}`)?.join(' ')));
    expect(backEnds).toContain(undefined);
    expect(backEnds.size).toBeGreaterThan(8);
    const relation = { way: 'options', added: ['-g'] } as const;
    const program = programOf('int g(int);\nint f(int a) { return g(a) + 2 * a; }\n');
    for (const args of [...backEnds].flatMap((each) => (each === undefined ? [] : [each.split(' ')]))) {
      const configuration = { compiler: 'clang-19-stock', args: ['-O2', ...args] };
      const answer = await checkRelation(laboratory, { program, relation, configuration });
      expect(answer, args.join(' ')).toEqual({ kind: 'holds' });
    }
  });
});
