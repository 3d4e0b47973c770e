/** The line that looks for missed optimisations: what becomes a finding, and how it is shown and reduced. */
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CampaignEvent } from '../../../src/campaign/index.ts';
import { Alphabet, ChoiceSequence } from '../../../src/choice/index.ts';
import { Findings } from '../../../src/finding/index.ts';
import { csmithScoped } from '../../../src/generators/csmith-scoped.ts';
import { judgeRows } from '../../../src/oracle/judges/index.ts';
import { markerFacts, type Program, programOf, withMarkersUnit } from '../../../src/program/index.ts';
import { findingFiles, trackerText } from '../../../src/report/index.ts';
import type { TargetWorld } from '../../../src/target/index.ts';
import { type Campaigner, SharedLaboratory } from '../../../src/triage/care/campaigner.ts';
import { Doubts } from '../../../src/triage/care/doubts.ts';
import { JudgingLine } from '../../../src/triage/care/judging-line.ts';
import { openFailureTest } from '../../../src/triage/reduction/open-failure-test.ts';
import { temporaryFolder, world } from '../../target/world.ts';
import { noAvoidance } from '../no-avoidance.ts';

/** A newer gcc and a newer clang that lost the inliner. */
function withLazyCompilers(): TargetWorld {
  const folder = temporaryFolder();
  for (const [name, real] of [
    ['gcc-13', 'gcc-12'],
    ['clang-20', 'clang-19'],
  ] as const) {
    writeFileSync(join(folder, name), `#!/bin/sh\nexec ${real} "$@" -fno-inline\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return { ...world, searchPath: `${folder}:${world.searchPath}` };
}

/** No range of one argument tells that the block is dead: the inliner has to bring both together. */
const text = `#include <stdio.h>
void cgfuzz_dead_0(void);
void cgfuzz_live_0(void);
const unsigned long long cgfuzz_live_markers = 0x1ull;
static unsigned f(unsigned a, unsigned b) {
  if (b - a != 1u) { cgfuzz_dead_0(); return 7; } else { cgfuzz_live_0(); }
  return a ^ b;
}
int main(int count, char **words) {
  (void)words;
  printf("%u\\n", f(count, count + 1u) + f(count * 3u, count * 3u + 1u));
  return 0;
}
`;

async function told(
  target: string,
  lazy: TargetWorld,
  programs: readonly Program[],
  judge: 'missed' | 'markers' = 'missed',
): Promise<{ readonly notes: readonly string[]; readonly findings: Findings }> {
  const events: CampaignEvent[] = [];
  const findings = new Findings(temporaryFolder(), findingFiles);
  const campaign = {
    target,
    argumentsOf: () => ({ args: ['-O2'] }),
    findings,
    build: target,
    tell: (event: CampaignEvent) => events.push(event),
    avoidance: noAvoidance(),
  } as unknown as Campaigner;
  const laboratory = new SharedLaboratory(lazy);
  const line = new JudgingLine(judge, await judgeRows[judge].load(), {
    options: { world: lazy, references: [], shares: { [judge]: 0.5 } },
    campaign,
    laboratory,
    doubts: new Doubts(),
    onFinding: () => undefined,
  });
  const record = ChoiceSequence.empty(new Alphabet());
  for (const [test, program] of programs.entries()) {
    const origin = { source: csmithScoped.name, test };
    line.offer({ definition: csmithScoped, program, record, origin, freshFeatures: 0 }, new Uint8Array());
    await line.next()?.(async () => undefined);
  }
  await laboratory.close();
  return { notes: events.flatMap((each) => (each.type === 'note' ? [each.text] : [])), findings };
}

/** Does what the directives of a test in GCC's suite say, and answers whether its dump names `foo`. */
function namesFoo(compiler: string, suiteTest: string, { searchPath }: TargetWorld): boolean {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'test.c'), suiteTest);
  const [, options = ''] = /dg-options "([^"]*)"/.exec(suiteTest)!;
  expect(suiteTest).toContain('scan-tree-dump-not "foo" "optimized"');
  const ended = spawnSync(compiler, [...options.split(' '), '-c', 'test.c'], {
    cwd: folder,
    env: { PATH: searchPath },
  });
  expect(ended.status).toBe(0);
  const dump = readdirSync(folder).find((name) => name.endsWith('.optimized'))!;
  return readFileSync(join(folder, dump), 'utf8').includes('foo');
}

it('a block that stays if the compiler is told a true fact is a finding that its script shows', async () => {
  const folder = temporaryFolder();
  const script = 'case " $* " in *CGFUZZ_FACTS=__builtin_unreachable*) set -- "$@" -fno-inline;; esac';
  writeFileSync(join(folder, 'gcc-13'), `#!/bin/sh\n${script}\nexec gcc-12 "$@"\n`);
  chmodSync(join(folder, 'gcc-13'), 0o755);
  const lazy = { ...world, searchPath: `${folder}:${world.searchPath}` };
  const withFact = (fact: string): Program =>
    programOf(markerFacts.head + text.replace('  if (b', `  cgfuzz_fact(${fact});\n  if (b`));
  const { findings } = await told('gcc-13', lazy, [programOf(text), withFact('a == 7'), withFact('b != a')]);
  expect(findings.all().map(({ record }) => record.signature)).toEqual([
    expect.stringMatching(/^missed \| gcc refinement \| /),
  ]);
  const { folder: files } = findings.all()[0]!;
  const ended = spawnSync('sh', [join(files.path, 'repro.sh')], { env: { PATH: lazy.searchPath } });
  expect([ended.status, ended.stdout.toString()]).toEqual([1, expect.stringContaining('stays')]);
});

describe('a block that never runs, which the release before removes', () => {
  it('is a finding of gcc that its script shows, and no smaller program is taken whose block may run', async () => {
    const lazy = withLazyCompilers();
    // In the second program the block runs; in the third, nobody calls its function.
    const alive = text.replace('count + 1u)', 'count + 2u)');
    const uncalled = text.replace(/f\(count.*\+ f\([^;]*\)\);/, '1u);');
    const { notes, findings } = await told(
      'gcc-13',
      lazy,
      [alive, uncalled, text].map((each) => programOf(each)),
    );
    expect(notes).toEqual([]);
    const [found, ...more] = findings.all();
    expect(more).toEqual([]);
    const { record, folder } = found!;
    expect(record).toMatchObject({
      kind: 'missed',
      signature: expect.stringMatching(/^missed \| gcc regression \| \w+$/),
      missed: { marker: 'cgfuzz_dead_0', how: 'regression', removing: { compiler: 'gcc-12', args: ['-O2'] } },
    });

    const script = (compiler: string): number | null =>
      spawnSync('sh', [join(folder.path, 'repro.sh')], {
        env: { PATH: lazy.searchPath, CC: compiler },
      }).status;
    expect(['gcc-13', 'gcc-12', 'gcc-none'].map(script)).toEqual([1, 0, 77]);

    const { test } = await openFailureTest(record, folder, csmithScoped, lazy);
    const ask = async (other: string): Promise<boolean> => (await test.ask(programOf(other))).isInteresting;
    try {
      expect(await ask(text.replace(' else { cgfuzz_live_0(); }', ''))).toBe(true);
      expect(await ask(alive)).toBe(false);
      expect(await ask(uncalled)).toBe(false);
      expect(await ask(text.replace('b - a != 1u', 'a == b && a != b'))).toBe(false);
    } finally {
      await test.close();
    }
    const affected = { failing: ['gcc-13 -O2'], right: ['gcc-12 -O2'], unclear: [], versions: {} };
    const report = trackerText('gcc', { ...record, affected }, folder.shown(record), {
      version: '13',
      built: '',
    });
    expect(report).toMatch(
      /^Summary: \[13 Regression\] Dead code is not eliminated, introduced after gcc-12, by gcc-13/,
    );
    expect(report).toContain('Keywords: missed-optimization');
    const suiteTest = /^A test for the suite:\n\n([^]*dg-final[^\n]*)/m.exec(report)![1]!;
    const dumpNames = (compiler: string): boolean => namesFoo(compiler, suiteTest, lazy);
    expect(['gcc-13', 'gcc-12'].map(dumpNames)).toEqual([true, false]);
  });

  it('is a finding of clang that names the pass of the older clang', async () => {
    const { notes, findings } = await told('clang-20', withLazyCompilers(), [programOf(text)]);
    expect(notes).toEqual([]);
    expect(findings.all().map(({ record }) => record.signature)).toEqual([
      expect.stringMatching(/^missed \| clang regression \| \w+Pass/),
    ]);
  });
});

describe('a call of a marker that runs', () => {
  it('is wrong code if an optimised object lost it, and nothing if the object has it', async () => {
    const folder = temporaryFolder();
    const losing = 'case "$*" in *-O0*) ;; *) set -- "$@" -Dcgfuzz_live_0=cgfuzz_live_9;; esac';
    writeFileSync(join(folder, 'gcc-13'), `#!/bin/sh\n${losing}\nexec gcc-12 "$@"\n`);
    chmodSync(join(folder, 'gcc-13'), 0o755);
    const lossy = { ...world, searchPath: `${folder}:${world.searchPath}` };
    const program = withMarkersUnit({ ...programOf(text), promises: 'defined' });
    const { findings } = await told('gcc-13', lossy, [program], 'markers');
    const records = findings.all().map(({ record }) => record);
    expect(records).toMatchObject([{ kind: 'wrong-code', compiler: 'gcc-13' }]);
    expect(records[0]?.difference?.actual).toContain('cgfuzz: a live marker did not run');
    expect((await told('gcc-12', world, [program], 'markers')).findings.all()).toEqual([]);
  });
});
