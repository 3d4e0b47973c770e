/** The line that judges optimised IR: what becomes a finding, and what is left alone. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Alphabet, ChoiceSequence } from '../../../src/choice/index.ts';
import type { CampaignEvent } from '../../../src/campaign/index.ts';
import type { Failure } from '../../../src/finding/index.ts';
import { judgeRows } from '../../../src/oracle/judges/index.ts';
import { type Program, programOf } from '../../../src/program/index.ts';
import type { SourceDefinition } from '../../../src/source/index.ts';
import { type Campaigner, SharedLaboratory } from '../../../src/triage/care/campaigner.ts';
import { Doubts } from '../../../src/triage/care/doubts.ts';
import { JudgingLine } from '../../../src/triage/care/judging-line.ts';
import { findPlanted, world } from '../../target/world.ts';
import { findingsThatTell } from '../findings-that-tell.ts';
import { noAvoidance } from '../no-avoidance.ts';

const planted = await findPlanted();
const trigger = programOf(readFileSync('lab/planted/triggers/or-as-add.c'));

interface Told {
  readonly events: CampaignEvent[];
  readonly failures: Failure[];
}

async function judge(tests: readonly Program[], target: string, args: readonly string[]): Promise<Told> {
  const told: Told = { events: [], failures: [] };
  const definition = { name: 'some', language: 'c' } as SourceDefinition;
  const campaign = {
    target,
    argumentsOf: () => ({ args }),
    findings: findingsThatTell(told.failures),
    build: target,
    tell: (event: CampaignEvent) => told.events.push(event),
    avoidance: noAvoidance(),
  } as unknown as Campaigner;
  const laboratory = new SharedLaboratory(world);
  const options = { world, shares: { ir: 0.5 }, references: [] };
  const line = new JudgingLine('ir', await judgeRows.ir.load(), {
    options,
    campaign,
    laboratory,
    doubts: new Doubts(),
    onFinding: () => undefined,
  });
  const record = ChoiceSequence.empty(new Alphabet());
  for (const [index, program] of tests.entries()) {
    line.offer(
      { definition, program, record, origin: { source: 'some', test: index }, freshFeatures: 0 },
      new Uint8Array(),
    );
    await line.next()?.(async () => undefined);
  }
  await Promise.all([line.close(), laboratory.close()]);
  return told;
}

describe('the line that judges IR', () => {
  it('makes a finding of optimised IR that does something else, with the pass to blame', async () => {
    const { failures, events } = await judge([trigger], planted.name, [
      '-O2',
      '-mllvm',
      '-cgfuzz-plant=or-as-add',
    ]);
    expect(failures).toMatchObject([
      {
        signature: {
          kind: 'wrong-ir',
          key: expect.stringMatching(/^wrong-ir \| output \| InstCombinePass/),
        },
        difference: { expected: 'exit 0\n7\n', actual: 'exit 0\n14\n' },
        culprit: { kind: 'pass', on: 'f' },
      },
    ]);
    expect(events).toContainEqual({ type: 'spent', on: 'ir', ms: expect.any(Number), isCheck: true });
  });

  it('finds nothing in what a compiler does right', async () => {
    expect((await judge([trigger], 'clang-19-stock', ['-O2'])).failures).toEqual([]);
  });

  it('says once that a compiler has no IR that is known', async () => {
    const { failures, events } = await judge([trigger, trigger], 'gcc-12', ['-O2']);
    expect(failures).toEqual([]);
    expect(events.filter(({ type }) => type === 'note')).toEqual([
      { type: 'note', text: 'the IR of tests is not judged: gcc-12 has none that is known' },
    ]);
  });
});
