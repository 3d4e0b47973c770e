/**
 * Kinds of other machines whose code can run here; cgfuzz learns this by running a program for each.
 *
 * A cross gcc links, and qemu emulates the machine; either may be missing, and qemu may lack a newer
 * processor's features. The output of such a program is compared with the output of the cross gcc's
 * unoptimised build. This happens at each start: a new package may let more programs run. The effects of
 * options stay valid.
 */
import { otherMachineOf } from '../build/index.ts';
import { installedForOthers, Laboratory } from '../laboratory/index.ts';
import type { TargetWorld } from '../target/index.ts';
import type { MachineOfClang } from './machines.ts';
import { textOfWay } from './option.ts';
import { programWithoutHeaders } from './probe-programs.ts';

export interface RunElsewhere {
  /** A target's name. */
  readonly target: string;
  readonly others: readonly MachineOfClang[];
  /** True if programs print the same with 32-bit `long` and pointers. */
  readonly isPortable: boolean;
  readonly world: TargetWorld;
  readonly say: (text: string) => void;
}

/** The words of those ways. */
export async function waysThatRun({
  target,
  others,
  isPortable,
  world,
  say,
}: RunElsewhere): Promise<readonly string[]> {
  const installed = installedForOthers(world.searchPath);
  const tried = others.flatMap(({ name, ways }) => {
    const machine = otherMachineOf('', ways[0]);
    const linker = installed.findLast((each) => otherMachineOf(each)?.triple === machine?.triple);
    const isRun = machine !== undefined && linker !== undefined && (isPortable || !machine.isSmall);
    return isRun ? [{ name, ways, linker }] : [];
  });
  if (tried.length === 0) return [];
  const laboratory = await Laboratory.open(world);
  const running: string[] = [];
  try {
    for (const { name, ways, linker } of tried) {
      say(`${target}: trying which code for ${name} can be run here`);
      const [usual, ...behaviours] = await laboratory.behave(
        programWithoutHeaders,
        [
          { compiler: linker, args: ['-O0'] },
          ...ways.map((way) => ({ compiler: target, args: ['-O3', '-w', ...way] })),
        ],
        { giveUpAfterTimeouts: Infinity },
      );
      if (usual?.kind !== 'ran' || usual.run.end !== 'exit' || usual.run.exitCode !== 0) continue;
      const { stdout } = usual.run;
      for (const [index, behaviour] of behaviours.entries())
        if (behaviour.kind === 'ran' && behaviour.run.end === 'exit' && behaviour.run.stdout === stdout)
          running.push(textOfWay(ways[index]!));
    }
  } finally {
    await laboratory.close();
  }
  return running;
}
