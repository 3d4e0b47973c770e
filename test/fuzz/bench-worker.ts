/** One worker over a real generator and a real target, for tests of what becomes of a single test. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CampaignEvent } from '../../src/campaign/index.ts';
import { countingMeter } from '../../src/fuzz/index.ts';
import { KnownPrograms } from '../../src/fuzz/known-programs.ts';
import { LimitsOfTime } from '../../src/fuzz/limits-of-time.ts';
import type { Plan } from '../../src/fuzz/plan.ts';
import { type TestOutcome, TestRunner } from '../../src/fuzz/run-test.ts';
import { Worker } from '../../src/fuzz/worker.ts';
import { findSource } from '../../src/generators/index.ts';
import type { Purpose } from '../../src/search/index.ts';
import type { SourceDefinition } from '../../src/source/index.ts';
import { openProgram } from '../../src/target/index.ts';
import { Interruption } from '../../src/util/interruption.ts';
import { linkWithRuntime, temporaryFolder } from '../target/world.ts';

export interface Bench {
  readonly worker: Worker;
  readonly runner: TestRunner;
  readonly definition: SourceDefinition;
  readonly events: CampaignEvent[];
  readonly definitions: ReadonlyMap<string, SourceDefinition>;
}

/** A target of C, which reads the test from standard input. */
export async function compiledTarget(source: string, folder: string = temporaryFolder()): Promise<string> {
  const file = join(folder, 'target');
  writeFileSync(join(folder, 'target.c'), source);
  const coverage = '-fsanitize-coverage=inline-8bit-counters,pc-table';
  await linkWithRuntime(join(folder, 'target.c'), file, '-O1', coverage);
  return file;
}

export async function openBench(
  source: string,
  file: string,
  more: { readonly keepsRefused?: boolean } = {},
): Promise<Bench> {
  const definition = await findSource(source, '/');
  const sources = [definition];
  const events: CampaignEvent[] = [];
  const tell = (event: CampaignEvent): void => void events.push(event);
  const target = await openProgram({ name: 'target', file });
  const interruption = new Interruption(new AbortController().signal);
  const worker = new Worker(target, sources, new Map(), interruption, () => undefined);
  const runner = new TestRunner({
    options: {
      sources,
      meter: countingMeter,
      configurations: () => [{ args: [], emit: 'nothing' }],
      ...more,
    },
    limits: new LimitsOfTime({ sources, build: 'target', isFixed: true, isCompiler: true }),
    programs: new KnownPrograms(),
    tell,
  });
  return { worker, runner, definition, events, definitions: new Map([[definition.name, definition]]) };
}

/** The outcome of a round of one test. */
export async function ran({ runner, worker }: Bench, plan: Plan): Promise<TestOutcome> {
  for await (const [, outcome] of runner.run(worker, [plan])) return outcome;
  throw new Error('a test without an outcome');
}

export function planOf({ definition }: Bench, seed: number, purpose: Purpose = { kind: 'search' }): Plan {
  const proposal = { arm: 'fresh', source: definition.name, request: { seed }, purpose };
  return { proposal, test: seed, definition };
}

export function spentOn({ events }: Bench, on: string): number {
  return events.reduce((sum, event) => sum + (event.type === 'spent' && event.on === on ? event.ms : 0), 0);
}

export function notesOf({ events }: Bench): string[] {
  return events.flatMap((event) => (event.type === 'note' ? [event.text] : []));
}
