/**
 * Kinds of other machines whose code can run here; cgfuzz learns this by running a program for each.
 *
 * A cross gcc links, and qemu emulates the machine; either may be missing, and qemu may lack a newer
 * processor's features. The output of such a program is compared with the output of the cross gcc's
 * unoptimised build.
 *
 * Invariant: the name of a kept answer holds everything that the answer depends on. These are the compiler, the cross
 * gcc, qemu and the machine's library: a new package is tried again.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram, hashOf, type OtherMachine, otherMachineOf } from '../build/index.ts';
import { installedForOthers, Laboratory } from '../laboratory/index.ts';
import type { TargetWorld } from '../target/index.ts';
import { makeFolder } from '../util/make-folder.ts';
import { aText, listOf, parseJsonAs } from '../util/shape.ts';
import { writeFileAtomic } from '../util/write-file-atomic.ts';
import type { MachineOfClang } from './machines.ts';
import { textOfWay } from './option.ts';
import { programWithoutHeaders } from './probe-programs.ts';
import { fileStamp } from '../util/file-stamp.ts';

export interface RunElsewhere {
  /** A target's name. */
  readonly target: string;
  /** The compiler's program. */
  readonly program: string;
  readonly others: readonly MachineOfClang[];
  /** True if programs print the same with 32-bit `long` and pointers. */
  readonly isPortable: boolean;
  readonly world: TargetWorld;
  readonly say: (text: string) => void;
  /** After this is true, machines that were not tried yet are left for another time. */
  readonly isLate?: () => boolean;
}

/** Raise it if the same machine would now be judged differently. */
const RULES = 'runs-1';

interface Tried extends Pick<MachineOfClang, 'name' | 'ways'> {
  readonly linker: string;
  /** The kept answer. */
  readonly file: string;
}

/** The words of those ways. */
export async function waysThatRun(asked: RunElsewhere): Promise<readonly string[]> {
  const tried = machinesToTry(asked);
  const answers = tried.map(({ file }) => keptAnswer(file));
  if (answers.includes(undefined)) {
    const laboratory = await Laboratory.open(asked.world);
    try {
      for (const [index, each] of tried.entries()) {
        if (answers[index] !== undefined) continue;
        if (asked.isLate?.() === true) break;
        asked.say(`${asked.target}: trying which code for ${each.name} can be run here`);
        answers[index] = await tryMachine(laboratory, asked.target, each);
        makeFolder(dirname(each.file));
        writeFileAtomic(each.file, `${JSON.stringify(answers[index], undefined, 1)}\n`);
      }
    } finally {
      await laboratory.close();
    }
  }
  return answers.flatMap((running = []) => running);
}

function machinesToTry({ target, program, others, isPortable, world }: RunElsewhere): Tried[] {
  const installed = installedForOthers(world.searchPath);
  const here = [RULES, target, stampOf(program), ...programWithoutHeaders.files.map(({ bytes }) => bytes)];
  return others.flatMap(({ name, ways }) => {
    const machine = otherMachineOf('', ways[0]);
    const linker = installed.findLast((each) => otherMachineOf(each)?.triple === machine?.triple);
    if (
      machine === undefined ||
      machine.bare !== undefined ||
      linker === undefined ||
      (!isPortable && machine.isSmall)
    )
      return [];
    const elsewhere = partsOf(machine, linker, world.searchPath);
    const key = hashOf(...here, ...ways.map(textOfWay), ...elsewhere);
    return [{ name, ways, linker, file: join(world.cache, 'options', `runs-${target}-${name}-${key}.json`) }];
  });
}

/** Everything outside the compiler that a run depends on. */
function partsOf({ runner, triple }: OtherMachine, linker: string, searchPath: string): string[] {
  const programs = [linker, runner[0]].map((name) => findProgram(name, searchPath));
  return [...runner, ...programs.map(stampOf), stampOf(`/usr/${triple}/lib/libc.so.6`)];
}

/** A new package brings a file of another time or size. */
function stampOf(path: string | undefined): string {
  if (path === undefined || !existsSync(path)) return 'missing';
  return fileStamp(realpathSync(path));
}

/** A damaged file counts as missing. */
function keptAnswer(file: string): readonly string[] | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return parseJsonAs(listOf(aText), readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

async function tryMachine(
  laboratory: Laboratory,
  target: string,
  { ways, linker }: Tried,
): Promise<string[]> {
  const [usual, ...behaviours] = await laboratory.behave(
    programWithoutHeaders,
    [
      { compiler: linker, args: ['-O0'] },
      ...ways.map((way) => ({ compiler: target, args: ['-O3', '-w', ...way] })),
    ],
    { giveUpAfterTimeouts: Infinity },
  );
  if (usual?.kind !== 'ran' || usual.run.end !== 'exit' || usual.run.exitCode !== 0) return [];
  const { stdout } = usual.run;
  return behaviours.flatMap((behaviour, index) =>
    behaviour.kind === 'ran' && behaviour.run.end === 'exit' && behaviour.run.stdout === stdout
      ? [textOfWay(ways[index]!)]
      : [],
  );
}
