/** The line that counts accesses to volatile data: what becomes a finding, and how it is shown and reduced. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CampaignEvent } from '../../../src/campaign/index.ts';
import { Alphabet, ChoiceSequence } from '../../../src/choice/index.ts';
import { Findings } from '../../../src/finding/index.ts';
import { csmithScoped } from '../../../src/generators/csmith-scoped.ts';
import { judgeRows } from '../../../src/oracle/judges/index.ts';
import { type Program, programOf } from '../../../src/program/index.ts';
import { findingFiles } from '../../../src/report/index.ts';
import { type Campaigner, SharedLaboratory } from '../../../src/triage/care/campaigner.ts';
import { Doubts } from '../../../src/triage/care/doubts.ts';
import { JudgingLine } from '../../../src/triage/care/judging-line.ts';
import { openFailureTest } from '../../../src/triage/reduction/open-failure-test.ts';
import { STORED_TWICE } from '../../oracle/compare/stored-twice.ts';
import { temporaryFolder, world } from '../../target/world.ts';
import { noAvoidance } from '../no-avoidance.ts';

async function told(
  programs: readonly Program[],
): Promise<{ readonly events: readonly CampaignEvent[]; readonly findings: Findings }> {
  const events: CampaignEvent[] = [];
  const findings = new Findings(temporaryFolder(), findingFiles);
  const campaign = {
    target: 'gcc-12',
    argumentsOf: () => ({ args: ['-O1'] }),
    findings,
    build: 'gcc-12',
    tell: (event: CampaignEvent) => events.push(event),
    avoidance: noAvoidance(),
  } as unknown as Campaigner;
  const laboratory = new SharedLaboratory(world);
  const line = new JudgingLine('volatile', await judgeRows.volatile.load(), {
    options: { world, references: [], shares: { volatile: 0.5 } },
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

describe('a test whose accesses to volatile data are counted', () => {
  it('is a finding that its script shows, and that is reduced on its counts', async () => {
    const quiet = programOf('int main(void) { return 0; }\n');
    const defined = { ...STORED_TWICE, promises: 'defined' } as const;
    const { events, findings } = await told([quiet, defined]);
    const spent = events.flatMap((each) => (each.type === 'spent' ? [each] : []));
    expect(spent).toEqual([{ type: 'spent', on: 'volatile', ms: expect.any(Number), isCheck: true }]);
    expect(events.filter(({ type }) => type === 'note')).toEqual([]);
    const [{ record, folder }] = findings.all() as [ReturnType<Findings['all']>[0]];
    expect(record.signature).toMatch(/^volatile \| wrong-code \| /);
    expect(record.difference).toMatchObject({ actual: 'exit 0\nvolatile: 10 reads, 11 writes\n' });

    const script = (env: Readonly<Record<string, string>>): ReturnType<typeof spawnSync> =>
      spawnSync('sh', [join(folder.path, 'repro.sh')], {
        encoding: 'utf8',
        env: { PATH: world.searchPath, ...env },
      });
    const shown = script({});
    expect(shown.stdout).toContain('> volatile: 10 reads, 11 writes');
    expect(shown.status).toBe(1);

    const { test } = await openFailureTest(record, folder, csmithScoped, world);
    const ask = async (text: string): Promise<boolean> => (await test.ask(programOf(text))).isInteresting;
    const text = Buffer.from(STORED_TWICE.files[0]!.bytes).toString();
    try {
      expect(await ask(text.replace('volatile int a, b;', 'volatile int a;'))).toBe(true);
      expect(await ask(text.replace('n += t;', ''))).toBe(false);
    } finally {
      await test.close();
    }
  });
});
