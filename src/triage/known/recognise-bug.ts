/**
 * Tells whether a finding shows a bug that comes with cgfuzz, by running. The finding's compiler and flags compile
 * the trophy's program, and the trophy's flags compile the finding's program. The same failure, by the
 * same pass, is the same bug.
 *
 * The finding's own test answers both questions, as in a reduction. So flags that only look alike decide
 * nothing, and other flags that show the same bug do.
 */
import {
  type Finding,
  type FindingRecord,
  programOfTrophy,
  trophies,
  trophiesLike,
  type Trophy,
} from '../../finding/index.ts';
import { Laboratory } from '../../laboratory/index.ts';
import { type Signature } from '../../oracle/index.ts';
import type { Program } from '../../program/index.ts';
import type { TargetWorld } from '../../target/index.ts';
import { UserError } from '../../util/user-error.ts';
import { triageKinds } from '../kinds/index.ts';
import type { FailureTest } from '../kinds/kind.ts';
import { LazyValidity } from '../reduction/lazy-validity.ts';
import { triageTuning } from '../tuning.ts';

const MOST_CPU_MS = triageTuning.recogniseCpuMs.value;

/** The facts to keep: the known bug, if there is one, and the build and the number of bugs that were asked. */
type Recognised = Pick<FindingRecord, 'shipped' | 'heldAgainst'>;

/** Undefined if this build was asked about all of these bugs before. */
export async function recogniseBug(finding: Finding, world: TargetWorld): Promise<Recognised | undefined> {
  const { record, folder } = finding;
  const heldAgainst = `${record.build}; ${trophies().length} bugs`;
  if (record.heldAgainst === heldAgainst || record.targetKind !== undefined) return undefined;
  const program = folder.program(folder.smallest(record.program), record.program);
  if (program === undefined) return undefined;
  const bug = await trophyOf(record, program, world);
  if (bug === undefined) return { heldAgainst };
  const { name, title, address } = bug;
  return { heldAgainst, shipped: { name, title, address } };
}

/** The trophy that a failure shows; undefined if it shows none, or if the compiler is not here. */
export async function trophyOf(
  record: FindingRecord,
  program: Program,
  world: TargetWorld,
): Promise<Trophy | undefined> {
  const alike = trophiesLike(record);
  if (alike.length === 0) return undefined;
  const used = { cpuMs: 0 };
  const isLeft = (): boolean => used.cpuMs < MOST_CPU_MS;
  try {
    const forward = await asking(record, world, used, async (shows) => {
      for (const trophy of alike) if (isLeft() && (await shows(programOfTrophy(trophy)))) return trophy;
      return undefined;
    });
    if (forward !== undefined) return forward;
    for (const trophy of alike) {
      if (!isLeft() || !isTelling(record, trophy)) continue;
      const asked = { ...withoutDrawn(record), args: flagsFor(trophy, record.args) };
      if (await asking(asked, world, used, (shows) => shows(program))) return trophy;
    }
    return undefined;
  } catch (error) {
    // A compiler that is not here says nothing.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** A record of a failure that is no finding, as far as its test needs one. */
export function recordOfFailure(
  { kind, key, message, frames }: Signature,
  about: Pick<FindingRecord, 'compiler' | 'args' | 'references' | 'culprit' | 'difference'>,
  { language, main }: Program,
): FindingRecord {
  return {
    id: '',
    kind,
    signature: key,
    title: '',
    count: 1,
    message,
    frames,
    build: '',
    origin: { source: '' },
    program: { language, main, isOneFile: true, includes: [] },
    ...about,
  };
}

/** Calls back with the finding's own test. */
async function asking<T>(
  record: FindingRecord,
  world: TargetWorld,
  used: { cpuMs: number },
  ask: (shows: (program: Program) => Promise<boolean>) => Promise<T>,
): Promise<T> {
  let asked: Program | undefined;
  const { tests } = await triageKinds[record.kind].openTests({
    record,
    world,
    jobs: 1,
    isPromised: false,
    validityBy: (laboratory) =>
      new LazyValidity({
        laboratory,
        argsFor: () => record.args,
        isPromised: false,
        original: asked ?? { files: [], main: '', language: 'c' },
        mayMeanNothing: true,
      }),
    laboratories: async () => [await Laboratory.open(world)],
  });
  const [test] = tests as [FailureTest];
  let before = test.cpuMs;
  try {
    return await ask(async (program) => {
      asked = program;
      const isSame = (await test.ask(program)).isInteresting;
      used.cpuMs += test.cpuMs - before;
      before = test.cpuMs;
      return isSame;
    });
  } finally {
    await test.close();
  }
}

/**
 * The finding's program shows its bug with plain flags too, whichever trophy they belong to. So the trophy's flags tell
 * something only if the signature of the finding names a place, and a pass for wrong code.
 */
function isTelling({ kind, signature, culprit }: FindingRecord, { signatures }: Trophy): boolean {
  const namesPlace = !signature.endsWith('| ') && signatures.every((each) => !each.endsWith('| '));
  return namesPlace && (triageKinds[kind].isToldByPass !== true || culprit?.kind === 'pass');
}

function withoutDrawn(record: FindingRecord): FindingRecord {
  const { given: _, options: __, ...rest } = record;
  return rest;
}

const machine = /^(?:--target=|-m(?:arch|cpu|mcu|abi)=)/;

/** The trophy's flags for the finding's machine. */
function flagsFor(trophy: Pick<Trophy, 'args'>, args: readonly string[]): string[] {
  const targetIn = (words: readonly string[]): string | undefined =>
    words.findLast((word) => word.startsWith('--target='));
  if (targetIn(trophy.args) === targetIn(args)) return [...trophy.args];
  return [...trophy.args.filter((arg) => !machine.test(arg)), ...args.filter((arg) => machine.test(arg))];
}
