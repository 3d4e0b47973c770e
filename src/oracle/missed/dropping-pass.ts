/**
 * The pass by which a compiler removes a block.
 *
 * clang stops optimising after any of its passes, so a binary search ends at one. gcc writes a dump after each
 * pass: the pass after the last dump that names the marker removed the block.
 */
import type { Program } from '../../program/index.ts';
import { quoted } from '../../util/quoted.ts';
import type { CompilerConfiguration, Laboratory } from '../../laboratory/index.ts';
import type { Tries } from '../compare/trials.ts';
import { bisectPasses, enabledFlags } from '../culprit/culprit.ts';
import { inFolderOf } from '../invariance/differing-pass.ts';
import { oracleTuning } from '../tuning.ts';
import { keptBy, markersKeptIn } from './kept-markers.ts';

/** The beginning of the names of passes over RTL, which gcc runs after all passes over trees. */
export const RTL_PASS = 'rtl-';

interface Removed {
  readonly marker: string;
  readonly removing: CompilerConfiguration;
}

/** Undefined if no pass is known: for example, the front end alone removes the block. */
export async function findDroppingPass(
  laboratory: Laboratory,
  program: Program,
  { marker, removing }: Removed,
): Promise<string | undefined> {
  const { family, program: file } = (await laboratory.target(removing.compiler)).compiler ?? {};
  if (family === 'gcc') return lastDumpThatNames(laboratory, program, file!, { marker, removing });
  if (family !== 'clang') return undefined;
  const culprit = await bisectPasses(removals(laboratory, program, { marker, removing }), undefined);
  return culprit.kind === 'pass' ? culprit.pass : undefined;
}

/** "Wrong" is a block that is gone. */
function removals(laboratory: Laboratory, program: Program, { marker, removing }: Removed): Tries {
  const more = (extra: readonly string[]): CompilerConfiguration[] => [
    { ...removing, args: [...removing.args, ...extra] },
  ];
  return {
    async tryWith(extra) {
      const [execution] = await laboratory.compile(program, more(extra));
      const kept = execution?.outcome === 'ok' ? markersKeptIn(execution.output) : undefined;
      return { isWrong: kept !== undefined && !kept.dead.has(marker), execution };
    },
    async irWith(extra) {
      const [execution] = await laboratory.compile(program, more(extra), {}, 'ir-after-passes');
      return Buffer.from(execution?.output ?? []).toString();
    },
  };
}

/** Prints the name of the pass after the last dump that names the marker. */
const LAST_DUMP = `
cd "$1" || exit
mkdir out
ulimit -t ${Math.ceil(oracleTuning.dumpCpuMs.value / 1_000)}
cd files
COMPILE -o ../out/out.o -dumpdir ../out/ -c >/dev/null 2>&1
cd ../out
seen=0
for name in $(ls | grep -E '[.][0-9]+[tr][.]' | grep -vE '[.](early)?debug$|[.]statistics$' | sort -t. -k3,3n); do
  if grep -qw MARKER "$name"; then seen=1; after=
  elif [ $seen = 1 ] && [ -z "$after" ]; then after=$name
  fi
done
echo "pass $after"
times
`;

async function lastDumpThatNames(
  laboratory: Laboratory,
  program: Program,
  compiler: string,
  { marker, removing }: Removed,
): Promise<string | undefined> {
  const words = [compiler, ...removing.args, '-fdump-tree-all', '-fdump-rtl-all', program.main];
  const script = LAST_DUMP.replace('COMPILE', () => words.map(quoted).join(' ')).replace('MARKER', marker);
  const stdout = await inFolderOf(laboratory, program, script);
  const [, form, pass] = /^pass \S*?\.\d+([tr])\.(\S+)$/m.exec(stdout) ?? [];
  return form === 'r' ? `${RTL_PASS}${pass}` : pass;
}

/** Options of clang that could be the reason for another decision; gcc tells its own. */
const OF_CLANG: readonly (readonly string[])[] = [
  ['-mllvm', '-inline-threshold=2000'],
  ['-fno-inline'],
  ['-fno-unroll-loops'],
  ['-fno-vectorize'],
  ['-fno-slp-vectorize'],
];

const HEURISTIC = /inline|inlining|unroll|peel|guess-branch|vectorize|ipa-cp|reorder|threshold/;

/** Options that each make the compiler remove the block; each option costs a compile. */
export async function findMends(
  laboratory: Laboratory,
  program: Program,
  asked: CompilerConfiguration,
  marker: string,
): Promise<{ readonly mends: readonly string[]; readonly isHeuristic: boolean }> {
  const { family, program: file } = (await laboratory.target(asked.compiler)).compiler ?? {};
  const options = family === 'gcc' ? (await enabledFlags(file!, asked.args)).map((flag) => [flag]) : OF_CLANG;
  const configurations = options.map((words) => ({ ...asked, args: [...asked.args, ...words] }));
  const kept = await keptBy(laboratory, program, configurations);
  const mends = options
    .filter((_, index) => kept[index] !== undefined && !kept[index].dead.has(marker))
    .map((words) => words.join(' '));
  return { mends, isHeuristic: mends.some((words) => HEURISTIC.test(words)) };
}
