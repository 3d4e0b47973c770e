/**
 * The effects of options on the present compiler, learnt by trying each: alone, at -O2, on a few programs.
 *
 * Invariant: nothing is guessed. An option without a trial is never drawn.
 */
import { tryTool } from '../build/index.ts';
import { pipelineIn, programOf } from '../program/index.ts';
import type { Behaviour, CompilerConfiguration, Laboratory } from '../laboratory/index.ts';
import type { Way } from './option.ts';
import { UserError } from '../util/user-error.ts';
import { isForOtherMachine } from './machines.ts';
import { wayOfPrepared } from './passes.ts';
import { probePrograms } from './probe-programs.ts';

/**
 * `active`: the code changes, the output does not. `quiet`: the code stays the same. `elsewhere`: code that
 * this machine cannot run, and `not-linked`: code that needs a library; both are worth a crash. The other
 * effects make an option useless. The compiler refused the option (`refused`), or the program prints something
 * else (`different`). A program that prints something else means that the option changes the meaning of
 * programs, or that the compiler is wrong.
 */
export type Effect = 'active' | 'quiet' | 'elsewhere' | 'refused' | 'not-linked' | 'different';

export const effects: readonly Effect[] = [
  'active',
  'quiet',
  'elsewhere',
  'refused',
  'not-linked',
  'different',
];

/** Number of ways tried in one request. */
export const AT_ONCE = 24;
const LEVEL = '-O2';

export async function probeWays(
  laboratory: Laboratory,
  compiler: string,
  ways: readonly Way[],
  onProgress: (done: number) => void,
): Promise<Effect[]> {
  const others = ways.filter(isForOtherMachine);
  const refused = await refusedMachines(laboratory, compiler, others);
  const isPass = (way: Way): boolean => pipelineIn(way) !== undefined;
  const own = ways.filter((way) => !isForOtherMachine(way) && !isPass(way));
  const passes = ways.filter(isPass);
  const effectsOfOwn = await probeHere(laboratory, compiler, { ways: own, usual: [] }, (done) =>
    onProgress(others.length + done),
  );
  const effectsOfPasses = await probeHere(
    laboratory,
    compiler,
    { ways: passes, usual: wayOfPrepared },
    (done) => onProgress(others.length + own.length + done),
  );
  return ways.map((way): Effect => {
    if (isForOtherMachine(way)) return refused.has(way) ? 'refused' : 'elsewhere';
    return (isPass(way) ? effectsOfPasses : effectsOfOwn).get(way)!;
  });
}

/**
 * The effects of ways that another computer learnt. If the code of a way needs more than this processor has,
 * its effect here is `elsewhere`. Ways that there is no time to look at are left out.
 */
export async function effectsHere(
  laboratory: Laboratory,
  compiler: string,
  ways: readonly Way[],
  effectThere: (way: Way) => Effect,
  isLate: () => boolean,
): Promise<ReadonlyMap<Way, Effect>> {
  const isRun = (way: Way): boolean => ['active', 'quiet', 'different'].includes(effectThere(way));
  const asked = ways.filter((way) => isRun(way) && isOfMachine(way) && !isForOtherMachine(way));
  const found = new Map(ways.map((way) => [way, effectThere(way)]));
  if (asked.length === 0) return found;
  const native = await macrosOf(laboratory, compiler, ['-march=native']);
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    const some = asked.slice(from, from + AT_ONCE);
    if (isLate()) some.forEach((way) => found.delete(way));
    else
      await Promise.all(
        some.map(async (way) => {
          if (!(await runsHere(laboratory, compiler, way, native))) found.set(way, 'elsewhere');
        }),
      );
  }
  return found;
}

/** Ways, each with the way for comparison: the same compiler without the option. */
interface Tried {
  readonly ways: readonly Way[];
  readonly usual: Way;
}

/** The effects of ways whose code this kind of machine can run, or a newer one could. */
async function probeHere(
  laboratory: Laboratory,
  compiler: string,
  { ways, usual: usualWay }: Tried,
  onProgress: (done: number) => void,
): Promise<ReadonlyMap<Way, Effect>> {
  const effectsSoFar = new Map<Way, Effect>();
  const native = await macrosOf(laboratory, compiler, ['-march=native']);
  const configurationOf = (way: Way): CompilerConfiguration => ({ compiler, args: [LEVEL, '-w', ...way] });
  for (let from = 0; from < ways.length; from += AT_ONCE) {
    const some = ways.slice(from, from + AT_ONCE);
    const seen: Effect[][] = some.map(() => []);
    for (const program of probePrograms) {
      const [usual, ...behaviours] = await laboratory.behave(
        program,
        [usualWay, ...some].map(configurationOf),
        {
          giveUpAfterTimeouts: Infinity,
        },
      );
      if (usual?.kind !== 'ran')
        throw new UserError(`${compiler} did not compile and run a program that options are tried on`, [
          'on a very busy computer its time may have run out: the same command goes on from here',
          'what is wrong with the compiler: cgfuzz doctor',
        ]);
      for (const [index, behaviour] of behaviours.entries())
        seen[index]!.push(effectOf(behaviour, usual, isOfMachine(some[index]!)));
    }
    for (const [index, way] of some.entries()) {
      const effect = worst(seen[index]!);
      const needsMore = isOfMachine(way) && effect !== 'refused';
      const isElsewhere = needsMore && !(await runsHere(laboratory, compiler, way, native));
      effectsSoFar.set(way, isElsewhere ? 'elsewhere' : effect);
    }
    onProgress(effectsSoFar.size);
  }
  return effectsSoFar;
}

/**
 * Machines that this compiler cannot generate code for; the test program has no headers, since other
 * machines' headers are not installed here.
 */
async function refusedMachines(
  laboratory: Laboratory,
  compiler: string,
  ways: readonly Way[],
): Promise<ReadonlySet<Way>> {
  const program = programOf('int twice(int x) { return 2 * x; }\n');
  const executions = await laboratory.compile(
    program,
    ways.map((way) => ({ compiler, args: [LEVEL, '-w', ...way] })),
  );
  return new Set(ways.filter((_, index) => executions[index]?.outcome !== 'ok'));
}

type Ran = Extract<Behaviour, { kind: 'ran' }>;

/** True if an option may make the code need another processor. */
function isOfMachine(way: Way): boolean {
  return way.some((word) => /^-m(?!llvm)/.test(word));
}

function effectOf(behaviour: Behaviour, usual: Ran, mayNeedMore: boolean): Effect {
  if (behaviour.kind === 'not-compiled') return 'refused';
  if (behaviour.kind !== 'ran') return 'not-linked';
  const { run, execution } = behaviour;
  if (run.signal === 'SIGILL' && mayNeedMore) return 'elsewhere';
  if (run.stdout !== usual.run.stdout || run.exitCode !== usual.run.exitCode) return 'different';
  return Buffer.from(execution.output).equals(usual.execution.output) ? 'quiet' : 'active';
}

/** The effect that counts among the effects on several programs: trouble first, then a change. */
function worst(seen: readonly Effect[]): Effect {
  const order: readonly Effect[] = ['refused', 'not-linked', 'elsewhere', 'different', 'active'];
  return order.find((effect) => seen.includes(effect)) ?? 'quiet';
}

const FEATURE_MACRO = /^#define (__[A-Z0-9_]+__) 1$/gm;

/** The features that the compiler may use, as its predefined macros show them. */
async function macrosOf(laboratory: Laboratory, compiler: string, words: Way): Promise<ReadonlySet<string>> {
  const target = await laboratory.target(compiler);
  if (target.compiler === undefined) return new Set();
  const { stdout } = await tryTool(target.compiler.program, [...words, '-E', '-dM', '-x', 'c', '/dev/null']);
  return new Set([...stdout.matchAll(FEATURE_MACRO)].map(([, name = '']) => name));
}

/** True if this machine has every feature that such code may use; a short program need not use it. */
async function runsHere(
  laboratory: Laboratory,
  compiler: string,
  way: Way,
  native: ReadonlySet<string>,
): Promise<boolean> {
  const features = await macrosOf(laboratory, compiler, way);
  return [...features].every((name) => native.has(name) || !isFeature(name));
}

/** Other macros say which machine to tune for, and what the language has. */
function isFeature(name: string): boolean {
  return /^__(?:AVX|SSE|SSSE|BMI|FMA|XOP|TBM|F16C|MOVBE|ADX|AES|VAES|SHA|SM[34]|GFNI|VPCLMUL|PCLMUL|LZCNT|POPCNT|APX|AMX|MOVDIR|RDRND|RDSEED|LAHF|CMPCCXADD|RAOINT|USERMSR|KL|WIDEKL|PREFETCHI|ENQCMD|SERIALIZE|UINTR|HRESET|RTM|CLWB|CLDEMOTE|WAITPKG|PTWRITE|MOVRS|EGPR|PUSH2POP2|PPX|NDD|CCMP|NF|CF|ZU)/.test(
    name,
  );
}
