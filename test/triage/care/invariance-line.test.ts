/** The line that compiles tests in a second way: what becomes a finding, what it costs, and how a finding gets small. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CampaignEvent } from '../../../src/campaign/index.ts';
import { Alphabet, ChoiceSequence } from '../../../src/choice/index.ts';
import { Findings, type Finding, KnownBugs } from '../../../src/finding/index.ts';
import { csmithScoped } from '../../../src/generators/csmith-scoped.ts';
import { Laboratory } from '../../../src/laboratory/index.ts';
import { drawRelation } from '../../../src/oracle/index.ts';
import { judgeRows } from '../../../src/oracle/judges/index.ts';
import { type Program, programKey, programOf } from '../../../src/program/index.ts';
import { findingFiles } from '../../../src/report/index.ts';
import { SharedLaboratory, type Campaigner } from '../../../src/triage/care/campaigner.ts';
import { Doubts } from '../../../src/triage/care/doubts.ts';
import { JudgingLine } from '../../../src/triage/care/judging-line.ts';
import { finishFinding } from '../../../src/triage/reduction/finish-finding.ts';
import { openFailureTest } from '../../../src/triage/reduction/open-failure-test.ts';
import { dividesByZero } from '../../oracle/invariance/programs.ts';
import { temporaryFolder, world } from '../../target/world.ts';
import { noAvoidance } from '../no-avoidance.ts';

const text = Buffer.from(dividesByZero.program.files[0]!.bytes).toString();

/** The program with a comment for which the neutral options of gcc are drawn. */
function drawnFor(word: string): Program {
  for (let number = 0; ; number++) {
    const program = programOf(`${text}/* ${number} */\n`);
    if (drawRelation('gcc', programKey(program))?.added.includes(word) === true) return program;
  }
}

interface Told {
  readonly events: readonly CampaignEvent[];
  readonly findings: Findings;
}

async function told(programs: readonly Program[], args: readonly string[], known?: KnownBugs): Promise<Told> {
  const events: CampaignEvent[] = [];
  const findings = new Findings(temporaryFolder(), findingFiles, known);
  const campaign = {
    target: 'gcc-12',
    argumentsOf: () => ({ args }),
    findings,
    build: 'gcc-12',
    tell: (event: CampaignEvent) => events.push(event),
    avoidance: noAvoidance(),
  } as unknown as Campaigner;
  const laboratory = new SharedLaboratory(world);
  const line = new JudgingLine('invariance', await judgeRows.invariance.load(), {
    options: { world, references: [], shares: { invariance: 0.5 } },
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
  return { events, findings };
}

async function found(): Promise<Finding> {
  const { findings } = await told([drawnFor('-Wnull-dereference')], dividesByZero.configuration.args);
  return findings.all()[0]!;
}

describe('a test that is compiled in a second way', () => {
  it('is a finding by the option and the pass, counted when it comes again, and costs CPU time', async () => {
    const program = drawnFor('-Wnull-dereference');
    const again = { ...program, files: [{ ...program.files[0]!, bytes: program.files[0]!.bytes }] };
    const { events, findings } = await told([program, again], ['-O1']);
    expect(findings.all().map(({ record }) => [record.signature, record.title])).toEqual([
      [
        'depends | gcc -Wnull-dereference | isolate-paths',
        '-Wnull-dereference changes the code, isolate-paths',
      ],
    ]);
    expect(events.filter(({ type }) => type === 'finding')).toHaveLength(1);
    const spent = events.flatMap((each) => (each.type === 'spent' ? [each] : []));
    expect(spent.map(({ on }) => on)).toEqual(['invariance', 'invariance']);
    expect(spent.map(({ isCheck }) => isCheck)).toEqual([true, true]);
    expect(spent[0]!.ms).toBeGreaterThan(1);
    expect(findings.all()[0]?.record.count).toBe(2);
  });

  it('is no finding where the relation holds: the same program at another level', async () => {
    const { findings } = await told([drawnFor('-Wnull-dereference')], ['-O0']);
    expect(findings.all()).toEqual([]);
  });
});

describe('a finding of code that depends on an option', () => {
  it('has a script that shows it with a compiler and objdump, and a report in plain words', async () => {
    const { record, folder } = await found();
    const run = (env: Readonly<Record<string, string>> = {}): ReturnType<typeof spawnSync> =>
      spawnSync('sh', [join(folder.path, 'repro.sh')], {
        encoding: 'utf8',
        env: { PATH: world.searchPath, ...env },
      });
    const { status, stdout } = run();
    expect(stdout).toContain('the bug is there: < is as usual, > is with: -Wnull-dereference');
    expect(status).toBe(1);
    // Another compiler knows the warning and keeps the code.
    expect(run({ CC: 'clang-19' }).status).toBe(0);
    expect(run({ CC: 'no-such-compiler' }).status).toBe(77);
    const shown = {
      program: folder.program('original', record.program)!,
      mainPath: 'original.c',
      besidePaths: [],
    };
    const files = findingFiles(record, { ...shown, output: folder.output });
    const readme = files.find(({ path }) => path === 'README.md')!.text;
    expect(readme).toContain('`-Wnull-dereference` only says what to tell a person.');
    expect(readme).toContain('.text, in f: differs from offset');
    expect(readme).toContain('$ gcc-12 -O1 -Wnull-dereference -c original.c -o second.o');
  });

  it('is reduced to programs that break it by the same pass, with a meaning or without', async () => {
    const finding = await found();
    const { test } = await openFailureTest(finding.record, finding.folder, csmithScoped, world);
    const ask = async (body: string): Promise<boolean> => (await test.ask(programOf(body))).isInteresting;
    try {
      expect(await ask(text)).toBe(true);
      expect(await test.seems!(programOf(text))).toBe(true);
      expect(await ask('int f(int a, int b) { return b / a; }\n')).toBe(false);
      expect(await ask('')).toBe(false);
      // Reads what nobody wrote.
      expect(await ask(text.replace('int d = 0;', 'int d = 0, e; a += e;'))).toBe(true);
    } finally {
      await test.close();
    }
  });

  it('is finished with the releases that show it', async () => {
    const finding = await found();
    const laboratory = await Laboratory.open(world);
    const { affected, culprit } = await finishFinding(finding, laboratory);
    await laboratory.close();
    expect(affected?.failing).toContain('gcc-12 -O1');
    expect(affected?.failing.every((label) => label.startsWith('gcc-'))).toBe(true);
    expect(culprit).toMatchObject({ kind: 'dump', pass: 'isolate-paths' });
  });
});
