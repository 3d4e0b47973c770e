/** The line that asks a judge of the person's: what becomes a finding, and what a blind judge leads to. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Alphabet, ChoiceSequence } from '../../../src/choice/index.ts';
import type { CampaignEvent } from '../../../src/campaign/index.ts';
import type { Failure } from '../../../src/finding/index.ts';
import { judgeRows } from '../../../src/oracle/judges/index.ts';
import { programOf } from '../../../src/program/index.ts';
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

async function ask(judge: string, args: readonly string[]): Promise<Told> {
  const told: Told = { events: [], failures: [] };
  const definition = { name: 'some', language: 'c' } as SourceDefinition;
  const campaign = {
    target: planted.name,
    argumentsOf: () => ({ args }),
    findings: findingsThatTell(told.failures),
    build: planted.name,
    tell: (event: CampaignEvent) => told.events.push(event),
    avoidance: noAvoidance(),
  } as unknown as Campaigner;
  const laboratory = new SharedLaboratory(world);
  const command = { words: [judge], about: 'functions', timeoutMs: 5_000 } as const;
  const line = new JudgingLine('judge', await judgeRows.judge.load(), {
    options: { world, shares: { judge: 0.5 }, command, references: [] },
    campaign,
    laboratory,
    doubts: new Doubts(),
    onFinding: () => undefined,
  });
  const record = ChoiceSequence.empty(new Alphabet());
  for (const test of [1, 2]) {
    line.offer(
      { definition, program: trigger, record, origin: { source: 'some', test }, freshFeatures: 0 },
      new Uint8Array(),
    );
    await line.next()?.(async () => undefined);
  }
  await laboratory.close();
  return told;
}

describe('the line that asks a judge of the person', () => {
  const byRunning = resolve('test/oracle/given/by-running.sh');

  it('makes a finding of what the judge refutes, with the pass, and keeps how to ask the judge', async () => {
    const { failures, events } = await ask(byRunning, ['-O2', '-mllvm', '-cgfuzz-plant=or-as-add']);
    expect(failures[0]).toMatchObject({
      signature: {
        kind: 'refuted',
        key: expect.stringMatching(/^refuted \| Value mismatch \| InstCombinePass/),
      },
      culprit: { kind: 'pass', on: 'f' },
      judge: { words: [byRunning], about: 'functions' },
    });
    expect(failures[0]?.args).toContain('-fsemantic-interposition');
    expect(events).toContainEqual({ type: 'spent', on: 'judge', ms: expect.any(Number), isCheck: true });
  });

  it('finds nothing in what a compiler does right', async () => {
    expect((await ask(byRunning, ['-O2'])).failures).toEqual([]);
  });

  it('says once that a judge calls everything wrong, and asks it nothing more', async () => {
    const { failures, events } = await ask('false', ['-O2']);
    expect(failures).toEqual([]);
    expect(events.filter(({ type }) => type === 'note')).toMatchObject([
      {
        text: expect.stringContaining(
          '--judge is not asked: it does not say that a program may stay as it is',
        ),
      },
    ]);
  });
});
