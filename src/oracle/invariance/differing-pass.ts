/**
 * The pass after which two ways to compile one program first give different code.
 *
 * On both sides clang stops optimising after the same pass, so that a binary search ends at one pass. gcc
 * writes a dump after each pass: the first pass with different dumps is to blame. Invariant: the search in
 * clang never goes beyond the point at which both sides begin to run different passes.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { tryTool } from '../../build/index.ts';
import type { Program } from '../../program/index.ts';
import { makeFolder } from '../../util/make-folder.ts';
import { quoted } from '../../util/quoted.ts';
import { removeTree } from '../../util/remove-tree.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import { oracleTuning } from '../tuning.ts';
import { firstWrong } from '../compare/first-wrong.ts';
import {
  allPasses,
  type Culprit,
  lastPass,
  passesIn,
  type PassReport,
  unknownCulprit,
} from '../culprit/culprit.ts';
import { type BothWays, isDifferent, makeBothWays, type RelationQuestion } from './check-relation.ts';

type FoundPass = Extract<Culprit, { readonly kind: 'pass' }>;

export async function findDifferingPass(
  laboratory: Laboratory,
  question: RelationQuestion,
  near?: Culprit,
): Promise<Culprit> {
  const { family, program } = (await laboratory.target(question.configuration.compiler)).compiler ?? {};
  if (family === 'clang') return bisect(laboratory, question, near?.kind === 'pass' ? near : undefined);
  if (family === 'gcc' && question.relation.way === 'options')
    return firstDump(laboratory, program!, question);
  return unknownCulprit('this compiler is not asked for its passes');
}

async function bisect(
  laboratory: Laboratory,
  question: RelationQuestion,
  near: FoundPass | undefined,
): Promise<Culprit> {
  const limited = (first: number, second: number): Promise<BothWays> =>
    makeBothWays(laboratory, question, { first: limitOf(first), second: limitOf(second) });
  const whole = await limited(allPasses, allPasses);
  if (!isDifferent(whole)) return unknownCulprit('both are the same while passes are counted');
  const [ours, theirs] = [whole.first, whole.second].map(({ text }) => lastPass(text)?.step ?? 0) as [
    number,
    number,
  ];
  if (ours === 0) return unknownCulprit('the compiler does not count its passes');
  // Passes before the IR was written run on one side only.
  const before = question.relation.way === 'optimised-ir' ? ours - theirs : 0;
  const common = commonSteps(passesIn(whole.first.text).slice(before), passesIn(whole.second.text));
  const most = Math.min(ours - before, theirs, common);
  const differsAt = async (step: number): Promise<boolean> => isDifferent(await limited(before + step, step));
  if (await differsAt(0)) return unknownCulprit('both differ without any pass that can be skipped');
  const isParted = common < Math.min(ours - before, theirs);
  const guess = near === undefined ? {} : { near: Math.round((near.step / near.steps) * most) };
  const step =
    isParted && !(await differsAt(common))
      ? common + 1
      : await firstWrong(differsAt, { right: 0, wrong: most, ...guess });
  const found = lastPass((await limited(before + step, step)).first.text);
  if (found?.step !== before + step) return unknownCulprit(`pass ${step} of ${ours} has no name`);
  return { kind: 'pass', pass: found.pass, on: found.on, step: found.step, steps: ours };
}

function limitOf(limit: number): readonly string[] {
  return ['-mllvm', `-opt-bisect-limit=${limit}`];
}

/**
 * Number of passes that both sides run in the same order on the same functions. A compile server names only
 * the last pass.
 */
function commonSteps(ours: readonly PassReport[], theirs: readonly PassReport[]): number {
  if (ours.length <= 1 || theirs.length <= 1) return Infinity;
  const parted = ours.findIndex(
    ({ pass, on }, index) => theirs[index]?.pass !== pass || theirs[index].on !== on,
  );
  return parted < 0 ? ours.length : parted;
}

/**
 * Prints the number of the first different dump among all dumps, its name, and the CPU time. Lines on debug
 * information may differ.
 */
const FIRST_DUMP = `
cd "$1" || exit
mkdir first second
quiet() { sed -e '/DEBUG/d' -e '/^;; Function/d' "$1"; }
compile() {
  folder=$1; shift
  "$@" -fdump-noaddr -fdump-unnumbered -o "../$folder/out.o" -dumpdir "../$folder/" -c >/dev/null 2>&1
}
ulimit -t ${Math.ceil(oracleTuning.dumpCpuMs.value / 1_000)}
cd files
FIRST
SECOND
cd ..
count=0
for name in $(ls first second | grep -E '[.][0-9]+[tr][.]' | grep -vE '[.](early)?debug$|[.]statistics$' | sort -u | sort -t. -k3,3n); do
  count=$((count + 1))
  quiet "first/$name" >a 2>/dev/null || : >a
  quiet "second/$name" >b 2>/dev/null || : >b
  if ! cmp -s a b || [ ! -e "first/$name" ] || [ ! -e "second/$name" ]; then echo "$count $name"; break; fi
done
times
`;

/** Compilers are not confined: the sandbox hides the folders of added ones. */
async function firstDump(
  laboratory: Laboratory,
  compiler: string,
  { program, configuration, relation }: RelationQuestion,
): Promise<Culprit> {
  // Debug information has its own instructions in RTL.
  const hasOwn = relation.added.some((word) => word.startsWith('-g'));
  const dumps = hasOwn ? ['-fdump-tree-all'] : ['-fdump-tree-all', '-fdump-rtl-all'];
  const words = (added: readonly string[]): string =>
    [compiler, ...configuration.args, ...dumps, ...added, program.main].map(quoted).join(' ');
  const script = FIRST_DUMP.replace('FIRST', () => `compile first ${words([])}`).replace(
    'SECOND',
    () => `compile second ${words(relation.added)}`,
  );
  const stdout = await inFolderOf(laboratory, program, script);
  const [, step = '', pass] = /^(\d+) \S*?\.\d+[tr]\.(\S+)$/m.exec(stdout) ?? [];
  if (pass === undefined) return unknownCulprit('no pass writes down another program');
  return { kind: 'dump', pass, step: Number(step) };
}

/**
 * The output of a shell script, whose `$1` is a folder with the files of the program in `files`; it ends with
 * `times`.
 */
export async function inFolderOf(
  laboratory: Laboratory,
  program: Pick<Program, 'files'>,
  script: string,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-dumps-'));
  try {
    for (const { path, bytes } of program.files) {
      const file = join(folder, 'files', path);
      makeFolder(dirname(file));
      writeFileSync(file, bytes);
    }
    const { stdout } = await tryTool('/bin/sh', ['-c', script, 'sh', folder]);
    laboratory.cpuMs += cpuMsIn(stdout);
    return stdout;
  } finally {
    removeTree(folder);
  }
}

/** Four times in the format of a shell: `0m0.50s`. */
function cpuMsIn(text: string): number {
  return [...text.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1_000,
    0,
  );
}
