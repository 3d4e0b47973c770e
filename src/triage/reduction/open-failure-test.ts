/**
 * Opens the tools for the question whether programs fail like a finding: compilers, and a laboratory for
 * programs that run.
 */
import { type FindingFolder, type FindingRecord } from '../../finding/index.ts';
import { argumentsAgain, type Program } from '../../program/index.ts';
import { IrJudge, Laboratory } from '../../oracle/index.ts';
import type { SourceDefinition } from '../../source/index.ts';
import type { TargetWorld } from '../../target/index.ts';
import { Pool } from '../../util/pool.ts';
import { LazyValidity } from './lazy-validity.ts';
import { SameDependence } from './same-dependence.ts';
import { type FailureTest, SameCrash, SameWrongCode } from './same-failure.ts';
import { SameRefutation } from './same-refutation.ts';
import { SameWrongIr } from './same-wrong-ir.ts';

export interface OpenedTest {
  readonly test: FailureTest;
  /** Present for wrong code, and for programs that promise defined behaviour. */
  readonly validity?: LazyValidity;
}

/** Opens the test of a failure; the number of programs tried at once equals the number of jobs. */
export async function openFailureTest(
  record: FindingRecord,
  folder: FindingFolder,
  { promises }: Pick<SourceDefinition, 'promises'>,
  world: TargetWorld,
  jobs: number = 1,
): Promise<OpenedTest> {
  const each = Array.from({ length: jobs });
  const isPromised = (record.program.promises ?? promises) === 'defined';
  const original = folder.program('original', record.program);
  if (original === undefined) throw new Error(`the finding in ${folder.path} has no program`);
  const validityBy = (laboratory: Laboratory): LazyValidity =>
    new LazyValidity({
      laboratory,
      argsFor: (program) => argumentsAgain(record, program.options).args,
      isPromised,
      original,
      mayMeanNothing: record.kind !== 'wrong-code' && record.kind !== 'wrong-ir',
    });
  if (record.kind === 'wrong-ir') {
    const laboratories = await Promise.all(each.map(() => Laboratory.open(world)));
    const validity = validityBy(laboratories[0]!);
    const judges = await Promise.all(each.map(() => IrJudge.open(world, () => undefined)));
    const tests = laboratories.map(
      (laboratory, index) => new SameWrongIr(record, { laboratory, judge: judges[index]! }, validity),
    );
    return { test: together(record, tests), validity };
  }
  if (record.kind === 'wrong-code') {
    const laboratories = await Promise.all(each.map(() => Laboratory.open(world)));
    const validity = validityBy(laboratories[0]!);
    const tests = laboratories.map((laboratory) => new SameWrongCode(record, laboratory, validity));
    return { test: together(record, tests), validity };
  }
  if (record.kind === 'refuted') {
    const laboratories = await Promise.all(each.map(() => Laboratory.open(world)));
    return {
      test: together(
        record,
        laboratories.map((laboratory) => new SameRefutation(record, laboratory)),
      ),
    };
  }
  if (record.kind === 'depends') {
    const laboratories = await Promise.all(each.map(() => Laboratory.open(world)));
    const tests = laboratories.map((laboratory) => new SameDependence(record, laboratory));
    return { test: together(record, tests) };
  }
  // A compiler must not crash on any input: the meaning of a program is checked only if it should have one.
  const crashes = (validity?: LazyValidity): Promise<SameCrash[]> =>
    Promise.all(each.map(() => SameCrash.open(record, world, validity)));
  if (!isPromised) return { test: together(record, await crashes()) };
  const laboratory = await Laboratory.open(world);
  const validity = validityBy(laboratory);
  return { test: together(record, await crashes(validity), [laboratory]), validity };
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
    seems: hasSeems
      ? async (candidate) => isEqual(candidate) && pool.use((test) => test.seems!(candidate))
      : undefined,
    close: async () => {
      await Promise.all(parts.map((part) => part.close()));
    },
  };
}
