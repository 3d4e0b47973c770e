/**
 * Opens the tools for the question whether programs fail like a finding: compilers, and a laboratory for
 * programs that run.
 */
import { type FindingFolder, type FindingRecord } from '../../finding/index.ts';
import { Laboratory } from '../../laboratory/index.ts';
import { argumentsAgain, type Program } from '../../program/index.ts';
import type { SourceDefinition } from '../../source/index.ts';
import type { TargetWorld } from '../../target/index.ts';
import { Pool } from '../../util/pool.ts';
import { triageKinds } from '../kinds/index.ts';
import type { FailureTest } from '../kinds/kind.ts';
import { LazyValidity } from './lazy-validity.ts';

export interface OpenedTest {
  readonly test: FailureTest;
  /** Present for wrong code, and for programs that promise defined behaviour. */
  readonly validity?: LazyValidity;
  /** True if a compile shows the failure: a reduction of text then needs no run. */
  readonly isCompiledOnly?: boolean;
}

/** Opens the test of a failure; the number of programs tried at once equals the number of jobs. */
export async function openFailureTest(
  record: FindingRecord,
  folder: FindingFolder,
  { promises }: Pick<SourceDefinition, 'promises'>,
  world: TargetWorld,
  jobs: number = 1,
): Promise<OpenedTest> {
  const isPromised = (record.program.promises ?? promises) === 'defined';
  const original = folder.program('original', record.program);
  if (original === undefined) throw new Error(`the finding in ${folder.path} has no program`);
  const row = triageKinds[record.kind];
  const { tests, validity, laboratories } = await row.openTests({
    record,
    world,
    jobs,
    isPromised,
    validityBy: (laboratory) =>
      new LazyValidity({
        laboratory,
        argsFor: (program) => argumentsAgain(record, program.options).args,
        isPromised,
        original,
        mayMeanNothing: row.needsMeaning !== true,
      }),
    laboratories: async (count = jobs) => {
      const more = Array.from({ length: count - 1 }, () => Laboratory.open(world));
      return Promise.all([Laboratory.open(world), ...more]);
    },
  });
  const test = together(record, tests, laboratories);
  const isCompiledOnly = row.isSeenByCompiling === true;
  return validity === undefined ? { test, isCompiledOnly } : { test, validity, isCompiledOnly };
}

/** Closing it closes its parts. A program that needs other arguments than the finding's fails this test. */
function together(
  { args }: FindingRecord,
  tests: readonly FailureTest[],
  laboratories: readonly Laboratory[] = [],
): FailureTest {
  const pool = new Pool(tests);
  const parts = [...tests, ...laboratories];
  const isEqual = (candidate: Program): boolean =>
    candidate.compilerArgs?.every((arg) => args.includes(arg)) !== false;
  const hasSeems = tests.every(({ seems }) => seems !== undefined);
  return {
    get cpuMs() {
      return parts.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
    },
    ask: async (candidate) => {
      const missing = candidate.compilerArgs?.find((arg) => !args.includes(arg));
      if (missing !== undefined) return { isInteresting: false, how: `it needs ${missing}`, said: '' };
      return pool.use((test) => test.ask(candidate));
    },
    meet: async (program) => {
      for (const test of tests) await test.meet?.(program);
    },
    seems: hasSeems
      ? async (candidate) => isEqual(candidate) && pool.use((test) => test.seems!(candidate))
      : undefined,
    close: async () => {
      await Promise.all(parts.map((part) => part.close()));
    },
  };
}
