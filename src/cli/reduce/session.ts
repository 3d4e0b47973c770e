/**
 * Everything that reductions of findings and of sequences share: generators, a script as the test, limits, the summary.
 */
import { type FailureTest, checkTest, askScript, checkScript } from '../../triage/index.ts';
import { type SourceDefinition, SourcePool } from '../../source/index.ts';
import { type Program, programSize } from '../../program/index.ts';
import { findSource } from '../../generators/index.ts';
import { type Reduced, reduceTuning } from '../../reduce/index.ts';
import type { Context } from '../command.ts';
import { defaultsOf } from '../flags/flags.ts';
import { type ReduceFlags, reduceFlags } from './flags.ts';
import type { ReductionSummary } from './summary.ts';
import { extname, resolve } from 'node:path';
import { UserError } from '../../util/user-error.ts';
import { worldOf } from '../../session/world.ts';

/** The values of the flags of `reduce` without any flag. */
export const usualReduceFlags: ReduceFlags = defaultsOf(reduceFlags);

export interface ReduceSession {
  readonly context: Context;
  readonly flags: ReduceFlags;
  /** CPU time of this process and of everything that it started. */
  readonly cpuMs: () => number;
}

/** The part of a command that makes programs from choices. */
export interface GeneratorSession {
  readonly context: Context;
  readonly flags: Pick<ReduceFlags, 'source' | 'trust' | 'jobs' | 'json'>;
}

export async function withGenerators<T>(
  { context, flags }: GeneratorSession,
  source: string,
  work: (generators: SourcePool) => Promise<T>,
  prepare: (definition: SourceDefinition) => Promise<SourceDefinition> = async (same) => same,
): Promise<T> {
  const definition = await prepare(await findSource(flags.source ?? source, context.cwd));
  const generators = new SourcePool(definition, flags.jobs, {
    say: (text) => context.stderr(`${text}\n`),
  });
  try {
    return await work(generators);
  } finally {
    await generators.close();
  }
}

export async function openScript(
  { context, flags }: ReduceSession,
  script: string,
  original: Program,
  cpuMs: () => number,
): Promise<FailureTest> {
  const { name, timeout, repeats } = flags;
  const test = scriptTest(context, { script, name, timeoutMs: timeout, cpuMs });
  await checkTest(
    {
      name: script,
      file: name ?? original.main,
      ask: (program) => test.ask(program),
      isFlakyAllowed: repeats > 1,
    },
    original,
  );
  return test;
}

/** If a step on the text follows, the reducer leaves choices alone that hardly bring anything. */
export const PATIENCE: number = reduceTuning.patience.value;

export interface SearchLimits {
  readonly jobs: number;
  readonly signal: AbortSignal;
  readonly repeats: number;
  readonly needed: number;
  readonly maxEvaluations?: number;
}

export function limitsOf({ context: { signal }, flags }: ReduceSession): SearchLimits {
  const { jobs, repeats, needed, evaluations } = flags;
  return {
    jobs,
    signal,
    repeats,
    needed,
    ...(evaluations === undefined ? {} : { maxEvaluations: evaluations }),
  };
}

export function summaryOf(
  { end, sequence, test, progress }: Reduced<Program>,
  result: string,
  { cpuMs }: ReduceSession,
  from: { readonly choices: number; readonly bytes: number },
): ReductionSummary {
  return {
    end,
    choices: { from: from.choices, to: sequence.choiceCount },
    bytes: { from: from.bytes, to: programSize(test) },
    evaluations: progress.evaluations,
    cpuMs: Math.round(cpuMs()),
    result,
  };
}

interface ScriptTestOptions {
  readonly script: string;
  /** Name of the file that the script looks at. */
  readonly name: string | undefined;
  readonly timeoutMs: number;
  /** CPU time of everything that this process started, without the part that is counted elsewhere. */
  readonly cpuMs: () => number;
}

/** A person's script as the test of a reduction. */
function scriptTest(context: Context, options: ScriptTestOptions): FailureTest {
  const script = resolve(context.cwd, options.script);
  checkScript(script);
  const { timeoutMs, name } = options;
  const world = worldOf(context);
  return {
    get cpuMs() {
      return options.cpuMs();
    },
    ask: (program) => askScript(script, renamed(program, name), { timeoutMs, signal: context.signal, world }),
    close: async () => {},
  };
}

function renamed(program: Program, name: string | undefined): Program {
  if (name === undefined || name === program.main) return program;
  if (name.includes('/') || extname(name) !== extname(program.main)) {
    throw new UserError(`--name ${name} is no name for ${program.main}`, [
      `allowed: a name without folders that ends with ${extname(program.main)}`,
    ]);
  }
  const files = program.files.map((file) => (file.path === program.main ? { ...file, path: name } : file));
  return { ...program, files, main: name };
}
