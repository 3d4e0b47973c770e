/** Opens what is needed to ask whether programs fail like a finding: compilers, and a laboratory for wrong code. */
import type { FindingFolder, FindingRecord } from '../../finding/index.ts';
import { Laboratory } from '../../oracle/index.ts';
import type { SourceDefinition } from '../../source/index.ts';
import type { TargetWorld } from '../../target/index.ts';
import { Pool } from '../../util/pool.ts';
import { programSize } from '../worker.ts';
import { LazyValidity } from './lazy-validity.ts';
import { type FailureTest, SameCrash, SameWrongCode } from './same-failure.ts';

export interface OpenedTest {
  readonly test: FailureTest;
  /** Of wrong code. */
  readonly validity?: LazyValidity;
}

/** As many programs are asked about at once as there are jobs. */
export async function openFailureTest(
  record: FindingRecord,
  folder: FindingFolder,
  { promises }: SourceDefinition,
  world: TargetWorld,
  jobs: number = 1,
): Promise<OpenedTest> {
  const each = Array.from({ length: jobs });
  if (record.kind !== 'wrong-code')
    return { test: together(await Promise.all(each.map(() => SameCrash.open(record, world)))) };
  const laboratories = await Promise.all(each.map(() => Laboratory.open(world)));
  const program = folder.program('original', record.program);
  const validity = new LazyValidity({
    laboratory: laboratories[0]!,
    args: record.args,
    isPromised: promises === 'defined',
    bytes: program === undefined ? 0 : programSize(program),
  });
  const tests = laboratories.map((laboratory) => new SameWrongCode(record, laboratory, validity));
  return { test: together(tests), validity };
}

function together(tests: readonly FailureTest[]): FailureTest {
  const pool = new Pool(tests);
  return {
    get cpuMs() {
      return tests.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
    },
    ask: (program) => pool.use((test) => test.ask(program)),
    close: async () => {
      await Promise.all(tests.map((test) => test.close()));
    },
  };
}
