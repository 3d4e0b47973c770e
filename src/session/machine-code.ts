/**
 * LLVM's own tests, changed by choices. The judge of functions says what the unoptimised function does for drawn
 * arguments and memory; only defined bits count. Machine code is compiled and run; the IR after passes is interpreted.
 */
import { prepareJudge } from '../oracle/index.ts';
import {
  CODE_TESTS,
  type CodeMachine,
  type PackOptions,
  packSeeds,
  packTests,
  prepareSeeds,
  seedFolders,
  type SeedsPool,
  type SeedsSpec,
  wordsForMachines,
} from '../target/index.ts';
import { UserError } from '../util/user-error.ts';
import { runSeeds, type SeedsRun } from './review/seeds-run.ts';
import { type SessionContext, worldOf } from './world.ts';

export interface CodeOptions {
  readonly llvmVersion: number;
  /** Files or folders with tests; LLVM's own if there are none. */
  readonly tests: readonly string[];
  /** The machines whose code runs; if there are none, passes are judged. */
  readonly machines: readonly CodeMachine[];
  /** Folders of LLVM's tests, such as `LoopVectorize`; all if there are none. */
  readonly folders: readonly string[];
  /** CPU seconds after building. */
  readonly seconds: number;
  readonly seed: number;
  /** The tests as they are, each in a few ways. */
  readonly isUnmutated: boolean;
  readonly say: (text: string) => void;
}

const RUNS = 24;
/** Runs of a function whose passes are judged: an interpreted run costs more than one of machine code. */
const RUNS_OF_PASSES = 8;
/** The release whose tests serve for a snapshot. */
const USUAL_LLVM = 23;
/** Ways in which each test is compiled if it is not changed. */
const WAYS = 6;

export async function judgeMachineCode(context: SessionContext, options: CodeOptions): Promise<SeedsRun> {
  const { llvmVersion, tests, machines, seconds, seed, say } = options;
  const { cache } = worldOf(context);
  const { signal } = context;
  const building = { cache, signal, nowMs: context.monotonicMs, onProgress: () => {} };
  const spec = { llvmVersion };
  say('building what makes and judges functions, once for each LLVM');
  const { file: program } = await prepareSeeds(spec, building);
  const judge = await prepareJudge({ cache }, say, signal);
  const isCode = machines.length > 0;
  const words = isCode ? await wordsForMachines(machines, { cache, signal }) : [];
  const packing = { cache, say, signal };
  const pool =
    tests.length === 0
      ? await packOwnTests(spec, program, packing, isCode ? CODE_TESTS : undefined)
      : await packSeeds(program, tests, packing);
  if (options.folders.length > 0) checkFolders(options.folders, pool);
  say(`${pool.functions} functions of tests, ${seconds} CPU seconds`);
  const runs = String(isCode ? RUNS : RUNS_OF_PASSES);
  const only = options.folders.flatMap((each) => ['--only', each]);
  const all = ['run', '--pool', pool.file, '--judge', judge, ...words, ...only, '--runs', runs];
  const given = ['--cpu-seconds', String(seconds), '--seed', String(seed)];
  const ways = options.isUnmutated ? ['--unmutated', '--rounds', String(WAYS)] : [];
  return runSeeds(program, [...all, ...given, ...ways], signal);
}

/** Reads the whole pool, so it is asked for folders that somebody named. */
function checkFolders(folders: readonly string[], pool: SeedsPool): void {
  const known = seedFolders(pool);
  const missing = folders.find((each) => !known.includes(each));
  if (missing !== undefined)
    throw new UserError(`there is no folder ${missing} in the tests`, [`known: ${known.join(', ')}`]);
}

/** The tests of this LLVM; tests of an older release if the mirror lacks the sources. */
async function packOwnTests(
  spec: SeedsSpec,
  program: string,
  packing: PackOptions,
  folders: readonly string[] | undefined,
): Promise<SeedsPool> {
  try {
    return await packTests(spec, program, packing, folders);
  } catch (error) {
    if (!(error instanceof UserError) || spec.llvmVersion === USUAL_LLVM) throw error;
    packing.say(`tests of LLVM ${USUAL_LLVM} take the place of missing ones: ${error.message}`);
    return packTests({ llvmVersion: USUAL_LLVM }, program, packing, folders);
  }
}
