/**
 * A compiler as Debian ships it, executed for each program: no coverage, else the same answers.
 *
 * The executor, a small C program of ours, does the executing. It measures CPU time and peak memory, keeps
 * the limits, and removes its files and processes at its end.
 */
import { type StockCompiler, findOptimiser, type CompilerFamily } from '../../build/index.ts';
import { BETWEEN, pipelineIn, stepsOfPipeline, withoutPipeline } from '../../program/index.ts';
import { quoted } from '../../util/quoted.ts';
import { judgeText } from '../judge-text.ts';
import {
  type Configuration,
  type Emit,
  type ExecuteRequest,
  type Execution,
  Server,
  type ServerCommand,
  encodeExecute,
  lostExecution,
  runsPayload,
  usualExecutionLimits,
} from '../../serve/index.ts';
import { checkStillThere } from '../still-there.ts';
import type { Target, TargetCompiler } from '../target.ts';

export const signalOfExitCode: Readonly<Record<number, string>> = {
  132: 'SIGILL',
  133: 'SIGTRAP',
  134: 'SIGABRT',
  136: 'SIGFPE',
  138: 'SIGBUS',
  139: 'SIGSEGV',
};

/** After twenty errors clang does not print the cause of its death. */
const clangFlags: readonly string[] = ['-fno-crash-diagnostics', '-fno-color-diagnostics', '-ferror-limit=0'];

export class StockTarget implements Target {
  readonly name: string;
  readonly compiler: TargetCompiler;
  readonly server: Server;

  readonly #around: (command: readonly string[]) => readonly string[];

  /** `around` turns the command of a compile into another command. */
  constructor(
    { name, family }: StockCompiler,
    program: string,
    executor: ServerCommand,
    around: (command: readonly string[]) => readonly string[] = (command) => command,
  ) {
    this.name = name;
    this.#around = around;
    this.compiler = { family, program };
    this.server = new Server(executor);
  }

  async execute(request: ExecuteRequest): Promise<readonly Execution[]> {
    const { program, configurations, limits = usualExecutionLimits } = request;
    const runs = configurations.map((each) => this.#runOf(each, program.main));
    const possible = runs.filter((run) => run !== undefined);
    const frame = encodeExecute(request, limits, runsPayload(program, possible));
    const patience = { answers: possible.length, wallMs: limits.wallMs };
    const answers = possible.length > 0 ? await this.server.execute(frame, false, patience) : [];
    checkStillThere(this.name, this.compiler.program, answers);
    let next = 0;
    return runs.map((run, index) => {
      const answer = run && answers[next++];
      return answer
        ? this.#judge(
            answer,
            configurations[index]?.emit === 'discarded-object' || configurations[index]?.emit === 'nothing',
          )
        : cannotEmit(this.name, configurations[index]!);
    });
  }

  /** The command line for one configuration; undefined if this compiler cannot do it. */
  #runOf({ args, emit }: Configuration, main: string): readonly string[] | undefined {
    const { family, program } = this.compiler;
    if (family !== 'clang') {
      const emitting = argumentsToEmit(family, emit);
      return emitting && this.#around([program, ...args, ...emitting, main]);
    }
    const clang = [program, ...clangFlags];
    if (pipelineIn(args) === undefined || emit.endsWith('-before-passes'))
      return [...clang, ...withoutPipeline(args), ...argumentsToEmit('clang', emit)!, main];
    const optimiser = findOptimiser(program);
    return optimiser === undefined ? undefined : runOfPipeline({ clang, optimiser, main }, args, emit);
  }

  #judge(answer: Execution, discard: boolean): Execution {
    const { exitCode } = answer;
    const told = answer.outcome === 'hang' ? undefined : judgeText(answer.text, exitCode);
    const signal = answer.signal ?? signalOfExitCode[exitCode];
    const outcome =
      told ?? (answer.outcome === 'rejected' && signal !== undefined ? 'signal' : answer.outcome);
    return {
      ...answer,
      outcome,
      signal,
      features: undefined,
      ...(discard ? { output: new Uint8Array() } : {}),
    };
  }

  async close(): Promise<void> {
    await this.server.close();
  }
}

function cannotEmit(name: string, { args, emit }: Configuration): Execution {
  const why =
    pipelineIn(args) === undefined ? `cannot emit ${emit}` : 'has no opt beside it that takes passes by name';
  return lostExecution('rejected', `error: ${name} ${why}\n`);
}

interface Tools {
  /** The compiler with its fixed flags. */
  readonly clang: readonly string[];
  readonly optimiser: string;
  /** The file to be compiled. */
  readonly main: string;
}

/**
 * One command line for code with a pipeline of passes: clang, the `opt` beside it, and clang again. The
 * optimiser's arguments come after the script: there the executor sees whether passes are counted.
 */
function runOfPipeline(
  { clang, optimiser, main }: Tools,
  args: readonly string[],
  emit: Emit,
): readonly string[] | undefined {
  const steps = stepsOfPipeline(args);
  if (steps === undefined) return undefined;
  const isIr = emit.endsWith('-after-passes');
  const made = isIr ? [...(emit === 'ir-after-passes' ? ['-S'] : []), '-o', 'out'] : ['-o', BETWEEN];
  const commands = [
    [...clang, ...steps.frontEnd, '-o', BETWEEN, main].map(quoted).join(' '),
    `${quoted(optimiser)} "$@" ${[...made, BETWEEN].join(' ')}`,
    ...(isIr
      ? []
      : [[...clang, ...argumentsToEmit('clang', emit)!, ...steps.backEnd, BETWEEN].map(quoted).join(' ')]),
  ];
  return ['/bin/sh', '-c', commands.join(' && '), 'sh', ...steps.optimiser];
}

const ispcEmits: Readonly<Partial<Record<Emit, string>>> = {
  object: '--emit-obj',
  'discarded-object': '--emit-obj',
  nothing: '--emit-obj',
  assembly: '--emit-asm',
  'ir-after-passes': '--emit-llvm-text',
  'bitcode-after-passes': '--emit-llvm',
};

/**
 * Arguments that make a compiler emit this; undefined if it cannot. `nothing` means the least work that the
 * compiler allows.
 */
function argumentsToEmit(family: CompilerFamily, emit: Emit): readonly string[] | undefined {
  if (family === 'ispc') {
    const what = ispcEmits[emit];
    return what === undefined ? undefined : [what, '-o', 'out'];
  }
  switch (emit) {
    case 'object':
    case 'discarded-object':
    case 'nothing':
      return ['-c', '-o', 'out'];
    case 'assembly':
      return family === 'tcc' ? undefined : ['-S', '-o', 'out'];
    case 'ir-after-passes':
      return family === 'clang' ? ['-S', '-emit-llvm', '-o', 'out'] : undefined;
    case 'ir-before-passes':
      return family === 'clang'
        ? ['-S', '-emit-llvm', '-Xclang', '-disable-llvm-passes', '-o', 'out']
        : undefined;
    case 'bitcode-after-passes':
      return family === 'clang' ? ['-c', '-emit-llvm', '-o', 'out'] : undefined;
    case 'bitcode-before-passes':
      return family === 'clang'
        ? ['-c', '-emit-llvm', '-Xclang', '-disable-llvm-passes', '-o', 'out']
        : undefined;
  }
}
