/** The source of seeds: a folder of tests, functions of it changed by choices, and replays that are exact. */
import { execa } from 'execa';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cacheFolder } from '../../src/build/index.ts';
import { findSource } from '../../src/generators/index.ts';
import { pipelineIn } from '../../src/program/index.ts';
import { runSeeds } from '../../src/session/review/seeds-run.ts';
import { openSource } from '../../src/source/index.ts';
import { packSeeds, prepareSeeds } from '../../src/target/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const test = `; RUN: opt -passes=instcombine -S < %s
define i32 @doubled(i32 %x) {
  %1 = add i32 %x, %x
  ret i32 %1
}
define i32 @shifted(i32 %x, i32 %y) {
  %s = shl i32 %x, 3
  %r = sub i32 %s, %y
  ret i32 %r
}
`;

const aliases = `; RUN: opt -passes=instcombine -S < %s
define i64 @loaded(ptr %p) {
  %v = load i64, ptr %p, align 8, !tbaa !0
  %r = add i64 %v, 1
  ret i64 %r
}
!0 = !{!1, !1, i64 0}
!1 = !{!"long", !2, i64 0}
!2 = !{!"char"}
`;

/** A module that is broken, with a version of its notes for debuggers: LLVM verifies such a module as it reads it. */
const endsLlvm = `declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @broken(ptr %p, i1 %volatile) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 %volatile)
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
`;

/** Judges everything as right, after a tenth of a CPU second. */
const slowJudge = `#!${process.execPath}
let got = Buffer.alloc(0);
process.stdin.on('data', (bytes) => {
  got = Buffer.concat([got, bytes]);
  while (got.length >= 16 && got.length >= 16 + got.readUInt32LE(8) + got.readUInt32LE(12)) {
    got = got.subarray(16 + got.readUInt32LE(8) + got.readUInt32LE(12));
    const { user } = process.cpuUsage();
    while (process.cpuUsage().user - user < 100_000);
    process.stdout.write(Buffer.from([1, 0, 0, 0, 75]));
  }
});
`;

/** Judges everything as wrong. */
const angryJudge = slowJudge
  .replace('[1, 0, 0, 0, 75]', "[4, 0, 0, 0, ...Buffer.from('W no\\n')]")
  .replaceAll(/.*cpuUsage.*\n/g, '');

const plain = 'define i32 @sum(i32 %x) {\n  %1 = add i32 %x, 0\n  ret i32 %1\n}\n';

/** Tests whose passes are said in three ways; for another machine, and with a call that its function does not fit. */
const ways: Readonly<Record<string, string>> = {
  short: `; RUN: opt -p instcombine -S < %s
target datalayout = "E-m:e-p:32:32-i64:64"
define i32 @large(ptr %p) {
  %x = load i32, ptr %p
  ret i32 %x
}
`,
  alone: `; RUN: opt -instcombine -S < %s
define void @other(i8 %x) {
  call void @use(i8 %x)
  ret void
}
declare void @use(i32)
`,
  level: `; RUN: opt -O1 -S < %s
@g = global i32 0
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @first, ptr null }]
define internal void @first() {
  store i32 1, ptr @g
  ret void
}
`,
};

describe('seeds', () => {
  it('have the passes of their RUN line, and all that a function needs', async () => {
    const folder = temporaryFolder();
    for (const [name, text] of Object.entries(ways)) writeFileSync(join(folder, `${name}.ll`), text);
    const { signal } = new AbortController();
    const say = (): void => {};
    const cache = cacheFolder(process.env);
    const building = { cache, signal, nowMs: () => 0, onProgress: say };
    const { file } = await prepareSeeds({ llvmVersion: 19 }, building);
    const pool = await packSeeds(file, [folder], { cache, say, signal });
    const [, alone = '', level = '', short = ''] = readFileSync(pool.file, 'latin1').split(/^tests\t/m);
    expect(short).toMatch(/^short.ll\tlarge\t1\t\d+\ninstcombine\t/);
    expect(alone).toMatch(/^alone.ll\tother\t1\t\d+\ninstcombine\t/);
    expect(alone).toContain('declare void @use.other(i8)');
    expect(level).toMatch(/^level.ll\tfirst\t1\t\d+\ndefault<O1>\t/);
    expect(level).toContain('@llvm.global_ctors = appending global');
  }, 600_000);

  it('are tried for their CPU time, if the judge takes most of the time', async () => {
    const folder = temporaryFolder();
    const body = (at: number): string =>
      `define i32 @f${at}(i32 %x) {\n  %a = add i32 %x, ${at}\n  %r = add i32 %a, 1\n  ret i32 %r\n}\n`;
    const functions = Array.from({ length: 200 }, (_, at) => body(at));
    writeFileSync(join(folder, 'sums.ll'), `; RUN: opt -passes=instcombine -S < %s\n${functions.join('')}`);
    const judge = join(folder, 'judge');
    writeFileSync(judge, slowJudge, { mode: 0o755 });
    const { signal } = new AbortController();
    const say = (): void => {};
    const cache = cacheFolder(process.env);
    const { file } = await prepareSeeds(
      { llvmVersion: 19 },
      { cache, signal, nowMs: () => 0, onProgress: say },
    );
    const pool = await packSeeds(file, [folder], { cache, say, signal });
    const words = ['run', '--pool', pool.file, '--judge', judge, '--unmutated', '--cpu-seconds', '1'];
    const { stdout } = await execa(file, words);
    const { kinds } = JSON.parse(stdout.split('\n').at(-1)!) as { kinds: { kept?: number } };
    expect(kinds.kept).toBeGreaterThan(9);
    expect(kinds.kept).toBeLessThan(60);
  }, 600_000);

  it('say which of their passes no level runs, at the end, and keep the passes of a test that is as it was', async () => {
    const folder = temporaryFolder();
    const lines = {
      aOdd: 'early-cse,loop(loop-bound-split),irce',
      always: 'instcombine',
      code: 'scalarize-masked-mem-intrin,early-cse',
      level: 'function(require<domtree>,early-cse<memssa>,loop-mssa(licm))',
    };
    const judge = join(folder, 'judge');
    writeFileSync(judge, angryJudge, { mode: 0o755 });
    for (const [name, passes] of Object.entries(lines))
      writeFileSync(join(folder, `${name}.ll`), `; RUN: opt -passes='${passes}' -S < %s\n${plain}`);
    const { signal } = new AbortController();
    const say = (): void => {};
    const cache = cacheFolder(process.env);
    const building = { cache, signal, nowMs: () => 0, onProgress: say };
    const { file } = await prepareSeeds({ llvmVersion: 19 }, building);
    const pool = await packSeeds(file, [folder], { cache, say, signal });
    const words = ['run', '--pool', pool.file, '--judge', judge, '--unmutated', '--passes', 'run'];
    const { faults } = await runSeeds(file, words, signal);
    expect(faults.map(({ passes, noLevelRuns }) => [passes, noLevelRuns])).toEqual([
      [lines.always, []],
      [lines.code, []],
      [lines.level, []],
      [lines.aOdd, ['loop-bound-split', 'irce']],
    ]);
  }, 600_000);

  it('are read from the other tests of a folder if LLVM ends at one test', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.ll'), test);
    writeFileSync(join(folder, 'b.ll'), endsLlvm);
    writeFileSync(join(folder, 'c.ll'), test);
    const { signal } = new AbortController();
    const say = (): void => {};
    const cache = cacheFolder(process.env);
    const building = { cache, signal, nowMs: () => 0, onProgress: say };
    const { file } = await prepareSeeds({ llvmVersion: 19 }, building);
    const pool = await packSeeds(file, [folder], { cache, say, signal });
    expect(pool.functions).toBe(4);
    const names = [...readFileSync(pool.file, 'latin1').matchAll(/^tests\t(.+?)\t(.+?)\t/gm)].map(
      ([, name, of]) => `${name} ${of}`,
    );
    expect(names).toEqual(['a.ll doubled', 'a.ll shifted', 'c.ll doubled', 'c.ll shifted']);
  }, 600_000);

  it('makes modules of functions of a folder, replays them, and keeps the seed if all choices are 0', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'arithmetic.ll'), test);
    const source = openSource(await findSource(`seeds folder=${folder}`, process.cwd()));
    const texts = new Set<string>();
    const passes = new Set<string | undefined>();
    try {
      for (let seed = 1; seed <= 12; seed++) {
        const made = await source.run({ seed });
        if (made.outcome !== 'ok') throw new Error(made.outcome);
        const text = Buffer.from(made.program.files[0]!.bytes).toString();
        expect(text).toMatch(/^; passes \S+\n[^]*define \S+ @f\(/);
        expect(pipelineIn(made.program.compilerArgs ?? [])).toBe(/^; passes (.*)$/m.exec(text)?.[1]);
        passes.add(/^; passes (.*)$/m.exec(text)?.[1]);
        const again = await source.run({ seed: 99, sequence: made.record });
        expect(again.outcome === 'ok' && Buffer.from(again.program.files[0]!.bytes).toString()).toBe(text);
        texts.add(text.replaceAll(/^;.*\n/gm, ''));
      }
    } finally {
      await source.close();
    }
    expect(texts.size).toBeGreaterThan(5);
    // A changed function may take InstCombine more than one round.
    expect(passes).toContain('instcombine<no-verify-fixpoint>');
  }, 600_000);

  it('changes the width of numbers, and not the numbers of TBAA', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'aliases.ll'), aliases);
    const source = openSource(await findSource(`seeds folder=${folder}`, process.cwd()));
    const widths = new Set<string>();
    try {
      for (let seed = 1; seed <= 150; seed++) {
        const made = await source.run({ seed });
        const text = made.outcome === 'ok' ? Buffer.from(made.program.files[0]!.bytes).toString() : '';
        for (const [, width = ''] of text.matchAll(/load (i\d+), .*!tbaa/g)) widths.add(width);
        expect(text).not.toMatch(/^!\d+ = .*!.* i(?!64\b)\d/m);
      }
    } finally {
      await source.close();
    }
    expect(widths.size).toBeGreaterThan(2);
  }, 600_000);

  it('refuses a folder without tests and a setting that it does not know', async () => {
    const folder = temporaryFolder();
    await expect(findSource(`seeds folder=${folder}`, '.')).rejects.toThrow('has no test that can be a seed');
    await expect(findSource('seeds pass=gvn', '.')).rejects.toThrow('seeds knows no setting "pass=gvn"');
  });
});
